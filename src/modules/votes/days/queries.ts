import type { Sql } from 'postgres';
import type { Ctx } from '../../../kernel/context.ts';
import { firstRow } from '../../../kernel/database.ts';

/**
 * Counts the votes of days again that rows of the ledger changed since the last time: at most `limit` rows at once. Returns how many there
 * were. A vote that was withdrawn and cast again counts on another day, so all days on which it was cast are counted.
 */
export const countVoteDays = (sql: Sql, site_id: number, limit: number): Promise<number> =>
  sql.begin(async (sql) => {
    await sql`insert into vote_day_counts (site_id, seq) values (${site_id}, 0) on conflict do nothing`;
    const { seq } = firstRow(await sql<{ seq: number }[]>`select seq from vote_day_counts where site_id = ${site_id} for update`);
    const { rows, last } = firstRow(
      await sql<{ rows: number; last: number | null }[]>`
      select count(*)::int as rows, max(seq) as last from (
        select seq from votes where site_id = ${site_id} and seq > ${seq} order by seq limit ${limit}) t`,
    );
    if (last === null) return 0;
    await sql`
      with changed as materialized (
        select distinct c.listing_id, (c.at at time zone s.time_zone)::date as day, s.time_zone
        from votes v join site_heads s on s.id = v.site_id join votes c on c.listing_id = v.listing_id and c.launch_week_on = v.launch_week_on
          and c.voter_id = v.voter_id and c.act = 'cast' and c.seq <= ${last}
        where v.site_id = ${site_id} and v.seq > ${seq} and v.seq <= ${last}
      )
      insert into vote_days as d (site_id, listing_id, day, votes)
      select ${site_id}, c.listing_id, c.day, count(b.voter_id) from changed c
      left join ballots b on b.listing_id = c.listing_id and b.state = 'counted'
        and b.cast_at >= c.day::timestamp at time zone c.time_zone and b.cast_at < (c.day + 1)::timestamp at time zone c.time_zone
      group by c.listing_id, c.day order by c.listing_id, c.day
      on conflict (site_id, listing_id, day) do update set votes = excluded.votes where d.votes <> excluded.votes`;
    await sql`update vote_day_counts set seq = ${last} where site_id = ${site_id}`;
    return rows;
  });

/** Counted votes by listing and day, as JSON text, by keys such as ledgerly/2026-01-05. */
export const selectVoteDayRecords = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, keys: string[]) => sql<{ key: string; json: string }[]>`
  select k.key, json_build_object('listing', l.slug, 'day', d.day, 'votes', d.votes)::text as json
  from unnest(${keys}::text[]) k (key)
  join public_listings l on l.site_id = ${site.id} and l.slug = split_part(k.key, '/', 1)
  join vote_days d on d.site_id = l.site_id and d.listing_id = l.id and d.day = split_part(k.key, '/', 2)::date`;
