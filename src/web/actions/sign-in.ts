import { RequiredText, Strict, T } from '../../kernel/schema.ts';
import { signInByPassword } from '../../modules/accounts/account.ts';
import { askForLink, signInByLink } from '../../modules/accounts/links.ts';
import { pathHere } from '../../modules/accounts/rules.ts';
import { signOut } from '../../modules/accounts/session.ts';
import { to } from '../addresses.ts';
import { memberAction, openAction } from './action.ts';

const GO_TO = { go_to: T.Optional(T.String({ maxLength: 2000 })) };
const EMAIL = { email: RequiredText(254) };
/** As long as a password may be while it is typed; which are taken is told by the rules. */
const PASSWORD = RequiredText(1000);
export const NAME = T.Optional(T.String({ minLength: 1, maxLength: 100, pattern: '^[^\\n\\t]*$' }));

export const SIGN_IN_ACTIONS = [
  openAction({
    path: '/sign-in/mail',
    page: 'sign_in',
    input: Strict({ ...EMAIL, ...GO_TO }),
    async run(ctx, input, sender) {
      const { browser } = await askForLink(ctx, input, sender);
      return { go_to: '/sign-in/sent', browser };
    },
  }),
  openAction({
    path: '/sign-in/password',
    page: 'sign_in',
    input: Strict({ ...EMAIL, password: PASSWORD, ...GO_TO }),
    async run(ctx, input, sender) {
      return { session: await signInByPassword(ctx, input, sender), go_to: pathHere(input.go_to) ?? to.account() };
    },
  }),
  openAction({
    path: '/sign-up',
    page: 'sign_up',
    input: Strict({ ...EMAIL, name: NAME, password: T.Optional(PASSWORD), ...GO_TO }),
    async run(ctx, input, sender) {
      const { browser } = await askForLink(ctx, input, sender);
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

export { PASSWORD };
