-- A new number of comments changes no order, so it rewrites no place on a shelf: a place has six indexes.
create or replace function listing_counts_placed() returns trigger language plpgsql as $$
begin
  update shelf_places p set votes = f.votes, views = f.views, followers = f.followers, trending = f.trending
  from fresh f where p.listing_id = f.listing_id
    and (p.votes, p.views, p.followers, p.trending) is distinct from (f.votes, f.views, f.followers, f.trending);
  return null;
end $$;

-- No index has a count, so an update that finds room in its page changes no index.
alter table listing_counts set (fillfactor = 50);
