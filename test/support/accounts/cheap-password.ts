import { scryptSync } from 'node:crypto';
import type { Sql } from '../../../src/db/open.ts';

const SALT = 'saltsaltsaltsalt';

/** A hash that takes a thirtieth of the usual time to check. Sign-in replaces it by one of full cost. */
export const cheapHash = (password: string): string => {
  const key = scryptSync(password, SALT, 32, { N: 1024, r: 8, p: 1 });
  return ['scrypt', 1024, 8, 1, Buffer.from(SALT).toString('base64url'), key.toString('base64url')].join('$');
};

/** Makes guesses at an account's password cheap. */
export const makePasswordCheap = async (sql: Sql, email: string, password: string): Promise<void> => {
  await sql`update accounts set password_hash = ${cheapHash(password)} where email_key = ${email}`;
};
