-- Mailboxes of deleted accounts that a site had banned, as keyed hashes: deleting an account does not end its ban.
create table banned_mailboxes (
  site_id integer not null references sites,
  mailbox bytea not null check (octet_length(mailbox) = 32),
  banned_at timestamptz not null,
  deleted_at timestamptz not null,
  primary key (site_id, mailbox)
);
create index banned_mailboxes_mailbox on banned_mailboxes (mailbox);
create index banned_mailboxes_old on banned_mailboxes (deleted_at);
