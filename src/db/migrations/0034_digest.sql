-- Who gets the weekly digest of a site. A row is written once its address is confirmed, and deleted when somebody unsubscribes.
create table digest_subscribers (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  email text not null,
  email_key text not null,
  -- Only launches of these categories and those below them; all of them if it is empty.
  category_ids integer[] not null default '{}',
  confirmed_at timestamptz not null,
  unique (site_id, email_key)
);
create index digest_subscribers_site on digest_subscribers (site_id, id);
create index digest_subscribers_email on digest_subscribers (email_key);
