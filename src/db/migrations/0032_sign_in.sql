-- Sign-in with other providers (OpenID Connect, GitHub), and forms that wait for the sign-in.

-- Who somebody is at a provider. One identity belongs to one account; an account may have several.
create table account_identities (
  id bigint generated always as identity primary key,
  issuer text not null,
  subject text not null,
  account_id bigint not null references accounts on delete cascade,
  -- The provider's name as it was shown, and the address it named.
  provider text not null,
  email text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  unique (issuer, subject)
);
create index account_identities_account on account_identities (account_id);

-- The issuer that vouches for the address of an account that no emailed link has proved yet; null otherwise.
alter table accounts add column email_vouched_by text;

-- Sign-ins at a provider that have begun and not come back yet.
create table provider_sign_ins (
  state_hash bytea primary key,
  site_id integer not null references sites on delete cascade,
  provider text not null,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  -- The account that adds an identity; null for a sign-in.
  account_id bigint references accounts on delete cascade,
  go_to text,
  pending_id uuid,
  expires_at timestamptz not null
);
create index provider_sign_ins_expired on provider_sign_ins (expires_at);
create index provider_sign_ins_account on provider_sign_ins (account_id) where account_id is not null;

-- Providers of one site. Those of the whole deployment are in its environment.
create table sign_in_providers (
  site_id integer not null references sites on delete cascade,
  key text not null,
  kind text not null check (kind in ('oidc', 'github')),
  issuer text not null,
  label text not null,
  client_id text not null,
  client_secret text not null,
  created_at timestamptz not null default now(),
  primary key (site_id, key)
);

-- Forms that visitors sent before they signed in. They run once, after the sign-in.
create table pending_actions (
  id uuid primary key default gen_random_uuid(),
  site_id integer not null references sites on delete cascade,
  browser_hash bytea not null,
  -- What follows "Sign in to", such as: vote for Handrailer.
  title text not null,
  action text not null,
  fields jsonb not null,
  expires_at timestamptz not null
);
create index pending_actions_expired on pending_actions (expires_at);

-- What opening the link does besides: connects an identity (in the browser that asked), runs a form.
alter table emailed_links add column identity jsonb, add column pending_id uuid;
