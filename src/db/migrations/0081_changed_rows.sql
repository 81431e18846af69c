-- steps
-- Which records show a changed row depends on other rows, such as links, which another transaction may be changing at the same time without
-- seeing this one. So it is found after the commit (decision 65): triggers note the row, and the records get touches when places are given.

-- step: create the table of changed rows
create table changed_rows (
  id bigint generated always as identity primary key,
  site_id integer not null,
  -- What changed of which row: see records_showing.
  kind text not null,
  row_id bigint not null,
  day date,
  at timestamptz not null default now()
);
create index changed_rows_site on changed_rows (site_id, id);
create trigger touches_written after insert on changed_rows referencing new table as fresh
  for each statement execute function touches_written();

create function records_showing(site integer, changed text, changed_id bigint, changed_day date)
returns table (kind text, key text) language sql stable as $$
  select 'listing', slug from listings where changed = 'listing' and id = changed_id
  -- Founders show names, addresses and launches of their listings.
  union all select 'founder', f.slug from listing_founders lf join founders f on f.id = lf.founder_id
    where changed = 'listing_of_founders' and lf.listing_id = changed_id
  -- A listing's slug or status.
  union all select 'votes', l.slug || '/' || d.day from listings l join vote_days d on d.site_id = l.site_id and d.listing_id = l.id
    where changed = 'listing_address' and l.id = changed_id
  union all select t.kind, t.key from week_results r
    cross join lateral (values ('week', r.week_on::text), (case when r.rank <= 3 then 'award' end, r.week_on || '/' || r.rank)) t (kind, key)
    where changed = 'listing_address' and r.listing_id = changed_id and t.kind is not null
  union all select 'votes', slug || '/' || changed_day from listings where changed = 'vote_day' and id = changed_id
  union all select 'founder', slug from founders where changed = 'founder' and id = changed_id
  union all select 'listing', l.slug from listing_founders lf join listings l on l.id = lf.listing_id
    where changed = 'founder_of_listings' and lf.founder_id = changed_id
  union all select 'category', slug from categories where changed = 'category' and id = changed_id
  union all select 'category', p.slug from categories c join categories p on p.id in (c.id, c.parent_id)
    where changed = 'category_and_parent' and c.id = changed_id
  union all select 'category', slug from categories where changed = 'categories_below' and id = any(categories_below(array[changed_id::integer]))
  union all select 'category', slug from categories where changed = 'all_categories' and site_id = site
  union all select 'listing', l.slug from listing_categories lc join listings l on l.id = lc.listing_id
    where changed = 'category_of_listings' and lc.category_id = any(categories_below(array[changed_id::integer]))
  union all select 'listing', l.slug from listing_attributes v join listings l on l.id = v.listing_id
    where changed = 'attribute_of_listings' and v.attribute_id = changed_id
$$;

-- step: note changed rows instead of touching what shows them now
create or replace function touch_listings(ids bigint[]) returns void language sql as $$
  insert into changed_rows (site_id, kind, row_id) select site_id, 'listing', id from listings where id = any(ids) order by id
$$;

create or replace function touch_founders(ids bigint[]) returns void language sql as $$
  insert into changed_rows (site_id, kind, row_id) select site_id, 'founder', id from founders where id = any(ids) order by id
$$;

create or replace function touch_categories(ids integer[]) returns void language sql as $$
  insert into changed_rows (site_id, kind, row_id) select site_id, 'category', id from categories where id = any(ids) order by id
$$;

-- An attribute without a category belongs to all of its site's.
create or replace function touch_categories_with(sites integer[], ids integer[]) returns void language sql as $$
  insert into changed_rows (site_id, kind, row_id)
  select distinct site_id, case when category_id is null then 'all_categories' else 'categories_below' end, coalesce(category_id, 0)
  from unnest(sites, ids) a (site_id, category_id)
$$;

-- What shows a listing's name, address or status: founders, votes by day, and the frozen weeks in which it has a result.
create or replace function listings_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into change_touches (site_id, kind, key) select site_id, 'listing', slug from fresh where is_public_status(status) order by id;
    return null;
  elsif tg_op = 'DELETE' then
    insert into change_touches (site_id, kind, key) select site_id, 'listing', slug from stale where is_public_status(status) order by id;
    return null;
  end if;
  insert into change_touches (site_id, kind, key)
  select f.site_id, 'listing', k.slug from fresh f join stale s using (id) cross join lateral (select f.slug union select s.slug) k
  where (is_public_status(f.status) or is_public_status(s.status)) and f::text is distinct from s::text order by f.id;
  insert into changed_rows (site_id, kind, row_id)
  select f.site_id, 'listing_of_founders', f.id from fresh f join stale s using (id)
  where (is_public_status(f.status) or is_public_status(s.status))
    and (f.slug, f.name, f.status, f.launched_at, f.story::text, f.unlocked_sections)
      is distinct from (s.slug, s.name, s.status, s.launched_at, s.story::text, s.unlocked_sections) order by f.id;
  if not found then return null; end if;
  insert into changed_rows (site_id, kind, row_id)
  select f.site_id, 'listing_address', f.id from fresh f join stale s using (id)
  where (is_public_status(f.status) or is_public_status(s.status)) and (f.slug, f.status) is distinct from (s.slug, s.status) order by f.id;
  -- Days under the slug it had, which it may not have any more when places are given. Whoever inserts a day meanwhile is waited for if the
  -- slug changes, since it is part of a key.
  insert into change_touches (site_id, kind, key)
  select d.site_id, 'votes', s.slug || '/' || d.day from fresh f join stale s using (id)
  join vote_days d on d.site_id = f.site_id and d.listing_id = f.id
  where (f.slug, f.status) is distinct from (s.slug, s.status) order by d.listing_id, d.day;
  return null;
end $$;

create or replace function shelves_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into changed_rows (site_id, kind, row_id) select site_id, 'category_and_parent', category_id from fresh where live <> 0;
  elsif tg_op = 'DELETE' then
    insert into changed_rows (site_id, kind, row_id) select site_id, 'category_and_parent', category_id from stale where live <> 0;
  else
    insert into changed_rows (site_id, kind, row_id)
    select site_id, 'category_and_parent', category_id from fresh f join stale s using (site_id, category_id) where f.live <> s.live;
  end if;
  return null;
end $$;

create or replace function vote_days_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into changed_rows (site_id, kind, row_id, day) select site_id, 'vote_day', listing_id, day from fresh order by listing_id, day;
  elsif tg_op = 'DELETE' then
    insert into changed_rows (site_id, kind, row_id, day) select site_id, 'vote_day', listing_id, day from stale order by listing_id, day;
    -- If the listing gets another slug before places are given, nothing else knows that it had this day.
    insert into change_touches (site_id, kind, key)
    select s.site_id, 'votes', l.slug || '/' || s.day from stale s join listings l on l.id = s.listing_id order by s.listing_id, s.day;
  else
    insert into changed_rows (site_id, kind, row_id, day)
    select site_id, 'vote_day', listing_id, day from (
      select site_id, listing_id, day from fresh union select site_id, listing_id, day from stale) t order by listing_id, day;
  end if;
  return null;
end $$;
