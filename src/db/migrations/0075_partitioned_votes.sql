-- steps
-- Partitions: origins of votes by week, dropped as a whole when their time is over, and ballots by quarter, so that the indexes that votes
-- change now are small. The tables of today become the default partitions, without copying a row. They take whatever has no partition, so a
-- vote never waits for one. See decision 63.

-- step: limits of what is there
do $$
declare
  -- Far ahead, since this version may be started late; at once where there is nothing yet.
  week date := date_trunc('week', now() at time zone 'UTC')::date;
begin
  if exists (select from vote_origins) then week := week + 35; end if;
  execute format('alter table vote_origins add constraint vote_origins_before check (at < %L) not valid', to_char(week, 'YYYY-MM-DD') || ' 00:00:00+00');
  execute format('alter table ballots add constraint ballots_before check (launch_week_on < %L) not valid',
    greatest(week, (select max(launch_week_on) + 7 from ballots)));
end $$;
-- step: check the limit of origins
alter table vote_origins validate constraint vote_origins_before;
-- step: check the limit of ballots
alter table ballots validate constraint ballots_before;
-- step: the key of origins with its time
create unique index concurrently if not exists vote_origins_default_pkey on vote_origins (site_id, seq, at);

-- step: partitions
-- Adds partitions after the last one until a moment, of so many weeks each; a table without any begins at `first`. Rows of that time that
-- are in the default partition are moved. The caller's transaction should be short: for a moment nobody reads or writes the default one.
create function add_vote_partitions(parent text, weeks integer, until timestamptz, first timestamptz) returns integer language plpgsql as $$
declare
  begins timestamptz;
  ends timestamptz;
  by_time boolean := (select format_type(a.atttypid, null) <> 'date' from pg_partitioned_table p
    join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0] where p.partrelid = parent::regclass);
  bounds text := case when by_time then 'for values from (%L) to (%L)' else 'for values from (%L::date) to (%L::date)' end;
  partition_key text := (select a.attname from pg_partitioned_table p
    join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0] where p.partrelid = parent::regclass);
  name text;
  added integer := 0;
begin
  perform set_config('timezone', 'UTC', true), set_config('lock_timeout', '1500', true);
  -- One process at a time; the lock conflicts with itself only, and with vacuum.
  execute format('lock table %I in share update exclusive mode', parent);
  select coalesce(max(upper_bound), first) into begins from vote_partitions where table_name = parent;
  while begins <= until loop
    ends := begins + make_interval(weeks => weeks);
    name := parent || '_' || to_char(begins, 'YYYYMMDD');
    execute format('lock table %I in access exclusive mode', parent || '_default');
    execute format('create table %I (like %I including defaults including constraints) with (fillfactor = 90)', name, parent);
    execute format('with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
      parent || '_default', partition_key, begins, partition_key, ends, name);
    execute format('alter table %I attach partition %I ' || bounds, parent, name, begins, ends);
    begins := ends;
    added := added + 1;
  end loop;
  return added;
end $$;

-- Partitions with their bounds, without the default ones.
create view vote_partitions as
  select p.relname::text as table_name, c.relname::text as name,
    (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''([^'']+)''\)'))[1]::timestamptz as lower_bound,
    (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)''\)'))[1]::timestamptz as upper_bound
  from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid
  where p.relname in ('vote_origins', 'ballots') and p.relnamespace = 'public'::regnamespace and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT';

do $$
declare
  first_week timestamptz := (select (regexp_match(pg_get_constraintdef(oid), '''([^'']+)'''))[1]::timestamptz from pg_constraint where conname = 'vote_origins_before');
  first_launch date := (select (regexp_match(pg_get_constraintdef(oid), '''([^'']+)'''))[1]::date from pg_constraint where conname = 'ballots_before');
begin
  -- Not referring to the ledger any more: rows are written in the statement that writes the ledger's, and that is never deleted.
  alter table vote_origins drop constraint vote_origins_site_id_seq_fkey, drop constraint vote_origins_pkey,
    add constraint vote_origins_default_pkey primary key using index vote_origins_default_pkey;
  alter table vote_origins rename to vote_origins_default;
  alter index vote_origins_voter rename to vote_origins_default_voter;
  alter index vote_origins_network rename to vote_origins_default_network;
  alter index vote_origins_network_ring rename to vote_origins_default_network_ring;
  alter index vote_origins_mail_ring rename to vote_origins_default_mail_ring;
  alter index vote_origins_mailbox rename to vote_origins_default_mailbox;
  create table vote_origins (like vote_origins_default including defaults including constraints) partition by range (at);
  alter table vote_origins drop constraint vote_origins_before, add primary key (site_id, seq, at);
  create index vote_origins_voter on vote_origins (voter_id, at);
  create index vote_origins_network on vote_origins (site_id, network, at);
  create index vote_origins_network_ring on vote_origins (listing_id, network, at) where is_new;
  create index vote_origins_mail_ring on vote_origins (listing_id, mail_domain, at) where is_new;
  create index vote_origins_mailbox on vote_origins (listing_id, mailbox) where mailbox is not null;
  alter table vote_origins attach partition vote_origins_default default;

  alter table ballots rename to ballots_default;
  alter index ballots_pkey rename to ballots_default_pkey;
  alter index ballots_reached rename to ballots_default_reached;
  alter index ballots_voter rename to ballots_default_voter;
  alter index ballots_held rename to ballots_default_held;
  alter index ballots_uncounted rename to ballots_default_uncounted;
  alter index ballots_cast rename to ballots_default_cast;
  create table ballots (like ballots_default including defaults including constraints) partition by range (launch_week_on);
  alter table ballots drop constraint ballots_before, add primary key (listing_id, launch_week_on, voter_id);
  create index ballots_reached on ballots (listing_id, launch_week_on, cast_seq) where state = 'counted' and in_week;
  create index ballots_voter on ballots (voter_id, cast_seq desc);
  create index ballots_held on ballots (site_id, cast_seq) where state = 'uncounted' and not decided;
  create index ballots_uncounted on ballots (listing_id, reason) where state = 'uncounted';
  create index ballots_cast on ballots using brin (cast_at);
  alter table ballots attach partition ballots_default default;

  -- The limits prove that the default partitions have no row of these, so they are not scanned.
  perform add_vote_partitions('vote_origins', 1, greatest(first_week, now() + interval '28 days'), first_week);
  perform add_vote_partitions('ballots', 13, greatest(first_launch::timestamptz, now() + interval '28 days'), first_launch::timestamp at time zone 'UTC');
  alter table vote_origins_default drop constraint vote_origins_before;
  alter table ballots_default drop constraint ballots_before;
end $$;
