import { RequiredText, Strict, T } from '../../kernel/schema.ts';
import { changePassword, deleteAccount, renameAccount } from '../../modules/accounts/account.ts';
import { askToMove, confirmMove } from '../../modules/accounts/address.ts';
import { exportAccount } from '../../modules/accounts/export.ts';
import { endSession, signOutEverywhere } from '../../modules/accounts/session.ts';
import { exportVotes } from '../../modules/ballot/vote.ts';
import { exportOrders } from '../../modules/orders/export.ts';
import { to } from '../addresses.ts';
import { memberAction, openAction } from './action.ts';
import { NAME, PASSWORD } from './sign-in.ts';

export const ID = T.String({ pattern: '^[1-9][0-9]{0,15}$' });

export const ACCOUNT_ACTIONS = [
  memberAction({
    path: '/account/name',
    page: 'account',
    input: Strict({ name: NAME }),
    async run(ctx, input) {
      await renameAccount(ctx, input);
      return { go_to: to.account('named') };
    },
  }),
  memberAction({
    path: '/account/move',
    page: 'account',
    input: Strict({ email: RequiredText(254) }),
    async run(ctx, input, sender) {
      await askToMove(ctx, input, sender);
      return { go_to: to.account('asked_both') };
    },
  }),
  // Either end may be opened on a device where nobody is signed in.
  openAction({
    path: '/account/address',
    page: 'account_address',
    input: Strict({ token: RequiredText(100) }),
    async run(ctx, input) {
      const { moved } = await confirmMove(ctx, input);
      return { go_to: moved ? '/account/address/moved' : '/account/address/half' };
    },
  }),
  memberAction({
    path: '/account/password',
    page: 'account',
    input: Strict({ current_password: T.Optional(PASSWORD), password: PASSWORD }),
    async run(ctx, input, sender) {
      await changePassword(ctx, input, sender);
      return { go_to: to.account('password_set') };
    },
  }),
  memberAction({
    path: '/account/sessions/end',
    page: 'account',
    input: Strict({ id: ID }),
    async run(ctx, { id }) {
      await endSession(ctx, { id: Number(id) });
      return { go_to: to.account('session_ended') };
    },
  }),
  memberAction({
    path: '/account/sign-out-everywhere',
    page: 'account',
    input: Strict({}),
    async run(ctx) {
      await signOutEverywhere(ctx);
      return { session: null, go_to: to.signIn() };
    },
  }),
  memberAction({
    path: '/account/export',
    page: 'account',
    input: Strict({}),
    async run(ctx) {
      const held = { ...(await exportAccount(ctx)), ...(await exportOrders(ctx)), votes: await exportVotes(ctx) };
      return { file: { name: 'my-data.json', text: JSON.stringify(held, null, 2) } };
    },
  }),
  memberAction({
    path: '/account/delete',
    page: 'account_delete',
    input: Strict({ email: RequiredText(254) }),
    async run(ctx, input) {
      await deleteAccount(ctx, input);
      return { session: null, go_to: '/account/deleted' };
    },
  }),
];
