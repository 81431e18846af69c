-- Listings that the team approves before they go public, what people report, and replies that the team uses again.

-- One row per listing that was ever to go public on a site that approves listings. The listing itself is a draft until it is approved.
create table approvals (
  site_id integer not null references sites,
  listing_id bigint not null,
  status text not null default 'pending' check (status in ('pending', 'returned', 'approved', 'rejected')),
  -- How it will launch, and the week in which it has a slot; null for a paid launch at once.
  plan text not null check (plan in ('free', 'paid')),
  week_on date check (extract(isodow from week_on) = 1),
  -- How many weeks began without an approval.
  weeks_missed integer not null default 0,
  -- What the team wrote when it returned or rejected it.
  reason text check (char_length(reason) between 1 and 1000),
  requested_at timestamptz not null,
  decided_at timestamptz,
  primary key (site_id, listing_id),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);
create index approvals_waiting on approvals (site_id, requested_at, listing_id) where status = 'pending';
create index approvals_due on approvals (site_id, week_on) where status in ('pending', 'returned');

-- Reports about listings and founders; those about reviews and comments are in tables of their own.
create table reports (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  listing_id bigint,
  founder_id bigint,
  account_id bigint not null references accounts on delete cascade,
  cause text not null,
  note text check (char_length(note) between 1 and 500),
  created_at timestamptz not null,
  -- When somebody of the team decided about it, and what they told the reporter.
  settled_at timestamptz,
  decision text check (decision in ('accepted', 'dismissed')),
  answer text check (char_length(answer) between 1 and 1000),
  unique (site_id, id),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade,
  foreign key (site_id, founder_id) references founders (site_id, id) on delete cascade,
  check (num_nonnulls(listing_id, founder_id) = 1),
  check ((settled_at is null) = (decision is null))
);
create unique index reports_open_listing on reports (listing_id, account_id) where settled_at is null and listing_id is not null;
create unique index reports_open_founder on reports (founder_id, account_id) where settled_at is null and founder_id is not null;
create index reports_open on reports (site_id, id) where settled_at is null;
create index reports_account on reports (account_id, created_at);
create index reports_old on reports (settled_at) where settled_at is not null;

-- Texts that the team uses again, for returned and rejected listings and for reports.
create table saved_replies (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  title text not null check (char_length(title) between 1 and 80),
  body text not null check (char_length(body) between 1 and 1000),
  created_at timestamptz not null,
  unique (site_id, id),
  unique (site_id, title)
);

-- Founders that are shown, as far as other modules need them.
create view founder_heads as select id, site_id, slug, name from founders where hidden_at is null;
