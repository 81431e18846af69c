import type { Sql } from '../../../src/db/open.ts';
import { addDays } from '../../../src/kernel/time/weeks.ts';
import { closeWeekOnce } from '../../../src/modules/launches/rollover/week-rollover.ts';
import type { LedgerAct } from '../../../src/modules/votes/queries.ts';

/** The last of them is running at `NOON`. */
const WEEKS = ['2026-10-19', '2026-10-26', '2026-11-02', '2026-11-09'];
const LISTINGS = 3;
const VOTERS = 60;

interface Entry {
  listing: number;
  voter: number;
  act: LedgerAct;
  reason?: string;
}

/** All votes of a week, then every kind of decision about some of them: 200 rows. */
const entriesOf = (): Entry[] => {
  const casts = Array.from({ length: LISTINGS * VOTERS }, (_, i): Entry => {
    const [listing, voter] = [i % LISTINGS, Math.floor(i / LISTINGS)];
    // Not the same number for each listing, so that ranks are clear.
    return { listing, voter, act: 'cast', ...((voter + 1) % (10 + listing * 3) === 0 && { reason: 'new_account' }) };
  });
  const decisions = Array.from({ length: 5 }, (_, i): Entry[] => [
    { listing: 0, voter: i, act: 'withdrawn' },
    { listing: 0, voter: 10 + i, act: 'uncounted', reason: 'cluster' },
    ...(i < 2 ? ([{ listing: 0, voter: i, act: 'cast' }] as const) : []),
    ...(i < 4 ? ([{ listing: 0, voter: 9 + i * 10, act: 'counted' }] as const) : []),
    ...(i < 4 ? ([{ listing: 1, voter: 20 + i, act: 'uncounted', reason: 'cluster' }] as const) : []),
  ]);
  return [...casts, ...decisions.flat()];
};

/** A ledger of 800 rows in four weeks, with every kind of entry; three weeks are frozen. More than three tiles of the tree. */
export const writeSmallLedger = async (sql: Sql, site_id: number): Promise<void> => {
  const voters = await sql<{ id: number }[]>`
    insert into voters (site_id) select ${site_id} from generate_series(1, ${VOTERS}) returning id`;
  for (const week of WEEKS) {
    await sql`insert into companies (domain) select ${week} || '-' || n || '.example' from generate_series(1, ${LISTINGS}) n`;
    const listings = await sql<{ id: number }[]>`
      insert into listings (site_id, company_id, slug, status, launched_at, launch_week_on, name, website, domain)
      select ${site_id}, id, replace(domain, '.', '-'), 'live', ${week}, ${week}, domain, 'https://' || domain, domain
      from companies where domain like ${`${week}%`} order by id returning id`;
    const entries = entriesOf().map((entry, i) => ({
      ...entry,
      listing: listings[entry.listing]!.id,
      voter: voters[entry.voter]!.id,
      at: new Date(Date.parse(week) + i * 60_000),
    }));
    await sql`
      insert into votes (site_id, listing_id, launch_week_on, voter_id, act, reason, at)
      select ${site_id}, listing, ${week}, voter, act, reason, at
      from json_to_recordset(${JSON.stringify(entries)}::text::json) as t (listing bigint, voter bigint, act text, reason text, at timestamptz)`;
    const finished_at = new Date(addDays(week, 7));
    if (week !== WEEKS.at(-1)) await sql.begin((sql) => closeWeekOnce(sql, site_id, week, { finished_at }));
  }
};
