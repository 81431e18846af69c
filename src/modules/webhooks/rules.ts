const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits before the attempts after the first, as Standard Webhooks recommends: ten attempts in a little more than three days. */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** A receiver may ask for a later attempt, but not for one that never comes. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/** Up to this much longer, so that endpoints which failed together are not tried together again. */
const JITTER = 0.1;

/** How long messages are also signed with the secret before the current one. */
export const FORMER_SECRET_MS = 24 * HOUR_MS;

export const MAX_WEBHOOKS = { account: 5, team: 20, site: 1000 };

/** Messages to one endpoint, test events and repeated ones included. */
export const MAX_MESSAGES_PER_MINUTE = 300;

/** How long the log of messages is kept. */
export const DELIVERY_DAYS = 30;

/** How many characters of a response the log shows. */
export const MAX_ANSWER_LENGTH = 500;

/** The pause before the next attempt after `attempts` failed ones; null if there is none. `random` is between 0 and 1. */
export const retryDelay = (attempts: number, retry_after_ms: number | null, random: number): number | null => {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  if (delay === undefined) return null;
  return Math.max(delay * (1 + JITTER * random), Math.min(retry_after_ms ?? 0, MAX_RETRY_AFTER_MS));
};

/** The wait that a Retry-After header asks for: seconds, or a date. */
export const parseRetryAfter = (header: string | null, now: Date): number | null => {
  if (!header) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND_MS;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
};

/** The id of a message to an endpoint. Ids of changes are the same in every attempt, so that receivers recognize what they already have. */
export const messageId = (webhook_id: number, ...parts: (string | number)[]): string => ['msg', webhook_id, ...parts].join('_');

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address is encrypted, or never leaves this machine, which only development allows. */
export const isSecureAddress = ({ protocol, hostname }: URL, allow_private: boolean): boolean =>
  protocol === 'https:' || (allow_private && protocol === 'http:' && LOOPBACK.includes(hostname));

/** Names a receiver by its host. */
export const receiverHost = ({ url }: { url: string }): string => URL.parse(url)?.host ?? url;
