import { createHmac, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 16;

const macOf = (key: string, says: Buffer): Buffer => createHmac('sha256', key).update(says).digest().subarray(0, MAC_BYTES);

/** Something to be told back to us, as a token that only who has the key can make. Nothing is stored of it. */
export const sealed = (key: string, says: Buffer): string => Buffer.concat([says, macOf(key, says)]).toString('base64url');

/** What a token says; null for one that was not sealed with this key. */
export const unsealed = (key: string, token: string): Buffer | null => {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length < MAC_BYTES) return null;
  const says = bytes.subarray(0, -MAC_BYTES);
  return timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(key, says)) ? says : null;
};
