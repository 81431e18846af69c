import { createHash } from 'node:crypto';
import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Limit } from '../../kernel/limits.ts';
import { hashOf } from '../../kernel/tokens.ts';
import { networkOf } from './limits.ts';
import { returnAttempt, takeAttempt } from './queries.ts';
import { ATTEMPTS, mailAddress, sayWait } from './rules.ts';
import type { Visit } from './session.ts';
import { isKnownBrowser } from './session-queries.ts';

/** An attempt at an account's door. */
interface Attempt {
  kind: keyof typeof ATTEMPTS;
  email_key: string;
  visit: Visit;
}

/** Addresses are counted by their hash: nobody needs to read there who tried to get in. */
const hidden = (...who: string[]): string => createHash('sha256').update(who.join(' ')).digest('base64url');

/** What an attempt counts against. A browser that has been in before counts by itself: what strangers used up is not its owner's. */
const countsOf = async ({ sql }: Pick<Ctx, 'sql'>, { kind, email_key, visit }: Attempt): Promise<[limit: Limit, who: string][]> => {
  const { here, network, account } = ATTEMPTS[kind];
  const browser_hash = visit.known ? hashOf(visit.known) : null;
  if (browser_hash && (await isKnownBrowser(sql, browser_hash, email_key)))
    return [[here, hidden(email_key, browser_hash.toString('base64url'))]];
  const from = networkOf(visit.address);
  return [
    [network, from],
    [here, hidden(email_key, from)],
    [account, hidden(email_key)],
  ];
};

/** Counts an attempt against each limit, and refuses with the time to wait. Counted before it is tried: a thousand at once are no way round. */
export const limitAttempts = async (ctx: Pick<Ctx, 'sql' | 'clock'>, attempt: Attempt): Promise<void> => {
  for (const [limit, who] of await countsOf(ctx, attempt)) {
    const { granted, ...left } = await takeAttempt(ctx.sql, who, limit, ctx.clock.now());
    if (!granted)
      throw new Refusal('too_many_attempts', {
        limit: left,
        detail: `There were too many attempts. Try again in ${sayWait(left.resets_in)}.`,
      });
  }
};

/** An attempt that was right does not count. */
export const forgiveAttempts = async (ctx: Pick<Ctx, 'sql' | 'clock'>, attempt: Attempt): Promise<void> => {
  for (const [limit, who] of await countsOf(ctx, attempt)) await returnAttempt(ctx.sql, who, limit, ctx.clock.now());
};

/** The address somebody typed, as we write to it. */
export const readAddress = (typed: string, path = 'email'): string => {
  const email = mailAddress(typed);
  if (!email)
    throw new Refusal('invalid_input', {
      errors: [{ path, code: 'wrong_form', message: 'must be a mail address such as ada@example.com' }],
    });
  return email;
};
