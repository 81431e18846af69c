import { disconnectAllApplications, disconnectApplication } from '../../../http/oauth/applications.ts';
import { inTransaction, type Scope } from '../../../kernel/context.ts';
import { OneOf, RequiredText, Strict, T } from '../../../kernel/schema.ts';
import { changePassword, deleteAccount, exportAccount, renameAccount, signInByPassword } from '../../../modules/accounts/account.ts';
import { createKey, revokeAllKeys, revokeKey } from '../../../modules/accounts/credentials/api-keys.ts';
import { endSession, signOut, signOutEverywhere } from '../../../modules/accounts/credentials/sessions.ts';
import { requestSignInLink, signInByLink } from '../../../modules/accounts/credentials/sign-in-links.ts';
import { confirmEmailChange, requestEmailChange } from '../../../modules/accounts/email-change.ts';
import { isMailKind, MAIL_KIND_NAMES } from '../../../modules/accounts/mail/kinds.ts';
import { setMailPreferences } from '../../../modules/accounts/mail/preferences.ts';
import { parseLocalPath } from '../../../modules/accounts/rules.ts';
import { API_SCOPES } from '../../../modules/accounts/schema.ts';
import { exportOrders } from '../../../modules/orders/details/order-details.ts';
import { exportVotes } from '../../../modules/votes/votes.ts';
import { to } from '../../server/addresses.ts';
import { memberAction, openAction } from '../../server/form-action.ts';

const GO_TO = { go_to: T.Optional(T.String({ maxLength: 2000 })) };
const EMAIL = { email: RequiredText(254) };
/** Only limits the size of the input; the password rules check the rest. */
const PASSWORD = RequiredText(1000);
const DisplayName = T.Optional(T.String({ minLength: 1, maxLength: 100, pattern: '^[^\\n\\t]*$' }));

export const SIGN_IN_ACTIONS = [
  openAction({
    path: '/sign-in/mail',
    page: 'sign_in',
    input: Strict({ ...EMAIL, ...GO_TO }),
    async run(ctx, input, sender) {
      const { browser } = await requestSignInLink(ctx, input, sender);
      return { go_to: '/sign-in/sent', browser };
    },
  }),
  openAction({
    path: '/sign-in/password',
    page: 'sign_in',
    input: Strict({ ...EMAIL, password: PASSWORD, ...GO_TO }),
    async run(ctx, input, sender) {
      return { session: await signInByPassword(ctx, input, sender), go_to: parseLocalPath(input.go_to) ?? to.account() };
    },
  }),
  openAction({
    path: '/sign-up',
    page: 'sign_up',
    input: Strict({ ...EMAIL, name: DisplayName, password: T.Optional(PASSWORD), ...GO_TO }),
    async run(ctx, input, sender) {
      const { browser } = await requestSignInLink(ctx, input, sender);
      return { go_to: '/sign-in/sent', browser };
    },
  }),
  openAction({
    path: '/sign-in/link',
    page: 'sign_in_link',
    input: Strict({ token: RequiredText(100) }),
    async run(ctx, { token }, sender) {
      const { session, go_to } = await signInByLink(ctx, { token, browser: sender.browser }, sender);
      return { session, go_to: go_to ?? to.account(), browser: null };
    },
  }),
  memberAction({
    path: '/sign-out',
    page: 'account',
    input: Strict({}),
    async run(ctx) {
      await signOut(ctx);
      return { session: null, go_to: to.home() };
    },
  }),
];

export const IdField = T.String({ pattern: '^[1-9][0-9]{0,15}$' });

/** Browsers send `on` for a ticked checkbox and nothing for others. */
const Checkbox = T.Optional(T.String({ pattern: '^on$' }));

export const ACCOUNT_ACTIONS = [
  memberAction({
    path: '/account/name',
    page: 'account',
    input: Strict({ name: DisplayName }),
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
      await requestEmailChange(ctx, input, sender);
      return { go_to: to.account('asked_both') };
    },
  }),
  // Works without a session: the link may be opened on a device that is not signed in.
  openAction({
    path: '/account/address',
    page: 'account_address',
    input: Strict({ token: RequiredText(100) }),
    async run(ctx, input) {
      const { moved } = await confirmEmailChange(ctx, input);
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
    input: Strict({ id: IdField }),
    async run(ctx, { id }) {
      await endSession(ctx, { id: Number(id) });
      return { go_to: to.account('session_ended') };
    },
  }),
  memberAction({
    path: '/account/sign-out-everywhere',
    page: 'account',
    input: Strict({ revoke_keys: Checkbox, disconnect_applications: Checkbox }),
    async run(ctx, { revoke_keys, disconnect_applications }) {
      await inTransaction(ctx, async (ctx) => {
        await signOutEverywhere(ctx);
        if (revoke_keys) await revokeAllKeys(ctx);
        if (disconnect_applications) await disconnectAllApplications(ctx);
      });
      return { session: null, go_to: to.signIn() };
    },
  }),
  memberAction({
    path: '/account/export',
    page: 'account',
    input: Strict({}),
    async run(ctx) {
      const data = { ...(await exportAccount(ctx)), ...(await exportOrders(ctx)), votes: await exportVotes(ctx) };
      return { file: { name: 'my-data.json', text: JSON.stringify(data, null, 2) } };
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

const DAY_MS = 24 * 3600_000;

/** Lifetimes of a key in days; `never` means until it is revoked. */
const KEY_LIFETIMES = ['30', '90', '365', 'never'] as const;

export const KEY_ACTIONS = [
  memberAction({
    path: '/account/keys',
    page: 'account_keys',
    input: Strict({
      name: RequiredText(100),
      lives: OneOf([...KEY_LIFETIMES]),
      ...(Object.fromEntries(API_SCOPES.map((scope) => [scope, Checkbox])) as Record<Scope, typeof Checkbox>),
    }),
    async run(ctx, { name, lives, ...boxes }) {
      const expires_at = lives === 'never' ? null : new Date(ctx.clock.now().getTime() + Number(lives) * DAY_MS);
      const { key } = await createKey(ctx, { name, scopes: API_SCOPES.filter((scope) => boxes[scope]), expires_at });
      return { result: { key } };
    },
  }),
  memberAction({
    path: '/account/keys/revoke',
    page: 'account_keys',
    input: Strict({ id: IdField }),
    async run(ctx, { id }) {
      await revokeKey(ctx, { id: Number(id) });
      return { go_to: to.keys() };
    },
  }),
];

export const APPLICATION_ACTIONS = [
  memberAction({
    path: '/account/applications/disconnect',
    page: 'account_applications',
    input: Strict({ client_id: RequiredText(2000) }),
    async run(ctx, input) {
      await disconnectApplication(ctx, input);
      return { go_to: to.applications('disconnected') };
    },
  }),
];

const KIND_CHECKBOXES = Object.fromEntries(MAIL_KIND_NAMES.map((kind) => [kind, T.Optional(OneOf(['on']))]));

export const MAIL_ACTIONS = [
  memberAction({
    path: '/account/mail',
    page: 'account_mail',
    // Browsers do not send unticked checkboxes; `shown` lists all kinds that were in the form.
    input: Strict({ shown: RequiredText(200), ...KIND_CHECKBOXES }),
    async run(ctx, { shown, ...boxes }) {
      const ticked = boxes as Record<string, 'on' | undefined>;
      await setMailPreferences(
        ctx,
        shown
          .split(' ')
          .filter(isMailKind)
          .map((kind) => ({ kind, wanted: ticked[kind] === 'on' })),
      );
      return { go_to: to.mail('saved') };
    },
  }),
];
