-- Votes. The ledger is the only fact: it is written once, row after row, and each row carries the hash of the one before. Where
-- everybody's vote stands, and every count, follows from it by the triggers below and can be made anew from it (recount_ballots).

-- The ledger knows voters by number. When an account is deleted its votes stay, and whose they were is forgotten.
create table voters (
  id bigint generated always as identity primary key,
  account_id bigint unique references accounts on delete set null,
  -- Of a voter from elsewhere: a keyed hash of what they were called there.
  outside_key bytea unique
);

create table votes (
  site_id integer not null,
  seq bigint not null,
  listing_id bigint not null,
  -- A launch is a listing in a week; a relaunch is another.
  launch_week_on date not null check (extract(isodow from launch_week_on) = 1),
  voter_id bigint not null references voters,
  -- counted and uncounted are what a person decided about a vote that stands.
  act text not null check (act in ('cast', 'withdrawn', 'counted', 'uncounted')),
  -- Why it does not count; null where it does.
  reason text check (reason ~ '^[a-z][a-z_]{0,39}$'),
  -- Of a cast: whether that was inside the launch's week, in the site's time zone, and before the week was closed.
  in_week boolean,
  at timestamptz(3) not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (site_id, seq),
  foreign key (site_id, listing_id) references listings (site_id, id),
  check (act = 'cast' or (act = 'uncounted') = (reason is not null)),
  check ((act = 'cast') = (in_week is not null))
);
create index votes_ballot on votes (listing_id, launch_week_on, voter_id, seq desc);

create function ledger_stands() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger of votes is written once: no % of it.', lower(tg_op) using errcode = 'restrict_violation';
end $$;
create trigger ledger_stands before update or delete or truncate on votes for each statement execute function ledger_stands();
-- Also where triggers are left out, as while a copy is brought up to date.
alter table votes enable always trigger ledger_stands;

-- Weeks that are over and closed, up to which row of the ledger, and with which hash. Launch weeks define it anew.
create view frozen_weeks as
  select null::integer as site_id, null::date as week_on, null::bigint as last_seq, null::bytea as ledger_hash,
    null::bigint as counted_votes, null::bigint as uncounted_votes
  where false;

-- What a row's hash is of, in letters anybody can put together again from an exported row.
create function vote_text(v votes) returns text language sql stable as $$
  select concat_ws('|', encode(v.previous_hash, 'hex'), v.site_id, v.seq, v.listing_id, to_char(v.launch_week_on, 'YYYY-MM-DD'), v.voter_id,
    v.act, coalesce(v.reason, ''), coalesce(v.in_week::text, ''), to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
$$;

-- One writes at a time on a site, so that the chain has no forks. Readers never wait.
create function lock_ledger(site integer) returns void language sql as $$ select pg_advisory_xact_lock(7305008, site) $$;

-- Whether a row changes anything, after the last one about the same vote. A second click does not.
create function changes_ballot(act text, last_act text, last_reason text) returns boolean language sql immutable as $$
  select case act
    when 'cast' then last_act is null or last_act = 'withdrawn'
    when 'withdrawn' then last_act <> 'withdrawn'
    when 'counted' then last_act = 'uncounted' or (last_act = 'cast' and last_reason is not null)
    else last_act in ('cast', 'counted')
  end
$$;

-- Puts a row at the ledger's end; one that would change nothing is not written. Rows of the same statement are seen here too.
create function vote_written() returns trigger language plpgsql as $$
declare
  last record;
  head record;
begin
  perform lock_ledger(new.site_id);
  select v.act, v.reason into last from votes v
    where v.listing_id = new.listing_id and v.launch_week_on = new.launch_week_on and v.voter_id = new.voter_id
    order by v.seq desc limit 1;
  if changes_ballot(new.act, last.act, last.reason) is not true then return null; end if;
  select v.seq, v.hash into head from votes v where v.site_id = new.site_id order by v.seq desc limit 1;
  new.seq := coalesce(head.seq, 0) + 1;
  new.previous_hash := coalesce(head.hash, decode(repeat('00', 32), 'hex'));
  new.in_week := null;
  if new.act = 'cast' then
    select date_trunc('week', new.at at time zone s.time_zone)::date = new.launch_week_on
        and not exists (select from frozen_weeks f where f.site_id = new.site_id and f.week_on = new.launch_week_on)
      into new.in_week from sites s where s.id = new.site_id;
  end if;
  new.hash := sha256(convert_to(vote_text(new), 'UTF8'));
  return new;
end $$;
create trigger vote_written before insert on votes for each row execute function vote_written();

-- Where each person's vote on each launch stands. Written by the triggers on votes alone.
create table ballots (
  site_id integer not null,
  listing_id bigint not null,
  launch_week_on date not null,
  voter_id bigint not null,
  state text not null check (state in ('counted', 'uncounted', 'withdrawn')),
  -- Why it does not count; of a withdrawn one, why it did not while it stood.
  reason text,
  -- Whether a person decided about it.
  decided boolean not null,
  cast_at timestamptz(3) not null,
  cast_seq bigint not null,
  in_week boolean not null,
  primary key (listing_id, launch_week_on, voter_id)
) with (fillfactor = 90);
create index ballots_reached on ballots (listing_id, launch_week_on, cast_seq) where state = 'counted' and in_week;
create index ballots_voter on ballots (voter_id, cast_seq desc);
create index ballots_held on ballots (site_id, cast_seq) where state = 'uncounted' and not decided;
create index ballots_uncounted on ballots (listing_id, reason) where state = 'uncounted';

-- How a week's launches stand: votes that were cast inside it and count, and those that do not.
create table week_counts (
  site_id integer not null,
  week_on date not null,
  listing_id bigint not null,
  votes integer not null,
  uncounted integer not null,
  -- The last of the votes that count: of two with as many, the one that got there first has the smaller. Null without any.
  reached_seq bigint,
  -- Where in the ledger its rows begin.
  first_seq bigint not null,
  primary key (site_id, week_on, listing_id)
) with (fillfactor = 80);
create index week_counts_order on week_counts (site_id, week_on, votes desc, reached_seq, listing_id);

-- What the weekly board goes by. Launch weeks define it anew, with the frozen result of the weeks that are over.
create view week_standings as
  select site_id, week_on, listing_id, votes, reached_seq from week_counts where votes > 0;

create function ballot_state(act text, reason text) returns text language sql immutable as $$
  select case when act <> 'cast' then act when reason is null then 'counted' else 'uncounted' end
$$;

-- Trending is forward decay: a vote weighs 2^(days since 2000 / 3) and is never weighed again, since only the order matters and
-- an old vote falls behind by the new ones' weight. Sums of such numbers are kept as their logarithm.
create function vote_weight(cast_at timestamptz) returns double precision language sql stable as $$
  select (extract(epoch from cast_at)::double precision - 946684800) / 259200
$$;

-- PostgreSQL takes a result that is too small for an error.
create function two_to(x double precision) returns double precision language sql immutable as $$
  select case when x < -1000 then 0 else power(2::double precision, x) end
$$;

create function trending_of(listing bigint) returns double precision language sql stable as $$
  select coalesce(max(top) + ln(sum(two_to(weight - top))) / ln(2::double precision), 0)
  from (select vote_weight(cast_at) as weight, max(vote_weight(cast_at)) over () as top
    from ballots where listing_id = listing and state = 'counted') w
$$;

-- A launch's counts as they change: by so many votes; by so much weight, in units of 2^base, added and taken away.
create type count_change as (
  site_id integer, listing_id bigint, week_on date, votes integer, week_votes integer, week_uncounted integer,
  base double precision, added double precision, removed double precision, first_seq bigint
);

-- Carries new rows of the ledger into ballots and counts. What it costs depends on the launches, hardly on how many rows.
create function votes_counted() returns trigger language plpgsql as $$
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
      bool_or(act in ('counted', 'uncounted')) as decided,
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
create trigger votes_counted after insert on votes referencing new table as fresh for each statement execute function votes_counted();

-- Makes a site's ballots and counts anew from its ledger.
create function recount_ballots(site integer) returns void language plpgsql as $$
begin
  perform lock_ledger(site);
  delete from ballots where site_id = site;
  delete from week_counts where site_id = site;
  insert into ballots (site_id, listing_id, launch_week_on, voter_id, state, reason, decided, cast_at, cast_seq, in_week)
  select site_id, listing_id, launch_week_on, voter_id,
    (array_agg(ballot_state(act, reason) order by seq desc))[1],
    (array_agg(reason order by seq desc) filter (where act <> 'withdrawn'))[1],
    bool_or(act in ('counted', 'uncounted')),
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

-- From where a vote came, as far as the integrity rules ask: keyed hashes, beside the public ledger, and forgotten after 90 days.
create table vote_origins (
  site_id integer not null,
  seq bigint not null,
  listing_id bigint not null,
  voter_id bigint not null,
  network bytea,
  mail_domain bytea,
  -- Whether the account was younger than a day.
  is_new boolean not null,
  at timestamptz not null,
  primary key (site_id, seq),
  foreign key (site_id, seq) references votes (site_id, seq)
);
create index vote_origins_voter on vote_origins (voter_id, at);
create index vote_origins_network on vote_origins (site_id, network, at);
create index vote_origins_network_ring on vote_origins (listing_id, network, at) where is_new;
create index vote_origins_mail_ring on vote_origins (listing_id, mail_domain, at) where is_new;
create index vote_origins_old on vote_origins (at);

-- Who decided about a vote and why, in words for the team. The ledger has the decision itself.
create table vote_decisions (
  site_id integer not null,
  seq bigint not null,
  account_id bigint references accounts on delete set null,
  note text not null,
  primary key (site_id, seq),
  foreign key (site_id, seq) references votes (site_id, seq)
);
create index vote_decisions_account on vote_decisions (account_id) where account_id is not null;

-- Money given for a place on the billboard; what is paid back is a row below zero.
create table billboard_contributions (
  id bigint generated always as identity primary key,
  site_id integer not null,
  listing_id bigint not null,
  amount_cents bigint not null check (amount_cents <> 0),
  order_id bigint,
  at timestamptz not null,
  foreign key (site_id, listing_id) references listings (site_id, id)
);
create index billboard_contributions_listing on billboard_contributions (listing_id);

-- Places on the boards that do not go by votes: a live listing's newest figure from outside, or all it has given. They follow from
-- listings, listing_metrics and billboard_contributions by the triggers below; nothing else writes them.
create table board_places (
  site_id integer not null,
  board text not null check (board in ('billboard', 'domain-rating', 'revenue')),
  listing_id bigint not null references listings on delete cascade,
  value numeric not null,
  unit text not null,
  as_of_on date not null,
  source text,
  trend numeric,
  primary key (listing_id, board)
);
create index board_places_order on board_places (site_id, board, value desc, listing_id);

create table board_totals (
  site_id integer not null references sites,
  board text not null,
  places integer not null,
  primary key (site_id, board)
);

create function place_on_boards(ids bigint[]) returns void language plpgsql as $$
begin
  -- Two who change the same listing's figures or status take turns, so that the later sees what the earlier wrote.
  perform 1 from listings where id = any(ids) order by id for no key update;
  with wanted as materialized (
    select l.site_id, replace(m.name, '_', '-') as board, l.id as listing_id, m.value, m.unit, m.as_of_on, m.source, m.value - b.value as trend
    from listings l
    cross join lateral (
      select distinct on (name) name, value, unit, as_of_on, source from listing_metrics
      where listing_id = l.id and source <> '' order by name, as_of_on desc
    ) m
    left join lateral (
      select value from listing_metrics
      where listing_id = l.id and name = m.name and source <> '' and as_of_on < m.as_of_on order by as_of_on desc limit 1
    ) b on true
    where l.id = any(ids) and l.status = 'live'
    union all
    select l.site_id, 'billboard', l.id, g.cents, 'USD cents', (g.at at time zone s.time_zone)::date, null, null
    from listings l join sites s on s.id = l.site_id
    cross join lateral (select sum(amount_cents) as cents, max(at) as at from billboard_contributions where listing_id = l.id) g
    where l.id = any(ids) and l.status = 'live' and g.cents > 0
  ), gone as (
    delete from board_places p where p.listing_id = any(ids)
      and not exists (select from wanted w where w.listing_id = p.listing_id and w.board = p.board)
  )
  insert into board_places as p (site_id, board, listing_id, value, unit, as_of_on, source, trend)
  select site_id, board, listing_id, value, unit, as_of_on, source, trend from wanted
  on conflict (listing_id, board) do update
    set value = excluded.value, unit = excluded.unit, as_of_on = excluded.as_of_on, source = excluded.source, trend = excluded.trend
    where (p.value, p.unit, p.as_of_on, p.source, p.trend)
      is distinct from (excluded.value, excluded.unit, excluded.as_of_on, excluded.source, excluded.trend);
end $$;

create function listings_on_boards() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  select array_agg(f.id) into ids from fresh f join stale s using (id) where f.status is distinct from s.status;
  if ids is not null then perform place_on_boards(ids); end if;
  return null;
end $$;
create trigger listings_on_boards after update on listings referencing new table as fresh old table as stale
  for each statement execute function listings_on_boards();

create function figures_on_boards() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct listing_id) into ids from stale;
  elsif tg_op = 'INSERT' then
    select array_agg(distinct listing_id) into ids from fresh;
  else
    select array_agg(listing_id) into ids from (select listing_id from fresh union select listing_id from stale) t;
  end if;
  if ids is not null then perform place_on_boards(ids); end if;
  return null;
end $$;
create trigger metrics_on_boards_insert after insert on listing_metrics referencing new table as fresh
  for each statement execute function figures_on_boards();
create trigger metrics_on_boards_update after update on listing_metrics referencing new table as fresh old table as stale
  for each statement execute function figures_on_boards();
create trigger metrics_on_boards_delete after delete on listing_metrics referencing old table as stale
  for each statement execute function figures_on_boards();
create trigger money_on_boards_insert after insert on billboard_contributions referencing new table as fresh
  for each statement execute function figures_on_boards();
create trigger money_on_boards_update after update on billboard_contributions referencing new table as fresh old table as stale
  for each statement execute function figures_on_boards();
create trigger money_on_boards_delete after delete on billboard_contributions referencing old table as stale
  for each statement execute function figures_on_boards();

create function boards_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into board_totals as t (site_id, board, places)
    select site_id, board, count(*) from fresh group by site_id, board order by site_id, board
    on conflict (site_id, board) do update set places = t.places + excluded.places;
  else
    insert into board_totals as t (site_id, board, places)
    select site_id, board, -count(*) from stale group by site_id, board order by site_id, board
    on conflict (site_id, board) do update set places = t.places + excluded.places;
  end if;
  return null;
end $$;
create trigger boards_counted_insert after insert on board_places referencing new table as fresh
  for each statement execute function boards_counted();
create trigger boards_counted_delete after delete on board_places referencing old table as stale
  for each statement execute function boards_counted();

select place_on_boards(array(select distinct listing_id from listing_metrics));
-- Numbers that no ledger has were nobody's votes.
update listing_counts set votes = 0, trending = 0 where votes <> 0 or trending <> 0;
