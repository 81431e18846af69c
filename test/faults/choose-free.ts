/**
 * Chooses the free plan for many listings at once, in a process of its own: `choose-free.ts DATABASE_URL SITE_ID OWNER_ID LISTING…`. Prints
 * “ready”, starts at the first line on stdin, and prints how many listings got a week.
 */
import { once } from 'node:events';
import { connect } from '../../src/db/open.ts';
import { chooseFreePlan } from '../../src/modules/launches/free-queue/free-plan.ts';
import { as, siteOf } from '../support/voters.ts';

const [url, site_id, owner_id, ...listings] = process.argv.slice(2);
const sql = connect(url!, 10);
const site = await siteOf(sql, Number(site_id));
const clock = { now: () => new Date('2026-11-11T12:00:00Z') };
console.log('ready');
await once(process.stdin, 'data');
const plans = listings.map((id) => chooseFreePlan(as(Number(owner_id), { sql, site, clock }), { listing_id: Number(id) }));
const answers = await Promise.allSettled(plans);
const faults = answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason)] : []));
console.log(JSON.stringify({ promised: answers.length - faults.length, faults: faults.slice(0, 3) }));
await sql.end();
process.exit();
