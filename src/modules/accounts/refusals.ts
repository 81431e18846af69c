import { type RefusalText, refusals } from '../../kernel/refusals.ts';

export const ACCOUNT_REFUSALS = {
  ...refusals(400, {
    too_many_keys: ['Too many API keys', 'Revoke a key you no longer use, then make a new one.'],
    wrong_sign_in: ['Wrong sign-in', 'That email address and password don’t match. Try again, or use a sign-in link.'],
    link_not_valid: 'This link has been used, is too old, or was replaced by a newer one. Ask for another.',
    address_taken: 'Another account has come to have this address, so nothing was changed.',
    act_stands: 'This act cannot be undone: it was undone already, something was done to the same thing since, or there is no way back.',
    last_sign_in: [
      'Last way to sign in',
      'This is the only way into your account. Sign in once with an emailed link, or set a password, then disconnect it.',
    ],
    provider_unreachable: 'This sign-in provider cannot be reached right now. Try again in a few minutes, or sign in by email.',
    last_site_admin: 'A site keeps at least one admin. Add another one first.',
  }),
  ...refusals(404, {
    session_not_found: 'You have no session with this id.',
    mail_not_found: 'There is no mail with this id.',
    key_not_found: ['API key not found', 'You have no usable API key with this id.'],
  }),
  ...refusals(429, { too_many_attempts: 'Wait a while, then try again.' }),
};

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof ACCOUNT_REFUSALS, RefusalText> {}
}
