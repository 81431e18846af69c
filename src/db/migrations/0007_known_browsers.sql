-- Browsers somebody has been signed in with. Attempts from them are counted by themselves, so that a stranger who tries an
-- account's address over and over shuts out strangers, and not its owner.
create table known_browsers (
  token_hash bytea not null,
  account_id bigint not null references accounts on delete cascade,
  last_used_at timestamptz not null,
  primary key (token_hash, account_id)
);
create index known_browsers_account on known_browsers (account_id);
create index known_browsers_old on known_browsers (last_used_at);
