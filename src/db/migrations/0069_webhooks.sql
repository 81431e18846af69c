-- steps
-- step: endpoints that get the changes of a site, and the log of what was sent to them

create table webhooks (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  -- Without one it belongs to the site's team.
  account_id bigint references accounts on delete cascade,
  url text not null,
  -- The kinds of records it gets the changes of; empty for all.
  kinds text[] not null default '{}',
  -- As receivers need it to verify signatures: whsec_…
  secret text not null,
  -- Signs as well until then, so that receivers can change to the new one.
  former_secret text,
  former_secret_until timestamptz,
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  -- The place in the site's change feed up to which everything was delivered; null for nothing yet.
  cursor text,
  -- Failed attempts since then, and when the next one is due.
  failed_attempts integer not null default 0,
  failing_since timestamptz,
  next_attempt_at timestamptz,
  -- The run that delivers now. Another one takes over when the lease ends, because the process was killed.
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (site_id, id),
  check ((former_secret is null) = (former_secret_until is null))
);
create index webhooks_owned on webhooks (site_id, account_id);
create index webhooks_account on webhooks (account_id) where account_id is not null;
create index webhooks_active on webhooks (id) where status = 'active';

-- One row per request.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  site_id integer not null,
  webhook_id bigint not null,
  message_id text not null,
  type text not null,
  -- The record it is about, and the place in the feed before its change; null for a test event.
  kind text,
  key text,
  cursor text,
  -- Which attempt it was; null if a person sent it.
  attempt integer,
  -- Null if there was no response, and then why.
  status_code integer,
  error text,
  answer text,
  duration_ms integer not null,
  created_at timestamptz not null,
  foreign key (site_id, webhook_id) references webhooks (site_id, id) on delete cascade
);
create index webhook_deliveries_log on webhook_deliveries (site_id, webhook_id, id);
create index webhook_deliveries_old on webhook_deliveries (created_at);

-- step: find status changes of webhooks that can be deleted
create index concurrently if not exists moves_webhook_old on moves (moved_at) where record = 'webhook';
