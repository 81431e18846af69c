import type { KeyRow, SessionRow } from '../../../../src/modules/accounts/credentials/queries.ts';
import type { MailRow } from '../../../../src/modules/accounts/mail/queries.ts';
import type { AccountRow } from '../../../../src/modules/accounts/queries.ts';
import { context, site } from './listings.ts';

const ago = (minutes: number) => new Date(context.now.getTime() - minutes * 60_000);

export const anAccount = (more: Partial<AccountRow> = {}): AccountRow => ({
  id: 1,
  email: 'Ada@example.com',
  email_key: 'ada@example.com',
  email_verified_at: ago(90),
  email_vouched_by: null,
  name: 'Ada Lovelace',
  password_hash: 'scrypt$1$1$1$salt$key',
  is_network_admin: false,
  created_at: ago(90),
  ...more,
});

export const aSession = (more: Partial<SessionRow & { current: boolean }> = {}) => ({
  id: 1,
  account_id: 1,
  device: 'Firefox on Windows',
  address: '198.51.100.7',
  proved_at: null,
  created_at: ago(60 * 24 * 3),
  last_used_at: ago(200),
  expires_at: ago(-60 * 24 * 27),
  current: false,
  ...more,
});

export const aKey = (more: Partial<KeyRow> = {}): KeyRow => ({
  admin_site_id: null,
  id: 1,
  account_id: 1,
  name: 'Build Robot',
  prefix: 'lw_abcdef',
  scopes: ['account:read'],
  created_at: ago(10),
  expires_at: ago(-60 * 24 * 90),
  last_used_at: ago(1),
  revoked_at: null,
  ...more,
});

export const aMail = (more: Partial<MailRow> = {}): MailRow => ({
  id: 1,
  site_id: site.id,
  to_email: 'Ada@example.com',
  subject: 'Your link to Launchweek',
  body_text: `Open this link.\n\n${site.root}/sign-in/link?token=abc\n\nhttps://elsewhere.example/`,
  body_html: '<p>Open this link.</p>',
  unsubscribe_url: null,
  status: 'kept',
  attempts: 1,
  last_error: null,
  created_at: ago(5),
  sent_at: null,
  ...more,
});

export const A_SIGN_IN = {
  next: { go_to: '/listings?q=a&page=2', pending: undefined },
  title: 'vote for Tidewater',
  providers: [
    { key: 'google', label: 'Google', issuer: 'https://accounts.google.com' },
    { key: 'github', label: 'GitHub', issuer: 'https://github.com/login/oauth' },
  ],
  buttons_first: false,
};
