import { createHash } from 'node:crypto';
import type { Ctx } from '../../../kernel/context.ts';
import { invalidInput, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { type Limit, refundAttempts, takeAttempt } from '../../../kernel/limits.ts';
import { hashToken } from '../../../kernel/secrets.ts';
import { selectSites } from '../../sites/queries.ts';
import { networkPrefix } from '../limits.ts';
import { ATTEMPT_LIMITS, formatWait, LINK_MAIL_LIMITS, LINK_REQUEST_LIMIT, normalizeEmail } from '../rules.ts';
import { isKnownBrowser } from './queries.ts';
import type { Visit } from './sessions.ts';

type CountingCtx = Pick<Ctx, 'sql' | 'clock'>;
type Scope = 'here' | 'network' | 'account';

interface SignInRequest {
  email_key: string;
  visit: Visit;
}

/** An attempt to sign in by password, or to change an account's address. */
interface Attempt extends SignInRequest {
  kind: keyof typeof ATTEMPT_LIMITS;
}

/** Counters store hashes only, so that they do not show who tried to sign in. */
const hashIdentity = (...parts: string[]): string => createHash('sha256').update(parts.join(' ')).digest('base64url');

/** The counter key of a browser that signed in to this account before, or null. It is counted apart, so that attackers cannot lock out the owner. */
const findKnownBrowser = async ({ sql }: Pick<Ctx, 'sql'>, { email_key, visit }: SignInRequest): Promise<string | null> => {
  const browser_hash = visit.known ? hashToken(visit.known) : null;
  const is_known = browser_hash !== null && (await isKnownBrowser(sql, browser_hash, email_key));
  return is_known ? hashIdentity(email_key, browser_hash.toString('base64url')) : null;
};

interface AttemptCounter {
  scope: Scope;
  limit: Limit;
  who: string;
}

const listCounters = async (ctx: CountingCtx, attempt: Attempt): Promise<AttemptCounter[]> => {
  const { here, network, account } = ATTEMPT_LIMITS[attempt.kind];
  const known_browser = await findKnownBrowser(ctx, attempt);
  if (known_browser) return [{ scope: 'here', limit: here, who: known_browser }];
  const from = networkPrefix(attempt.visit.address);
  return [
    { scope: 'network', limit: network, who: from },
    { scope: 'here', limit: here, who: hashIdentity(attempt.email_key, from) },
    { scope: 'account', limit: account, who: hashIdentity(attempt.email_key) },
  ];
};

/** What to do instead of waiting. Sign-in links always work: other people's attempts never block them. */
const ADVICE: Record<Attempt['kind'], Record<Scope, (wait: string) => string>> = {
  password: {
    here: (wait) => t('Too many attempts. Try again in {wait}, or use a sign-in link: it works right away.', { wait }),
    network: (wait) => t('Too many attempts from your network. Try again in {wait}, or use a sign-in link: it works right away.', { wait }),
    account: (wait) =>
      t(
        'Too many wrong passwords for this account. New devices can’t sign in with a password for {wait}. Use a sign-in link: it works right away.',
        { wait },
      ),
  },
  move: {
    here: (wait) => t('Too many attempts. Try again in {wait}.', { wait }),
    network: (wait) => t('Too many attempts from your network. Try again in {wait}.', { wait }),
    account: (wait) => t('Too many attempts. Try again in {wait}.', { wait }),
  },
};

/** Counts an attempt against each limit, and refuses with the time to wait. Attempts are counted before they are made, so concurrent requests cannot bypass the limit. */
export const limitAttempts = async (ctx: CountingCtx, attempt: Attempt): Promise<void> => {
  for (const { scope, limit, who } of await listCounters(ctx, attempt)) {
    const { granted, ...left } = await takeAttempt(ctx.sql, who, limit, ctx.clock.now());
    if (!granted) throw new Refusal('too_many_attempts', { limit: left, detail: ADVICE[attempt.kind][scope](formatWait(left.resets_in)) });
  }
};

/** Successful attempts do not count. */
export const forgetAttempt = async (ctx: CountingCtx, attempt: Attempt): Promise<void> => {
  for (const { limit, who } of await listCounters(ctx, attempt)) await refundAttempts(ctx.sql, [who], limit, ctx.clock.now());
};

/** Counts a request for a sign-in link against the network only, never the account: others cannot use up the owner's requests. */
export const limitLinkRequests = async (ctx: CountingCtx, request: SignInRequest): Promise<void> => {
  if (await findKnownBrowser(ctx, request)) return;
  const { granted, ...left } = await takeAttempt(ctx.sql, networkPrefix(request.visit.address), LINK_REQUEST_LIMIT, ctx.clock.now());
  if (!granted)
    throw new Refusal('too_many_attempts', {
      limit: left,
      detail: t('There were too many requests from your network. Try again in {wait}, or from another network.', {
        wait: formatWait(left.resets_in),
      }),
    });
};

/**
 * Whether a requested link is mailed. A mailbox gets a few mails per hour, then one every few minutes. If none is mailed, an earlier
 * link from minutes ago still works. Counted per site because a link leads to one site.
 */
export const reserveLinkMail = async (ctx: CountingCtx & Pick<Ctx, 'site'>, request: SignInRequest): Promise<boolean> => {
  const who = `${ctx.site.id} ${(await findKnownBrowser(ctx, request)) ?? hashIdentity(request.email_key)}`;
  for (const limit of [LINK_MAIL_LIMITS.hourly, LINK_MAIL_LIMITS.again])
    if ((await takeAttempt(ctx.sql, who, limit, ctx.clock.now())).granted) return true;
  return false;
};

/** Signing in retires all links in the mailbox, on all sites, so the next request must get a new mail. */
export const refundLinkMail = async (ctx: CountingCtx, request: SignInRequest): Promise<void> => {
  const [browser, sites] = await Promise.all([findKnownBrowser(ctx, request), selectSites(ctx.sql)]);
  for (const who of [hashIdentity(request.email_key), ...(browser ? [browser] : [])]) {
    const keys = sites.map(({ id }) => `${id} ${who}`);
    await refundAttempts(ctx.sql, keys, LINK_MAIL_LIMITS.again, ctx.clock.now());
  }
};

export const requireEmail = (text: string): string => {
  const email = normalizeEmail(text);
  const message = t('must be an email address such as ada@example.com');
  if (!email) throw invalidInput({ path: 'email', code: 'wrong_form', message });
  return email;
};
