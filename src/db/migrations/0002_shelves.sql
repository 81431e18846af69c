-- Lists in order without sorting. A shelf is a category with all its subcategories, or (category_id 0) the whole site.
-- A live listing has one place on each of its shelves, and the place holds what lists are ordered by, so that a page of any
-- category in any order is one index scan however many listings there are. Places follow from listings, listing_categories and
-- listing_counts by the triggers below; nothing else writes them.

create table shelves (
  site_id integer not null references sites,
  category_id integer not null,
  live integer not null default 0,
  primary key (site_id, category_id)
);

create table shelf_places (
  site_id integer not null,
  category_id integer not null,
  listing_id bigint not null references listings on delete cascade,
  launched_at timestamptz not null,
  votes integer not null,
  views bigint not null,
  followers integer not null,
  trending double precision not null,
  primary key (listing_id, category_id)
) with (fillfactor = 80);
create index shelf_places_votes on shelf_places (site_id, category_id, votes desc, listing_id);
create index shelf_places_newest on shelf_places (site_id, category_id, launched_at desc, listing_id);
create index shelf_places_trending on shelf_places (site_id, category_id, trending desc, listing_id);
create index shelf_places_views on shelf_places (site_id, category_id, views desc, listing_id);
create index shelf_places_followers on shelf_places (site_id, category_id, followers desc, listing_id);

-- Puts listings on the shelves they belong on now, and off all others.
create function place_listings(ids bigint[]) returns void language plpgsql as $$
begin
  -- Counts that change meanwhile wait, or were waited for: otherwise a vote cast in the moment of going live would be lost to the place.
  perform 1 from listing_counts where listing_id = any(ids) order by listing_id for share;
  with recursive belongs as (
    select lc.listing_id, c.id as category_id, c.parent_id
    from listing_categories lc join categories c on c.id = lc.category_id
    where lc.listing_id = any(ids)
    union
    select b.listing_id, c.id, c.parent_id from belongs b join categories c on c.id = b.parent_id
  ), wanted as materialized (
    select l.site_id, s.category_id, l.id as listing_id, l.launched_at,
      coalesce(n.votes, 0) as votes, coalesce(n.views, 0) as views, coalesce(n.followers, 0) as followers, coalesce(n.trending, 0) as trending
    from (select unnest(ids) as listing_id, 0 as category_id union all select listing_id, category_id from belongs) s
    join listings l on l.id = s.listing_id
    left join listing_counts n on n.listing_id = l.id
    where l.id = any(ids) and l.status = 'live'
  ), gone as (
    delete from shelf_places p where p.listing_id = any(ids)
      and (p.listing_id, p.category_id) not in (select w.listing_id, w.category_id from wanted w)
  )
  insert into shelf_places as p (site_id, category_id, listing_id, launched_at, votes, views, followers, trending)
  select site_id, category_id, listing_id, launched_at, votes, views, followers, trending from wanted
  on conflict (listing_id, category_id) do update set launched_at = excluded.launched_at
    where p.launched_at is distinct from excluded.launched_at;
end $$;

create function listings_placed() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id) into ids from fresh where status = 'live';
  else
    select array_agg(f.id) into ids from fresh f join stale s using (id)
    where f.status is distinct from s.status or f.launched_at is distinct from s.launched_at;
  end if;
  if ids is not null then perform place_listings(ids); end if;
  return null;
end $$;
create trigger listings_placed_insert after insert on listings referencing new table as fresh
  for each statement execute function listings_placed();
create trigger listings_placed_update after update on listings referencing new table as fresh old table as stale
  for each statement execute function listings_placed();

create function listing_categories_placed() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct listing_id) into ids from fresh;
  else
    select array_agg(distinct listing_id) into ids from stale;
  end if;
  if ids is not null then perform place_listings(ids); end if;
  return null;
end $$;
create trigger listing_categories_placed_insert after insert on listing_categories referencing new table as fresh
  for each statement execute function listing_categories_placed();
create trigger listing_categories_placed_delete after delete on listing_categories referencing old table as stale
  for each statement execute function listing_categories_placed();

create function listing_counts_placed() returns trigger language plpgsql as $$
begin
  update shelf_places p set votes = f.votes, views = f.views, followers = f.followers, trending = f.trending
  from fresh f where p.listing_id = f.listing_id;
  return null;
end $$;
create trigger listing_counts_placed_insert after insert on listing_counts referencing new table as fresh
  for each statement execute function listing_counts_placed();
create trigger listing_counts_placed_update after update on listing_counts referencing new table as fresh
  for each statement execute function listing_counts_placed();

-- How many stand on each shelf is kept, not counted: an exact count costs many times the page it belongs to.
create function shelves_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into shelves as s (site_id, category_id, live)
    select site_id, category_id, count(*) from fresh group by site_id, category_id order by site_id, category_id
    on conflict (site_id, category_id) do update set live = s.live + excluded.live;
  else
    insert into shelves as s (site_id, category_id, live)
    select site_id, category_id, -count(*) from stale group by site_id, category_id order by site_id, category_id
    on conflict (site_id, category_id) do update set live = s.live + excluded.live;
  end if;
  return null;
end $$;
create trigger shelves_counted_insert after insert on shelf_places referencing new table as fresh
  for each statement execute function shelves_counted();
create trigger shelves_counted_delete after delete on shelf_places referencing old table as stale
  for each statement execute function shelves_counted();
