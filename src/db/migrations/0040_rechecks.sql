-- When the website of a listing is read again, and how its last readings went.
create table listing_rechecks (
  listing_id bigint primary key,
  site_id integer not null,
  -- The registrable domain, which limits how often a website is read.
  domain text not null,
  next_check_at timestamptz not null,
  interval_hours integer not null,
  -- A worker reads it until then; later it is taken for lost.
  claimed_until timestamptz,
  checked_at timestamptz,
  -- The last reading that got an answer.
  answered_at timestamptz,
  -- Requests that the last reading made.
  requests integer not null default 0,
  views_seen integer not null default 0,
  failures integer not null default 0,
  failing_since timestamptz,
  failure text,
  -- The last reading found nothing as it was, and is repeated before it counts.
  is_doubtful boolean not null default false,
  -- When the listing was hidden because its website does not answer.
  hidden_at timestamptz,
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
) with (fillfactor = 80);
create index listing_rechecks_due on listing_rechecks (next_check_at);
create index listing_rechecks_checked on listing_rechecks (checked_at);
create index listing_rechecks_claimed on listing_rechecks (claimed_until) where claimed_until is not null;

-- What to send with a conditional request, and what the answer was.
create table recheck_pages (
  listing_id bigint not null,
  site_id integer not null,
  url text not null,
  etag text,
  last_modified text,
  hash text not null,
  primary key (listing_id, url),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);

-- When a registrable domain may be read again, for all its listings.
create table recheck_domains (
  domain text primary key,
  opens_at timestamptz not null,
  failures integer not null default 0
) with (fillfactor = 80);
create index recheck_domains_old on recheck_domains (opens_at);

-- Facts that a website states differently than its listing did, with the quotes of both.
create table fact_changes (
  id bigint generated always as identity primary key,
  site_id integer not null,
  listing_id bigint not null,
  -- The key of the fact in the listing's evidence.
  path text not null,
  status text not null check (status in ('open', 'accepted', 'kept', 'corrected', 'published', 'withdrawn')),
  before jsonb not null,
  after jsonb not null,
  quotes_before jsonb not null,
  quotes_after jsonb not null,
  found_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);
create index fact_changes_listing on fact_changes (listing_id, id);
create unique index fact_changes_open on fact_changes (listing_id, path) where status = 'open';

-- What the plans of a product cost, each price from the first reading that found it to the last.
create table plan_prices (
  id bigint generated always as identity primary key,
  site_id integer not null,
  listing_id bigint not null,
  plan text not null,
  amount numeric(14, 2) not null,
  currency text not null,
  period text check (period in ('month', 'year', 'week', 'day', 'once')),
  quote text not null,
  url text not null,
  from_at timestamptz not null,
  confirmed_at timestamptz not null,
  -- The reading that no longer found it.
  ended_at timestamptz,
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);
create index plan_prices_listing on plan_prices (listing_id, id);
create index plan_prices_begun on plan_prices (site_id, from_at);
create unique index plan_prices_open on plan_prices (listing_id, lower(plan), currency, coalesce(period, '')) where ended_at is null;

-- Versions that a re-reading of the website wrote.
alter table listing_versions drop constraint listing_versions_source_check;
alter table listing_versions add constraint listing_versions_source_check
  check (source in ('owner', 'another_site', 'draft', 'restore', 'team', 'website')) not valid;
