-- What a site's team found out while setting it up: the last result of each check.
create table setup_results (
  site_id integer not null references sites,
  key text not null,
  status text not null check (status in ('ok', 'warning', 'failed', 'pending')),
  found text not null,
  advice text,
  -- Of a code that was sent by mail, to prove that mail arrives.
  code_hash bytea,
  checked_at timestamptz not null,
  primary key (site_id, key)
);
