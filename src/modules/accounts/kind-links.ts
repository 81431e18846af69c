import type { Db } from '../../kernel/context.ts';
import { sealed, unsealed } from '../../kernel/seals.ts';
import { keepSecret } from '../../kernel/secrets.ts';
import { newToken } from '../../kernel/tokens.ts';
import { isMailKind, type MailKind } from './mail-kinds.ts';

/** Links in mail that end all of its kind. Sealed, not stored, so the one in an old mail works as long as the mail is kept. */

const ACCOUNT_BYTES = 8;

interface Ends {
  account_id: number;
  kind: MailKind;
}

export const kindKey = (sql: Db): Promise<string> => keepSecret(sql, 'unsubscribe_kind', newToken());

/** A token that ends one account's mail of one kind, and nothing else. */
export const kindToken = (key: string, { account_id, kind }: Ends): string => {
  const account = Buffer.alloc(ACCOUNT_BYTES);
  account.writeBigUInt64BE(BigInt(account_id));
  return sealed(key, Buffer.concat([account, Buffer.from(kind)]));
};

/** What a token ends; null for one that is not ours, or of a kind there no longer is. */
export const readKindToken = (key: string, token: string): Ends | null => {
  const says = unsealed(key, token);
  if (!says || says.length <= ACCOUNT_BYTES) return null;
  const kind = says.subarray(ACCOUNT_BYTES).toString();
  return isMailKind(kind) ? { account_id: Number(says.readBigUInt64BE(0)), kind } : null;
};
