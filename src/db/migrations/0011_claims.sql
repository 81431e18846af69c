-- Claims: who says a listing is theirs, how they will prove it, and how far that is.

create table claims (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  listing_id bigint not null,
  account_id bigint not null references accounts on delete cascade,
  method text not null check (method in ('dns', 'meta', 'file', 'email')),
  status text not null default 'pending' check (status in ('pending', 'verified', 'expired', 'superseded')),
  -- What is to be published. Public by nature: it says something only by where it stands. Null where a mailbox is proved.
  token text unique,
  -- The mailbox that is to be proved, and its link as SHA-256. The link is gone once it has been used.
  email text,
  link_hash bytea unique,
  link_sent_at timestamptz,
  -- What was seen when it was last looked for: { checked_at, found, detail }.
  last_check json,
  checks integer not null default 0,
  -- When it is looked for next without anybody asking; null where there is nothing to look at.
  next_check_at timestamptz,
  expires_at timestamptz not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (site_id, id),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade,
  check ((method = 'email') = (email is not null)),
  check ((method = 'email') = (token is null))
);
create unique index claims_pending on claims (account_id, listing_id, method) where status = 'pending';
create index claims_account on claims (account_id, site_id, id desc);
create index claims_listing on claims (listing_id);
create index claims_due on claims (next_check_at) where status = 'pending' and next_check_at is not null;
create index claims_over on claims (expires_at) where status = 'pending';
