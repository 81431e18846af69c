-- Which database gives places in the change feed (decision 56). After a failover or a restore another one gives them, which may lack the last
-- changes of the one before: it would give their places to other changes.

-- The server's system, its timeline, the database and the table; a part that the role may not read is a question mark. A restored dump
-- is another table, and a promoted standby begins a new timeline. The file of control data names that timeline only after the next
-- checkpoint, so it is taken from the name of the current file of the log. Null on a standby, which gives no places.
create function identify_database() returns text language plpgsql stable as $$
declare
  system text := '?';
  timeline text := '?';
begin
  if pg_is_in_recovery() then
    return null;
  end if;
  begin
    system := (select system_identifier from pg_control_system());
  exception when others then
    -- Managed databases have reasons and errors of their own to refuse it.
    null;
  end;
  begin
    timeline := left(pg_walfile_name(pg_current_wal_lsn()), 8);
  exception when others then
    null;
  end;
  return concat_ws('.', system, timeline, (select oid from pg_database where datname = current_database()), 'change_feeds'::regclass::oid);
end $$;

-- What is known of the database that gave places, with the parts that this role may read; null if it is another one. Roles of different
-- rights know different parts, so a part that one of them may not read says nothing.
create function continue_database(known text, found text) returns text language sql immutable as $$
  select case when bool_and(k = f or k = '?' or f = '?') then string_agg(case when f = '?' then k else f end, '.' order by n) end
  from unnest(string_to_array(known, '.'), string_to_array(coalesce(found, known), '.')) with ordinality as part (k, f, n)
$$;

alter table change_feeds add column database_id text not null default identify_database();

create or replace function renew_change_feeds() returns void language sql as $$
  update change_feeds set epoch = default, database_id = default
$$;
