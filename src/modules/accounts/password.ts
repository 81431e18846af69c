import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { type InputError, Refusal } from '../../kernel/errors.ts';

export const PASSWORD_LENGTH = { least: 10, most: 200 };

interface Cost {
  N: number;
  r: number;
  p: number;
}

/** 32 MB and about a tenth of a second each. Hashes carry their cost, so it can be raised: old ones are renewed as people sign in. */
const COST: Cost = { N: 2 ** 15, r: 8, p: 1 };
const LENGTH = 32;

/** More at once would only take memory: there are no more cores. Who waits too long is told to come back. */
const AT_ONCE = 2;
const MOST_WAITING = 100;
let running = 0;
const waiting: (() => void)[] = [];

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new Refusal('not_ready');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    // The turn is handed on, so that nobody who comes just now can take it.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
};

const derive = (password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> =>
  inTurn(
    () =>
      new Promise((resolve, reject) =>
        scrypt(password.normalize('NFKC'), salt, LENGTH, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
          error ? reject(error) : resolve(key),
        ),
      ),
  );

export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
};

/** What is compared with when there is no password: the answer takes as long and is always no. */
const NOBODYS = ['scrypt', COST.N, COST.r, COST.p, randomBytes(16).toString('base64url'), randomBytes(LENGTH).toString('base64url')].join(
  '$',
);

/** Whether it is the password, and whether its hash should be made anew at today's cost. */
export const checkPassword = async (password: string, stored: string | null): Promise<{ right: boolean; outdated: boolean }> => {
  const [, N, r, p, salt, key] = (stored ?? NOBODYS).split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const right = timingSafeEqual(await derive(password, Buffer.from(salt!, 'base64url'), cost), Buffer.from(key!, 'base64url'));
  return { right: right && stored !== null, outdated: cost.N !== COST.N || cost.r !== COST.r || cost.p !== COST.p };
};

let common: Promise<Set<string>> | undefined;

/** Passwords known from breaches. Half a megabyte, read when the first password is chosen. */
const commonPasswords = (): Promise<Set<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return common;
};

/** password123!! → password: what people put around a word does not hide it. */
const core = (password: string): string => password.replace(/^[ -@[-`{-~]+|[ -@[-`{-~]+$/g, '');
const isRepeated = (password: string): boolean => /^(.{1,4}?)\1+.{0,3}$/su.test(password);
const wordsOf = (text: string | null | undefined): string[] =>
  (text ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 4);

/** Refuses what is short, known from breaches, or made of the person's own address or name; under the field's path. */
export const judgePassword = async (
  password: string,
  person: { email: string; name?: string | null },
  path = 'password',
): Promise<void> => {
  const fault = await faultOf(password, person);
  if (fault) throw new Refusal('invalid_input', { errors: [{ path, ...fault }] });
};

const faultOf = async (
  password: string,
  { email, name }: { email: string; name?: string | null },
): Promise<Omit<InputError, 'path'> | null> => {
  const length = [...password].length;
  const { least, most } = PASSWORD_LENGTH;
  if (length < least) return { code: 'too_short', message: `needs at least ${least} characters`, limit: least, actual: length };
  if (length > most) return { code: 'too_long', message: `may have at most ${most} characters`, limit: most, actual: length };
  const lower = password.toLowerCase();
  const rest = core(lower);
  const own = [email.toLowerCase(), ...wordsOf(email), ...wordsOf(name)];
  if (own.some((word) => lower === word || rest === word))
    return { code: 'guessable', message: 'is your own address or name; choose something nobody would try' };
  const known = await commonPasswords();
  if (known.has(lower) || known.has(rest) || rest === '' || isRepeated(lower))
    return { code: 'breached', message: 'is on the lists of passwords that are tried first; choose another' };
  return null;
};
