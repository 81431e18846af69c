/**
 * Casts concurrent votes in a process of its own: `cast-votes.ts DATABASE_URL SITE_ID SLUG TIMES ACCOUNT…`. Each account votes TIMES times
 * at once. Prints “ready”, starts at the first line on stdin, and prints how many votes are in which state.
 */
import { once } from 'node:events';
import { connect } from '../../src/db/open.ts';
import { systemClock } from '../../src/kernel/time/clock.ts';
import { castVote } from '../../src/modules/votes/votes.ts';
import { as, siteOf } from '../support/voters.ts';

const [url, site_id, slug, times, ...accounts] = process.argv.slice(2);
const sql = connect(url!, 5);
const site = await siteOf(sql, Number(site_id));
console.log('ready');
await once(process.stdin, 'data');
const votes = accounts.flatMap((id) =>
  Array.from({ length: Number(times) }, () => castVote(as(Number(id), { sql, site, clock: systemClock }), { slug: slug! })),
);
const answers = await Promise.allSettled(votes);
const states: Record<string, number> = {};
for (const answer of answers) {
  const state = answer.status === 'fulfilled' ? answer.value.state : String(answer.reason);
  states[state] = (states[state] ?? 0) + 1;
}
console.log(JSON.stringify(states));
await sql.end();
process.exit();
