import { type GuardedFetch, isFetched } from './guarded-fetch.ts';

/** What a VAT service says of a number; or that it cannot say now. */
export type VatAnswer = { valid: boolean; name: string | null } | { trouble: string };

/** Asks whoever keeps VAT numbers about one: the letters it begins with, and the rest. It never throws. */
export type VatService = (prefix: string, digits: string) => Promise<VatAnswer>;

export const isAnswer = (answer: VatAnswer): answer is { valid: boolean; name: string | null } => 'valid' in answer;

/** Somebody waits for a price meanwhile. */
const PATIENCE_MS = 5000;
const LARGEST_ANSWER = 64 * 1024;

/** The part of VIES's answer that is used. Where a country's register does not answer there is no `valid`, whatever the status. */
interface Told {
  valid?: unknown;
  name?: unknown;
  /** Another form of the same service says here why it does not know, and then says `valid: false`. */
  userError?: unknown;
  errorWrappers?: { error?: unknown }[];
}

const parsed = (text: string): Told | null => {
  try {
    const told: unknown = JSON.parse(text);
    return told !== null && typeof told === 'object' ? told : null;
  } catch {
    return null;
  }
};

/** Countries that do not tell names send dashes. */
const nameIn = ({ name }: Told): string | null => {
  const plain =
    typeof name === 'string'
      ? name
          .toWellFormed()
          .replace(/[\s\p{C}]+/gu, ' ')
          .trim()
          .slice(0, 300)
      : '';
  return /[\p{L}\p{N}]/u.test(plain) ? plain : null;
};

const VERDICTS: unknown[] = [undefined, null, '', 'VALID', 'INVALID'];

const troubleIn = (told: Told): string => {
  const wrapped = Array.isArray(told.errorWrappers) ? told.errorWrappers[0]?.error : undefined;
  return String(wrapped ?? told.userError ?? 'the answer does not say whether it is valid').slice(0, 200);
};

/** The VIES service's REST interface, or one that speaks like it. */
export const openVatService =
  (url: string, fetch: GuardedFetch, timeout_ms = PATIENCE_MS): VatService =>
  async (prefix, digits) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ countryCode: prefix, vatNumber: digits }),
      max_bytes: LARGEST_ANSWER,
      redirect: 'tell',
      timeout_ms,
    });
    if (!isFetched(answer)) return { trouble: `${answer.code}: ${answer.detail}` };
    const told = parsed(answer.body.toString('utf8'));
    if (answer.status !== 200) return { trouble: `answered ${answer.status}${told ? `, ${troubleIn(told)}` : ''}` };
    if (!told) return { trouble: 'the answer is not JSON' };
    if (typeof told.valid !== 'boolean' || told.errorWrappers || !VERDICTS.includes(told.userError)) return { trouble: troubleIn(told) };
    return { valid: told.valid, name: nameIn(told) };
  };
