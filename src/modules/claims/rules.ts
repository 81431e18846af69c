import { load } from 'cheerio';
import { parse } from 'tldts';
import { isDisposable, isFreeMail } from '../ballot/mail-domains.ts';
import { domainOf, hostOrDomainOf } from '../listings/address.ts';

const HOUR = 3_600_000;
export const CLAIM_LIVES_MS = 14 * 24 * HOUR;
export const LINK_LIVES_MS = 24 * HOUR;
/** A link that was sent so recently is not sent again. */
export const LINK_REST_MS = 5 * 60_000;
export const MOST_PENDING = 20;

const RECORD_LABEL = '_launchweek';
const META_NAME = 'launchweek-verification';
const FILE_PATH = '/.well-known/launchweek-verification.txt';

/** What a claim is about: the listing's registrable domain and its website. */
export interface Claimed {
  domain: string;
  website: string;
}

export const recordName = ({ domain }: Claimed): string => `${RECORD_LABEL}.${domain}`;
/** The root of the website's host. A path of it may be anybody's: on many hosts every user has one. */
export const homepageOf = ({ website }: Claimed): string => new URL('/', website).href;
export const fileAddress = ({ website }: Claimed): string => new URL(FILE_PATH, website).href;
export const metaTag = (token: string): string => `<meta name="${META_NAME}" content="${token}">`;

/** Soon at first, for who has just published it, and then every six hours. */
const WAITS_MINUTES = [5, 10, 20, 40, 60, 120, 240];
const WAITS_AT_LAST = 360;
export const waitAfter = (checks: number): number => (WAITS_MINUTES[checks] ?? WAITS_AT_LAST) * 60_000;

/** Why a name that is none (in development: a host and port) can have no record and no mailbox. */
export const withoutName = ({ domain }: Claimed): string | null =>
  domainOf(domain) === domain ? null : `is not possible here: ${domain} is no domain name`;

/** Who shares a host with strangers has no mail there that is theirs alone. */
const isShared = (domain: string): boolean => parse(domain, { allowPrivateDomains: true, validateHostname: false }).isPrivate === true;

export const withoutMail = ({ domain }: Claimed): string | null =>
  withoutName({ domain, website: '' }) ??
  (isShared(domain)
    ? `is not possible here: ${domain} is on a host shared by many. Use meta or file`
    : isFreeMail(domain) || isDisposable(domain)
      ? `is not possible here: anybody can have an address at ${domain}. Use dns, meta or file`
      : null);

/** Why a mailbox proves nothing about a domain, or null. Its host may be the domain or below it. */
export const mailboxFault = (email: string, { domain }: Claimed): string | null => {
  const host = email.slice(email.lastIndexOf('@') + 1);
  if (domainOf(host) === domain) return null;
  return isFreeMail(host) || isDisposable(host)
    ? `must be at ${domain}; anybody can have an address at ${host}`
    : `must be at ${domain}, the domain of the listing`;
};

/** What was seen where the proof should be. */
export interface Sighting {
  found: boolean;
  detail: string;
}

const MOST_QUOTED = 3;
const LONGEST_QUOTE = 80;
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f]+/g;
/** Other people's words, short and tame enough to be told. */
const quoted = (texts: string[]): string => {
  const shown = texts.slice(0, MOST_QUOTED).map((text) => `“${text.replace(UNPRINTABLE, ' ').toWellFormed().slice(0, LONGEST_QUOTE)}”`);
  return `${shown.join(', ')}${texts.length > MOST_QUOTED ? ` and ${texts.length - MOST_QUOTED} more` : ''}`;
};

export const readRecords = (texts: string[], token: string, name: string): Sighting => {
  if (texts.some((text) => text.trim() === token)) return { found: true, detail: `The record at ${name} is there.` };
  const detail =
    texts.length === 0
      ? `There is no TXT record at ${name} yet. It can take an hour until a new record is seen everywhere.`
      : `The TXT record at ${name} says something else: ${quoted(texts)}.`;
  return { found: false, detail };
};

export const readHomepage = (html: string, token: string, address: string): Sighting => {
  const page = load(html);
  const tags = `meta[name="${META_NAME}" i]`;
  const contentsIn = (place: string): string[] =>
    page(`${place} ${tags}`)
      .toArray()
      .map((tag) => (page(tag).attr('content') ?? '').trim());
  const inHead = contentsIn('head');
  if (inHead.includes(token)) return { found: true, detail: `The tag on ${address} is there.` };
  // What stands in the body may have been written by a visitor.
  if (contentsIn('body').includes(token))
    return { found: false, detail: `The tag on ${address} is in the body of the page. It counts in the head.` };
  return {
    found: false,
    detail: inHead.length
      ? `The tag on ${address} says something else: ${quoted(inHead)}.`
      : `There is no such tag in the head of ${address}.`,
  };
};

export const readFile = (text: string, token: string, address: string): Sighting => {
  const [first = ''] = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split('\n', 1);
  if (first.trim() === token) return { found: true, detail: `The file ${address} is there.` };
  return { found: false, detail: first ? `The file ${address} says something else: ${quoted([first])}.` : `The file ${address} is empty.` };
};

/** Whether an address is still of the listing's own domain, after redirects. */
export const isOwn = (address: string, { domain }: Claimed): boolean => hostOrDomainOf(address) === domain;
