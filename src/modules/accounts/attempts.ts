import { createHash } from 'node:crypto';
import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { networkOf } from './limits.ts';
import { returnAttempt, takeAttempt } from './queries.ts';
import { ATTEMPTS, mailAddress, sayWait } from './rules.ts';

type Attempt = [limit: keyof typeof ATTEMPTS, who: string];

/** Addresses are counted by their hash: nobody needs to read there who tried to get in. */
const counted = ([limit, who]: Attempt): string =>
  limit.endsWith('_network') ? networkOf(who) : createHash('sha256').update(who).digest('base64url');

/** Counts an attempt against each limit, and refuses with the time to wait. Counted before it is tried: a thousand at once are no way round. */
export const limitAttempts = async ({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>, attempts: Attempt[]): Promise<void> => {
  for (const attempt of attempts) {
    const { granted, ...limit } = await takeAttempt(sql, counted(attempt), ATTEMPTS[attempt[0]], clock.now());
    if (!granted)
      throw new Refusal('too_many_attempts', { limit, detail: `There were too many attempts. Try again in ${sayWait(limit.resets_in)}.` });
  }
};

/** An attempt that was right does not count. */
export const forgiveAttempts = async ({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>, attempts: Attempt[]): Promise<void> => {
  for (const attempt of attempts) await returnAttempt(sql, counted(attempt), ATTEMPTS[attempt[0]], clock.now());
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
