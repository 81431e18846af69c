-- Awards as signed credentials (Open Badges 3.0), and the signed list of those that were revoked.

create table award_credentials (
  site_id integer not null,
  -- Its bit in the status list, chosen at random.
  status_index integer not null check (status_index between 0 and 131071),
  week_on date not null,
  listing_id bigint not null,
  -- As signed, in JSON; text, because the members keep their order.
  credential text not null,
  issuer text not null,
  key_number integer not null,
  issued_at timestamptz not null,
  revoked_at timestamptz,
  primary key (site_id, status_index),
  foreign key (site_id, week_on, listing_id) references week_results (site_id, week_on, listing_id),
  foreign key (site_id, key_number) references ledger_keys (site_id, number)
);
-- Revoking is final: an award that returns gets another credential.
create unique index award_credentials_valid on award_credentials (site_id, week_on, listing_id) where revoked_at is null;
create index award_credentials_listing on award_credentials (listing_id);

create table award_status_lists (
  site_id integer primary key references sites,
  credential text not null,
  issuer text not null,
  key_number integer not null,
  signed_at timestamptz not null,
  foreign key (site_id, key_number) references ledger_keys (site_id, number)
);
