-- An owner also sees when the homepage is checked for the badge next.
create or replace view badge_checks as select site_id, listing_id, looked_at, found_at, seen, next_look_at from badge_watches;

-- The rank of a frozen week is the one that was awarded; the rank of a listing that was removed later stays vacant.
create or replace view week_standings as
  select c.site_id, c.week_on, c.listing_id, c.votes, c.reached_seq, null::integer as rank from week_counts c
  where c.votes > 0
    and not exists (select from launch_weeks w where w.site_id = c.site_id and w.week_on = c.week_on and w.finished_at is not null)
  union all
  select r.site_id, r.week_on, r.listing_id, r.votes, r.reached_seq, r.rank from week_results r where r.votes > 0;

-- The first week of a site with a launch, a slot or a vote, and the last with a scheduled launch; null if there is none.
create view week_ranges as
  select s.id as site_id,
    least((select min(l.launch_week_on) from listings l where l.site_id = s.id and l.status = 'live'),
      (select min(w.week_on) from launch_weeks w where w.site_id = s.id),
      (select min(c.week_on) from week_counts c where c.site_id = s.id)) as first_week,
    (select max(l.launch_week_on) from listings l where l.site_id = s.id and l.status = 'scheduled') as last_week
  from sites s;
