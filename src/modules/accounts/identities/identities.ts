import { type Caller, type Ctx, inTransaction } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { identityConnectedMail, identityDisconnectedMail } from '../mail/mails.tsx';
import { sendMail } from '../mail/outbox.ts';
import { type AccountRow, lockAccount, selectAccount } from '../queries.ts';
import { canDisconnect, type ProvidedIdentity } from '../rules.ts';
import { deleteIdentity, type IdentityRow, insertIdentity, selectIdentities } from './queries.ts';

/** Adds an identity to an account and tells its owner by mail. False if an account has it already. */
export const connectIdentity = async (
  ctx: Pick<Ctx, 'sql' | 'site' | 'clock'>,
  { id, email }: Pick<AccountRow, 'id' | 'email'>,
  identity: ProvidedIdentity,
): Promise<boolean> => {
  if (!(await insertIdentity(ctx.sql, id, identity, ctx.clock.now()))) return false;
  await sendMail(ctx, email, () => identityConnectedMail(ctx.site, identity.provider));
  return true;
};

export const listIdentities = ({ sql, caller }: Ctx<Caller>): Promise<IdentityRow[]> => selectIdentities(sql, caller.account_id);

/** Removes one of the caller's identities, but never the last way to sign in. */
export const disconnectIdentity = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, caller } = ctx;
    await lockAccount(sql, caller.account_id);
    const [account, identities] = await Promise.all([selectAccount(sql, caller.account_id), selectIdentities(sql, caller.account_id)]);
    if (!account) throw new Refusal('sign_in_needed');
    if (!identities.some((identity) => identity.id === id)) return false;
    if (!canDisconnect(account, identities.length)) throw new Refusal('last_sign_in');
    const { provider } = (await deleteIdentity(sql, account.id, id))!;
    await sendMail(ctx, account.email, () => identityDisconnectedMail(ctx.site, provider));
    return true;
  });
