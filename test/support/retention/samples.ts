import { createHash } from 'node:crypto';
import type { Sql } from '../../../src/db/open.ts';

interface Known {
  site_id: number;
  account_id: number;
  listing_id: number;
}

/** Writes a row for a rule, so old that the rule's moment lies at `at`, and gives a query that finds whether the rule has not touched it. */
type Sample = (sql: Sql, known: Known, name: string, at: Date) => Promise<() => Promise<boolean>>;

const there = (rows: Promise<readonly unknown[]>): Promise<boolean> => rows.then(({ length }) => length > 0);

/** Rules about days count from their end, at midnight; the tests compare at noon. */
const dayEndingBefore = (at: Date): string => new Date(at.getTime() - 12 * 3_600_000).toISOString().slice(0, 10);

const aDraft = async (sql: Sql, { site_id, account_id }: Known, status: string, at: Date): Promise<string> => {
  const [draft] = await sql<{ id: string }[]>`
    insert into drafts (site_id, account_id, url, domain, status, fields, socials, story, created_at, updated_at)
    values (${site_id}, ${account_id}, 'https://sample.example/', 'sample.example', ${status}, '{}', '{}', '{}', ${at}, ${at}) returning id`;
  return draft!.id;
};

const aPage = async (sql: Sql, known: Known, at: Date, html: string | null): Promise<string> => {
  const draft_id = await aDraft(sql, known, 'submitted', at);
  await sql`
    insert into draft_pages (site_id, draft_id, position, url, status, read_at, html)
    values (${known.site_id}, ${draft_id}, 0, 'https://sample.example/', 200, ${at}, ${html})`;
  return draft_id;
};

const aRecord =
  (kind: string, column: 'created_at' | 'expires_at'): Sample =>
  async (sql, { site_id }, name, at) => {
    await sql`insert into oauth_records (site_id, kind, id, payload, ${sql(column)}) values (${site_id}, ${kind}, ${name}, '{}', ${at})`;
    return () => there(sql`select from oauth_records where id = ${name}`);
  };

const aMove =
  (record: string): Sample =>
  async (sql, { site_id }, name, at) => {
    await sql`
      insert into moves (site_id, record, record_id, move, from_status, to_status, moved_at)
      values (${site_id}, ${record}, ${name}, 'go', 'here', 'there', ${at})`;
    return () => there(sql`select from moves where record_id = ${name}`);
  };

/** One for each rule, by its index. */
export const SAMPLES: Record<string, Sample> = {
  sessions_expired: async (sql, { account_id }, name, at) => {
    await sql`insert into sessions (token_hash, account_id, expires_at) values (${name}, ${account_id}, ${at})`;
    return () => there(sql`select from sessions where token_hash = ${name}`);
  },
  banned_mailboxes_old: async (sql, { site_id }, name, at) => {
    const mailbox = createHash('sha256').update(name).digest();
    await sql`insert into banned_mailboxes (site_id, mailbox, banned_at, deleted_at) values (${site_id}, ${mailbox}, ${at}, ${at})`;
    return () => there(sql`select from banned_mailboxes where mailbox = ${mailbox}`);
  },
  emailed_links_expired: async (sql, _known, name, at) => {
    await sql`insert into emailed_links (token_hash, purpose, email, expires_at) values (${name}, 'sign_in', 'x@example.com', ${at})`;
    return () => there(sql`select from emailed_links where token_hash = ${name}`);
  },
  provider_sign_ins_expired: async (sql, { site_id }, name, at) => {
    await sql`
      insert into provider_sign_ins (state_hash, site_id, provider, browser_hash, nonce, code_verifier, expires_at)
      values (${name}, ${site_id}, 'google', 'browser', 'nonce', 'verifier', ${at})`;
    return () => there(sql`select from provider_sign_ins where state_hash = ${name}`);
  },
  pending_actions_expired: async (sql, { site_id }, name, at) => {
    await sql`
      insert into pending_actions (site_id, browser_hash, title, action, fields, expires_at)
      values (${site_id}, 'browser', ${name}, '/listings/:slug/vote', '{}', ${at})`;
    return () => there(sql`select from pending_actions where title = ${name}`);
  },
  address_changes_expired: async (sql, _known, name, at) => {
    const [account] = await sql`insert into accounts (email, email_key) values (${name}, ${name}) returning id`;
    await sql`insert into address_changes (account_id, new_email, expires_at) values (${account!.id}, 'x@example.com', ${at})`;
    return () => there(sql`select from address_changes where account_id = ${account!.id}`);
  },
  known_browsers_old: async (sql, { account_id }, name, at) => {
    await sql`insert into known_browsers (token_hash, account_id, last_used_at) values (${name}, ${account_id}, ${at})`;
    return () => there(sql`select from known_browsers where token_hash = ${name}`);
  },
  api_keys_ended: async (sql, { account_id }, name, at) => {
    await sql`
      insert into api_keys (account_id, name, prefix, key_hash, scopes, revoked_at) values (${account_id}, ${name}, 'p', ${name}, '{}', ${at})`;
    return () => there(sql`select from api_keys where name = ${name}`);
  },
  idempotency_keys_old: async (sql, { account_id, site_id }, name, at) => {
    await sql`
      insert into idempotency_keys (account_id, site_id, operation, key, input_hash, status, answer, created_at)
      values (${account_id}, ${site_id}, 'submit_listing', ${name}, '', 200, '{}', ${at})`;
    return () => there(sql`select from idempotency_keys where key = ${name}`);
  },
  limits_taken_ended: async (sql, _known, name, at) => {
    await sql`insert into limits_taken (who, window_begins, window_ends, taken) values (${name}, '2020-01-01', ${at}, 1)`;
    return () => there(sql`select from limits_taken where who = ${name}`);
  },
  oauth_records_expired: aRecord('AccessToken', 'expires_at'),
  oauth_records_grants: aRecord('Grant', 'created_at'),
  oauth_records_clients: aRecord('Client', 'created_at'),
  mails_newest: async (sql, { site_id }, name, at) => {
    await sql`
      insert into mails (site_id, to_email, subject, body_text, body_html, status, created_at)
      values (${site_id}, 'x@example.com', ${name}, '', '', 'kept', ${at})`;
    return () => there(sql`select from mails where subject = ${name}`);
  },
  recheck_domains_old: async (sql, _known, name, at) => {
    await sql`insert into recheck_domains (domain, opens_at) values (${name}, ${at})`;
    return () => there(sql`select from recheck_domains where domain = ${name}`);
  },
  datasets_old: async (sql, { site_id }, name, at) => {
    await sql`
      insert into datasets (site_id, name, week_on, started_at, published_at, manifest, note)
      values (${site_id}, ${name}, '2026-11-09', ${at}, ${at}, '{}', '')`;
    return () => there(sql`select from datasets where name = ${name}`);
  },
  mailings_old: async (sql, { site_id }, name, at) => {
    await sql`insert into mailings (site_id, kind, week_on, started_at) values (${site_id}, ${name}, '2026-11-09', ${at})`;
    return () => there(sql`select from mailings where kind = ${name}`);
  },
  listing_days_old: async (sql, { site_id, listing_id }, _name, at) => {
    const day = dayEndingBefore(at);
    await sql`insert into listing_days (site_id, listing_id, day) values (${site_id}, ${listing_id}, ${day})`;
    return () => there(sql`select from listing_days where listing_id = ${listing_id} and day = ${day}`);
  },
  site_days_old: async (sql, { site_id }, _name, at) => {
    const day = dayEndingBefore(at);
    await sql`insert into site_days (site_id, day) values (${site_id}, ${day})`;
    return () => there(sql`select from site_days where site_id = ${site_id} and day = ${day}`);
  },
  search_misses_old: async (sql, { site_id }, name, at) => {
    await sql`insert into search_misses (site_id, day, words, searches) values (${site_id}, ${dayEndingBefore(at)}, ${name}, 1)`;
    return () => there(sql`select from search_misses where site_id = ${site_id} and words = ${name}`);
  },
  listing_sources_old: async (sql, { site_id, listing_id }, name, at) => {
    await sql`
      insert into listing_sources (site_id, listing_id, day, kind, source, views)
      values (${site_id}, ${listing_id}, ${dayEndingBefore(at)}, 'campaign', ${name}, 1)`;
    return () => there(sql`select from listing_sources where listing_id = ${listing_id} and source = ${name}`);
  },
  contact_messages_done: async (sql, { site_id }, name, at) => {
    await sql`
      insert into contact_messages (site_id, name, email, subject, body, status, created_at, updated_at)
      values (${site_id}, 'Bo', 'bo@sample.example', ${name}, 'How?', 'answered', ${at}, ${at})`;
    return () => there(sql`select from contact_messages where subject = ${name}`);
  },
  notifications_old: async (sql, { account_id, site_id }, name, at) => {
    await sql`
      insert into notifications (account_id, site_id, kind, key, title, url, created_at) values (${account_id}, ${site_id}, 'update', ${name}, '', '/', ${at})`;
    return () => there(sql`select from notifications where key = ${name}`);
  },
  draft_pages_html: async (sql, known, _name, at) => {
    const draft_id = await aPage(sql, known, at, '<p>');
    return () => there(sql`select from draft_pages where draft_id = ${draft_id} and html is not null`);
  },
  draft_pages_read: async (sql, known, _name, at) => {
    const draft_id = await aPage(sql, known, at, null);
    return () => there(sql`select from draft_pages where draft_id = ${draft_id}`);
  },
  drafts_failed: async (sql, known, _name, at) => {
    const id = await aDraft(sql, known, 'failed', at);
    return () => there(sql`select from drafts where id = ${id}`);
  },
  drafts_unsubmitted: async (sql, known, _name, at) => {
    const id = await aDraft(sql, known, 'ready', at);
    return () => there(sql`select from drafts where id = ${id}`);
  },
  draft_invites_expired: async (sql, known, name, at) => {
    const draft_id = await aDraft(sql, known, 'submitted', new Date());
    await sql`
      insert into draft_invites (site_id, draft_id, email, email_key, token_hash, expires_at)
      values (${known.site_id}, ${draft_id}, 'x@example.com', 'x@example.com', ${name}, ${at})`;
    return () => there(sql`select from draft_invites where token_hash = ${name}`);
  },
  imports_old: async (sql, { site_id }, name, at) => {
    await sql`insert into imports (site_id, file_name, created_at, updated_at) values (${site_id}, ${name}, ${at}, ${at})`;
    return () => there(sql`select from imports where file_name = ${name}`);
  },
  import_chunks_old: async (sql, { site_id }, name, at) => {
    await sql`
      with i as (insert into imports (site_id, file_name, created_at, updated_at) values (${site_id}, ${name}, now(), now()) returning id)
      insert into import_chunks (site_id, import_id, position, bytes, created_at) select ${site_id}, id, 0, '', ${at}::timestamptz from i`;
    return () => there(sql`select from import_chunks c join imports i on i.id = c.import_id where i.file_name = ${name}`);
  },
  import_rows_old: async (sql, { site_id }, name, at) => {
    await sql`
      with i as (insert into imports (site_id, file_name, created_at, updated_at) values (${site_id}, ${name}, now(), now()) returning id)
      insert into import_rows (site_id, import_id, number, line, record, created_at) select ${site_id}, id, 1, 1, '{}', ${at}::timestamptz from i`;
    return () => there(sql`select from import_rows r join imports i on i.id = r.import_id where i.file_name = ${name}`);
  },
  purge_touches_old: async (sql, { site_id }, name, at) => {
    await sql`insert into purge_touches (site_id, kind, key, created_at) values (${site_id}, 'post', ${name}, ${at})`;
    return () => there(sql`select from purge_touches where key = ${name}`);
  },
  webhook_deliveries_old: async (sql, { site_id }, name, at) => {
    await sql`
      with w as (
        insert into webhooks (site_id, url, secret, created_at, updated_at) values (${site_id}, 'https://a.example', 'whsec_', now(), now())
        returning id
      )
      insert into webhook_deliveries (site_id, webhook_id, message_id, type, duration_ms, created_at)
      select ${site_id}, id, ${name}, 'webhook.test', 1, ${at}::timestamptz from w`;
    return () => there(sql`select from webhook_deliveries where message_id = ${name}`);
  },
  moves_webhook_old: aMove('webhook'),
  moves_import_old: aMove('import'),
  moves_draft_old: aMove('draft'),
  moves_claim_old: aMove('claim'),
  claims_ended: async (sql, { site_id, listing_id, account_id }, name, at) => {
    await sql`
      insert into claims (site_id, listing_id, account_id, method, status, token, expires_at, created_at, updated_at)
      values (${site_id}, ${listing_id}, ${account_id}, 'dns', 'expired', ${name}, ${at}, ${at}, ${at})`;
    return () => there(sql`select from claims where token = ${name}`);
  },
  reports_old: async (sql, { site_id, listing_id, account_id }, name, at) => {
    await sql`
      insert into reports (site_id, listing_id, account_id, cause, note, created_at, settled_at, decision)
      values (${site_id}, ${listing_id}, ${account_id}, 'spam', ${name}, ${at}, ${at}, 'dismissed')`;
    return () => there(sql`select from reports where note = ${name}`);
  },
  comments_withdrawn: async (sql, { site_id, listing_id }, name, at) => {
    await sql`
      insert into comments (site_id, listing_id, author_name, body, status, created_at, updated_at)
      values (${site_id}, ${listing_id}, ${name}, '', 'withdrawn', ${at}, ${at})`;
    return () => there(sql`select from comments where author_name = ${name}`);
  },
  listing_versions_old: async (sql, { site_id, listing_id }, name, at) => {
    const write = (value: string, created_at: Date) => sql`
      insert into listing_versions (site_id, listing_id, source, before, after, created_at)
      values (${site_id}, ${listing_id}, 'owner', '{}', ${sql.json({ name: value })}, ${created_at})`;
    await write(name, at);
    // The newest twenty stay, whatever their age.
    for (let newer = 0; newer < 20; newer++) await write('newer', at);
    return () => there(sql`select from listing_versions where after->>'name' = ${name}`);
  },
  payment_notices_body: async (sql, _known, name, at) => {
    await sql`
      insert into payment_notices (provider, id, type, body, occurred_at, received_at) values ('stripe', ${name}, 't', '{"a":1}', ${at}, ${at})`;
    return () => there(sql`select from payment_notices where id = ${name} and body <> '{}'`);
  },
  vat_checks_invalid: async (sql, _known, name, at) => {
    await sql`insert into vat_checks (number, valid, checked_at) values (${name}, false, ${at})`;
    return () => there(sql`select from vat_checks where number = ${name}`);
  },
  vote_origins_old: async (sql, { site_id, listing_id, account_id }, name, at) => {
    const [voter] = await sql`
      insert into voters (site_id, account_id) values (${site_id}, ${account_id})
      on conflict (account_id, site_id) do update set account_id = excluded.account_id returning id`;
    // Each changes the vote, or the ledger would not take it.
    const [vote] = await sql`
      insert into votes (site_id, listing_id, launch_week_on, voter_id, act, at)
      values (${site_id}, ${listing_id}, '2026-01-05', ${voter!.id}, ${name.startsWith('old') ? 'cast' : 'withdrawn'}, ${at}) returning seq`;
    await sql`
      insert into vote_origins (site_id, seq, listing_id, voter_id, is_new, at)
      values (${site_id}, ${vote!.seq}, ${listing_id}, ${voter!.id}, false, ${at})`;
    return () => there(sql`select from vote_origins where seq = ${vote!.seq} and site_id = ${site_id}`);
  },
  jobs_by_run_at: async (sql, _known, name, at) => {
    await sql`select from graphile_worker.add_job('long_gone', run_at => ${at}, max_attempts => 1, job_key => ${name})`;
    return () => there(sql`select from graphile_worker.jobs where key = ${name}`);
  },
};
