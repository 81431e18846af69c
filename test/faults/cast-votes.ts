/**
 * Votes as a crowd would, in a process of its own: `cast-votes.ts DATABASE_URL SITE_ID SLUG TIMES ACCOUNT…`. Each account votes
 * so many times at once. Says that it is ready, begins at the first line it is sent, and prints how the votes stand.
 */
import { once } from 'node:events';
import { connect } from '../../src/db/open.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { castVote } from '../../src/modules/ballot/vote.ts';
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
