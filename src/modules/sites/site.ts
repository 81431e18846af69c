import type { Ctx, Db, Site } from '../../kernel/context.ts';
import { countSite, findSecurityContact, insertSite, type NewSite, selectSites } from './queries.ts';
import type { SiteAnswer } from './schema.ts';

export const API_VERSION = '1.0.0';

/** What the site is, how much is in it, and where everything is. */
export const describeSite = async (ctx: Ctx): Promise<SiteAnswer> => {
  const { key, name, tagline, purpose, root, time_zone } = ctx.site;
  const api = `${root}/api/v1`;
  return {
    key,
    name,
    tagline,
    purpose,
    time_zone,
    counts: await countSite(ctx),
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

const IS_ADDRESS = /^[^\s@<>:]+@[^\s@<>]+\.[^\s@<>]+$/;

/** Where to write about a weakness, as an address of the web or of mail; null where the site names none. */
export const securityContact = async (ctx: Ctx): Promise<string | null> => {
  const said = (await findSecurityContact(ctx))?.trim() ?? '';
  const url = URL.parse(IS_ADDRESS.test(said) ? `mailto:${said}` : said);
  return url && ['mailto:', 'https:'].includes(url.protocol) ? url.href : null;
};

const DEFAULT_SITE: NewSite = {
  key: 'launchweek',
  name: 'Launchweek',
  tagline: 'Products launch here every Monday.',
  purpose: 'A directory of product launches in which every fact is quoted from the maker’s own site and every vote can be recounted.',
  root: null,
  time_zone: 'UTC',
};

/** Makes the default site, the one that answers at SITE_ROOT, where there is none yet. */
export const ensureDefaultSite = (sql: Db): Promise<number | null> => insertSite(sql, DEFAULT_SITE);

/** Adds a site of its own origin to the deployment. */
export const createSite = async (sql: Db, site: NewSite): Promise<number> => {
  new Intl.DateTimeFormat('en', { timeZone: site.time_zone });
  const id = await insertSite(sql, site);
  if (id === null) throw new Error(`A site with the key ${site.key} or the address ${site.root} exists already.`);
  return id;
};

/** A site by its number, for jobs: they have no request whose host names it. */
export const siteNumbered = async (sql: Db, id: number, site_root: string): Promise<Site> => {
  const row = (await selectSites(sql)).find((site) => site.id === id);
  if (!row) throw new Error(`There is no site ${id}.`);
  return { ...row, root: row.root ?? site_root };
};

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Which site a host name means: each site by its own origin's host; a default site on loopback by any of loopback's names. */
export const sitesByHost = async (sql: Db, site_root: string): Promise<Map<string, Site>> => {
  const hosts = new Map<string, Site>();
  for (const row of await selectSites(sql)) {
    const site: Site = { ...row, root: row.root ?? site_root };
    const { host, hostname, port } = new URL(site.root);
    hosts.set(host, site);
    if (row.root === null && LOOPBACK.includes(hostname)) for (const name of LOOPBACK) hosts.set(port ? `${name}:${port}` : name, site);
  }
  return hosts;
};
