import type { Ctx, Db, Site } from '../../kernel/context.ts';
import { countSiteContents, findSecurityContact, insertSite, type NewSite, selectSites } from './queries.ts';
import type { SiteDescription } from './schema.ts';

export const API_VERSION = '1.0.0';

export const describeSite = async (ctx: Ctx): Promise<SiteDescription> => {
  const { key, name, tagline, purpose, root, time_zone } = ctx.site;
  const api = `${root}/api/v1`;
  return {
    key,
    name,
    tagline,
    purpose,
    time_zone,
    counts: await countSiteContents(ctx),
    urls: {
      site: root,
      api,
      docs: `${root}/docs`,
      openapi: `${api}/openapi.json`,
      mcp: `${root}/mcp`,
      listings: `${root}/listings`,
      categories: `${root}/categories`,
      founders: `${root}/founders`,
      blog: `${root}/blog`,
    },
    api_version: API_VERSION,
  };
};

const EMAIL_PATTERN = /^[^\s@<>:]+@[^\s@<>][^\s@<>.]*\.[^\s@<>]+$/;

/** The contact for security reports as an https or mailto URL; null if the site has none. */
export const getSecurityContact = async (ctx: Ctx): Promise<string | null> => {
  const contact = (await findSecurityContact(ctx))?.trim() ?? '';
  const url = URL.parse(EMAIL_PATTERN.test(contact) ? `mailto:${contact}` : contact);
  return url && ['mailto:', 'https:'].includes(url.protocol) ? url.href : null;
};

const DEFAULT_SITE: NewSite = {
  key: 'launchweek',
  name: 'Launchweek',
  tagline: 'Products launch here every Monday.',
  purpose: 'A product launch directory where every fact is quoted from the maker’s own website and every vote can be recounted.',
  root: null,
  time_zone: 'UTC',
};

/** Creates the default site, which is served at SITE_ROOT, unless it exists. */
export const ensureDefaultSite = (sql: Db): Promise<number | null> => insertSite(sql, DEFAULT_SITE);

/** Adds a site with its own origin to the deployment. */
export const createSite = async (sql: Db, site: NewSite): Promise<number> => {
  new Intl.DateTimeFormat('en', { timeZone: site.time_zone });
  const id = await insertSite(sql, site);
  if (id === null) throw new Error(`A site with the key ${site.key} or the address ${site.root} already exists.`);
  return id;
};

/** For jobs, which have no request with a host. */
export const getSiteById = async (sql: Db, id: number, site_root: string): Promise<Site> => {
  const row = (await selectSites(sql)).find((site) => site.id === id);
  if (!row) throw new Error(`There is no site ${id}.`);
  return { ...row, root: row.root ?? site_root };
};

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Sites by the host of their origin. A default site on loopback is found by any loopback name. */
export const loadSitesByHost = async (sql: Db, site_root: string): Promise<Map<string, Site>> => {
  const hosts = new Map<string, Site>();
  for (const row of await selectSites(sql)) {
    const site: Site = { ...row, root: row.root ?? site_root };
    const { host, hostname, port } = new URL(site.root);
    hosts.set(host, site);
    if (row.root === null && LOOPBACK.includes(hostname)) for (const name of LOOPBACK) hosts.set(port ? `${name}:${port}` : name, site);
  }
  return hosts;
};

/** The crawler's user agent: robots.txt rules can name it, and the URL says who we are. */
export const crawlerUserAgent = ({ root }: Pick<Site, 'root'>): string => `Launchweek/1.0 (+${root})`;
