-- steps
-- What live listings are filtered by, as bitmaps: one bit for each listing. See decision 44.
-- step: bitmaps and the listings that changed since
create table filter_bitmaps (
  site_id integer not null references sites,
  -- What a listing has: a category (0 is the whole site), a column with its value, or a term of listing_facts.
  term text collate "C" not null,
  -- Of numbers, whose term is the range they are in.
  number numeric not null default 0,
  -- Listings with the ids from chunk * 32768 on.
  chunk integer not null,
  members bit(32768) not null,
  primary key (site_id, term, number, chunk)
);

-- Listings whose bits may be outdated. Searches look at these listings themselves, until a job has written their bits. A change is a row
-- of its own even if the listing has one already: the job may be about to delete that.
create table filter_changes (
  site_id integer not null references sites,
  id bigint generated always as identity,
  listing_id bigint not null,
  primary key (site_id, id)
);

-- step: changes of attributes
create or replace function write_listing_facts(ids bigint[]) returns void language sql as $$
  delete from listing_facts f where f.listing_id = any(ids) and not exists (select from listing_attributes v where v.listing_id = f.listing_id);
  insert into listing_facts as f (listing_id, site_id, terms)
  select v.listing_id, v.site_id, array_to_tsvector(array_agg(distinct t.term)) from listing_attributes v cross join unnest(v.terms) t (term)
  where v.listing_id = any(ids) group by v.listing_id, v.site_id order by v.listing_id
  on conflict (listing_id) do update set terms = excluded.terms where f.terms <> excluded.terms;
  insert into filter_changes (site_id, listing_id) select site_id, id from listings where id = any(ids)
$$;

-- step: changes of status, category and columns
create function filter_changes_noted() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into filter_changes (site_id, listing_id) select distinct site_id, listing_id from stale;
  else
    insert into filter_changes (site_id, listing_id) select distinct site_id, listing_id from fresh;
  end if;
  return null;
end $$;
create trigger filter_changes_noted_insert after insert on shelf_places referencing new table as fresh
  for each statement execute function filter_changes_noted();
create trigger filter_changes_noted_delete after delete on shelf_places referencing old table as stale
  for each statement execute function filter_changes_noted();

create function filter_column_changed() returns trigger language plpgsql as $$
begin
  insert into filter_changes (site_id, listing_id) values (new.site_id, new.id);
  return null;
end $$;
create trigger filter_column_changed after update of stage, pricing_model, country on listings for each row
  when ((old.stage, old.pricing_model, old.country) is distinct from (new.stage, new.pricing_model, new.country))
  execute function filter_column_changed();

-- step: all live listings
insert into filter_changes (site_id, listing_id) select site_id, listing_id from shelf_places where category_id = 0 order by listing_id;
