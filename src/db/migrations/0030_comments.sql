-- steps
-- Discussion on listings.
-- step: create comments
create table comments (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  listing_id bigint not null,
  -- The top comment it replies to; null for a top comment. There are two levels.
  thread_id bigint,
  -- The reply it answers; null if it answers the top comment.
  reply_to_id bigint,
  -- Null if its author deleted the account, and for the demo's comments, which name an author instead.
  account_id bigint references accounts on delete set null,
  author_name text,
  -- Set when a co-founder writes, and for the demo's comments. The owner of the listing is recognized without it.
  author_is_maker boolean not null default false,
  body text not null check (char_length(body) <= 2000),
  -- Hash of the text without case and spacing, to find repeated texts.
  body_hash bytea,
  status text not null default 'shown' check (status in ('shown', 'held', 'removed', 'withdrawn')),
  votes integer not null default 0,
  edited_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (site_id, id),
  unique (site_id, listing_id, id),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade,
  foreign key (site_id, listing_id, thread_id) references comments (site_id, listing_id, id) on delete cascade,
  foreign key (site_id, reply_to_id) references comments (site_id, id) on delete set null (reply_to_id),
  check (reply_to_id is null or thread_id is not null),
  -- A withdrawn comment keeps its place in the thread, but not its text.
  check (status = 'withdrawn' or (body <> '' and (account_id is not null or author_name is not null)))
);
create index comments_threads on comments (listing_id, votes desc, created_at desc, id desc) where thread_id is null;
create index comments_replies on comments (thread_id, created_at, id) where thread_id is not null;
create index comments_newest on comments (listing_id, created_at desc, id desc) where status = 'shown';
create index comments_answered on comments (reply_to_id) where reply_to_id is not null;
create index comments_account on comments (account_id, created_at desc) where account_id is not null;
create index comments_hash on comments (site_id, body_hash, created_at desc) where body_hash is not null;
create index comments_held on comments (site_id, id) where status = 'held';
create index comments_withdrawn on comments (updated_at) where status = 'withdrawn';

create table comment_votes (
  comment_id bigint not null references comments on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null,
  primary key (comment_id, account_id)
);
create index comment_votes_account on comment_votes (account_id);

-- People whom a comment names with @.
create table comment_mentions (
  comment_id bigint not null references comments on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  primary key (comment_id, account_id)
);
create index comment_mentions_account on comment_mentions (account_id);

create table comment_reports (
  comment_id bigint not null references comments on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  reason text not null check (char_length(reason) between 1 and 500),
  created_at timestamptz not null,
  -- When somebody of the team decided about it: the time of that move.
  settled_at timestamptz,
  primary key (comment_id, account_id)
);
create index comment_reports_account on comment_reports (account_id);
create index comment_reports_open on comment_reports (comment_id) where settled_at is null;

-- The comments of a deleted account lose their text. They stay as rows, because others may have replied.
create function comment_author_deleted() returns trigger language plpgsql as $$
begin
  new.body := '';
  new.body_hash := null;
  new.edited_at := null;
  new.status := 'withdrawn';
  new.updated_at := now();
  return new;
end $$;
create trigger comment_author_deleted before update of account_id on comments for each row
  when (old.account_id is not null and new.account_id is null) execute function comment_author_deleted();

create function comment_votes_counted() returns trigger language plpgsql as $$
begin
  perform 1 from comments where id in (select comment_id from changed) order by id for no key update;
  update comments c set votes = c.votes + (case tg_op when 'INSERT' then 1 else -1 end) * n.votes
  from (select comment_id, count(*)::int as votes from changed group by comment_id) n where c.id = n.comment_id;
  return null;
end $$;
create trigger comment_votes_counted_insert after insert on comment_votes referencing new table as changed
  for each statement execute function comment_votes_counted();
create trigger comment_votes_counted_delete after delete on comment_votes referencing old table as changed
  for each statement execute function comment_votes_counted();

-- How many comments of a listing are shown.
alter table listing_counts add column comments_count integer not null default 0;
create function add_comments(ids bigint[], numbers integer[]) returns void language plpgsql as $$
begin
  insert into listing_counts (listing_id, site_id) select id, site_id from listings where id = any(ids) order by id on conflict do nothing;
  perform 1 from listing_counts where listing_id = any(ids) order by listing_id for no key update;
  update listing_counts n set comments_count = n.comments_count + c.number
  from (select unnest(ids) as listing_id, unnest(numbers) as number) c where n.listing_id = c.listing_id;
end $$;
create function comments_counted() returns trigger language plpgsql as $$
declare ids bigint[]; numbers integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(listing_id), array_agg(number) into ids, numbers
    from (select listing_id, count(*)::int as number from fresh where status = 'shown' group by listing_id) t;
  elsif tg_op = 'DELETE' then
    select array_agg(listing_id), array_agg(-number) into ids, numbers
    from (select listing_id, count(*)::int as number from stale where status = 'shown' group by listing_id) t;
  else
    select array_agg(listing_id), array_agg(number) into ids, numbers from (
      select f.listing_id, sum((f.status = 'shown')::int - (s.status = 'shown')::int)::int as number
      from fresh f join stale s using (id) where f.status <> s.status group by f.listing_id) t where number <> 0;
  end if;
  if ids is not null then perform add_comments(ids, numbers); end if;
  return null;
end $$;
create trigger comments_counted_insert after insert on comments referencing new table as fresh
  for each statement execute function comments_counted();
create trigger comments_counted_update after update on comments referencing new table as fresh old table as stale
  for each statement execute function comments_counted();
create trigger comments_counted_delete after delete on comments referencing old table as stale
  for each statement execute function comments_counted();
-- step: index decisions about comments
create index concurrently if not exists moves_comments on moves (site_id, id desc) where record = 'comment';
