import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Db, firstRow } from './database.ts';

/** A random token of 256 bits. */
export const newToken = (prefix = ''): string => prefix + randomBytes(32).toString('base64url');

/** The hash we store instead of the token. It needs no salt: 256 random bits are in no dictionary. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

const MAC_BYTES = 16;

const macOf = (key: string, payload: Buffer): Buffer => createHmac('sha256', key).update(payload).digest().subarray(0, MAC_BYTES);

/** A token that carries its payload and can only be made with the key. Nothing is stored. */
export const sealToken = (key: string, payload: Buffer): string => Buffer.concat([payload, macOf(key, payload)]).toString('base64url');

/** The payload of a sealed token; null if it was not sealed with this key. */
export const openToken = (key: string, token: string): Buffer | null => {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length < MAC_BYTES) return null;
  const payload = bytes.subarray(0, -MAC_BYTES);
  return timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(key, payload)) ? payload : null;
};

/** The same for a payload that JSON can hold. */
export const sealJson = (key: string, payload: unknown): string => sealToken(key, Buffer.from(JSON.stringify(payload)));
export const openJson = <T>(key: string, token: string): T | null => {
  const payload = openToken(key, token);
  return payload && (JSON.parse(payload.toString()) as T);
};

/** A secret shared by all processes: whoever stores it first decides. */
export const sharedSecret = async (sql: Db, name: string, initial: string): Promise<string> => {
  await sql`insert into secrets (name, value) values (${name}, ${initial}) on conflict do nothing`;
  const rows = await sql<{ value: string }[]>`select value from secrets where name = ${name}`;
  return firstRow(rows).value;
};

export const deleteSecret = async (sql: Db, name: string): Promise<void> => {
  await sql`delete from secrets where name = ${name}`;
};
