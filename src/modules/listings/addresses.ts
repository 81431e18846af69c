import { getDomain, parse } from 'tldts';
import { fold } from '../../kernel/words.ts';
import shared_hosts from './shared-hosts.json' with { type: 'json' };

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const MAX_ADDRESS_LENGTH = 2048;

/** Parses an address as a browser would, with https as the default scheme. Null if it is not a website. */
const parseUrl = (text: string): URL | null => {
  const trimmed = text.trim().replace(/^\/\//, '');
  const url = URL.parse(SCHEME.test(trimmed) ? trimmed : `https://${trimmed}`);
  return url && /^https?:$/.test(url.protocol) && url.hostname ? url : null;
};

/**
 * How products are told apart on hosts where many people publish, by host: so many parts of the path, its `last` part, the whole `path`, or
 * a parameter of the query (`?id`). `*.` stands for one label: each subdomain is somebody's website.
 */
const SHARED_HOSTS = new Map<string, string | number>(Object.entries(shared_hosts));

const parentOf = (host: string): string => host.slice(host.indexOf('.') + 1);
const bareHost = (host: string): string => host.replace(/^www\./, '').replace(/(?<!\.)\.+$/, '');

/** The part of a host that belongs to one of the users of a shared host, such as ada.sf.net. */
const findUserDomain = (host: string): string | null => {
  for (let rest = bareHost(host); rest.includes('.'); rest = parentOf(rest)) if (SHARED_HOSTS.has(`*.${parentOf(rest)}`)) return rest;
  return null;
};

/**
 * The registrable domain of a host. On a shared host it is the user's part (foo.github.io); the shared host's own website still
 * has its domain. Labels are not validated because browsers accept more than the rules for new names.
 */
const getRegistrableDomain = (host: string): string | null =>
  findUserDomain(host) ??
  getDomain(host, { allowPrivateDomains: true, validateHostname: false }) ??
  getDomain(host, { validateHostname: false });

/** The registrable domain of an address, however it is typed: with or without scheme, www, path, port; in any script. */
export const extractDomain = (text: string): string | null => {
  const url = parseUrl(text);
  return url && getRegistrableDomain(url.hostname.replace(/(?<!\.)\.+$/, ''));
};

/** Like extractDomain, but for an address without a domain (localhost, an IP address) its host and port. */
export const extractDomainOrHost = (text: string): string | null => extractDomain(text) ?? parseUrl(text)?.host ?? null;

const MAX_PATH_LENGTH = 200;
const INDEX_PAGE = /^index\.\w{1,8}$/;

/** The parts of a path, as they tell products apart. */
const partsOf = ({ pathname }: URL): string[] =>
  pathname
    .toLowerCase()
    .split('/')
    .filter((part) => part && !INDEX_PAGE.test(part))
    .map((part) => part.replace(/\.git$/, ''));

const pickParts = (url: URL, rule: string | number | undefined): string[] => {
  const parts = partsOf(url);
  if (typeof rule === 'number') return parts.slice(0, rule);
  if (rule === 'last') return parts.slice(-1);
  if (rule === 'path') return parts;
  if (rule) {
    const name = rule.slice(1);
    return [...url.searchParams]
      .filter(([key, value]) => key.toLowerCase() === name && value)
      .map(([, value]) => `?${name}=${encodeURIComponent(value.toLowerCase())}`)
      .slice(0, 1);
  }
  // Home pages of people at universities and providers.
  return parts[0]?.startsWith('~') ? parts.slice(0, 1) : [];
};

/**
 * What identifies a website, from any form of its address: its registrable domain, and on a host where many people publish the part of the
 * path that is one product's (github.com/ada/engine). A site lists each once. For an address without a domain it is the host and port.
 */
export const identifyWebsite = (text: string): string | null => {
  const domain = extractDomainOrHost(text);
  const url = parseUrl(text);
  if (!domain || !url) return null;
  const host = bareHost(url.hostname);
  const own = SHARED_HOSTS.get(host);
  const path = pickParts(url, own ?? SHARED_HOSTS.get(`*.${parentOf(host)}`)).join('/');
  return path && path.length <= MAX_PATH_LENGTH ? `${own === undefined ? domain : host}/${path}` : domain;
};

/** Identifies one page, for products that share a website with others: its host and path. */
export const identifyPage = (text: string): string | null => {
  const url = parseUrl(text);
  const path = url && `${partsOf(url).join('/')}${url.search.toLowerCase()}`;
  return url && path!.length <= MAX_PATH_LENGTH ? `${bareHost(url.host)}/${path}` : null;
};

/** Whether the root of a product's host belongs to others than its makers: then nothing at the root proves who they are. */
export const isSharedRoot = (website: string): boolean => {
  const [, path] = identifyWebsite(website)?.split('/') ?? [];
  return path !== undefined && (path.startsWith('~') || SHARED_HOSTS.has(bareHost(parseUrl(website)!.hostname)));
};

/** Whether many people publish at a domain. A mailbox there proves nothing about one of them. */
export const isSharedDomain = (domain: string): boolean => {
  const [host] = domain.split('/');
  const names = [host!, `*.${host}`, `*.${parentOf(host!)}`];
  return (
    names.some((name) => SHARED_HOSTS.has(name)) || parse(host!, { allowPrivateDomains: true, validateHostname: false }).isPrivate === true
  );
};

/** A website's address as stored, without credentials and fragment; null if it is not a website. `any_host` allows any host. */
export const normalizeWebsite = (text: string, any_host = false): string | null => {
  const url = parseUrl(text);
  if (!url || !(any_host || getRegistrableDomain(url.hostname))) return null;
  url.username = url.password = url.hash = '';
  return url.href.length > MAX_ADDRESS_LENGTH ? null : url.href;
};

const SHOWN_PICTURE = /^(?:https:|http:\/\/(?:localhost|127\.0\.0\.1)[:/]|\/(?!\/))/;

/** Whether our pages can show a picture: one of this site, which is on http only during development, or of another site over https. */
export const isShownPicture = (url: string): boolean => SHOWN_PICTURE.test(url);

const SIGN_NAMES: Record<string, string> = { '+': '-plus', '#': '-sharp', '&': '-and-', '@': '-at-' };
/** Leaves room for a number that makes it unique. */
const MAX_SLUG_LENGTH = 200;

/** May be empty: letters that cannot be written in ASCII are dropped. */
export const slugify = (text: string): string =>
  fold(text)
    .replace(/[+#&@]/g, (sign) => SIGN_NAMES[sign]!)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '');

/** From the name, or from the domain if no letter of the name can be used. */
export const makeListingSlug = (name: string, domain: string): string => slugify(name) || slugify(domain) || 'listing';
