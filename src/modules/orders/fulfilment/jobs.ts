import { enqueue, type JobCtx, job } from '../../../kernel/jobs.ts';
import { databaseTime } from '../../../kernel/time/database-clock.ts';
import { getSiteById } from '../../sites/sites.ts';
import { FULFIL_LINE } from '../payment/settlement.ts';
import { fulfilLine, handToTeam, needsNetwork } from './fulfil.ts';
import { findFulfilmentLine, releaseSettledHolds, touchStuckLines } from './queries.ts';

const GIVEN_UP_NOTE = 'Automatic delivery failed. Our team will deliver it or refund you.';

/** Fulfils a line; after the last failed attempt the team gets it. */
const fulfilOrHandOver = async ({ sql, clock, integrations, site_root, signal, last_attempt }: JobCtx, line_id: number): Promise<void> => {
  const line = await findFulfilmentLine(sql, line_id);
  if (!line) return;
  const site = await getSiteById(sql, line.site_id, site_root);
  try {
    await fulfilLine({ sql, clock, site, integrations, signal }, line_id);
  } catch (error) {
    if (last_attempt && !signal.aborted) await handToTeam({ sql, clock }, line_id, GIVEN_UP_NOTE);
    throw error;
  }
};

interface LineJob {
  line_id: number;
}

/** The same for products that need the network, on a lane of its own so that slow servers do not block other jobs. */
export const fulfil_by_reading = job<LineJob>({
  name: 'fulfil_by_reading',
  lane: 'reading',
  attempts: 5,
  run: (ctx, { line_id }) => fulfilOrHandOver(ctx, line_id),
});

export const fulfil_line = job<LineJob>({
  ...FULFIL_LINE,
  async run(ctx, { line_id }) {
    const line = await findFulfilmentLine(ctx.sql, line_id);
    if (!line) return;
    if (needsNetwork(line.product)) return enqueue(ctx.sql, fulfil_by_reading, { line_id }, { key: `reading line ${line_id}` });
    await fulfilOrHandOver(ctx, line_id);
  },
});

/** Well above the time that all attempts of a job take, which is under an hour. */
const STUCK_MS = 2 * 3_600_000;
const BATCH_SIZE = 500;

/** Requeues lines whose job was lost with its worker, and releases weeks that are no longer needed. */
export const sweep_lines = job<unknown>({
  name: 'sweep_lines',
  attempts: 3,
  cron: '*/10 * * * *',
  at_start: true,
  async run({ sql, clock }) {
    const now = await databaseTime(sql, clock);
    await sql.begin(async (sql) => {
      const stuck = await touchStuckLines(sql, { before: new Date(now.getTime() - STUCK_MS), now }, BATCH_SIZE);
      for (const line_id of stuck) await enqueue(sql, fulfil_line, { line_id }, { key: `line ${line_id}` });
      await releaseSettledHolds(sql);
    });
  },
});
