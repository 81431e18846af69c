import { enqueue, type JobCtx, job } from '../../../kernel/job.ts';
import type { Outside } from '../../../outside/outside.ts';
import { siteNumbered } from '../../sites/site.ts';
import { DUE } from '../due.ts';
import { fulfilLine, handOver, needsReading } from './fulfil.ts';
import { findLine, releaseSettled, touchStuck } from './line-queries.ts';

const GIVEN_UP = 'It could not be delivered by itself. Our team looks at it and either delivers it or returns the money.';

/** Delivers a line, and hands it over where nothing came of all tries. */
const fulfil = async ({ sql, clock, outside, site_root, signal, last_attempt }: JobCtx<Outside>, line_id: number): Promise<void> => {
  const line = await findLine(sql, line_id);
  if (!line) return;
  const site = await siteNumbered(sql, line.site_id, site_root);
  try {
    await fulfilLine({ sql, clock, site, outside, signal }, line_id);
  } catch (error) {
    if (last_attempt && !signal.aborted) await handOver({ sql, clock }, line_id, GIVEN_UP);
    throw error;
  }
};

interface Line {
  line_id: number;
}

/** The same for what waits for other people's servers, which is nobody's to wait behind. */
export const fulfil_by_reading = job<Line, Outside>({
  name: 'fulfil_by_reading',
  lane: 'reading',
  attempts: 5,
  run: (ctx, { line_id }) => fulfil(ctx, line_id),
});

/** Delivers a line of a paid order. */
export const fulfil_line = job<Line, Outside>({
  ...DUE.fulfil_line,
  async run(ctx, { line_id }) {
    const line = await findLine(ctx.sql, line_id);
    if (!line) return;
    if (needsReading(line.product)) return enqueue(ctx.sql, fulfil_by_reading, { line_id }, { key: `reading line ${line_id}` });
    await fulfil(ctx, line_id);
  },
});

/** All tries of a delivery are over in less than an hour. */
const STUCK_MS = 2 * 3_600_000;
const MOST = 500;

/** Has lines delivered that nobody is at any more, since whoever was died with the last try; and lets go of weeks that are held for nothing. */
export const sweep_lines = job<unknown, Outside>({
  name: 'sweep_lines',
  attempts: 3,
  cron: '*/10 * * * *',
  at_start: true,
  async run({ sql, clock }) {
    const now = clock.now();
    await sql.begin(async (sql) => {
      const stuck = await touchStuck(sql, { before: new Date(now.getTime() - STUCK_MS), now }, MOST);
      for (const line_id of stuck) await enqueue(sql, fulfil_line, { line_id }, { key: `line ${line_id}` });
      await releaseSettled(sql);
    });
  },
});
