import { msg } from '../../kernel/language/messages.ts';
import { refusals } from '../../kernel/refusals.ts';

export const ACCOUNT_REFUSALS = {
  ...refusals(400, {
    too_many_keys: ['Too many API keys', msg('Revoke a key you no longer use, then create a new one.')],
    wrong_sign_in: ['Wrong sign-in', msg('Wrong email or password. You can also get a sign-in link by email.')],
    link_not_valid: msg('This link has expired or was already used. Request a new one.'),
    address_taken: msg('Another account now uses this address, so nothing was changed.'),
    act_stands: msg('This action can’t be undone. It was already undone, changed again since, or is permanent.'),
    last_sign_in: [
      'Last way to sign in',
      msg('This is your only way to sign in. Sign in once with a sign-in link, or set a password, then disconnect it.'),
    ],
    provider_unreachable: msg('This sign-in provider can’t be reached right now. Try again in a few minutes, or sign in by email.'),
    user_is_admin: msg('This person is an admin. Remove them as admin first.'),
    account_shared: msg('This account is also used on other sites of this service. Ask a network admin to do this.'),
    last_site_admin: msg('A site needs at least one admin. Add another admin first.'),
  }),
  ...refusals(403, {
    account_banned: [
      'Account banned',
      msg('The team of this site banned this account. You can still read, download your data and delete your account.'),
    ],
  }),
  ...refusals(404, {
    user_not_found: msg('This site has no user with this id.'),
    session_not_found: msg('You have no session with this id.'),
    mail_not_found: 'There is no email with this id.',
    key_not_found: ['API key not found', msg('You have no active API key with this id.')],
  }),
  ...refusals(429, { too_many_attempts: msg('Too many attempts. Wait a few minutes, then try again.') }),
};
