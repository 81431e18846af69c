-- People, how they sign in, and what acts for them. Accounts are shared by all sites of a deployment.

create table accounts (
  id bigint generated always as identity primary key,
  -- As it is written to; email_key is the same address folded, so that one address is one account.
  email text not null,
  email_key text not null unique,
  email_verified_at timestamptz,
  name text,
  -- scrypt, with its parameters; null for who signs in by link only.
  password_hash text,
  is_network_admin boolean not null default false,
  created_at timestamptz not null default now()
);

-- What an account may do on a site beyond being a member.
create table account_roles (
  account_id bigint not null references accounts on delete cascade,
  site_id integer not null references sites,
  role text not null check (role in ('site_admin')),
  primary key (account_id, site_id, role)
);

-- Tokens are stored as SHA-256, so that whoever reads the table cannot use them.
create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  account_id bigint not null references accounts on delete cascade,
  device text,
  address text,
  -- When this session proved the account's mailbox, by a link; null for one begun with a password.
  proved_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_account on sessions (account_id);
create index sessions_expired on sessions (expires_at);

-- A change of address under way: it happens once both ends have confirmed. One at a time.
create table address_changes (
  id bigint generated always as identity primary key,
  account_id bigint not null unique references accounts on delete cascade,
  new_email text not null,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Links sent by mail: to sign in (which makes the account where there is none), and to confirm a change of address at either end.
create table emailed_links (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  purpose text not null check (purpose in ('sign_in', 'confirm_old_address', 'confirm_new_address')),
  email text not null,
  change_id bigint references address_changes on delete cascade,
  -- Where to go afterwards, a path of this site.
  go_to text,
  -- What was typed at sign-up, and the browser it was typed in: it counts only when the link is opened there.
  name text,
  password_hash text,
  browser_hash bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index emailed_links_expired on emailed_links (expires_at);
create index emailed_links_email on emailed_links (lower(email));

create table api_keys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  -- The beginning of the key, by which its owner recognises it.
  prefix text not null,
  key_hash bytea not null unique,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_account on api_keys (account_id);

-- Mail, kept until it is sent, and for reading where no SMTP server is set. What was sent loses its text: it may hold a link that signs in.
create table mails (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  to_email text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_newest on mails (created_at desc);
create index mails_to on mails (lower(to_email));

-- Answers of operations that took effect under a key, stored in the transaction of the effect.
create table idempotency_keys (
  account_id bigint not null references accounts on delete cascade,
  operation text not null,
  key text not null,
  input_hash bytea not null,
  status integer not null,
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, operation, key)
);
create index idempotency_keys_old on idempotency_keys (created_at);

-- How much of a limit was taken in a window, by all processes. Losing it in a crash loses nothing worth keeping.
create unlogged table limits_taken (
  who text not null,
  window_begins timestamptz not null,
  taken integer not null,
  primary key (who, window_begins)
);

-- What a site's authorization server remembers: clients, codes, grants and tokens. Codes and tokens are kept as SHA-256.
create table oauth_records (
  site_id integer not null references sites on delete cascade,
  kind text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  account_id bigint references accounts on delete cascade,
  client_id text,
  -- Of a grant: what its application called itself when it was allowed, and the host that vouches for it, if one does.
  client_name text,
  client_host text,
  consumed_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (site_id, kind, id)
);
create index oauth_records_grant on oauth_records (grant_id) where grant_id is not null;
create index oauth_records_account on oauth_records (account_id, kind) where account_id is not null;
create index oauth_records_client on oauth_records (client_id) where client_id is not null;
create index oauth_records_expired on oauth_records (expires_at);

-- Secrets made once and shared by all processes, such as the keys cookies and tokens are signed with.
create table secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);
