import jsvat from 'jsvat-next';
import { isVatAnswer } from '../../../integrations/vat.ts';
import type { Ctx } from '../../../kernel/context.ts';
import type { Limit } from '../../../kernel/limits.ts';
import { normalize } from '../../../kernel/unicode.ts';
import { findVatCheck, type VatCheck, writeVatCheck } from './queries.ts';
import { isInEu, type NumberStatus, taxCountry } from './rules.ts';

/** Countries whose VAT prefix differs from their ISO code. */
const PREFIXES: Record<string, string> = { GR: 'EL' };

export const vatPrefix = (country: string): string => PREFIXES[taxCountry(country)] ?? taxCountry(country);

const MEMBERS = new Map(jsvat.countries.filter(({ codes }) => isInEu(codes[0]!)).map((member) => [vatPrefix(member.codes[0]!), member]));

/** The digits of a French key: no I and no O. */
const KEY_DIGITS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A French key with letters has its own checksum over the nine digits; the library only checks its format. */
const frenchKeyFits = (number: string): boolean => {
  const [first, second] = [...number.slice(2, 4)].map((char) => KEY_DIGITS.indexOf(char)) as [number, number];
  const key = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return (Number(number.slice(4)) + 1 + Math.floor(key / 11)) % 11 === key % 11;
};

/** Corrections of the library. Latvian personal codes issued since 2017 contain no date of birth. */
const EXTRA_FORMATS: { form: RegExp; fits: (number: string) => boolean }[] = [
  { form: /^FR(?!\d\d)[0-9A-HJ-NP-Z]{2}\d{9}$/, fits: frenchKeyFits },
  { form: /^LV32\d{9}$/, fits: () => true },
];

/** Whether a number with its prefix has the format and check digits of an EU VAT number. */
export const isValidVatFormat = (number: string): boolean => {
  const own = EXTRA_FORMATS.find(({ form }) => form.test(number));
  const member = MEMBERS.get(number.slice(0, 2));
  return own ? own.fits(number) : member !== undefined && jsvat.checkVAT(number, [member]).isValid;
};

const normalizeVatNumber = (input: string): string =>
  normalize(input, 'NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9+*]/g, '')
    .replace(/^GR(?=\d)/, 'EL');

export interface ParsedVatNumber {
  /** With its prefix and without separators if it fits; otherwise as given. */
  number: string;
  /** Whether it is a number of the country, by format and check digits. Null if that country's numbers are not checked. */
  fits: boolean | null;
}

/**
 * Parses a VAT number given with a billing country. Without a prefix it gets the country's. A number of another country does not fit,
 * nor does one of Northern Ireland (XI), which is valid only for goods. Null if empty.
 */
export const parseVatNumber = (input: string, country: string | null): ParsedVatNumber | null => {
  const number = normalizeVatNumber(input);
  if (!number) return null;
  if (country === null) return { number, fits: isValidVatFormat(number) };
  if (!isInEu(country)) return { number, fits: isValidVatFormat(number) ? false : null };
  const prefix = vatPrefix(country);
  // With this country's prefix added, a number of another country could look valid.
  const own = number.startsWith(prefix) || isValidVatFormat(number) ? number : prefix + number;
  const fits = own.startsWith(prefix) && isValidVatFormat(own);
  return { number: fits ? own : number, fits };
};

const HOUR_MS = 3_600_000;
/** Invalid results expire sooner, so that a newly registered business does not wait a day. */
const CACHE_TTL_MS = { valid: 24 * HOUR_MS, invalid: HOUR_MS };

/** The service blocks clients that send too many requests, which would affect every buyer. */
const VAT_CHECK_LIMIT: Limit = { name: 'vat_checks', limit: 60, window_seconds: 3600 };

const statusOf = ({ valid }: Pick<VatCheck, 'valid'>) => (valid ? 'valid' : 'invalid');

const findCachedStatus = async ({ sql, clock }: Ctx, number: string): Promise<NumberStatus | null> => {
  const check = await findVatCheck(sql, number);
  if (!check) return null;
  const status = statusOf(check);
  return clock.now().getTime() - check.checked_at.getTime() < CACHE_TTL_MS[status] ? status : null;
};

const requestCheck = async (ctx: Ctx, number: string): Promise<NumberStatus> => {
  const subject = ctx.caller ? `account ${ctx.caller.account_id}` : 'strangers';
  if (!(await ctx.limits.take(subject, VAT_CHECK_LIMIT)).granted) return 'unchecked';
  const answer = await ctx.integrations.vat!(number.slice(0, 2), number.slice(2));
  if (!isVatAnswer(answer)) return 'unchecked';
  await writeVatCheck(ctx.sql, { number, ...answer, checked_at: ctx.clock.now() });
  return statusOf(answer);
};

export interface CheckedVatNumber {
  number: string | null;
  status: NumberStatus;
}

/**
 * Checks a VAT number against the billing country: by format and check digits, then with the service if one is configured. If the
 * service does not answer, the number stays unchecked. Call it before any transaction.
 */
export const checkVatNumber = async (
  ctx: Ctx,
  { country, vat_number }: { country: string | null; vat_number?: string | null },
): Promise<CheckedVatNumber> => {
  const parsed = parseVatNumber(vat_number ?? '', country);
  if (!parsed) return { number: null, status: 'not_given' };
  const { number, fits } = parsed;
  if (fits === null) return { number, status: 'unchecked' };
  if (!fits) return { number, status: 'invalid' };
  if (!ctx.integrations.vat) return { number, status: 'valid' };
  return { number, status: (await findCachedStatus(ctx, number)) ?? (await requestCheck(ctx, number)) };
};
