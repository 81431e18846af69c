import { beforeAll, expect, test } from 'vitest';
import { connect } from '../../../src/db/open.ts';
import type { Site } from '../../../src/kernel/context.ts';
import { completeClaim } from '../../../src/modules/claims/ownership.ts';
import { rollOverWeek } from '../../../src/modules/launches/rollover/week-rollover.ts';
import { castVote, withdrawVote } from '../../../src/modules/votes/votes.ts';
import { unownedListing } from '../../support/claims/claims.ts';
import { useServer } from '../../support/server.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const server = useServer({ pool: 5, demo: false });
const SUNDAY = new Date('2026-12-27T23:59:59Z');
let now = SUNDAY;
const clock = { now: () => now };
let site: Site;
beforeAll(async () => {
  site = await siteOf(server.sql, server.site_id);
});

test('concurrent votes, withdrawals, claims and rollovers on four processes: no deadlock, and no own vote counts', async () => {
  const processes = Array.from({ length: 4 }, () => connect(server.connection.connectionString, 3));
  await rollOverWeek({ sql: server.sql, site, clock });
  const people = await makeVoters(
    server.sql,
    Array.from({ length: 30 }, () => ({})),
  );
  const listings = await Promise.all(Array.from({ length: 6 }, () => unownedListing(server)));
  await server.sql`update listings set launch_week_on = '2026-12-21', launched_at = '2026-12-21'`;
  const claims = await Promise.all(
    listings.map(async ({ id: listing_id }, i) => {
      const [row] = await server.sql<{ id: number }[]>`
        insert into claims (site_id, listing_id, account_id, method, token, expires_at, created_at, updated_at)
        values (${site.id}, ${listing_id}, ${people[i]!}, 'dns', ${`token ${i}`}, '2027-06-01', ${now}, ${now}) returning id`;
      return { id: row!.id, listing_id };
    }),
  );
  // Half of the future owners have already voted for their listing; all of them try during the test.
  for (const [i, { slug }] of listings.slice(0, 3).entries()) await castVote(as(people[i]!, { ...server, site, clock }), { slug });
  const votes = processes.flatMap((sql, process) =>
    people.flatMap((person, i) =>
      listings.map(({ slug }) =>
        (i < listings.length || (i + process) % 3 ? castVote : withdrawVote)(as(person, { sql, site, clock }), { slug }),
      ),
    ),
  );
  const proofs = claims.map((claim, i) => processes[i % 4]!.begin((sql) => completeClaim({ sql, site, clock }, claim)));
  await proofs[0];
  now = new Date('2026-12-28T00:00:00Z');
  const rollovers = processes.map((sql) => rollOverWeek({ sql, site, clock }));
  await Promise.all([...votes, ...proofs, ...rollovers]);

  const owned = await server.sql`select id from listings where owner_id is not null`;
  expect(owned).toHaveLength(listings.length);
  const own = await server.sql`
    select from ballots b join voters v on v.site_id = b.site_id and v.id = b.voter_id join listings l on l.id = b.listing_id
    where l.owner_id = v.account_id and b.state = 'counted'`;
  expect(own).toHaveLength(0);
  const counts = () => server.sql`select listing_id, votes from listing_counts order by listing_id`;
  const before = await counts();
  await server.sql`select recount_ballots(${site.id})`;
  expect(await counts()).toEqual(before);
  expect(await server.sql`select from launch_weeks where week_on = '2026-12-21' and finished_at is not null`).toHaveLength(1);
  await Promise.all(processes.map((sql) => sql.end()));
});
