-- Kinds of mail an account has switched off. Everything that is not here is sent, so a new kind is on for everybody.
create table mail_switched_off (
  account_id bigint not null references accounts on delete cascade,
  kind text not null,
  off_at timestamptz not null,
  primary key (account_id, kind)
);

-- What somebody follows, the newest first.
create index follows_account on follows (account_id, created_at desc);
