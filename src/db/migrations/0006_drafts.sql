-- Profiles that are being written: read from a website, drafted with evidence, edited, and turned into a listing.

create table drafts (
  id uuid primary key default gen_random_uuid(),
  site_id integer not null references sites,
  account_id bigint not null references accounts on delete cascade,
  url text not null,
  -- Whose website it is: the registrable domain, or in development a host and port.
  domain text not null,
  status text not null default 'crawling' check (status in ('crawling', 'drafting', 'ready', 'submitted', 'failed')),
  failure json,
  robots json,
  -- What is being read at the moment, and what was read so far; null once reading is over.
  progress json,
  -- Who drafted it: { name, note }.
  drafter json,
  -- Each value with its state and its evidence.
  fields json not null,
  faqs json not null default '[]',
  founders json not null default '[]',
  socials json not null,
  story json not null,
  milestones json not null default '[]',
  seo json not null default '{"title":null,"meta":null}',
  competitor json,
  -- What the drafter found, as the judge let it pass; restoring takes it from here.
  original json,
  -- Fields that wait for the site to be read again: { id, fields, step }; null where none do.
  redraft json,
  completeness integer not null default 0,
  listing_id bigint,
  -- What was last written to the listing, so that only what has changed since is written again.
  saved json,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (site_id, id),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete set null (listing_id)
);
create index drafts_account on drafts (account_id, site_id, created_at desc, id);
create index drafts_listing on drafts (listing_id) where listing_id is not null;
create index drafts_under_way on drafts (account_id) where status in ('crawling', 'drafting');
create index drafts_redrafting on drafts (updated_at) where redraft is not null;
create index drafts_comparing on drafts (updated_at) where competitor->>'status' = 'reading';

-- The pages a draft was read from. Their text is kept until it has been drafted from; what was quoted stays with the values.
create table draft_pages (
  site_id integer not null,
  draft_id uuid not null,
  position integer not null,
  url text not null,
  status integer not null,
  read_at timestamptz not null,
  html text,
  primary key (draft_id, position),
  foreign key (site_id, draft_id) references drafts (site_id, id) on delete cascade
);

-- Co-founders who were asked, by mail, to add their own profile. Tokens are stored as SHA-256.
create table draft_invites (
  id bigint generated always as identity primary key,
  site_id integer not null,
  draft_id uuid not null,
  email text not null,
  email_key text not null,
  token_hash bytea not null unique,
  status text not null default 'sent' check (status in ('sent', 'accepted')),
  -- Who accepted it, where they were signed in.
  account_id bigint references accounts on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  unique (draft_id, email_key),
  foreign key (site_id, draft_id) references drafts (site_id, id) on delete cascade
);
create index draft_invites_account on draft_invites (account_id) where account_id is not null;

-- Where a listing's values were read: field to quotes, each with its page and when. Null for what was never drafted.
alter table listings add evidence json;

-- Which pools of workers are alive. One that has not been seen for a while died with its jobs, which others then take over.
create unlogged table pools_at_work (
  pool_id text primary key,
  seen_at timestamptz not null default now()
);
