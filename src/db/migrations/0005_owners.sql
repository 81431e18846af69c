-- Whose listing it is, and the history of every status.

alter table listings add owner_id bigint references accounts on delete set null;
create index listings_owner on listings (owner_id, id desc) where owner_id is not null;

-- Each move of a draft, listing, claim, order or order line: who, when, from where to where. Written with the move, never changed.
create table moves (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  record text not null,
  record_id text not null,
  move text not null,
  from_status text not null,
  to_status text not null,
  -- Null for what the clock or a payment did.
  account_id bigint references accounts on delete set null,
  reason text,
  moved_at timestamptz not null
);
create index moves_of on moves (record, record_id, id);
create index moves_account on moves (account_id) where account_id is not null;
