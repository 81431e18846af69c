-- steps
-- A view of a listing changes its place by views only, which has two indexes instead of six. See decision 63.

-- step: places by views
create table shelf_views (
  site_id integer not null,
  category_id integer not null,
  listing_id bigint not null,
  views bigint not null,
  primary key (listing_id, category_id)
) with (fillfactor = 80);
create index shelf_views_order on shelf_views (site_id, category_id, views desc, listing_id);

-- They come and go with the other places.
create function shelf_views_placed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from shelf_views v using stale s where v.listing_id = s.listing_id and v.category_id = s.category_id;
  else
    insert into shelf_views (site_id, category_id, listing_id, views)
    select f.site_id, f.category_id, f.listing_id, n.views from fresh f join listing_counts n on n.listing_id = f.listing_id;
  end if;
  return null;
end $$;
create trigger shelf_views_placed_insert after insert on shelf_places referencing new table as fresh
  for each statement execute function shelf_views_placed();
create trigger shelf_views_placed_delete after delete on shelf_places referencing old table as stale
  for each statement execute function shelf_views_placed();

create or replace function listing_counts_placed() returns trigger language plpgsql as $$
begin
  update shelf_places p set votes = f.votes, followers = f.followers, trending = f.trending
  from fresh f where p.listing_id = f.listing_id and (p.votes, p.followers, p.trending) is distinct from (f.votes, f.followers, f.trending);
  update shelf_views v set views = f.views from fresh f where v.listing_id = f.listing_id and v.views <> f.views;
  return null;
end $$;

-- Processes of the release before still sort by it, so the column stays until the next migration of this table.
alter table shelf_places alter views set default 0;

-- Every listing with a place has a row of counts, and it is locked first: counts that change meanwhile wait, or were waited for. Otherwise
-- a vote cast in that moment would be lost to the place.
create or replace function place_listings(ids bigint[]) returns void language plpgsql as $$
begin
  insert into listing_counts (listing_id, site_id) select id, site_id from listings where id = any(ids) and status = 'live' order by id
  on conflict do nothing;
  perform 1 from listing_counts where listing_id = any(ids) order by listing_id for share;
  with recursive belongs as (
    select lc.listing_id, c.id as category_id, c.parent_id
    from listing_categories lc join categories c on c.id = lc.category_id
    where lc.listing_id = any(ids)
    union
    select b.listing_id, c.id, c.parent_id from belongs b join categories c on c.id = b.parent_id
  ), wanted as materialized (
    select l.site_id, s.category_id, l.id as listing_id, l.launched_at, n.votes, n.followers, n.trending
    from (select unnest(ids) as listing_id, 0 as category_id union all select listing_id, category_id from belongs) s
    join listings l on l.id = s.listing_id
    join listing_counts n on n.listing_id = l.id
    where l.id = any(ids) and l.status = 'live'
  ), gone as (
    delete from shelf_places p where p.listing_id = any(ids)
      and (p.listing_id, p.category_id) not in (select w.listing_id, w.category_id from wanted w)
  )
  insert into shelf_places as p (site_id, category_id, listing_id, launched_at, votes, followers, trending)
  select site_id, category_id, listing_id, launched_at, votes, followers, trending from wanted
  on conflict (listing_id, category_id) do update set launched_at = excluded.launched_at
    where p.launched_at is distinct from excluded.launched_at;
end $$;

-- repeat: listings that have a place already
with missing as materialized (
  select p.site_id, p.category_id, p.listing_id from shelf_places p
  where not exists (select from shelf_views v where v.listing_id = p.listing_id and v.category_id = p.category_id)
  order by p.listing_id, p.category_id limit 1000 for key share
), counts as materialized (
  select n.listing_id, n.views from listing_counts n where n.listing_id in (select listing_id from missing) order by n.listing_id for share
)
insert into shelf_views (site_id, category_id, listing_id, views)
select m.site_id, m.category_id, m.listing_id, coalesce(c.views, 0) from missing m left join counts c using (listing_id);

-- step: no order of shelves has views
drop index shelf_places_views;
