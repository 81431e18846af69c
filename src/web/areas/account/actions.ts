import { disconnectAllApplications, disconnectApplication } from '../../../http/oauth/applications.ts';
import { type Ctx, inTransaction, type Scope } from '../../../kernel/context.ts';
import { OneOf, RequiredText, T } from '../../../kernel/schema.ts';
import { changePassword, deleteAccount, renameAccount, signInByPassword } from '../../../modules/accounts/account.ts';
import { createKey, KEY_SCOPES, revokeAllKeys, revokeKey } from '../../../modules/accounts/credentials/api-keys.ts';
import { requireEmail } from '../../../modules/accounts/credentials/attempts.ts';
import { takeAgreedAction, takePendingAction } from '../../../modules/accounts/credentials/pending-actions.ts';
import { endSession, signOut, signOutEverywhere } from '../../../modules/accounts/credentials/sessions.ts';
import { requestSignInLink, sealSentAddress, signInByLink } from '../../../modules/accounts/credentials/sign-in-links.ts';
import { confirmEmailChange, requestEmailChange } from '../../../modules/accounts/email-change.ts';
import { disconnectIdentity } from '../../../modules/accounts/identities/identities.ts';
import { beginProviderSignIn } from '../../../modules/accounts/identities/sign-in.ts';
import { isMailKind, MAIL_KIND_NAMES } from '../../../modules/accounts/mail/kinds.ts';
import { setMailPreferences } from '../../../modules/accounts/mail/preferences.ts';
import { parseLocalPath } from '../../../modules/accounts/rules.ts';
import { deleteDigestSubscriptions } from '../../../modules/digest/subscriptions.ts';
import { exportEverything } from '../../../modules/moderation/users.ts';
import { accountPaths, homePaths } from '../../paths.ts';
import { memberForm } from '../../server/confirmed-form.ts';
import { Checkbox, type FormSender, IdField, memberAction, openAction } from '../../server/form-action.ts';

/** Where a sign-in leads, and the form that waits for it. */
const NEXT = { go_to: T.Optional(T.String({ maxLength: 2000 })), pending: T.Optional(T.String({ maxLength: 40 })) };
const EMAIL = { email: RequiredText(254) };
/** Only limits the size of the input; the password rules check the rest. */
const PASSWORD = RequiredText(1000);
const DisplayName = T.Optional(T.String({ minLength: 1, maxLength: 100, pattern: '^[^\\n\\t]*$' }));

type LinkRequest = Omit<Parameters<typeof requestSignInLink>[1], 'browser'>;

const sendSignInLink = async (ctx: Ctx, input: LinkRequest, sender: FormSender) => {
  const { email, browser } = await requestSignInLink(ctx, { ...input, browser: sender.browser }, sender);
  const { go_to, pending } = input;
  return { go_to: accountPaths.signInLinkSent({ to: await sealSentAddress(ctx, email), go_to, pending }), browser };
};

export const SIGN_IN_ACTIONS = [
  // Asks for the password: of every address, so that it does not reveal who has an account.
  openAction({
    path: accountPaths.signInWithPassword,
    page: accountPaths.signIn,
    fields: { ...EMAIL, ...NEXT },
    run: async (_ctx, { email }) => ({ result: { email: requireEmail(email) }, keeps_values: true }),
  }),
  openAction({
    path: accountPaths.requestSignInLink,
    page: accountPaths.signIn,
    fields: { ...EMAIL, ...NEXT },
    run: sendSignInLink,
  }),
  openAction({
    path: accountPaths.signInByPassword,
    page: accountPaths.signIn,
    fields: { ...EMAIL, password: PASSWORD, ...NEXT },
    async run(ctx, { pending, ...input }, sender) {
      const session = await signInByPassword(ctx, input, sender);
      return { session, go_to: parseLocalPath(input.go_to), pending: await takePendingAction(ctx, pending, sender.browser) };
    },
  }),
  openAction({
    path: accountPaths.signUp,
    page: accountPaths.signUp,
    fields: { ...EMAIL, name: DisplayName, password: T.Optional(PASSWORD), ...NEXT },
    run: sendSignInLink,
  }),
  openAction({
    path: accountPaths.signInByLink,
    page: accountPaths.signInByLink,
    // The link's page says which form would run; `only` declines it.
    fields: { token: RequiredText(100), only: T.Optional(OneOf(['sign_in'])) },
    async run(ctx, { token, only }, sender) {
      const { session, go_to, pending_id } = await signInByLink(ctx, { token, browser: sender.browser }, sender);
      return { session, go_to, pending: only ? null : await takeAgreedAction(ctx, pending_id) };
    },
  }),
  openAction({
    path: accountPaths.continueWith,
    page: accountPaths.continueWith,
    fields: NEXT,
    async run(ctx, input, { browser: known }) {
      const { url, browser } = await beginProviderSignIn(ctx, { ...input, browser: known });
      return { result: { url }, browser };
    },
  }),
  memberAction({
    path: accountPaths.signOut,
    page: accountPaths.home,
    async run(ctx) {
      await signOut(ctx);
      return { session: null, go_to: homePaths.home() };
    },
  }),
];

export const ACCOUNT_ACTIONS = [
  memberForm({ path: accountPaths.rename, page: accountPaths.home, fields: { name: DisplayName }, run: renameAccount, done: 'named' }),
  memberForm({ path: accountPaths.changeEmail, page: accountPaths.home, fields: EMAIL, run: requestEmailChange, done: 'asked_both' }),
  // Works without a session: the link may be opened on a device that is not signed in.
  openAction({
    path: accountPaths.confirmEmail,
    page: accountPaths.confirmEmail,
    fields: { token: RequiredText(100) },
    async run(ctx, input) {
      const { moved } = await confirmEmailChange(ctx, input);
      return { go_to: moved ? accountPaths.emailChanged() : accountPaths.emailHalfConfirmed() };
    },
  }),
  memberForm({
    path: accountPaths.changePassword,
    page: accountPaths.home,
    fields: { current_password: T.Optional(PASSWORD), password: PASSWORD },
    run: changePassword,
    done: 'password_set',
  }),
  memberAction({
    path: accountPaths.connectIdentity,
    page: accountPaths.continueWith,
    async run(ctx, { provider }, { browser: known }) {
      const { url, browser } = await beginProviderSignIn(ctx, { provider, browser: known, connects: true });
      return { result: { url }, browser };
    },
  }),
  memberForm({
    path: accountPaths.disconnectIdentity,
    page: accountPaths.home,
    fields: { id: IdField },
    run: disconnectIdentity,
    done: 'disconnected',
  }),
  memberForm({ path: accountPaths.endSession, page: accountPaths.home, fields: { id: IdField }, run: endSession, done: 'session_ended' }),
  memberAction({
    path: accountPaths.signOutEverywhere,
    page: accountPaths.home,
    fields: { revoke_keys: Checkbox, disconnect_applications: Checkbox },
    async run(ctx, { revoke_keys, disconnect_applications }) {
      await inTransaction(ctx, async (ctx) => {
        await signOutEverywhere(ctx);
        if (revoke_keys) await revokeAllKeys(ctx);
        if (disconnect_applications) await disconnectAllApplications(ctx);
      });
      return { session: null, go_to: accountPaths.signIn() };
    },
  }),
  memberAction({
    path: accountPaths.export,
    page: accountPaths.home,
    async run(ctx) {
      return { file: { name: 'my-data.json', text: JSON.stringify(await exportEverything(ctx), null, 2) } };
    },
  }),
  memberAction({
    path: accountPaths.delete,
    page: accountPaths.delete,
    fields: EMAIL,
    async run(ctx, input) {
      await inTransaction(ctx, async (ctx) => {
        await deleteDigestSubscriptions(ctx);
        await deleteAccount(ctx, input);
      });
      return { session: null, go_to: accountPaths.deleted() };
    },
  }),
];

const DAY_MS = 24 * 3600_000;

/** Lifetimes of a key in days; `never` means until it is revoked. */
const KEY_LIFETIMES = ['30', '90', '365', 'never'] as const;

export const KEY_ACTIONS = [
  memberAction({
    path: accountPaths.keys,
    page: accountPaths.keys,
    fields: {
      name: RequiredText(100),
      lives: OneOf([...KEY_LIFETIMES]),
      ...(Object.fromEntries(KEY_SCOPES.map((scope) => [scope, Checkbox])) as Record<Scope, typeof Checkbox>),
    },
    async run(ctx, { name, lives, ...boxes }) {
      const expires_at = lives === 'never' ? null : new Date(ctx.clock.now().getTime() + Number(lives) * DAY_MS);
      const { key } = await createKey(ctx, { name, scopes: KEY_SCOPES.filter((scope) => boxes[scope]), expires_at });
      return { result: { key } };
    },
  }),
  memberAction({
    path: accountPaths.revokeKey,
    page: accountPaths.keys,
    fields: { id: IdField },
    async run(ctx, { id }) {
      await revokeKey(ctx, { id });
      return { go_to: accountPaths.keys() };
    },
  }),
];

export const APPLICATION_ACTIONS = [
  memberForm({
    path: accountPaths.disconnectApplication,
    page: accountPaths.applications,
    fields: { client_id: RequiredText(2000) },
    run: disconnectApplication,
    done: 'disconnected',
  }),
];

const KIND_CHECKBOXES = Object.fromEntries(MAIL_KIND_NAMES.map((kind) => [kind, T.Optional(OneOf(['on']))]));

export const MAIL_ACTIONS = [
  memberForm({
    path: accountPaths.mail,
    page: accountPaths.mail,
    // Browsers do not send unticked checkboxes; `shown` lists all kinds that were in the form.
    fields: { shown: RequiredText(200), ...KIND_CHECKBOXES },
    run(ctx, { shown, ...boxes }) {
      const ticked = boxes as Record<string, 'on' | undefined>;
      const kinds = shown.split(' ').filter(isMailKind);
      return setMailPreferences(
        ctx,
        kinds.map((kind) => ({ kind, wanted: ticked[kind] === 'on' })),
      );
    },
    done: 'saved',
  }),
];
