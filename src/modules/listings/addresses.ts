import { getDomain } from 'tldts';
import { fold } from '../../kernel/words.ts';

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const MAX_ADDRESS_LENGTH = 2048;

/** Parses an address as a browser would, with https as the default scheme. Null if it is not a website. */
const parseUrl = (text: string): URL | null => {
  const trimmed = text.trim().replace(/^\/\//, '');
  const url = URL.parse(SCHEME.test(trimmed) ? trimmed : `https://${trimmed}`);
  return url && /^https?:$/.test(url.protocol) && url.hostname ? url : null;
};

/**
 * The registrable domain of a host. On a shared host it is the customer's part (foo.github.io); the shared host's own website still
 * has its domain. Labels are not validated because browsers accept more than the rules for new names.
 */
const getRegistrableDomain = (host: string): string | null =>
  getDomain(host, { allowPrivateDomains: true, validateHostname: false }) ?? getDomain(host, { validateHostname: false });

/** The domain that identifies a website, however its address is typed: with or without scheme, www, path, port; in any script. */
export const extractDomain = (text: string): string | null => {
  const url = parseUrl(text);
  return url && getRegistrableDomain(url.hostname.replace(/(?<!\.)\.+$/, ''));
};

/** Like extractDomain, but for an address without a domain (localhost, an IP address) its host and port. */
export const extractDomainOrHost = (text: string): string | null => extractDomain(text) ?? parseUrl(text)?.host ?? null;

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
