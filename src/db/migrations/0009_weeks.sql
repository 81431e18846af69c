-- Launch weeks: how much room each has and who has a place in it, when it began, and how it ended. A week is known by its Monday.

create table launch_weeks (
  site_id integer not null references sites,
  week_on date not null check (extract(isodow from week_on) = 1),
  -- How many may launch in it; null is what the site's settings say for every week.
  room integer check (room >= 0),
  taken integer not null default 0 check (taken >= 0),
  began_at timestamptz,
  -- From here on frozen: up to which row of the ledger, with which hash, and what it comes to.
  finished_at timestamptz,
  last_seq bigint,
  ledger_hash bytea,
  counted_votes bigint,
  uncounted_votes bigint,
  primary key (site_id, week_on),
  check ((finished_at is null) = (last_seq is null) and (finished_at is null) = (counted_votes is null)
    and (finished_at is null) = (uncounted_votes is null))
) with (fillfactor = 80);
create index launch_weeks_running on launch_weeks (site_id, week_on) where began_at is not null and finished_at is null;

-- Who has a place in a week. Held places are those of orders that are being paid, until some moment.
create table week_places (
  site_id integer not null,
  week_on date not null,
  listing_id bigint not null,
  kind text not null check (kind in ('free', 'paid', 'held')),
  order_id bigint,
  until timestamptz,
  primary key (site_id, week_on, listing_id),
  foreign key (site_id, week_on) references launch_weeks (site_id, week_on),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade,
  check ((kind = 'held') = (until is not null))
);
create index week_places_listing on week_places (listing_id);

-- However a place goes, it makes room.
create function places_left() returns trigger language plpgsql as $$
begin
  update launch_weeks w set taken = w.taken - d.places
  from (select site_id, week_on, count(*) as places from stale group by site_id, week_on) d
  where w.site_id = d.site_id and w.week_on = d.week_on;
  return null;
end $$;
create trigger places_left after delete on week_places referencing old table as stale
  for each statement execute function places_left();

-- Listings that come into the house with a week, as imported ones do, have their place: who runs the site vouches for the room.
create function listings_have_places() returns trigger language plpgsql as $$
begin
  insert into launch_weeks as w (site_id, week_on, taken)
  select site_id, launch_week_on, count(*) from fresh
  where status in ('awaiting_badge', 'scheduled') and launch_week_on is not null group by site_id, launch_week_on order by site_id, launch_week_on
  on conflict (site_id, week_on) do update set taken = w.taken + excluded.taken;
  insert into week_places (site_id, week_on, listing_id, kind)
  select site_id, launch_week_on, id, coalesce(plan, 'free') from fresh
  where status in ('awaiting_badge', 'scheduled') and launch_week_on is not null;
  return null;
end $$;
create trigger listings_have_places after insert on listings referencing new table as fresh
  for each statement execute function listings_have_places();

insert into launch_weeks (site_id, week_on, taken)
select site_id, launch_week_on, count(*) from listings
where status in ('awaiting_badge', 'scheduled') and launch_week_on is not null group by site_id, launch_week_on;
insert into week_places (site_id, week_on, listing_id, kind)
select site_id, launch_week_on, id, coalesce(plan, 'free') from listings
where status in ('awaiting_badge', 'scheduled') and launch_week_on is not null;

-- The result of a week, written once when it is frozen: its launches by counted votes. Without a vote there is no rank.
create table week_results (
  site_id integer not null,
  week_on date not null,
  listing_id bigint not null,
  rank integer check (rank >= 1),
  votes integer not null check (votes >= 0),
  reached_seq bigint,
  primary key (site_id, week_on, listing_id),
  foreign key (site_id, week_on) references launch_weeks (site_id, week_on),
  foreign key (site_id, listing_id) references listings (site_id, id),
  check ((rank is null) = (votes = 0))
);
create unique index week_results_rank on week_results (site_id, week_on, rank) where rank is not null;
create index week_results_order on week_results (site_id, week_on, rank, listing_id);
create index week_results_listing on week_results (listing_id, week_on desc);
create index week_results_awards on week_results (site_id, week_on desc, rank) where rank <= 3;

create function result_stands() returns trigger language plpgsql as $$
begin
  raise exception 'The result of a week is written once: no % of it.', lower(tg_op) using errcode = 'restrict_violation';
end $$;
create trigger result_stands before update or delete or truncate on week_results for each statement execute function result_stands();
alter table week_results enable always trigger result_stands;

create function result_written() returns trigger language plpgsql as $$
begin
  if exists (select from launch_weeks w where w.site_id = new.site_id and w.week_on = new.week_on and w.finished_at is not null) then
    raise exception 'The week of % is frozen: nothing is added to its result.', new.week_on using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger result_written before insert on week_results for each row execute function result_written();
alter table week_results enable always trigger result_written;

create function frozen_week_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.site_id, new.week_on, new.began_at, new.finished_at, new.last_seq, new.ledger_hash, new.counted_votes, new.uncounted_votes)
    is not distinct from (old.site_id, old.week_on, old.began_at, old.finished_at, old.last_seq, old.ledger_hash, old.counted_votes, old.uncounted_votes)
  then return new; end if;
  raise exception 'The week of % is frozen: no % of it.', old.week_on, lower(tg_op) using errcode = 'restrict_violation';
end $$;
create trigger frozen_week_stands before update or delete on launch_weeks for each row
  when (old.finished_at is not null) execute function frozen_week_stands();
alter table launch_weeks enable always trigger frozen_week_stands;

-- What votes and boards ask of weeks.
create or replace view frozen_weeks as
  select site_id, week_on, last_seq, ledger_hash, counted_votes, uncounted_votes from launch_weeks where finished_at is not null;

create or replace view week_standings as
  select c.site_id, c.week_on, c.listing_id, c.votes, c.reached_seq from week_counts c
  where c.votes > 0
    and not exists (select from launch_weeks w where w.site_id = c.site_id and w.week_on = c.week_on and w.finished_at is not null)
  union all
  select r.site_id, r.week_on, r.listing_id, r.votes, r.reached_seq from week_results r where r.votes > 0;

-- What a week comes to so far, kept and not counted anew: an imported week may have very many launches.
create table week_totals (
  site_id integer not null,
  week_on date not null,
  launches integer not null default 0,
  votes bigint not null default 0,
  uncounted bigint not null default 0,
  primary key (site_id, week_on)
) with (fillfactor = 80);
insert into week_totals (site_id, week_on, votes, uncounted)
select site_id, week_on, sum(votes), sum(uncounted) from week_counts group by site_id, week_on;
insert into week_totals as t (site_id, week_on, launches)
select site_id, launch_week_on, count(*) from listings where status = 'live' and launch_week_on is not null group by site_id, launch_week_on
on conflict (site_id, week_on) do update set launches = excluded.launches;

-- After the shelves, by its name: who votes locks a listing's counts first and the week's total then, and so do these.
create function weeks_launched() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into week_totals as t (site_id, week_on, launches)
    select site_id, launch_week_on, count(*) from fresh where status = 'live' and launch_week_on is not null
    group by site_id, launch_week_on order by site_id, launch_week_on
    on conflict (site_id, week_on) do update set launches = t.launches + excluded.launches;
  elsif tg_op = 'DELETE' then
    update week_totals t set launches = t.launches - d.launches
    from (select site_id, launch_week_on, count(*) as launches from stale where status = 'live' group by site_id, launch_week_on) d
    where t.site_id = d.site_id and t.week_on = d.launch_week_on;
  else
    insert into week_totals as t (site_id, week_on, launches)
    select c.site_id, c.week_on, sum(c.launches) from (
      select f.site_id, v.week_on, v.launches from fresh f join stale s using (id)
      cross join lateral (values (case when f.status = 'live' then f.launch_week_on end, 1), (case when s.status = 'live' then s.launch_week_on end, -1))
        v (week_on, launches)
      where (f.status = 'live' or s.status = 'live') and (f.status, f.launch_week_on) is distinct from (s.status, s.launch_week_on)
    ) c
    where c.week_on is not null group by c.site_id, c.week_on having sum(c.launches) <> 0 order by c.site_id, c.week_on
    on conflict (site_id, week_on) do update set launches = t.launches + excluded.launches;
  end if;
  return null;
end $$;
create trigger weeks_launched_insert after insert on listings referencing new table as fresh
  for each statement execute function weeks_launched();
create trigger weeks_launched_update after update on listings referencing new table as fresh old table as stale
  for each statement execute function weeks_launched();
create trigger weeks_launched_delete after delete on listings referencing old table as stale
  for each statement execute function weeks_launched();

create function weeks_totalled() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into week_totals as t (site_id, week_on, votes, uncounted)
    select site_id, week_on, sum(votes), sum(uncounted) from fresh group by site_id, week_on order by site_id, week_on
    on conflict (site_id, week_on) do update set votes = t.votes + excluded.votes, uncounted = t.uncounted + excluded.uncounted;
  elsif tg_op = 'DELETE' then
    update week_totals t set votes = t.votes - d.votes, uncounted = t.uncounted - d.uncounted
    from (select site_id, week_on, sum(votes) as votes, sum(uncounted) as uncounted from stale group by site_id, week_on) d
    where t.site_id = d.site_id and t.week_on = d.week_on;
  else
    update week_totals t set votes = t.votes + d.votes, uncounted = t.uncounted + d.uncounted
    from (
      select site_id, week_on, sum(votes) as votes, sum(uncounted) as uncounted
      from (select site_id, week_on, votes, uncounted from fresh union all select site_id, week_on, -votes, -uncounted from stale) c
      group by site_id, week_on
    ) d
    where t.site_id = d.site_id and t.week_on = d.week_on and (d.votes, d.uncounted) <> (0, 0);
  end if;
  return null;
end $$;
create trigger weeks_totalled_insert after insert on week_counts referencing new table as fresh
  for each statement execute function weeks_totalled();
create trigger weeks_totalled_update after update on week_counts referencing new table as fresh old table as stale
  for each statement execute function weeks_totalled();
create trigger weeks_totalled_delete after delete on week_counts referencing old table as stale
  for each statement execute function weeks_totalled();

-- Where the badge is looked for, and what was seen there last.
create table badge_watches (
  listing_id bigint primary key,
  site_id integer not null,
  began_at timestamptz not null,
  looks integer not null default 0,
  looked_at timestamptz,
  found_at timestamptz,
  -- What was seen, in a sentence for the owner.
  seen text,
  -- When it is looked for next without anybody asking; null once there is nothing to look for.
  next_look_at timestamptz,
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);
create index badge_watches_due on badge_watches (next_look_at) where next_look_at is not null;

-- A week's launches in one order, and those that wait for their badge by week.
drop index listings_week;
create index listings_week on listings (site_id, launch_week_on, launched_at, id) where status = 'live';
create index listings_awaiting on listings (site_id, launch_week_on, id) where status = 'awaiting_badge';

-- Only what is or was live has places on the shelves: those who wait are not looked for there with every step they take.
create or replace function listings_placed() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id) into ids from fresh where status = 'live';
  else
    select array_agg(f.id) into ids from fresh f join stale s using (id)
    where (f.status = 'live' or s.status = 'live') and (f.status is distinct from s.status or f.launched_at is distinct from s.launched_at);
  end if;
  if ids is not null then perform place_listings(ids); end if;
  return null;
end $$;
