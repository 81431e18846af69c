import { createHash, randomBytes } from 'node:crypto';

/** A secret nobody can guess, and nobody can read back from what we store. */
export const newToken = (prefix = ''): string => prefix + randomBytes(32).toString('base64url');

/** What is stored of a token. It needs no salt: 256 random bits are not in any dictionary. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
