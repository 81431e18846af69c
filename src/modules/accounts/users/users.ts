import type { Caller, Ctx } from '../../../kernel/context.ts';
import { Refusal, requireFound } from '../../../kernel/errors.ts';
import type { Paging } from '../../../kernel/responses.ts';
import { isNetworkAdminCaller } from '../account.ts';
import { deleteSessionsExcept, markKeysRevoked } from '../credentials/queries.ts';
import { asTeamMember, requireTeam } from '../team.ts';
import { type Credentials, findUser, isMemberElsewhere, selectCredentials, selectUsers, type User, type UserFilter } from './queries.ts';

/** A person of this site; somebody who only uses other sites is not found. */
export const requireUser = async (ctx: Ctx, account_id: number): Promise<User> =>
  requireFound('user_not_found', await findUser(ctx, account_id));

/** The people of the site by email address, name, id or listing, the newest first. For the site's team. */
export const findUsersForTeam = async (
  ctx: Ctx<Caller>,
  input: Paging & { q?: string; show?: UserFilter },
): Promise<{ users: User[]; has_more: boolean }> => {
  await requireTeam(ctx);
  const users = await selectUsers(ctx, input);
  return { users: users.slice(0, input.per_page), has_more: users.length > input.per_page };
};

export interface UserDetails extends Credentials {
  user: User;
  /** Whether the team may export and delete the account: it uses no other site, or the caller is a network admin. */
  is_whole: boolean;
}

export const getUserForTeam = async (ctx: Ctx<Caller>, { account_id }: { account_id: number }): Promise<UserDetails> => {
  await requireTeam(ctx);
  const [user, credentials, elsewhere, is_admin] = await Promise.all([
    requireUser(ctx, account_id),
    selectCredentials(ctx, account_id),
    isMemberElsewhere(ctx, account_id),
    isNetworkAdminCaller(ctx),
  ]);
  return { user, ...credentials, is_whole: is_admin || !elsewhere };
};

/** Signs an account out on all devices, and revokes its API keys. For the site's team. */
export const endCredentials = (ctx: Ctx<Caller>, { account_id }: { account_id: number }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    await requireUser(ctx, account_id);
    await deleteSessionsExcept(ctx.sql, account_id, null);
    await markKeysRevoked(ctx.sql, account_id, ctx.clock.now());
    return { act: 'sign_out_account', record: 'account', record_id: account_id };
  });

/** A person and their own context, for what the team does on their request with the whole account. */
export const actForUser = async (ctx: Ctx<Caller>, account_id: number): Promise<{ user: User; user_ctx: Ctx<Caller> }> => {
  const { user, is_whole } = await getUserForTeam(ctx, { account_id });
  if (!is_whole) throw new Refusal('account_shared');
  return { user, user_ctx: { ...ctx, caller: { ...ctx.caller, account_id, credential_id: null } } };
};
