-- steps
-- What a profile shows from seven tables that have no row for most listings, computed when it changes and not with every read. See
-- decision 64.

-- step: create the table
create table listing_parts (
  listing_id bigint primary key,
  site_id integer not null,
  -- As the API shows them, founders without their address; null where there is nothing.
  attributes json,
  founders json,
  updates json,
  community_rating json,
  domain_rating json,
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);
-- Listings that were there before, until their parts are stored.
create table listing_parts_missing (listing_id bigint primary key);

-- "offset 0" makes every plan begin with the listing, also one that was made when a table was empty or had never been analyzed.
-- step: compute the parts
create view computed_listing_parts as
select l.id as listing_id, l.site_id,
  (select json_agg(json_build_object('key', t.key, 'name', t.name, 'kind', t.kind, 'unit', t.unit, 'value', t.value,
      'evidence', coalesce((select json_agg(json_build_object('quote', q->>'quote', 'url', q->>'url', 'read_at', q->>'read_at',
        'confirmed_at', q->>'confirmed_at', 'missing_since', q->>'missing_since')) from json_array_elements(t.evidence) e (q)), '[]'),
      'stated_by', t.stated_by) order by t.place, t.position, t.id)
    from (
      -- Once per key: the nearest attribute that has a value.
      select distinct on (a.key) a.*, coalesce(n.place, 1000) as place, v.value, v.evidence, v.stated_by
      from (select * from listing_attributes where listing_id = l.id offset 0) v
      join category_attributes a on a.id = v.attribute_id and a.kind = v.kind and a.archived_at is null
      left join lateral (
        select min(lc.position * 10 + case a.category_id when c.id then 1 when c.parent_id then 2 when p.parent_id then 3 end) as place
        from (select * from listing_categories where listing_id = l.id and a.category_id is not null offset 0) lc
        join categories c on c.id = lc.category_id left join categories p on p.id = c.parent_id) n on true
      where a.site_id = l.site_id and (a.category_id is null or n.place is not null)
      order by a.key, place
    ) t) as attributes,
  (select json_agg(json_build_object('slug', f.slug, 'name', f.name, 'title', lf.title) order by lf.position, f.id)
    from (select * from listing_founders where listing_id = l.id offset 0) lf
    cross join lateral (select * from founders where id = lf.founder_id and hidden_at is null offset 0) f) as founders,
  (select json_agg(u) from (
      select id, title, body, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
      from listing_updates p where p.listing_id = l.id order by p.created_at desc, id desc limit 5
    ) u) as updates,
  (select json_build_object('value', round(r.stars::numeric / r.reviews, 2), 'reviews', r.reviews)
    from listing_ratings r where r.listing_id = l.id and r.reviews > 0) as community_rating,
  (select json_build_object('name', m.name, 'value', m.value, 'unit', m.unit, 'as_of', m.as_of_on, 'source', m.source, 'trend', m.value - (
      select b.value from listing_metrics b where b.listing_id = m.listing_id and b.name = m.name and b.source <> '' and b.as_of_on < m.as_of_on
      order by b.as_of_on desc limit 1))
    from listing_metrics m where m.listing_id = l.id and m.name = 'domain_rating' and m.source <> '' order by m.as_of_on desc limit 1) as domain_rating
from listings l;

-- The parts of a listing may be written by several transactions at a time. Each waits until it has locked the row, and computes in the
-- statement after that, which sees what the others have committed. It is planned once for a session, which takes longer than running it for
-- one listing, and maybe while tables are empty: so none is read from its beginning.
create function store_listing_parts(ids bigint[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  insert into listing_parts (listing_id, site_id) select id, site_id from listings where id = any(ids) order by id on conflict do nothing;
  perform from listing_parts where listing_id = any(ids) order by listing_id for no key update;
  insert into listing_parts as p (listing_id, site_id, attributes, founders, updates, community_rating, domain_rating)
  select listing_id, site_id, attributes, founders, updates, community_rating, domain_rating
  from computed_listing_parts where listing_id = any(ids)
  on conflict (listing_id) do update set attributes = excluded.attributes, founders = excluded.founders, updates = excluded.updates,
    community_rating = excluded.community_rating, domain_rating = excluded.domain_rating
  where (p.attributes::text, p.founders::text, p.updates::text, p.community_rating::text, p.domain_rating::text) is distinct from (
    excluded.attributes::text, excluded.founders::text, excluded.updates::text, excluded.community_rating::text, excluded.domain_rating::text);
end $$;

create function refresh_listings(ids bigint[]) returns void language sql as $$
  select store_listing_parts(ids);
  select touch_listings(ids);
$$;

-- From here on each change stores the parts. Writers that have run the functions before are waited for.
-- step: store the parts with each change
lock table listing_attributes, listing_categories, listing_founders, listing_metrics, listing_ratings, listing_updates, categories,
  category_attributes, founders in share row exclusive mode;

-- Whoever links a listing to an attribute, a category or a founder waits for a transaction that is changing it, and keeps others from
-- changing it. Otherwise that one would not know of the listing, and this one would store what was there before.
create or replace function listing_parts_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform refresh_listings(array(select distinct listing_id from stale));
    return null;
  end if;
  if tg_table_name = 'listing_attributes' then
    perform from category_attributes where id in (select attribute_id from fresh) order by id for share;
  elsif tg_table_name = 'listing_categories' then
    perform share_categories(array(select category_id from fresh));
  end if;
  if tg_op = 'INSERT' then
    perform refresh_listings(array(select distinct listing_id from fresh));
  else
    perform refresh_listings(array(select listing_id from fresh union select listing_id from stale));
  end if;
  return null;
end $$;

create function share_categories(ids integer[]) returns void language plpgsql as $$
begin
  perform from categories where id = any(ids) order by id for share;
  -- In a statement of its own, which sees the parents that the first one waited for.
  perform from categories where id in (select parent_id from categories where id = any(ids)) order by id for share;
end $$;

create or replace function listing_founders_changed() returns trigger language plpgsql as $$
declare
  listings bigint[];
  people bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct listing_id), array_agg(distinct founder_id) into listings, people from fresh;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct listing_id), array_agg(distinct founder_id) into listings, people from stale;
  else
    select array_agg(distinct listing_id), array_agg(distinct founder_id) into listings, people
    from (select listing_id, founder_id from fresh union select listing_id, founder_id from stale) t;
  end if;
  perform from founders where id = any(people) order by id for share;
  perform refresh_listings(listings), touch_founders(people);
  return null;
end $$;

create or replace function founders_changed() returns trigger language plpgsql as $$
declare shown bigint[];
begin
  if tg_op = 'INSERT' then
    insert into change_touches (site_id, kind, key) select site_id, 'founder', slug from fresh order by id;
  elsif tg_op = 'DELETE' then
    insert into change_touches (site_id, kind, key) select site_id, 'founder', slug from stale order by id;
  else
    insert into change_touches (site_id, kind, key)
    select f.site_id, 'founder', k.slug from fresh f join stale s using (id) cross join lateral (select f.slug union select s.slug) k
    where f::text is distinct from s::text order by f.id;
    shown := array(
      select f.id from fresh f join stale s using (id)
      where (f.slug, f.name, f.hidden_at is null) is distinct from (s.slug, s.name, s.hidden_at is null));
    insert into changed_rows (site_id, kind, row_id) select site_id, 'founder_of_listings', id from fresh where id = any(shown) order by id;
    perform store_listing_parts(array(select distinct listing_id from listing_founders where founder_id = any(shown)));
  end if;
  return null;
end $$;

create or replace function categories_changed() returns trigger language plpgsql as $$
declare moved integer[];
begin
  if tg_op = 'INSERT' then
    perform touch_categories(array(select id from fresh union select parent_id from fresh));
  elsif tg_op = 'DELETE' then
    insert into change_touches (site_id, kind, key) select site_id, 'category', slug from stale order by id;
    perform touch_categories(array(select parent_id from stale));
  else
    insert into change_touches (site_id, kind, key)
    select f.site_id, 'category', s.slug from fresh f join stale s using (id) where f.slug <> s.slug;
    insert into changed_rows (site_id, kind, row_id)
    select f.site_id, 'categories_below', f.id from fresh f join stale s using (id) where f::text is distinct from s::text order by f.id;
    perform touch_categories(array(select parent_id from fresh union select parent_id from stale));
    -- A listing shows the names of its categories, and inherits their parents' attributes.
    insert into changed_rows (site_id, kind, row_id)
    select f.site_id, 'category_of_listings', f.id from fresh f join stale s using (id)
    where (f.slug, f.name, f.parent_id) is distinct from (s.slug, s.name, s.parent_id) order by f.id;
    moved := array(select f.id from fresh f join stale s using (id) where f.parent_id is distinct from s.parent_id);
    if moved = '{}' then return null; end if;
    perform share_categories(moved);
    -- Also of listings that state nothing yet, since somebody may be writing their first attribute.
    perform store_listing_parts(array(select distinct listing_id from listing_categories where category_id = any(categories_below(moved))));
  end if;
  return null;
end $$;

create or replace function category_attributes_changed() returns trigger language plpgsql as $$
declare shown bigint[];
begin
  if tg_op = 'INSERT' then
    perform touch_categories_with(array_agg(site_id), array_agg(category_id)) from fresh;
  elsif tg_op = 'DELETE' then
    perform touch_categories_with(array_agg(site_id), array_agg(category_id)) from stale;
  else
    perform touch_categories_with(array_agg(t.site_id), array_agg(t.category_id))
    from (select site_id, category_id from fresh union select site_id, category_id from stale) t;
    -- Listings show neither synonyms nor options.
    shown := array(
      select f.id from fresh f join stale s using (id) where (f.category_id, f.key, f.name, f.kind, f.unit, f.position, f.archived_at)
        is distinct from (s.category_id, s.key, s.name, s.kind, s.unit, s.position, s.archived_at));
    insert into changed_rows (site_id, kind, row_id) select site_id, 'attribute_of_listings', id from fresh where id = any(shown) order by id;
    perform store_listing_parts(array(select distinct listing_id from listing_attributes where attribute_id = any(shown)));
  end if;
  return null;
end $$;

-- step: list the listings that have parts
insert into listing_parts_missing
select listing_id from listing_attributes union select listing_id from listing_founders union select listing_id from listing_updates
union select listing_id from listing_ratings union select listing_id from listing_metrics
on conflict do nothing;

-- repeat: store their parts
with batch as materialized (select listing_id from listing_parts_missing order by listing_id limit 1000),
stored as (
  insert into listing_parts select c.listing_id, c.site_id, c.attributes, c.founders, c.updates, c.community_rating, c.domain_rating
  from computed_listing_parts c where c.listing_id in (select listing_id from batch) order by c.listing_id
  on conflict do nothing
)
delete from listing_parts_missing where listing_id in (select listing_id from batch);

-- step: forget the list
drop table listing_parts_missing;
