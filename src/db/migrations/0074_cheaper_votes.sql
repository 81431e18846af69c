-- steps
-- Writing a vote costs less: one query for a row instead of three, counts without sorting each ballot's rows, and one check of voters for
-- all rows of a statement instead of two foreign keys for each row. See decision 63.

-- A launch with votes has a row of week_counts, which keeps its listing from being deleted.
-- step: week counts refer to their listings
alter table week_counts add constraint week_counts_site_id_listing_id_fkey
  foreign key (site_id, listing_id) references listings (site_id, id) not valid;
-- step: check that
alter table week_counts validate constraint week_counts_site_id_listing_id_fkey;

-- step: voters stay
create function voter_stands() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is written once and names voters by number: no % of them.', lower(tg_op) using errcode = 'restrict_violation';
end $$;
create trigger voter_stands before delete or truncate on voters for each statement execute function voter_stands();
alter table voters enable always trigger voter_stands;

-- step: a row at the end of the ledger
-- Puts a row at the ledger's end; one that would change nothing is not written. Rows of the same statement are seen here too.
create or replace function vote_written() returns trigger language plpgsql as $$
declare
  known record;
begin
  perform pg_advisory_xact_lock(7305008, new.site_id);
  select last.act, last.reason, head.seq, head.hash, week.is_open into known
  from (select) one
  left join lateral (
    select v.act, v.reason from votes v
    where v.listing_id = new.listing_id and v.launch_week_on = new.launch_week_on and v.voter_id = new.voter_id
    order by v.seq desc limit 1
  ) last on true
  left join lateral (select v.seq, v.hash from votes v where v.site_id = new.site_id order by v.seq desc limit 1) head on true
  left join lateral (
    select date_trunc('week', new.at at time zone s.time_zone)::date = new.launch_week_on
      and not exists (select from frozen_weeks f where f.site_id = new.site_id and f.week_on = new.launch_week_on) as is_open
    from sites s where s.id = new.site_id and new.act = 'cast'
  ) week on true;
  if changes_ballot(new.act, known.act, known.reason) is not true then return null; end if;
  new.seq := coalesce(known.seq, 0) + 1;
  new.previous_hash := coalesce(known.hash, decode(repeat('00', 32), 'hex'));
  new.in_week := known.is_open;
  new.hash := sha256(convert_to(vote_text(new), 'UTF8'));
  return new;
end $$;

-- step: counts
-- Carries new rows of the ledger into ballots and counts. What it costs depends on the launches, hardly on how many rows.
create or replace function votes_counted() returns trigger language plpgsql as $$
declare
  ids bigint[];
  changes count_change[];
begin
  select array_agg(distinct listing_id order by listing_id) into ids from fresh;
  if ids is null then return null; end if;
  if exists (select from fresh f where not exists (select from voters v where v.site_id = f.site_id and v.id = f.voter_id)) then
    raise exception 'A vote violates foreign key rules: its site has no such voter.' using errcode = 'foreign_key_violation';
  end if;
  insert into listing_counts (listing_id, site_id) select distinct listing_id, site_id from fresh order by listing_id on conflict do nothing;
  perform 1 from listing_counts where listing_id = any(ids) order by listing_id for no key update;

  -- Without a join of the new rows: the plan is made for the first statement of a session, which may have one row, and a later one may have 500.
  with numbered as (
    select *, max(seq) over ballot as last_seq, max(seq) filter (where act <> 'withdrawn') over ballot as reason_seq,
      max(seq) filter (where act = 'cast') over ballot as cast_seq
    from fresh window ballot as (partition by listing_id, launch_week_on, voter_id)
  ), latest as (
    select site_id, listing_id, launch_week_on, voter_id, min(seq) as first_seq, max(cast_seq) as cast_seq,
      max(ballot_state(act, reason)) filter (where seq = last_seq) as state,
      max(reason) filter (where seq = reason_seq) as reason, bool_or(seq = reason_seq) as has_reason,
      coalesce(bool_or(act = 'uncounted' and reason = 'own_listing'), false) as decided,
      max(at) filter (where seq = cast_seq) as cast_at, bool_or(in_week) filter (where seq = cast_seq) as in_week
    from numbered group by site_id, listing_id, launch_week_on, voter_id
  ), moved as materialized (
    select n.site_id, n.listing_id, n.launch_week_on, n.voter_id, n.first_seq, n.state,
      case when n.has_reason then n.reason else b.reason end as reason,
      n.decided or coalesce(b.decided, false) as decided,
      coalesce(n.cast_at, b.cast_at) as cast_at, coalesce(n.cast_seq, b.cast_seq) as cast_seq, coalesce(n.in_week, b.in_week) as in_week,
      b.state as old_state, b.cast_at as old_cast_at, b.cast_seq as old_cast_seq, b.in_week as old_in_week
    from latest n left join ballots b using (listing_id, launch_week_on, voter_id)
  ), written as (
    insert into ballots as b (site_id, listing_id, launch_week_on, voter_id, state, reason, decided, cast_at, cast_seq, in_week)
    select site_id, listing_id, launch_week_on, voter_id, state, reason, decided, cast_at, cast_seq, in_week from moved
    on conflict (listing_id, launch_week_on, voter_id) do update
      set state = excluded.state, reason = excluded.reason, decided = excluded.decided,
        cast_at = excluded.cast_at, cast_seq = excluded.cast_seq, in_week = excluded.in_week
  ), weighed as (
    select *, (state = 'counted')::integer as counts, coalesce(old_state = 'counted', false)::integer as counted,
      case when state = 'counted' and (old_state, old_cast_seq) is distinct from ('counted', cast_seq) then vote_weight(cast_at) end as adds,
      case when old_state = 'counted' and (state, cast_seq) is distinct from ('counted', old_cast_seq) then vote_weight(old_cast_at) end as removes
    from moved
  ), based as (
    select *, max(greatest(adds, removes)) over (partition by listing_id) as base from weighed
  ), changed as (
    select site_id, listing_id, launch_week_on as week_on, (sum(counts) - sum(counted))::integer as votes,
      (count(*) filter (where state = 'counted' and in_week) - count(*) filter (where old_state = 'counted' and old_in_week))::integer as week_votes,
      (count(*) filter (where state = 'uncounted' and in_week) - count(*) filter (where old_state = 'uncounted' and old_in_week))::integer as week_uncounted,
      max(base) as base, coalesce(sum(two_to(adds - base)), 0) as added, coalesce(sum(two_to(removes - base)), 0) as removed,
      min(first_seq) as first_seq
    from based group by site_id, listing_id, launch_week_on
  )
  select array_agg((site_id, listing_id, week_on, votes, week_votes, week_uncounted, base, added, removed, first_seq)::count_change)
    into changes from changed;

  update listing_counts n set votes = n.votes + c.votes, trending = c.trending
  from (
    select d.listing_id, d.votes,
      case
        when n.votes + d.votes <= 0 then 0
        when d.base is null then n.trending
        -- What is left is too small beside what was taken away to be known from the difference.
        when d.removed > 0 and before + d.added * unit - d.removed * unit < (before + d.added * unit) / 1024 then trending_of(d.listing_id)
        else top + ln(before + (d.added - d.removed) * unit) / ln(2::double precision)
      end as trending
    from (
      select listing_id, sum(votes)::integer as votes, max(base) as base, sum(added) as added, sum(removed) as removed
      from unnest(changes) group by listing_id
    ) d
    join listing_counts n using (listing_id)
    cross join lateral (select case when n.votes > 0 then greatest(n.trending, d.base) else d.base end as top) t
    cross join lateral (select case when n.votes > 0 then two_to(n.trending - top) else 0 end as before, two_to(d.base - top) as unit) u
  ) c
  where n.listing_id = c.listing_id and (c.votes <> 0 or c.trending is distinct from n.trending);

  insert into week_counts as w (site_id, week_on, listing_id, votes, uncounted, reached_seq, first_seq)
  select c.site_id, c.week_on, c.listing_id, c.week_votes, c.week_uncounted, r.reached_seq, c.first_seq
  from unnest(changes) c cross join lateral (
    select max(b.cast_seq) as reached_seq from ballots b
    where b.listing_id = c.listing_id and b.launch_week_on = c.week_on and b.state = 'counted' and b.in_week
  ) r
  on conflict (site_id, week_on, listing_id) do update
    set votes = w.votes + excluded.votes, uncounted = w.uncounted + excluded.uncounted, reached_seq = excluded.reached_seq;
  return null;
end $$;

-- step: no foreign key is checked for each vote
alter table votes drop constraint votes_site_id_listing_id_fkey, drop constraint votes_site_id_voter_id_fkey;
-- step: nor for each origin
-- The statement that writes an origin writes its row of the ledger, which is never deleted.
alter table vote_origins drop constraint vote_origins_site_id_seq_fkey;
