import { createHmac } from 'node:crypto';
import type { Ctx, Db } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { newToken, sharedSecret } from '../../../kernel/secrets.ts';
import { insertBannedMailboxes, isBannedSomewhere, moveBannedMailboxes } from './queries.ts';

/** Only tells whether two addresses are the same, to who has the key. */
const hashMailbox = async (sql: Db, email_key: string): Promise<Buffer> =>
  createHmac('sha256', await sharedSecret(sql, 'banned_mailboxes', newToken()))
    .update(email_key)
    .digest();

interface Mailbox {
  id: number;
  email_key: string;
}

/** Remembers the bans of an account that is about to be deleted, by a hash of its address. */
export const keepBans = async ({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>, { id, email_key }: Mailbox): Promise<void> => {
  if (await isBannedSomewhere(sql, id)) await insertBannedMailboxes(sql, id, await hashMailbox(sql, email_key), clock.now());
};

/** Bans an account from the sites that had banned a deleted account with its address. */
export const restoreBans = async (sql: Db, { id, email_key }: Mailbox): Promise<void> => {
  const reason = t('A former account with this email address was banned.');
  await moveBannedMailboxes(sql, id, await hashMailbox(sql, email_key), reason);
};

/** Another address would end the ban of this one. */
export const requireOwnAddress = async (sql: Db, account_id: number): Promise<void> => {
  if (await isBannedSomewhere(sql, account_id))
    throw new Refusal('account_banned', { detail: 'The email address of a banned account can’t be changed.' });
};
