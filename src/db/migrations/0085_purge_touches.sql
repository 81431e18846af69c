-- steps
-- What changes in public and is not in the change feed: comments, texts of reviews, posts, legal pages, the brand, interviews, the history of
-- facts, files that are deleted. Triggers say, in the transaction of the change, what a CDN must not keep (decision 58).

-- step: create the table of what to purge
create table purge_touches (
  site_id integer not null,
  kind text not null,
  -- The record's slug or name; empty if all of this kind is meant.
  key text not null default '',
  -- Who reads remembers which transactions it has seen: rows of a transaction that is committed later may be older.
  xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now()
);
create index purge_touches_xid on purge_touches (xid);
create index purge_touches_old on purge_touches (created_at);

create function touch_pages(ids bigint[]) returns void language sql as $$
  insert into purge_touches (site_id, kind, key) select site_id, 'listing', slug from listings where id = any(ids)
$$;

-- A table with a listing_id.
create function listing_pages_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform touch_pages(array(select distinct listing_id from fresh));
  elsif tg_op = 'DELETE' then
    perform touch_pages(array(select distinct listing_id from stale));
  else
    perform touch_pages(array(select listing_id from fresh union select listing_id from stale));
  end if;
  return null;
end $$;

-- The trigger names the kind, and the column of the key if there is one.
create function pages_changed() returns trigger language plpgsql as $$
begin
  insert into purge_touches (site_id, kind, key)
  select distinct (r->>'site_id')::integer, tg_argv[0], coalesce(r->>tg_argv[1], '')
  from unnest(array[to_jsonb(coalesce(new, old)), to_jsonb(coalesce(old, new))]) r;
  return null;
end $$;

create function site_changed() returns trigger language plpgsql as $$
begin
  insert into purge_touches (site_id, kind) values (new.id, 'site');
  return null;
end $$;

create function answers_changed() returns trigger language plpgsql as $$
declare answer interview_answers := coalesce(new, old);
begin
  perform touch_pages(array(select id from listings where owner_id = answer.account_id and site_id = answer.site_id));
  return null;
end $$;

create function picture_deleted() returns trigger language plpgsql as $$
begin
  insert into purge_touches (site_id, kind, key) values (old.site_id, 'picture', old.hash);
  return null;
end $$;

-- Pictures of removed listings are not shown.
create function listing_pictures_hidden() returns trigger language plpgsql as $$
begin
  insert into purge_touches (site_id, kind, key)
  select new.site_id, 'picture', hash from (
    select hash from listing_media where listing_id = new.id
    union select hash from listing_logos where listing_id = new.id
    union select p.hash from draft_logos p join drafts d on d.id = p.draft_id where d.listing_id = new.id) p;
  return null;
end $$;

-- step: triggers of comments
create trigger purge_insert after insert on comments referencing new table as fresh
  for each statement execute function listing_pages_changed();
create trigger purge_update after update on comments referencing new table as fresh old table as stale
  for each statement execute function listing_pages_changed();
create trigger purge_delete after delete on comments referencing old table as stale
  for each statement execute function listing_pages_changed();

-- step: triggers of reviews
create trigger purge_insert after insert on reviews referencing new table as fresh
  for each statement execute function listing_pages_changed();
create trigger purge_update after update on reviews referencing new table as fresh old table as stale
  for each statement execute function listing_pages_changed();
create trigger purge_delete after delete on reviews referencing old table as stale
  for each statement execute function listing_pages_changed();

-- step: triggers of fact_changes
create trigger purge_insert after insert on fact_changes referencing new table as fresh
  for each statement execute function listing_pages_changed();
create trigger purge_update after update on fact_changes referencing new table as fresh old table as stale
  for each statement execute function listing_pages_changed();
create trigger purge_delete after delete on fact_changes referencing old table as stale
  for each statement execute function listing_pages_changed();

-- step: triggers of plan_prices
create trigger purge_insert after insert on plan_prices referencing new table as fresh
  for each statement execute function listing_pages_changed();
create trigger purge_update after update on plan_prices referencing new table as fresh old table as stale
  for each statement execute function listing_pages_changed();
create trigger purge_delete after delete on plan_prices referencing old table as stale
  for each statement execute function listing_pages_changed();

-- step: triggers of week_results
create trigger purge_insert after insert on week_results referencing new table as fresh
  for each statement execute function listing_pages_changed();
create trigger purge_update after update on week_results referencing new table as fresh old table as stale
  for each statement execute function listing_pages_changed();
create trigger purge_delete after delete on week_results referencing old table as stale
  for each statement execute function listing_pages_changed();

-- step: triggers of listing_alternatives
create trigger purge_insert after insert on listing_alternatives referencing new table as fresh
  for each statement execute function listing_pages_changed();
create trigger purge_update after update on listing_alternatives referencing new table as fresh old table as stale
  for each statement execute function listing_pages_changed();
create trigger purge_delete after delete on listing_alternatives referencing old table as stale
  for each statement execute function listing_pages_changed();

-- step: triggers of featured_listings
create trigger purge_insert after insert on featured_listings referencing new table as fresh
  for each statement execute function listing_pages_changed();
create trigger purge_update after update on featured_listings referencing new table as fresh old table as stale
  for each statement execute function listing_pages_changed();
create trigger purge_delete after delete on featured_listings referencing old table as stale
  for each statement execute function listing_pages_changed();

-- step: triggers of trophy_cabinets
create trigger purge_insert after insert on trophy_cabinets referencing new table as fresh
  for each statement execute function listing_pages_changed();
create trigger purge_update after update on trophy_cabinets referencing new table as fresh old table as stale
  for each statement execute function listing_pages_changed();
create trigger purge_delete after delete on trophy_cabinets referencing old table as stale
  for each statement execute function listing_pages_changed();

-- step: triggers of billboard_contributions
create trigger purge_insert after insert on billboard_contributions referencing new table as fresh
  for each statement execute function listing_pages_changed();
create trigger purge_update after update on billboard_contributions referencing new table as fresh old table as stale
  for each statement execute function listing_pages_changed();
create trigger purge_delete after delete on billboard_contributions referencing old table as stale
  for each statement execute function listing_pages_changed();

-- step: triggers of posts
create trigger purge_insert after insert on blog_posts for each row when (new.published_at is not null)
  execute function pages_changed('post', 'slug');
create trigger purge_update after update on blog_posts for each row when (old::text is distinct from new::text)
  execute function pages_changed('post', 'slug');
create trigger purge_delete after delete on blog_posts for each row execute function pages_changed('post', 'slug');

-- step: triggers of legal pages
create trigger purge_write after insert or update or delete on legal_versions for each row execute function pages_changed('site');

-- step: triggers of sites
create trigger purge_update after update on sites for each row
  when ((to_jsonb(old) #- '{settings,brand_draft}') is distinct from (to_jsonb(new) #- '{settings,brand_draft}'))
  execute function site_changed();

-- step: triggers of interviews
create trigger purge_update after update or delete on interview_questions for each row execute function pages_changed('site');
create trigger purge_write after insert or update or delete on interview_answers for each row execute function answers_changed();

-- step: triggers of awards
create trigger purge_write after insert or update on award_status_lists for each row execute function pages_changed('lists');
create trigger purge_write after insert or update on ledger_keys for each row execute function pages_changed('lists');

-- step: triggers of dumps of the public data
create trigger purge_update after update on datasets for each row
  when (new.published_at is distinct from old.published_at) execute function pages_changed('dataset', 'name');
create trigger purge_delete after delete on datasets for each row when (old.published_at is not null)
  execute function pages_changed('dataset', 'name');

-- step: triggers of pictures
create trigger purge_delete after delete on listing_media for each row execute function picture_deleted();
create trigger purge_delete after delete on listing_logos for each row execute function picture_deleted();
create trigger purge_delete after delete on draft_logos for each row execute function picture_deleted();
create trigger purge_delete after delete on brand_pictures for each row execute function picture_deleted();

-- step: triggers of removed listings
create trigger purge_pictures after update on listings for each row
  when ((old.status = 'removed') is distinct from (new.status = 'removed')) execute function listing_pictures_hidden();
