-- Indexes by age, one for each retention rule that had none (src/retention/rules.ts), and for the mail that waits.

-- A window that lasts a day must not be forgotten after two hours. Processes of the version before write no end: theirs are kept for two days.
alter table limits_taken add window_ends timestamptz not null default now() + interval '2 days';
create index limits_taken_ended on limits_taken (window_ends);
create index address_changes_expired on address_changes (expires_at);
create index api_keys_ended on api_keys (least(revoked_at, expires_at)) where revoked_at is not null or expires_at is not null;
create index oauth_records_grants on oauth_records (created_at) where kind = 'Grant';
create index oauth_records_clients on oauth_records (created_at) where kind = 'Client';

create index draft_pages_read on draft_pages (read_at);
create index draft_pages_html on draft_pages (read_at) where html is not null;
create index drafts_failed on drafts (updated_at) where status = 'failed';
create index drafts_unsubmitted on drafts (updated_at) where status = 'ready' and listing_id is null;
create index draft_invites_expired on draft_invites (expires_at) where status = 'sent';

create index moves_draft_old on moves (moved_at) where record = 'draft';
create index moves_claim_old on moves (moved_at) where record = 'claim';
create index claims_ended on claims (updated_at) where status in ('expired', 'superseded');
create index listing_versions_old on listing_versions (created_at);
create index payment_notices_body on payment_notices (received_at) where body <> '{}';
create index vat_checks_invalid on vat_checks (checked_at) where not valid;

create index mails_waiting on mails (created_at) where status = 'waiting';
