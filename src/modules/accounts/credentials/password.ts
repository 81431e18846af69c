import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { limitConcurrency } from '../../../kernel/concurrency.ts';
import { type InputError, invalidInput } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';

export const PASSWORD_LENGTH = { least: 10, most: 200 };

interface Cost {
  N: number;
  r: number;
  p: number;
}

/** 32 MB and about a tenth of a second per hash. Hashes contain their cost, so it can be raised: old hashes are upgraded at sign-in. */
const COST: Cost = { N: 2 ** 15, r: 8, p: 1 };
const SALT_LENGTH = 16;
const KEY_LENGTH = 32;

/** More concurrency would only use memory. When the queue is full, requests are refused. */
const runLimited = limitConcurrency(2, 100);

const derive = (password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> =>
  runLimited(
    () =>
      new Promise((resolve, reject) =>
        scrypt(password.normalize('NFKC'), salt, KEY_LENGTH, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
          error ? reject(error) : resolve(key),
        ),
      ),
  );

const formatHash = (salt: Buffer, key: Buffer): string =>
  ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');

export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_LENGTH);
  const key = await derive(password, salt, COST);
  return formatHash(salt, key);
};

/** Compared with if there is no password, so that the answer takes as long; it never matches. */
const DUMMY_HASH = formatHash(randomBytes(SALT_LENGTH), randomBytes(KEY_LENGTH));

/** Whether the password is correct, and whether its hash should be upgraded to the current cost. */
export const checkPassword = async (password: string, stored: string | null): Promise<{ is_correct: boolean; needs_rehash: boolean }> => {
  const [, N, r, p, salt, key] = (stored ?? DUMMY_HASH).split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const is_equal = timingSafeEqual(await derive(password, Buffer.from(salt!, 'base64url'), cost), Buffer.from(key!, 'base64url'));
  return { is_correct: is_equal && stored !== null, needs_rehash: cost.N !== COST.N || cost.r !== COST.r || cost.p !== COST.p };
};

let cached_passwords: Promise<Set<string>> | undefined;

/** Passwords known from breaches. Half a megabyte, loaded on first use. */
const loadCommonPasswords = (): Promise<Set<string>> => {
  cached_passwords ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return cached_passwords;
};

/** password123!! → password */
const stripDecoration = (password: string): string => password.replace(/^[ -@[-`{-~]+|(?<![ -@[-`{-~])[ -@[-`{-~]+$/g, '');
const isRepeated = (password: string): boolean => /^(.{1,4}?)\1+.{0,3}$/su.test(password);
const splitWords = (text: string | null | undefined): string[] =>
  (text ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 4);

interface Person {
  email: string;
  name?: string | null;
}

/** Refuses passwords that are short, known from breaches, or made of the person's own address or name. */
export const validatePassword = async (password: string, person: Person): Promise<void> => {
  const fault = await findPasswordFault(password, person);
  if (fault) throw invalidInput({ path: 'password', ...fault });
};

const findPasswordFault = async (password: string, { email, name }: Person): Promise<Omit<InputError, 'path'> | null> => {
  const length = [...password].length;
  const { least: min, most: max } = PASSWORD_LENGTH;
  if (length < min) return { code: 'too_short', message: t('needs at least {n} characters', { n: min }), limit: min, actual: length };
  if (length > max) return { code: 'too_long', message: t('may have at most {n} characters', { n: max }), limit: max, actual: length };
  const lower = password.toLowerCase();
  const stripped = stripDecoration(lower);
  const personal_words = [email.toLowerCase(), ...splitWords(email), ...splitWords(name)];
  if (personal_words.some((word) => lower === word || stripped === word))
    return { code: 'guessable', message: t('is your own email address or name; choose something harder to guess') };
  const common_passwords = await loadCommonPasswords();
  if (common_passwords.has(lower) || common_passwords.has(stripped) || stripped === '' || isRepeated(lower))
    return { code: 'breached', message: t('is too common; choose another one') };
  return null;
};
