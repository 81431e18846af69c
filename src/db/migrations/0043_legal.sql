-- Legal pages of a site: terms, privacy policy, imprint and refund policy. Published versions are numbered and never deleted, because
-- people accepted them.
create table legal_versions (
  site_id integer not null references sites,
  kind text not null check (kind in ('terms', 'privacy', 'imprint', 'refunds')),
  number integer not null check (number > 0),
  title text not null,
  body_markdown text not null,
  published_at timestamptz not null,
  -- When the team took it back. The version before it counts again.
  withdrawn_at timestamptz,
  primary key (site_id, kind, number)
);

-- What the team is writing.
create table legal_drafts (
  site_id integer not null references sites,
  kind text not null check (kind in ('terms', 'privacy', 'imprint', 'refunds')),
  title text not null,
  body_markdown text not null,
  updated_at timestamptz not null,
  primary key (site_id, kind)
);

-- Which versions an account was shown and accepted, by signing in.
create table legal_acceptances (
  account_id bigint not null references accounts on delete cascade,
  site_id integer not null,
  kind text not null check (kind in ('terms', 'privacy', 'imprint', 'refunds')),
  number integer not null,
  accepted_at timestamptz not null,
  primary key (account_id, site_id, kind, number),
  foreign key (site_id, kind, number) references legal_versions
);

-- Which versions the buyer accepted with an order.
alter table orders add column terms_version integer, add column refunds_version integer, add column terms_accepted_at timestamptz;

-- The versions in force.
create view current_legal_versions as
select distinct on (site_id, kind) site_id, kind, number, title, published_at
from legal_versions where withdrawn_at is null order by site_id, kind, number desc;
