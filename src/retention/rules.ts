import { KNOWN_BROWSER_TTL_MS } from '../modules/accounts/rules.ts';

/** How long rows of a table are kept. In SQL the row is `t`. */
export interface RetentionRule {
  table: string;
  /** SQL: when the retention period of a row begins. */
  since: string;
  keep_hours: number;
  /** SQL: condition for rows; all rows without it. */
  only?: string;
  /** SQL: columns to clear if the row itself stays. Cleared rows must no longer match `only`. */
  clear?: string;
  /** The index that finds expired rows. */
  index: string;
  /** Description for docs/operating.md. */
  what: string;
  reason: string;
}

const DAY = 24;
const YEAR = 365 * DAY;
const HOUR_MS = 3_600_000;

/** This many newest versions of a listing stay, however old. */
const MIN_VERSIONS = 20;

const deleteExpired = (table: string, what: string, reason: string): RetentionRule => ({
  table,
  since: 't.expires_at',
  keep_hours: 0,
  index: `${table}_expired`,
  what,
  reason,
});

const deleteOld = (table: string, keep_hours: number, what: string, reason: string): RetentionRule => ({
  table,
  since: 't.created_at',
  keep_hours,
  index: `${table}_old`,
  what,
  reason,
});

/** Everything that is deleted by age. Tests fail for a table that is neither here nor in exempt-tables.json, under the reason why. */
export const RETENTION_RULES: RetentionRule[] = [
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
  {
    table: 'mailings',
    since: 't.started_at',
    keep_hours: 2 * YEAR,
    index: 'mailings_old',
    what: 'weekly mailings, with how many mails they were',
    reason: 'the team compares weeks; they name no recipient',
  },
  {
    table: 'listing_days',
    since: '(t.day + 1)',
    keep_hours: 2 * YEAR,
    index: 'listing_days_old',
    what: 'views and clicks of listings by day',
    reason: 'an owner compares two years; totals stay with the listing',
  },
  {
    table: 'listing_sources',
    since: '(t.day + 1)',
    keep_hours: 400 * DAY,
    index: 'listing_sources_old',
    what: 'sources of views by day',
    reason: 'longer than any period an owner can choose, and a year to compare with',
  },
  {
    table: 'site_days',
    since: '(t.day + 1)',
    keep_hours: 5 * YEAR,
    index: 'site_days_old',
    what: 'visits of a site by day',
    reason: 'the team compares years; they are only numbers',
  },
  {
    table: 'search_misses',
    since: '(t.day + 1)',
    keep_hours: 400 * DAY,
    index: 'search_misses_old',
    what: 'searches without a result by day',
    reason: 'longer than any period the team can choose',
  },
  {
    table: 'recheck_domains',
    since: 't.opens_at',
    keep_hours: 7 * DAY,
    index: 'recheck_domains_old',
    what: 'when a website may be read again, after that time',
    reason: 'without a row it may be read at once',
  },
  deleteOld('notifications', YEAR, 'notifications on the site', 'nobody scrolls back further'),
  {
    table: 'contact_messages',
    since: 't.updated_at',
    keep_hours: 2 * YEAR,
    only: `t.status <> 'open'`,
    index: 'contact_messages_done',
    what: 'messages from the contact form, after they were answered or closed',
    reason: 'somebody may come back to what was agreed',
  },
  {
    table: 'draft_pages',
    since: 't.read_at',
    keep_hours: 7 * DAY,
    only: 't.html is not null',
    clear: 'html = null',
    index: 'draft_pages_html',
    what: 'HTML of pages read for a draft',
    reason: 'a draft that was written has dropped it already; this is for those that never were',
  },
  {
    table: 'draft_pages',
    since: 't.read_at',
    keep_hours: YEAR,
    index: 'draft_pages_read',
    what: 'the list of pages read for a draft',
    reason: 'the quotes with their addresses stay with the draft and the listing',
  },
  {
    table: 'drafts',
    since: 't.updated_at',
    keep_hours: 90 * DAY,
    only: `t.status = 'failed'`,
    index: 'drafts_failed',
    what: 'drafts whose site could not be read, after the last change',
    reason: 'nobody has written anything into them',
  },
  {
    table: 'drafts',
    since: 't.updated_at',
    keep_hours: YEAR,
    only: `t.status = 'ready' and t.listing_id is null`,
    index: 'drafts_unsubmitted',
    what: 'drafts that were never submitted, after the last change',
    reason: 'abandoned',
  },
  {
    table: 'draft_invites',
    since: 't.expires_at',
    keep_hours: 30 * DAY,
    only: `t.status = 'sent'`,
    index: 'draft_invites_expired',
    what: 'invitations nobody accepted, after they expire',
    reason: 'they hold the address of somebody who never signed up',
  },
  deleteOld('import_chunks', 7 * DAY, 'uploaded files that were never read', 'a file that was read has been deleted already'),
  deleteOld('import_rows', 90 * DAY, 'rows of imports', 'an import can be undone for 90 days'),
  deleteOld('imports', 2 * YEAR, 'imports, with how many rows became listings', 'the log says what the team did'),
  {
    table: 'moves',
    since: 't.moved_at',
    keep_hours: 90 * DAY,
    only: `t.record = 'import'`,
    index: 'moves_import_old',
    what: 'status changes of imports',
    reason: 'the import itself says where it stands',
  },
  {
    table: 'moves',
    since: 't.moved_at',
    keep_hours: 90 * DAY,
    only: `t.record = 'draft'`,
    index: 'moves_draft_old',
    what: 'status changes of drafts',
    reason: 'the draft itself says where it stands',
  },
  {
    table: 'moves',
    since: 't.moved_at',
    keep_hours: 2 * YEAR,
    only: `t.record = 'claim'`,
    index: 'moves_claim_old',
    what: 'status changes of claims',
    reason: 'the claim itself says how it ended; what the team decided is in its log',
  },
  {
    table: 'claims',
    since: 't.updated_at',
    keep_hours: YEAR,
    only: `t.status in ('expired', 'superseded')`,
    index: 'claims_ended',
    what: 'claims that expired or came too late',
    reason: 'verified claims stay, they prove ownership',
  },
  {
    table: 'listing_versions',
    since: 't.created_at',
    keep_hours: 2 * YEAR,
    only: `exists (select from listing_versions n where n.listing_id = t.listing_id and n.id > t.id offset ${MIN_VERSIONS - 1})`,
    index: 'listing_versions_old',
    what: `versions of a listing, save its newest ${MIN_VERSIONS}`,
    reason: 'owners go back to recent versions',
  },
  {
    table: 'reports',
    since: 't.settled_at',
    keep_hours: 2 * YEAR,
    only: 't.settled_at is not null',
    index: 'reports_old',
    what: 'reports about listings and founders, after the team decided',
    reason: 'the decision itself is in the team’s log',
  },
  {
    table: 'comments',
    since: 't.updated_at',
    keep_hours: 30 * DAY,
    only: `t.status = 'withdrawn' and not exists (select from comments r where r.thread_id = t.id)`,
    index: 'comments_withdrawn',
    what: 'comments deleted by their author, without text and without replies',
    reason: 'there is nothing left of them to show',
  },
  {
    table: 'payment_notices',
    since: 't.received_at',
    keep_hours: 400 * DAY,
    only: `t.body <> '{}'`,
    clear: `body = '{}'`,
    index: 'payment_notices_body',
    what: 'the text of payment notices',
    reason: 'id, type and times stay, and what followed is in payments, refunds and invoices',
  },
  {
    table: 'vat_checks',
    since: 't.checked_at',
    keep_hours: 30 * DAY,
    only: 'not t.valid',
    index: 'vat_checks_invalid',
    what: 'VAT numbers that were not valid',
    reason: 'anybody can type any number of them; valid ones stay as evidence',
  },
  {
    table: 'vote_origins',
    since: 't.at',
    keep_hours: 90 * DAY,
    index: 'vote_origins_old',
    what: 'hashed origins of votes',
    reason: 'the rules against rings look no further back; the ledger stays',
  },
  {
    table: 'graphile_worker._private_jobs',
    since: 't.run_at',
    keep_hours: 90 * DAY,
    only: 't.locked_at is null',
    index: 'jobs_by_run_at',
    what: 'jobs that failed for good, after the last attempt',
    reason: 'the team has had three months to try them again',
  },
];
