import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { deleteAccount, exportAccount } from '../accounts/account.ts';
import { asTeamMember, removeSiteAdmin, requireTeam, restoreSiteAdmin } from '../accounts/team.ts';
import { actForUser, requireUser } from '../accounts/users/users.ts';
import { deleteDigestSubscriptions, exportDigestSubscriptions } from '../digest/subscriptions.ts';
import { exportOrders } from '../orders/details/order-details.ts';
import { exportVotes } from '../votes/votes.ts';
import { exportWebhooks } from '../webhooks/endpoints.ts';
import { selectUserActivity, type UserActivity } from './queries.ts';

/** What a person owns, ordered and wrote on this site. For the site's team. */
export const getUserActivity = async (ctx: Ctx<Caller>, { account_id }: { account_id: number }): Promise<UserActivity> => {
  await requireTeam(ctx);
  return selectUserActivity(ctx, account_id);
};

/** Everything stored about an account: what its owner downloads, and the team on their request. */
export const exportEverything = async (ctx: Ctx<Caller>): Promise<Record<string, unknown>> => ({
  ...(await exportAccount(ctx)),
  ...(await exportOrders(ctx)),
  votes: await exportVotes(ctx),
  digest_subscriptions: await exportDigestSubscriptions(ctx),
  webhooks: await exportWebhooks(ctx),
});

/** Exports an account on the person's request; it is logged. For the site's team. */
export const exportUser = async (ctx: Ctx<Caller>, { account_id }: { account_id: number }): Promise<Record<string, unknown>> => {
  const { user_ctx } = await actForUser(ctx, account_id);
  await asTeamMember(ctx, async () => ({ act: 'export_account', record: 'account', record_id: account_id }));
  return exportEverything(user_ctx);
};

interface Deletion {
  account_id: number;
  /** The account's address, typed to confirm. */
  email: string;
  reason: string;
}

/** Deletes an account on the person's request, which is final. For the site's team. */
export const deleteUser = (ctx: Ctx<Caller>, { account_id, email, reason }: Deletion): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { user, user_ctx } = await actForUser(ctx, account_id);
    if (user.is_site_admin || user.is_network_admin) throw new Refusal('user_is_admin');
    await deleteDigestSubscriptions(user_ctx);
    await deleteAccount(user_ctx, { email });
    return { act: 'delete_account', record: 'account', record_id: account_id, reason };
  });

/** Makes a person of this site an admin of it, or takes the role back. For the site's team. */
export const setUserRole = async (
  ctx: Ctx<Caller>,
  { account_id, is_admin }: { account_id: number; is_admin: boolean },
): Promise<number | null> => {
  await requireTeam(ctx);
  await requireUser(ctx, account_id);
  return is_admin ? restoreSiteAdmin(ctx, { account_id }) : removeSiteAdmin(ctx, { account_id });
};
