import { domainToASCII } from 'node:url';
import { t } from '../../kernel/language/messages.ts';
import type { Limit } from '../../kernel/limits.ts';
import { addDays, startOfDay, weekAt } from '../../kernel/time/weeks.ts';

/** What all mail servers accept. Quoted and non-Latin local parts are refused: two that look or fold alike would be one account. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** A mail address with its domain in ASCII (punycode); null if it is not valid. */
export const normalizeEmail = (text: string): string | null => {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (at < 1 || local.length > 64 || !LOCAL_PART.test(local) || /[\s/:?#@\\%]/.test(domain)) return null;
  const host = domainToASCII(domain).toLowerCase();
  return HOST.test(host) ? `${local}@${host}` : null;
};

/** The key of a normalized address: upper and lower case are the same account. */
export const emailKey = (address: string): string => address.toLowerCase();

/** A path of this site, or null: prevents open redirects. */
export const parseLocalPath = (go_to: string | null | undefined): string | null => {
  if (!go_to?.startsWith('/')) return null;
  const url = URL.parse(go_to, 'http://here.invalid');
  if (url?.origin !== 'http://here.invalid') return null;
  const path = url.pathname + url.search + url.hash;
  // A normalized path may begin with two slashes, which browsers read as a host.
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
const matchName = (table: [RegExp, string][], text: string): string | undefined => table.find(([pattern]) => pattern.test(text))?.[1];

/** "Firefox on Windows": enough for people to recognize their device; null if the user agent is unknown. */
export const describeDevice = (user_agent: string | undefined): string | null => {
  const text = (user_agent ?? '').slice(0, 500);
  const parts = [matchName(BROWSERS, text), matchName(SYSTEMS, text)].filter((part) => part !== undefined);
  return parts.length ? parts.join(' on ') : null;
};

/** Who somebody is at a provider, and the address it names. */
export interface ProvidedIdentity {
  issuer: string;
  subject: string;
  /** The provider's name. */
  provider: string;
  email: string | null;
}

interface KnownAccount {
  id: number;
  email_verified_at: Date | null;
  email_vouched_by: string | null;
}

/**
 * What a sign-in at a provider leads to. `connect`: the identity is added to the account with the same address. That needs an address
 * that the provider has verified and that a link of ours has proved; otherwise somebody could create an account with your address at a
 * careless provider and wait for you. `prove`: a link of ours is mailed first.
 */
export const decideSignIn = (identity: {
  linked_account_id: number | null;
  email: string | null;
  email_verified: boolean;
  account: KnownAccount | undefined;
}): 'sign_in' | 'create' | 'connect' | 'prove' | 'no_address' => {
  const { linked_account_id, email, email_verified, account } = identity;
  if (linked_account_id !== null) return 'sign_in';
  if (!email) return 'no_address';
  if (!email_verified) return 'prove';
  if (!account) return 'create';
  return isProvedByLink(account) ? 'connect' : 'prove';
};

/** Whether the account's owner has opened a link that we mailed to its address. */
export const isProvedByLink = ({ email_verified_at, email_vouched_by }: Omit<KnownAccount, 'id'>): boolean =>
  email_verified_at !== null && email_vouched_by === null;

/** Whether an account can still be signed in to without one of its identities: by password, emailed link or another identity. */
export const canDisconnect = (account: Omit<KnownAccount, 'id'> & { password_hash: string | null }, identities: number): boolean =>
  identities > 1 || account.password_hash !== null || isProvedByLink(account);

const MINUTE = 60_000;
export const SIGN_IN_LINK_TTL_MS = 15 * MINUTE;
/** A form that a visitor sent waits this long for the sign-in; the browser keeps its secret as long. */
export const PENDING_ACTION_TTL_MS = 60 * MINUTE;
/** A sign-in at a provider takes at most this long. */
export const PROVIDER_SIGN_IN_TTL_MS = 30 * MINUTE;
export const EMAIL_CHANGE_TTL_MS = 24 * 60 * MINUTE;
export const SESSION_TTL_MS = 30 * 24 * 60 * MINUTE;
/** The last use of a session is written at most this often. */
export const SESSION_TOUCH_INTERVAL_MS = MINUTE;
/** A session's expiry is extended at most this often. */
export const SESSION_EXTEND_INTERVAL_MS = 24 * 60 * MINUTE;
/** For this long after a sign-in by link, the password can be changed without the old one. */
export const EMAIL_PROOF_TTL_MS = 15 * MINUTE;
/** A browser is recognized for this long after its last sign-in. */
export const KNOWN_BROWSER_TTL_MS = 365 * 24 * 60 * MINUTE;

/**
 * `here`: attempts on one account from one network; `network`: from one network on all accounts; `account`: on one account from
 * everywhere. Unknown addresses are counted too, so that limits do not reveal accounts. `account` limits distributed guessing; it
 * stops new devices from using a password for a while, never from signing in by link.
 */
export const ATTEMPT_LIMITS = {
  password: {
    here: { name: 'password_here', limit: 10, window_seconds: 900 },
    network: { name: 'password_network', limit: 30, window_seconds: 900 },
    account: { name: 'password_account', limit: 60, window_seconds: 900 },
  },
  move: {
    here: { name: 'move_here', limit: 5, window_seconds: 3600 },
    network: { name: 'move_network', limit: 30, window_seconds: 3600 },
    account: { name: 'move_account', limit: 20, window_seconds: 3600 },
  },
} as const satisfies Record<string, Record<'here' | 'network' | 'account', Limit>>;

export const LINK_REQUEST_LIMIT: Limit = { name: 'link_network', limit: 30, window_seconds: 900 };

/** Sign-in links mailed to one mailbox: a few per hour, then one per `again` window, which is shorter than a link's TTL. */
export const LINK_MAIL_LIMITS = {
  hourly: { name: 'link_mailbox', limit: 5, window_seconds: 3600 },
  again: { name: 'link_again', limit: 1, window_seconds: 300 },
} as const satisfies Record<string, Limit>;

export const formatWait = (seconds: number): string =>
  seconds <= 90
    ? t('{n, plural, one {# second} other {# seconds}}', { n: seconds })
    : t('{n, plural, one {# minute} other {# minutes}}', { n: Math.ceil(seconds / 60) });

/** When a weekly mail is sent, in the site's time zone. Monday is day 1. */
export interface WeeklySchedule {
  day: number;
  hour: number;
}

const HOUR_MS = 60 * MINUTE;
/** A mail that could not be begun within a day is left out: the next one comes in a few days. */
const MAX_DELAY_MS = 24 * HOUR_MS;

/** When the mail of a week begins. */
const dueAt = (week_on: string, time_zone: string, { day, hour }: WeeklySchedule): number =>
  startOfDay(addDays(week_on, day - 1), time_zone).getTime() + hour * HOUR_MS;

/** The day of the next mail that has not begun. */
export const nextDueDay = (now: Date, time_zone: string, schedule: WeeklySchedule): string => {
  const week_on = weekAt(now, time_zone);
  const is_over = dueAt(week_on, time_zone, schedule) <= now.getTime();
  return addDays(week_on, schedule.day - 1 + (is_over ? 7 : 0));
};

/** Whether this week's mail should begin now. */
export const isDue = (now: Date, time_zone: string, schedule: WeeklySchedule): boolean => {
  const due_at = dueAt(weekAt(now, time_zone), time_zone, schedule);
  return now.getTime() >= due_at && now.getTime() < due_at + MAX_DELAY_MS;
};
