-- What owners do with their listings, and who follows them.

-- Each edit of a listing: who, when, by which way, and the changed fields alone as they were and as they are. The site's team
-- reads them in order; owners go back to any of them, which is an edit again.
create table listing_versions (
  id bigint generated always as identity primary key,
  site_id integer not null,
  listing_id bigint not null,
  account_id bigint references accounts on delete set null,
  source text not null check (source in ('owner', 'another_site', 'draft', 'restore', 'team')),
  before jsonb not null,
  after jsonb not null,
  -- Of a restore: the version it went back to; null is the listing as it was first.
  restored_id bigint,
  created_at timestamptz not null,
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);
create index listing_versions_listing on listing_versions (listing_id, id desc);
create index listing_versions_site on listing_versions (site_id, id desc);
create index listing_versions_account on listing_versions (account_id) where account_id is not null;

create table follows (
  account_id bigint not null references accounts on delete cascade,
  listing_id bigint not null,
  site_id integer not null,
  wants_mail boolean not null default true,
  created_at timestamptz not null,
  primary key (account_id, listing_id),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);
create index follows_listing on follows (listing_id, account_id);

-- Counts follow from the rows. Whoever changes several counts locks them first, in one order.
create function followers_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into listing_counts (listing_id, site_id) select distinct listing_id, site_id from changed order by listing_id on conflict do nothing;
  end if;
  perform 1 from listing_counts where listing_id in (select listing_id from changed) order by listing_id for no key update;
  update listing_counts n set followers = n.followers + (case tg_op when 'INSERT' then 1 else -1 end) * c.people
  from (select listing_id, count(*)::int as people from changed group by listing_id) c where n.listing_id = c.listing_id;
  return null;
end $$;
create trigger followers_counted_insert after insert on follows referencing new table as changed
  for each statement execute function followers_counted();
create trigger followers_counted_delete after delete on follows referencing old table as changed
  for each statement execute function followers_counted();

-- What people are told on the site. The key says what about, so that nobody is told a thing twice.
create table notifications (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  site_id integer not null references sites,
  kind text not null,
  key text not null,
  title text not null,
  body text,
  -- A path of the site.
  url text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  unique (account_id, key)
);
create index notifications_newest on notifications (account_id, site_id, id desc);
create index notifications_unread on notifications (account_id, site_id) where read_at is null;
create index notifications_old on notifications (created_at);

-- Where who gets a mail may say, with one click and without signing in, that it was the last of its kind.
alter table mails add unsubscribe_url text;

-- Pictures, made anew from what was sent. The hash of what is in one is its address, so that browsers may keep it for good.
create table listing_media (
  id bigint generated always as identity primary key,
  site_id integer not null,
  listing_id bigint not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  alt text not null,
  width integer not null,
  height integer not null,
  position integer not null,
  bytes bytea not null,
  created_at timestamptz not null,
  unique (listing_id, hash),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);
-- A picture is packed already: PostgreSQL need not try.
alter table listing_media alter column bytes set storage external;
create index listing_media_hash on listing_media (site_id, hash);

create table interview_answers (
  account_id bigint not null references accounts on delete cascade,
  question_id integer not null references interview_questions on delete cascade,
  site_id integer not null references sites,
  answer text not null,
  updated_at timestamptz not null,
  primary key (account_id, question_id)
);

-- The latest news of a site.
create index listing_updates_site on listing_updates (site_id, created_at desc, id desc);

-- Somebody's listings on a site, newest first.
create index listings_owner_site on listings (owner_id, site_id, id desc) where owner_id is not null;
drop index listings_owner;
