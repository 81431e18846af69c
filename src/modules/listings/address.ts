import { getDomain } from 'tldts';
import { fold } from '../../kernel/words.ts';

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const LONGEST_ADDRESS = 2048;

/** An address as typed, read as a browser would; https where it names no scheme. Null where it is not a website's. */
const read = (text: string): URL | null => {
  const typed = text.trim().replace(/^\/\//, '');
  const url = URL.parse(SCHEME.test(typed) ? typed : `https://${typed}`);
  return url && /^https?:$/.test(url.protocol) && url.hostname ? url : null;
};

/**
 * The registrable domain of a host. On a shared host (foo.github.io) that is the customer's part; the shared host's own
 * website is its domain all the same. Labels are taken as browsers take them, which is laxer than the rules for new names.
 */
const registrable = (host: string): string | null =>
  getDomain(host, { allowPrivateDomains: true, validateHostname: false }) ?? getDomain(host, { validateHostname: false });

/** Who a website belongs to, in whatever form its address is typed: with or without scheme, www, path, port; in any script. */
export const domainOf = (text: string): string | null => {
  const url = read(text);
  return url && registrable(url.hostname.replace(/\.+$/, ''));
};

/** Like domainOf; an address without a domain (this machine, a bare number) is then known by its host and port. */
export const hostOrDomainOf = (text: string): string | null => domainOf(text) ?? read(text)?.host ?? null;

/**
 * A website's address as it is kept: without credentials and fragment. Null where it is no website's; with `any_host` an
 * address without a domain is one.
 */
export const websiteOf = (text: string, any_host = false): string | null => {
  const url = read(text);
  if (!url || !(any_host || registrable(url.hostname))) return null;
  url.username = url.password = url.hash = '';
  return url.href.length > LONGEST_ADDRESS ? null : url.href;
};

const SIGNS: Record<string, string> = { '+': '-plus', '#': '-sharp', '&': '-and-', '@': '-at-' };
/** Leaves room for the number that tells it from another. */
const LONGEST_SLUG = 200;

/** Text as it stands in an address; empty where none of its letters can. */
export const slugOf = (text: string): string =>
  fold(text)
    .replace(/[+#&@]/g, (sign) => SIGNS[sign]!)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/g, '');

/** What a listing is called in addresses: its name, or its domain where the name has no letter fit for one. */
export const listingSlugOf = (name: string, domain: string): string => slugOf(name) || slugOf(domain) || 'listing';
