-- What people say about products they know, the rating that follows from it, and figures from outside.

create table reviews (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  listing_id bigint not null,
  -- Null only where nobody of this service wrote it: the demo's are by the name beside it.
  account_id bigint references accounts on delete cascade,
  author_name text,
  rating smallint check (rating between 1 and 5),
  title text check (char_length(title) <= 120),
  body text not null check (char_length(body) <= 4000),
  status text not null default 'shown' check (status in ('shown', 'held', 'removed', 'withdrawn')),
  -- The owner's.
  answer text check (char_length(answer) <= 2000),
  answered_at timestamptz,
  -- When its author last changed it; null where it is as it was first.
  edited_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (listing_id, account_id),
  unique (site_id, id),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade,
  check (account_id is not null or author_name is not null),
  check ((answer is null) = (answered_at is null)),
  -- What was taken back is forgotten; only that it was there is known.
  check (status = 'withdrawn' or (rating is not null and body <> ''))
);
create index reviews_shown on reviews (listing_id, created_at desc, id desc) where status = 'shown';
create index reviews_account on reviews (account_id, created_at desc) where account_id is not null;
create index reviews_held on reviews (site_id, id) where status = 'held';

create table review_reports (
  review_id bigint not null references reviews on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  reason text not null check (char_length(reason) between 1 and 500),
  created_at timestamptz not null,
  -- When somebody of the team decided about it: the moment of that move.
  settled_at timestamptz,
  primary key (review_id, account_id)
);
create index review_reports_account on review_reports (account_id);
create index review_reports_open on review_reports (review_id) where settled_at is null;

create index moves_reviews on moves (site_id, id desc) where record = 'review';

-- The community rating: of the reviews that are shown, without one by who has come to own the listing.
create table listing_ratings (
  listing_id bigint primary key,
  site_id integer not null,
  reviews integer not null default 0,
  stars integer not null default 0,
  -- How many gave 1, 2, 3, 4 and 5.
  by_rating integer[] not null default '{0,0,0,0,0}',
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);

-- Counted anew from a listing's own reviews, which are few. Two who change the same listing's take turns, so that the later sees
-- what the earlier wrote.
create function rate_listings(ids bigint[]) returns void language plpgsql as $$
begin
  insert into listing_ratings (listing_id, site_id) select id, site_id from listings where id = any(ids) order by id on conflict do nothing;
  perform 1 from listing_ratings where listing_id = any(ids) order by listing_id for update;
  update listing_ratings r set (reviews, stars, by_rating) = (
    select count(*), coalesce(sum(v.rating), 0), array[count(*) filter (where v.rating = 1), count(*) filter (where v.rating = 2),
      count(*) filter (where v.rating = 3), count(*) filter (where v.rating = 4), count(*) filter (where v.rating = 5)]
    from reviews v join listings l on l.id = v.listing_id
    where v.listing_id = r.listing_id and v.status = 'shown' and (v.account_id is null or v.account_id is distinct from l.owner_id)
  ) where r.listing_id = any(ids);
end $$;

create function reviews_rated() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct listing_id) into ids from fresh;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct listing_id) into ids from stale;
  else
    select array_agg(distinct f.listing_id) into ids from fresh f join stale s using (id)
    where (f.rating, f.status, f.account_id) is distinct from (s.rating, s.status, s.account_id);
  end if;
  if ids is not null then perform rate_listings(ids); end if;
  return null;
end $$;
create trigger reviews_rated_insert after insert on reviews referencing new table as fresh
  for each statement execute function reviews_rated();
create trigger reviews_rated_update after update on reviews referencing new table as fresh old table as stale
  for each statement execute function reviews_rated();
create trigger reviews_rated_delete after delete on reviews referencing old table as stale
  for each statement execute function reviews_rated();

-- Nobody rates their own listing, however it came to be theirs.
create function owner_rated() returns trigger language plpgsql as $$
begin
  if exists (select from reviews where listing_id = new.id and account_id in (old.owner_id, new.owner_id)) then
    perform rate_listings(array[new.id]);
  end if;
  return null;
end $$;
create trigger owner_rated after update of owner_id on listings for each row
  when (old.owner_id is distinct from new.owner_id) execute function owner_rated();

-- A figure is of one unit, whoever says it: places on a board can only be compared in one.
update listing_metrics set value = round(value * 100), unit = 'USD cents per month' where name = 'revenue' and unit <> 'USD cents per month';
update listing_metrics set unit = 'points' where name = 'domain_rating' and unit <> 'points';
alter table listing_metrics add constraint listing_metrics_unit
  check (unit = case name when 'domain_rating' then 'points' else 'USD cents per month' end);

-- When a source is asked again about a listing, and what was wrong when it was asked last.
create table metric_readings (
  listing_id bigint not null,
  site_id integer not null,
  name text not null check (name in ('domain_rating', 'revenue')),
  asked_at timestamptz not null,
  due_at timestamptz not null,
  trouble text,
  primary key (listing_id, name),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);
create index metric_readings_due on metric_readings (site_id, name, due_at);
