import type { RefusalText } from '../../kernel/refusals.ts';

export const ACCOUNT_REFUSALS = {
  too_many_keys: { status: 400, title: 'Too many API keys', detail: 'Revoke a key you no longer use, then make a new one.' },
  wrong_sign_in: {
    status: 400,
    title: 'Wrong sign-in',
    detail: 'The address and the password do not belong together. You can also sign in by link.',
  },
  link_not_valid: {
    status: 400,
    title: 'Link not valid',
    detail: 'This link has been used, is too old, or was replaced by a newer one. Ask for another.',
  },
  address_taken: { status: 400, title: 'Address taken', detail: 'Another account has come to have this address, so nothing was changed.' },
  too_many_attempts: { status: 429, title: 'Too many attempts', detail: 'Wait a while, then try again.' },
  act_stands: {
    status: 400,
    title: 'Act stands',
    detail: 'This act cannot be undone: it was undone already, something was done to the same thing since, or there is no way back.',
  },
  last_site_admin: { status: 400, title: 'Last site admin', detail: 'A site keeps at least one admin. Add another one first.' },
  session_not_found: { status: 404, title: 'Session not found', detail: 'You have no session with this id.' },
  mail_not_found: { status: 404, title: 'Mail not found', detail: 'There is no mail with this id.' },
  key_not_found: { status: 404, title: 'API key not found', detail: 'You have no usable API key with this id.' },
} as const satisfies Record<string, RefusalText>;

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof ACCOUNT_REFUSALS, RefusalText> {}
}
