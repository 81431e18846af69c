import type { Limit } from '../../../kernel/limits.ts';
import type { Reaching } from '../../../outside/outside.ts';
import { isAnswer } from '../../../outside/vat-check.ts';
import { readNumber } from './number.ts';
import { findCheck, type VatCheck, writeCheck } from './queries.ts';
import type { NumberStatus } from './rules.ts';

const HOUR_MS = 3_600_000;
/** A business that has just registered should not wait a day for its number to be believed. */
const BELIEVED_MS = { valid: 24 * HOUR_MS, invalid: HOUR_MS };

/** The service shuts out who asks too much, and then every buyer would pay for it. */
const LOOKS_AN_HOUR: Limit = { name: 'vat_checks', limit: 60, window_seconds: 3600 };

const statusOf = ({ valid }: Pick<VatCheck, 'valid'>): 'valid' | 'invalid' => (valid ? 'valid' : 'invalid');

/** What was answered a while ago and still counts. */
const recall = async ({ sql, clock }: Reaching, number: string): Promise<NumberStatus | null> => {
  const check = await findCheck(sql, number);
  if (!check) return null;
  const status = statusOf(check);
  return clock.now().getTime() - check.checked_at.getTime() < BELIEVED_MS[status] ? status : null;
};

const ask = async (ctx: Reaching, number: string): Promise<NumberStatus> => {
  const who = ctx.caller ? `account ${ctx.caller.account_id}` : 'strangers';
  if (!(await ctx.limits.take(who, LOOKS_AN_HOUR)).granted) return 'unchecked';
  const answer = await ctx.outside.vat!(number.slice(0, 2), number.slice(2));
  if (!isAnswer(answer)) return 'unchecked';
  await writeCheck(ctx.sql, { number, ...answer, checked_at: ctx.clock.now() });
  return statusOf(answer);
};

/**
 * Whether a VAT number is one of the billing country's: by its form and check digits, then by the service where one is set. A
 * service that does not answer leaves it unchecked. To be called before any transaction.
 */
export const checkVatNumber = async (
  ctx: Reaching,
  { country, vat_number }: { country: string | null; vat_number: string | null | undefined },
): Promise<{ number: string | null; status: NumberStatus }> => {
  const read = readNumber(vat_number ?? '', country);
  if (!read) return { number: null, status: 'not_given' };
  const { number, fits } = read;
  if (fits === null) return { number, status: 'unchecked' };
  if (!fits) return { number, status: 'invalid' };
  if (!ctx.outside.vat) return { number, status: 'valid' };
  return { number, status: (await recall(ctx, number)) ?? (await ask(ctx, number)) };
};
