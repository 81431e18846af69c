-- steps
-- Lists show the number of a listing's comments, its rating and its prices, but not the texts, the votes on a comment or when a price was seen
-- last. What changes nothing else purges only the listing's own pages: lists would otherwise never be stored for as long as they may.

-- step: compare rows of a listing
-- The trigger names the columns that no list shows.
create function listing_rows_updated() returns trigger language plpgsql as $$
begin
  insert into purge_touches (site_id, kind, key)
  select l.site_id, case when bool_or(r.is_listed) then 'listing' else 'listing_page' end, l.slug
  from (
    select n.listing_id, o.listing_id as old_id, to_jsonb(n) - tg_argv is distinct from to_jsonb(o) - tg_argv as is_listed
    from fresh n full join stale o using (id)) r
  join listings l on l.id in (r.listing_id, r.old_id)
  group by l.id;
  return null;
end $$;

-- step: triggers of comments
create or replace trigger purge_update after update on comments referencing new table as fresh old table as stale
  for each statement execute function listing_rows_updated('body', 'body_hash', 'votes', 'edited_at', 'updated_at');

-- step: triggers of reviews
create or replace trigger purge_update after update on reviews referencing new table as fresh old table as stale
  for each statement execute function listing_rows_updated('title', 'body', 'answer', 'answered_at', 'edited_at', 'updated_at');

-- step: triggers of plan_prices
create or replace trigger purge_update after update on plan_prices referencing new table as fresh old table as stale
  for each statement execute function listing_rows_updated('confirmed_at');
