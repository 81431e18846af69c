-- steps
-- The change feed (decision 56): every public record with the place of its newest change, and the touches that wait to get a place.

-- step: create the tables of the change feed
-- A feed per site. Cursors name the epoch: after a restore it is another one, since places may be given again for other changes.
create table change_feeds (
  site_id integer primary key references sites,
  epoch text not null default left(replace(gen_random_uuid()::text, '-', ''), 10),
  last_seq bigint not null default 0,
  -- The newest tombstone that was deleted: who has read less than this starts again.
  deleted_seq bigint not null default 0,
  -- The origin that the records' links were published with.
  root text
);

-- Written by the triggers below, in the transaction of the change. Rows are only added, so no writer waits for another.
create table change_touches (
  id bigint generated always as identity primary key,
  site_id integer not null,
  kind text not null,
  key text not null,
  at timestamptz not null default now()
);
create index change_touches_site on change_touches (site_id, id);

-- One row per record that is or was public. `seq` is given after the commit of the change, in an order that readers can rely on.
create table changes (
  site_id integer not null references sites,
  kind text not null check (kind in ('listing', 'founder', 'category', 'week', 'award', 'product', 'votes')),
  key text not null,
  seq bigint not null,
  removed boolean not null,
  at timestamptz not null,
  primary key (site_id, kind, key)
);
create unique index changes_seq on changes (site_id, seq);
create index changes_removed on changes (at) where removed;

-- Counted votes of a listing by the day on which they were cast, in the site's time zone.
create table vote_days (
  site_id integer not null,
  listing_id bigint not null,
  day date not null,
  votes integer not null check (votes >= 0),
  primary key (site_id, listing_id, day),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);
-- Up to which row of its ledger a site's vote_days count.
create table vote_day_counts (
  site_id integer primary key references sites,
  seq bigint not null
);

-- step: create the functions of the change feed
create function is_public_status(status text) returns boolean language sql immutable as $$
  select status in ('live', 'scheduled', 'awaiting_badge')
$$;

-- Whether the public can read a record now.
create function is_published(site integer, record_kind text, record_key text) returns boolean language plpgsql stable as $$
begin
  return case record_kind
    when 'listing' then exists (select from public_listings l where l.site_id = site and l.slug = record_key)
    when 'founder' then exists (select from founders f where f.site_id = site and f.slug = record_key and f.hidden_at is null
      and (exists (select from listing_founders lf join public_listings l on l.id = lf.listing_id where lf.founder_id = f.id)
        or not exists (select from listing_founders lf where lf.founder_id = f.id)))
    when 'category' then exists (select from categories c where c.site_id = site and c.slug = record_key)
    when 'week' then exists (select from week_totals t where t.site_id = site and t.week_on = record_key::date and t.launches > 0)
      or exists (select from launch_weeks w where w.site_id = site and w.week_on = record_key::date and w.finished_at is not null)
    when 'award' then exists (
      select from week_results r join live_listings l on l.id = r.listing_id
      join launch_weeks w on w.site_id = r.site_id and w.week_on = r.week_on and w.finished_at is not null
      where r.site_id = site and r.week_on = split_part(record_key, '/', 1)::date and r.rank = split_part(record_key, '/', 2)::integer)
    when 'product' then exists (select from products p where p.site_id = site and p.code = record_key and p.on_offer)
    when 'votes' then exists (
      select from public_listings l join vote_days d on d.site_id = l.site_id and d.listing_id = l.id
      where l.site_id = site and l.slug = split_part(record_key, '/', 1) and d.day = split_part(record_key, '/', 2)::date)
  end;
end $$;

-- After a restore: places after the backup's were given to other changes before.
create function renew_change_feeds() returns void language sql as $$ update change_feeds set epoch = default $$;

create function touches_written() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', t.site_id::text) from (select distinct site_id from fresh) t;
  return null;
end $$;
create trigger touches_written after insert on change_touches referencing new table as fresh
  for each statement execute function touches_written();

create function touch_listings(ids bigint[]) returns void language sql as $$
  insert into change_touches (site_id, kind, key) select site_id, 'listing', slug from public_listings where id = any(ids) order by id
$$;

create function touch_founders(ids bigint[]) returns void language sql as $$
  insert into change_touches (site_id, kind, key) select site_id, 'founder', slug from founders where id = any(ids) order by id
$$;

-- A category shows its parent and its subcategories.
create function touch_categories(ids integer[]) returns void language sql as $$
  insert into change_touches (site_id, kind, key) select site_id, 'category', slug from categories where id = any(ids) order by id
$$;

create function categories_below(ids integer[]) returns integer[] language sql stable as $$
  with recursive below as (
    select id from categories where id = any(ids) union select c.id from below b join categories c on c.parent_id = b.id
  )
  select coalesce(array_agg(id), '{}') from below
$$;

-- What shows a listing's name, address or status: founders, votes by day, and the frozen weeks in which it has a result.
create function listings_changed() returns trigger language plpgsql as $$
declare
  linked bigint[];
  moved bigint[];
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
  select array_agg(f.id), array_agg(f.id) filter (where (f.slug, f.status) is distinct from (s.slug, s.status)) into linked, moved
  from fresh f join stale s using (id)
  where (is_public_status(f.status) or is_public_status(s.status))
    and (f.slug, f.name, f.status, f.launched_at, f.story::text, f.unlocked_sections)
      is distinct from (s.slug, s.name, s.status, s.launched_at, s.story::text, s.unlocked_sections);
  if linked is null then return null; end if;
  perform touch_founders(array(select founder_id from listing_founders where listing_id = any(linked)));
  if moved is null then return null; end if;
  insert into change_touches (site_id, kind, key)
  select d.site_id, 'votes', k.slug || '/' || d.day from fresh f join stale s using (id)
  cross join lateral (select f.slug union select s.slug) k join vote_days d on d.site_id = f.site_id and d.listing_id = f.id
  where f.id = any(moved) order by d.listing_id, d.day;
  insert into change_touches (site_id, kind, key)
  select distinct r.site_id, t.kind, t.key from week_results r
  cross join lateral (values ('week', r.week_on::text), (case when r.rank <= 3 then 'award' end, r.week_on || '/' || r.rank)) t (kind, key)
  where r.listing_id = any(moved) and t.kind is not null;
  return null;
end $$;

create function listing_parts_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform touch_listings(array(select distinct listing_id from fresh));
  elsif tg_op = 'DELETE' then
    perform touch_listings(array(select distinct listing_id from stale));
  else
    perform touch_listings(array(select listing_id from fresh union select listing_id from stale));
  end if;
  return null;
end $$;

create function listing_founders_changed() returns trigger language plpgsql as $$
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
  perform touch_listings(listings), touch_founders(people);
  return null;
end $$;

create function founders_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into change_touches (site_id, kind, key) select site_id, 'founder', slug from fresh order by id;
  elsif tg_op = 'DELETE' then
    insert into change_touches (site_id, kind, key) select site_id, 'founder', slug from stale order by id;
  else
    insert into change_touches (site_id, kind, key)
    select f.site_id, 'founder', k.slug from fresh f join stale s using (id) cross join lateral (select f.slug union select s.slug) k
    where f::text is distinct from s::text order by f.id;
    perform touch_listings(array(
      select distinct lf.listing_id from fresh f join stale s using (id) join listing_founders lf on lf.founder_id = f.id
      where (f.slug, f.name, f.hidden_at is null) is distinct from (s.slug, s.name, s.hidden_at is null)));
  end if;
  return null;
end $$;

create function categories_changed() returns trigger language plpgsql as $$
declare below integer[];
begin
  if tg_op = 'INSERT' then
    perform touch_categories(array(select id from fresh union select parent_id from fresh));
  elsif tg_op = 'DELETE' then
    insert into change_touches (site_id, kind, key) select site_id, 'category', slug from stale order by id;
    perform touch_categories(array(select parent_id from stale));
  else
    insert into change_touches (site_id, kind, key)
    select f.site_id, 'category', s.slug from fresh f join stale s using (id) where f.slug <> s.slug;
    below := categories_below(array(select f.id from fresh f join stale s using (id) where f::text is distinct from s::text));
    perform touch_categories(below || array(select parent_id from fresh union select parent_id from stale));
    -- A listing shows the names of its categories, and inherits their parents' attributes.
    below := categories_below(array(
      select f.id from fresh f join stale s using (id) where (f.slug, f.name, f.parent_id) is distinct from (s.slug, s.name, s.parent_id)));
    perform touch_listings(array(select distinct listing_id from listing_categories where category_id = any(below)));
  end if;
  return null;
end $$;

-- An attribute without a category belongs to all of its site's.
create function touch_categories_with(sites integer[], ids integer[]) returns void language sql as $$
  select touch_categories(categories_below(array(
    select c.id from categories c join unnest(sites, ids) a (site_id, category_id) on a.site_id = c.site_id
    where a.category_id is null or c.id = a.category_id)))
$$;

create function category_attributes_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform touch_categories_with(array_agg(site_id), array_agg(category_id)) from fresh;
  elsif tg_op = 'DELETE' then
    perform touch_categories_with(array_agg(site_id), array_agg(category_id)) from stale;
  else
    perform touch_categories_with(array_agg(t.site_id), array_agg(t.category_id))
    from (select site_id, category_id from fresh union select site_id, category_id from stale) t;
    perform touch_listings(array(
      select distinct v.listing_id from listing_attributes v join fresh f on f.id = v.attribute_id join stale s on s.id = f.id
      where f::text is distinct from s::text));
  end if;
  return null;
end $$;

create function shelves_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform touch_categories(array(
      select unnest(array[c.id, c.parent_id]) from fresh f join categories c on c.id = f.category_id where f.live <> 0));
  elsif tg_op = 'DELETE' then
    perform touch_categories(array(
      select unnest(array[c.id, c.parent_id]) from stale s join categories c on c.id = s.category_id where s.live <> 0));
  else
    perform touch_categories(array(
      select unnest(array[c.id, c.parent_id]) from fresh f join stale s using (site_id, category_id) join categories c on c.id = f.category_id
      where f.live <> s.live));
  end if;
  return null;
end $$;

create function week_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into change_touches (site_id, kind, key) values (old.site_id, 'week', old.week_on::text);
    return null;
  end if;
  insert into change_touches (site_id, kind, key) values (new.site_id, 'week', new.week_on::text);
  if tg_table_name = 'launch_weeks' then
    insert into change_touches (site_id, kind, key)
    select r.site_id, 'award', r.week_on || '/' || r.rank from week_results r
    where r.site_id = new.site_id and r.week_on = new.week_on and r.rank <= 3 order by r.rank;
  end if;
  return null;
end $$;

create function product_changed() returns trigger language plpgsql as $$
begin
  insert into change_touches (site_id, kind, key)
  values (coalesce(new.site_id, old.site_id), 'product', coalesce(new.code, old.code));
  return null;
end $$;

create function vote_days_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into change_touches (site_id, kind, key)
    select f.site_id, 'votes', l.slug || '/' || f.day from fresh f join public_listings l on l.id = f.listing_id order by f.listing_id, f.day;
  elsif tg_op = 'DELETE' then
    insert into change_touches (site_id, kind, key)
    select s.site_id, 'votes', l.slug || '/' || s.day from stale s join public_listings l on l.id = s.listing_id order by s.listing_id, s.day;
  else
    insert into change_touches (site_id, kind, key)
    select t.site_id, 'votes', l.slug || '/' || t.day from (select * from fresh union select * from stale) t
    join public_listings l on l.id = t.listing_id group by t.site_id, t.listing_id, l.slug, t.day order by t.listing_id, t.day;
  end if;
  return null;
end $$;

-- step: triggers of listings
create trigger change_feed_insert after insert on listings referencing new table as fresh
  for each statement execute function listings_changed();
create trigger change_feed_update after update on listings referencing new table as fresh old table as stale
  for each statement execute function listings_changed();
create trigger change_feed_delete after delete on listings referencing old table as stale
  for each statement execute function listings_changed();

-- step: triggers of listing_categories
create trigger change_feed_insert after insert on listing_categories referencing new table as fresh
  for each statement execute function listing_parts_changed();
create trigger change_feed_update after update on listing_categories referencing new table as fresh old table as stale
  for each statement execute function listing_parts_changed();
create trigger change_feed_delete after delete on listing_categories referencing old table as stale
  for each statement execute function listing_parts_changed();

-- step: triggers of listing_attributes
create trigger change_feed_insert after insert on listing_attributes referencing new table as fresh
  for each statement execute function listing_parts_changed();
create trigger change_feed_update after update on listing_attributes referencing new table as fresh old table as stale
  for each statement execute function listing_parts_changed();
create trigger change_feed_delete after delete on listing_attributes referencing old table as stale
  for each statement execute function listing_parts_changed();

-- step: triggers of listing_updates
create trigger change_feed_insert after insert on listing_updates referencing new table as fresh
  for each statement execute function listing_parts_changed();
create trigger change_feed_update after update on listing_updates referencing new table as fresh old table as stale
  for each statement execute function listing_parts_changed();
create trigger change_feed_delete after delete on listing_updates referencing old table as stale
  for each statement execute function listing_parts_changed();

-- step: triggers of listing_ratings
create trigger change_feed_insert after insert on listing_ratings referencing new table as fresh
  for each statement execute function listing_parts_changed();
create trigger change_feed_update after update on listing_ratings referencing new table as fresh old table as stale
  for each statement execute function listing_parts_changed();
create trigger change_feed_delete after delete on listing_ratings referencing old table as stale
  for each statement execute function listing_parts_changed();

-- step: triggers of listing_metrics
create trigger change_feed_insert after insert on listing_metrics referencing new table as fresh
  for each statement execute function listing_parts_changed();
create trigger change_feed_update after update on listing_metrics referencing new table as fresh old table as stale
  for each statement execute function listing_parts_changed();
create trigger change_feed_delete after delete on listing_metrics referencing old table as stale
  for each statement execute function listing_parts_changed();

-- step: triggers of listing_milestones
create trigger change_feed_insert after insert on listing_milestones referencing new table as fresh
  for each statement execute function listing_parts_changed();
create trigger change_feed_update after update on listing_milestones referencing new table as fresh old table as stale
  for each statement execute function listing_parts_changed();
create trigger change_feed_delete after delete on listing_milestones referencing old table as stale
  for each statement execute function listing_parts_changed();

-- step: triggers of listing_media
create trigger change_feed_insert after insert on listing_media referencing new table as fresh
  for each statement execute function listing_parts_changed();
create trigger change_feed_update after update on listing_media referencing new table as fresh old table as stale
  for each statement execute function listing_parts_changed();
create trigger change_feed_delete after delete on listing_media referencing old table as stale
  for each statement execute function listing_parts_changed();

-- step: triggers of listing_founders
create trigger change_feed_insert after insert on listing_founders referencing new table as fresh
  for each statement execute function listing_founders_changed();
create trigger change_feed_update after update on listing_founders referencing new table as fresh old table as stale
  for each statement execute function listing_founders_changed();
create trigger change_feed_delete after delete on listing_founders referencing old table as stale
  for each statement execute function listing_founders_changed();

-- step: triggers of founders
create trigger change_feed_insert after insert on founders referencing new table as fresh
  for each statement execute function founders_changed();
create trigger change_feed_update after update on founders referencing new table as fresh old table as stale
  for each statement execute function founders_changed();
create trigger change_feed_delete after delete on founders referencing old table as stale
  for each statement execute function founders_changed();

-- step: triggers of categories
create trigger change_feed_insert after insert on categories referencing new table as fresh
  for each statement execute function categories_changed();
create trigger change_feed_update after update on categories referencing new table as fresh old table as stale
  for each statement execute function categories_changed();
create trigger change_feed_delete after delete on categories referencing old table as stale
  for each statement execute function categories_changed();

-- step: triggers of category_attributes
create trigger change_feed_insert after insert on category_attributes referencing new table as fresh
  for each statement execute function category_attributes_changed();
create trigger change_feed_update after update on category_attributes referencing new table as fresh old table as stale
  for each statement execute function category_attributes_changed();
create trigger change_feed_delete after delete on category_attributes referencing old table as stale
  for each statement execute function category_attributes_changed();

-- step: triggers of shelves
create trigger change_feed_insert after insert on shelves referencing new table as fresh
  for each statement execute function shelves_changed();
create trigger change_feed_update after update on shelves referencing new table as fresh old table as stale
  for each statement execute function shelves_changed();
create trigger change_feed_delete after delete on shelves referencing old table as stale
  for each statement execute function shelves_changed();

-- step: triggers of vote_days
create trigger change_feed_insert after insert on vote_days referencing new table as fresh
  for each statement execute function vote_days_changed();
create trigger change_feed_update after update on vote_days referencing new table as fresh old table as stale
  for each statement execute function vote_days_changed();
create trigger change_feed_delete after delete on vote_days referencing old table as stale
  for each statement execute function vote_days_changed();

-- Totals change with every vote, and weeks with every slot: only what the feed shows of them calls the function.
-- step: triggers of weeks
create trigger change_feed_insert after insert on week_totals for each row when (new.launches <> 0) execute function week_changed();
create trigger change_feed_update after update on week_totals for each row when (new.launches <> old.launches) execute function week_changed();
create trigger change_feed_delete after delete on week_totals for each row when (old.launches <> 0) execute function week_changed();
create trigger change_feed_insert after insert on launch_weeks for each row when (new.finished_at is not null) execute function week_changed();
create trigger change_feed_update after update on launch_weeks for each row
  when (new.finished_at is distinct from old.finished_at) execute function week_changed();

-- step: triggers of products
create trigger change_feed_insert after insert on products for each row execute function product_changed();
create trigger change_feed_update after update on products for each row
  when ((new.price_cents, new.on_offer) is distinct from (old.price_cents, old.on_offer)) execute function product_changed();
create trigger change_feed_delete after delete on products for each row execute function product_changed();

-- Whoever reads from the beginning gets a complete copy, so what is public already is touched once.
-- step: touch what is public
insert into change_touches (site_id, kind, key)
select site_id, kind, key from (
  select site_id, 'category' as kind, slug as key, 1 as place, id from categories
  union all select site_id, 'listing', slug, 2, id from public_listings
  union all select site_id, 'founder', slug, 3, id from founders
  union all select site_id, 'week', week_on::text, 4, 0 from week_totals where launches > 0
  union all select site_id, 'week', week_on::text, 4, 0 from launch_weeks where finished_at is not null
  union all select site_id, 'award', week_on || '/' || rank, 5, 0 from week_results where rank <= 3
  union all select site_id, 'product', code, 6, 0 from products where on_offer
) r order by site_id, place, id, key;
