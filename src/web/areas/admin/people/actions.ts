import { disconnectAllApplications } from '../../../../http/oauth/applications.ts';
import { inTransaction } from '../../../../kernel/context.ts';
import { OneOf, RequiredText } from '../../../../kernel/schema.ts';
import { banAccount, liftBan } from '../../../../modules/accounts/users/bans.ts';
import { endCredentials } from '../../../../modules/accounts/users/users.ts';
import { deleteUser, exportUser, setUserRole } from '../../../../modules/moderation/users.ts';
import { accountPaths, adminPaths } from '../../../paths.ts';
import { teamForm } from '../../../server/confirmed-form.ts';
import { teamAction } from '../../../server/form-action.ts';

export const ADMIN_USER_ACTIONS = [
  teamAction({
    path: adminPaths.setUserRole,
    page: adminPaths.user,
    fields: { role: OneOf(['site_admin', 'member']) },
    async run(ctx, { id, role }) {
      const act = await setUserRole(ctx, { account_id: id, is_admin: role === 'site_admin' });
      // Callers who remove themselves may no longer see this page.
      if (act !== null && role === 'member' && id === ctx.caller.account_id) return { go_to: accountPaths.home() };
      return { go_to: adminPaths.user({ id, done: act === null ? 'same' : role }) };
    },
  }),
  teamForm({
    path: adminPaths.banUser,
    page: adminPaths.user,
    fields: { reason: RequiredText(500) },
    run: (ctx, { id, reason }) => banAccount(ctx, { account_id: id, reason }),
    done: 'banned',
    unchanged: 'same',
  }),
  teamForm({
    path: adminPaths.liftBan,
    page: adminPaths.user,
    run: (ctx, { id }) => liftBan(ctx, { account_id: id }),
    done: 'lifted',
    unchanged: 'same',
  }),
  teamForm({
    path: adminPaths.signOutUser,
    page: adminPaths.user,
    run: (ctx, { id }) =>
      inTransaction(ctx, async (ctx) => {
        const act = await endCredentials(ctx, { account_id: id });
        await disconnectAllApplications({ ...ctx, caller: { ...ctx.caller, account_id: id } });
        return act;
      }),
    done: 'signed_out',
  }),
  teamAction({
    path: adminPaths.exportUser,
    page: adminPaths.user,
    async run(ctx, { id }) {
      const data = await exportUser(ctx, { account_id: id });
      return { file: { name: `account-${id}.json`, text: JSON.stringify(data, null, 2) } };
    },
  }),
  teamAction({
    path: adminPaths.deleteUser,
    page: adminPaths.user,
    fields: { email: RequiredText(254), reason: RequiredText(500) },
    async run(ctx, { id, ...input }) {
      await deleteUser(ctx, { account_id: id, ...input });
      return { go_to: adminPaths.users({ done: 'deleted' }) };
    },
  }),
];
