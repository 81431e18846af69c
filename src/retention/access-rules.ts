import { KNOWN_BROWSER_TTL_MS } from '../modules/accounts/rules.ts';
import { DAY, deleteExpired, type RetentionRule, YEAR } from './rule.ts';

const HOUR_MS = 3_600_000;

/** Sessions, keys, links, tokens, rate limits and mails. */
export const ACCESS_RULES: RetentionRule[] = [
  deleteExpired('sessions', 'sessions, after they expire', 'nobody can use them'),
  deleteExpired('emailed_links', 'links sent by email, after they expire', 'nobody can use them'),
  deleteExpired('provider_sign_ins', 'sign-ins at a provider, after they expire unfinished', 'nobody can finish them'),
  deleteExpired('pending_actions', 'forms that visitors sent before signing in, after they expire', 'nobody can finish them'),
  deleteExpired('address_changes', 'changes of an email address, after they expire unconfirmed', 'nobody can confirm them'),
  {
    table: 'known_browsers',
    since: 't.last_used_at',
    keep_hours: KNOWN_BROWSER_TTL_MS / HOUR_MS,
    index: 'known_browsers_old',
    what: 'browsers that signed in before, after the last time',
    reason: 'as long as their cookie lives',
  },
  {
    table: 'api_keys',
    since: 'least(t.revoked_at, t.expires_at)',
    keep_hours: YEAR,
    only: 't.revoked_at is not null or t.expires_at is not null',
    index: 'api_keys_ended',
    what: 'API keys, after they were revoked or expired',
    reason: 'their owner can look up for a year what a key was',
  },
  {
    table: 'idempotency_keys',
    since: 't.created_at',
    keep_hours: DAY,
    index: 'idempotency_keys_old',
    what: 'idempotency keys with their answers',
    reason: 'the API promises 24 hours',
  },
  {
    table: 'limits_taken',
    since: 't.window_ends',
    keep_hours: 1,
    index: 'limits_taken_ended',
    what: 'counts of rate limits, after their window ends',
    reason: 'nobody is counted in them any more',
  },
  deleteExpired('oauth_records', 'OAuth tokens, codes and sessions, after they expire', 'nobody can use them'),
  {
    table: 'oauth_records',
    since: 't.created_at',
    keep_hours: 7 * DAY,
    only: `t.kind = 'Grant' and not exists (select from oauth_records r where r.grant_id = t.id and r.site_id = t.site_id)`,
    index: 'oauth_records_grants',
    what: 'OAuth consents without a token',
    reason: 'nothing of them is left to use',
  },
  {
    table: 'oauth_records',
    since: 't.created_at',
    keep_hours: 7 * DAY,
    only: `t.kind = 'Client' and not exists (select from oauth_records r where r.client_id = t.id and r.site_id = t.site_id)`,
    index: 'oauth_records_clients',
    what: 'registered OAuth applications that nobody has let in',
    reason: 'anybody can register any number of them',
  },
  {
    table: 'mails',
    since: 't.created_at',
    keep_hours: 30 * DAY,
    only: `t.status <> 'waiting'`,
    index: 'mails_newest',
    what: 'mail that was sent, kept or could not be sent',
    reason: 'long enough to answer "did you write to me?"',
  },
];
