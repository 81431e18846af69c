-- Messages to the team of a site, from its contact form.
create table contact_messages (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  -- Who sent it while signed in.
  account_id bigint references accounts on delete cascade,
  name text not null,
  email text not null,
  subject text not null,
  body text not null,
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  answer text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (site_id, id)
);
create index contact_messages_site on contact_messages (site_id, id desc);
create index contact_messages_open on contact_messages (site_id, id) where status = 'open';
create index contact_messages_account on contact_messages (account_id);
create index contact_messages_done on contact_messages (updated_at) where status <> 'open';
