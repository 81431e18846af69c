-- Rules look at a launch's votes again and again until its week is frozen, so they decide about votes, too. What a person of the team
-- decided stays as decided: ballots.decided now follows from vote_decisions, which has people's decisions only.

-- Where a vote came from at three widths: network is an IPv4 address or an IPv6 /64, subnet a /24 or /48, block a /20 or /32. All are
-- keyed hashes. came_from is the kind of page that led here, without its address.
alter table vote_origins add subnet bytea, add block bytea, add came_from text check (came_from in ('site', 'search', 'other', 'none'));

-- What an account did on a site besides voting. Reviews of votes count it in favour of its votes.
create view account_activity as
  select site_id, account_id, 'comment' as kind, created_at as at from comments where account_id is not null and status = 'shown'
  union all
  select site_id, account_id, 'review', created_at from reviews where account_id is not null and status = 'shown'
  union all
  select site_id, account_id, 'follow', created_at from follows
  union all
  select site_id, account_id, 'follow', created_at from category_follows
  union all
  select site_id, owner_id, 'listing', coalesce(launched_at, created_at) from listings where owner_id is not null and status = 'live'
  union all
  select d.site_id, a.id, 'digest', d.confirmed_at from digest_subscribers d join accounts a on a.email_key = d.email_key;

-- Accounts that somebody signed in to with Google, GitHub or another provider.
create view identified_accounts as select account_id, min(created_at) as since from account_identities group by account_id;

create function vote_decided() returns trigger language plpgsql as $$
begin
  update ballots b set decided = true from fresh d join votes v on v.site_id = d.site_id and v.seq = d.seq
  where b.listing_id = v.listing_id and b.launch_week_on = v.launch_week_on and b.voter_id = v.voter_id and not b.decided;
  return null;
end $$;
create trigger vote_decided after insert on vote_decisions referencing new table as fresh for each statement execute function vote_decided();

create or replace function votes_counted() returns trigger language plpgsql as $$
declare
  ids bigint[];
  changes count_change[];
begin
  select array_agg(distinct listing_id order by listing_id) into ids from fresh;
  if ids is null then return null; end if;
  insert into listing_counts (listing_id, site_id) select distinct listing_id, site_id from fresh order by listing_id on conflict do nothing;
  perform 1 from listing_counts where listing_id = any(ids) order by listing_id for no key update;

  with latest as (
    select site_id, listing_id, launch_week_on, voter_id, min(seq) as first_seq,
      (array_agg(ballot_state(act, reason) order by seq desc))[1] as state,
      (array_agg(reason order by seq desc) filter (where act <> 'withdrawn'))[1] as reason,
      bool_or(act <> 'withdrawn') as has_reason,
      coalesce(bool_or(act = 'uncounted' and reason = 'own_listing'), false) as decided,
      (array_agg(at order by seq desc) filter (where act = 'cast'))[1] as cast_at,
      max(seq) filter (where act = 'cast') as cast_seq,
      (array_agg(in_week order by seq desc) filter (where act = 'cast'))[1] as in_week
    from fresh group by site_id, listing_id, launch_week_on, voter_id
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

-- Makes a site's ballots and counts anew from its ledger.
create or replace function recount_ballots(site integer) returns void language plpgsql as $$
begin
  perform lock_ledger(site);
  delete from ballots where site_id = site;
  delete from week_counts where site_id = site;
  insert into ballots (site_id, listing_id, launch_week_on, voter_id, state, reason, decided, cast_at, cast_seq, in_week)
  select site_id, listing_id, launch_week_on, voter_id,
    (array_agg(ballot_state(act, reason) order by seq desc))[1],
    (array_agg(reason order by seq desc) filter (where act <> 'withdrawn'))[1],
    bool_or(coalesce(act = 'uncounted' and reason = 'own_listing', false)
      or exists (select from vote_decisions d where d.site_id = votes.site_id and d.seq = votes.seq)),
    (array_agg(at order by seq desc) filter (where act = 'cast'))[1],
    max(seq) filter (where act = 'cast'),
    (array_agg(in_week order by seq desc) filter (where act = 'cast'))[1]
  from votes where site_id = site group by site_id, listing_id, launch_week_on, voter_id;
  insert into week_counts (site_id, week_on, listing_id, votes, uncounted, reached_seq, first_seq)
  select b.site_id, b.launch_week_on, b.listing_id, count(*) filter (where b.state = 'counted' and b.in_week),
    count(*) filter (where b.state = 'uncounted' and b.in_week), max(b.cast_seq) filter (where b.state = 'counted' and b.in_week), f.first_seq
  from ballots b join (
    select listing_id, launch_week_on, min(seq) as first_seq from votes where site_id = site group by listing_id, launch_week_on
  ) f using (listing_id, launch_week_on)
  where b.site_id = site group by b.site_id, b.launch_week_on, b.listing_id, f.first_seq;
  insert into listing_counts (listing_id, site_id) select distinct listing_id, site_id from ballots where site_id = site on conflict do nothing;
  perform 1 from listing_counts where site_id = site order by listing_id for no key update;
  update listing_counts n set votes = c.votes, trending = c.trending
  from (
    select l.listing_id, coalesce(b.votes, 0) as votes, case when b.votes is null then 0 else trending_of(l.listing_id) end as trending
    from listing_counts l left join (
      select listing_id, count(*) as votes from ballots where site_id = site and state = 'counted' group by listing_id
    ) b using (listing_id) where l.site_id = site
  ) c
  where n.listing_id = c.listing_id and (n.votes, n.trending) is distinct from (c.votes, c.trending);
end $$;
