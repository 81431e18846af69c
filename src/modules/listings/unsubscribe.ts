import type { Db } from '../../kernel/context.ts';
import { sealed, unsealed } from '../../kernel/seals.ts';
import { keepSecret } from '../../kernel/secrets.ts';
import { newToken } from '../../kernel/tokens.ts';

/** Links in mail that end it. Nothing is stored of them, so the one in an old mail works as long as the mail is kept. */

const SIGNED_BYTES = 16;

export const unsubscribeKey = (sql: Db): Promise<string> => keepSecret(sql, 'unsubscribe', newToken());

/** A token that ends the mail of one account about one listing, and nothing else. */
export const unsubscribeToken = (key: string, { account_id, listing_id }: { account_id: number; listing_id: number }): string => {
  const signed = Buffer.alloc(SIGNED_BYTES);
  signed.writeBigUInt64BE(BigInt(account_id), 0);
  signed.writeBigUInt64BE(BigInt(listing_id), 8);
  return sealed(key, signed);
};

/** What a token is about; null for one that is not ours. */
export const readToken = (key: string, token: string): { account_id: number; listing_id: number } | null => {
  const signed = unsealed(key, token);
  if (signed?.length !== SIGNED_BYTES) return null;
  return { account_id: Number(signed.readBigUInt64BE(0)), listing_id: Number(signed.readBigUInt64BE(8)) };
};
