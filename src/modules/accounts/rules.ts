import { domainToASCII } from 'node:url';
import type { Limit } from '../../kernel/limits.ts';

/** What mail servers everywhere take. Quoted and non-Latin local parts are refused: two that look or fold alike would be one account. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** An address as we write to it, with its domain in the form of the wire; null for what no mail server would take. */
export const mailAddress = (typed: string): string | null => {
  const at = typed.lastIndexOf('@');
  const local = typed.slice(0, at);
  const domain = typed.slice(at + 1);
  if (at < 1 || local.length > 64 || !LOCAL_PART.test(local) || /[\s/:?#@\\%]/.test(domain)) return null;
  const host = domainToASCII(domain).toLowerCase();
  return HOST.test(host) ? `${local}@${host}` : null;
};

/** What an address is known by: one mailbox is one account, however its letters are written. Of a mailAddress, which is ASCII. */
export const emailKey = (address: string): string => address.toLowerCase();

/** A path of this site, or null: nobody is sent elsewhere by an address somebody else made. */
export const pathHere = (go_to: string | null | undefined): string | null => {
  if (!go_to?.startsWith('/')) return null;
  const url = URL.parse(go_to, 'http://here.invalid');
  if (url?.origin !== 'http://here.invalid') return null;
  const path = url.pathname + url.search + url.hash;
  // Tidied up, a path may have come to begin with two slashes, which browsers read as a host.
  return /^\/(?![/\\])/.test(path) && path.length <= 2000 ? path : null;
};

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const named = (table: [RegExp, string][], text: string): string | undefined => table.find(([pattern]) => pattern.test(text))?.[1];

/** "Firefox on Windows": enough for people to know their own device again; null where the browser says nothing. */
export const deviceOf = (user_agent: string | undefined): string | null => {
  const text = (user_agent ?? '').slice(0, 500);
  const parts = [named(BROWSERS, text), named(SYSTEMS, text)].filter((part) => part !== undefined);
  return parts.length ? parts.join(' on ') : null;
};

const MINUTE = 60_000;
export const LINK_LIVES_MS = 15 * MINUTE;
export const CHANGE_LIVES_MS = 24 * 60 * MINUTE;
export const SESSION_LIVES_MS = 30 * 24 * 60 * MINUTE;
/** Used at least this long ago before it is written down again. */
export const USED_AGAIN_MS = MINUTE;
/** A session's end is moved on at most once a day. */
export const EXTEND_AFTER_MS = 24 * 60 * MINUTE;
/** A mailbox proved this recently stands in for the password, for who has forgotten it. */
export const PROOF_LIVES_MS = 15 * MINUTE;
/** Mail is kept this long. */
export const MAIL_LIVES_MS = 30 * 24 * 60 * MINUTE;

/** What somebody was told on the site is kept this long. */
export const TOLD_LIVES_MS = 365 * 24 * 60 * MINUTE;

/** A browser is known again for a year after it was last signed in with. */
export const BROWSER_LIVES_MS = 365 * 24 * 60 * MINUTE;

/**
 * Attempts at getting in: at one account from one network, from one network at all accounts, and at one account from
 * everywhere. Counted for addresses nobody has too, so that counting tells nothing.
 */
export const ATTEMPTS = {
  password: {
    here: { name: 'password_here', limit: 10, window_seconds: 900 },
    network: { name: 'password_network', limit: 30, window_seconds: 900 },
    account: { name: 'password_account', limit: 60, window_seconds: 900 },
  },
  link: {
    here: { name: 'link_here', limit: 5, window_seconds: 3600 },
    network: { name: 'link_network', limit: 30, window_seconds: 3600 },
    account: { name: 'link_account', limit: 20, window_seconds: 3600 },
  },
} as const satisfies Record<string, Record<'here' | 'network' | 'account', Limit>>;

/** 12 minutes, said to people. */
export const sayWait = (seconds: number): string => (seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`);
