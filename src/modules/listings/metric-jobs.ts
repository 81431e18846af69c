import { type JobCtx, job } from '../../kernel/job.ts';
import { BadLine } from '../../kernel/lines.ts';
import { dayIn } from '../../kernel/week.ts';
import type { Outside } from '../../outside/outside.ts';
import { selectDue, selectMetricSettings, upsertMetrics, writeReading } from './metric-queries.ts';
import { type Figure, figureOf } from './metric-rules.ts';
import { type MetricSource, readMetricSources } from './metric-sources.ts';

/** At most so many questions to one source an hour. */
const AN_HOUR = 500;
const AT_ONCE = 4;
/** After so many answers in a row that say nothing, a source is left alone until the next hour. */
const PATIENCE = 8;
const HOUR_MS = 3_600_000;

interface Measured {
  site: { id: number; time_zone: string };
  source: MetricSource;
}

type Outcome = { figure: Figure } | { trouble: string; out_of_order: boolean };

const ask = async ({ outside, signal }: JobCtx<Outside>, source: MetricSource, domain: string): Promise<Outcome> => {
  const answer = await outside.metrics(source, domain, signal);
  if ('trouble' in answer) return answer;
  try {
    return { figure: figureOf(source.name, answer.figure, source.unit) };
  } catch (error) {
    if (!(error instanceof BadLine)) throw error;
    return { trouble: error.message, out_of_order: false };
  }
};

/** Asks one source about whoever is due. Where there is trouble, the figure from before stands. */
const refresh = async (ctx: JobCtx<Outside>, { site, source }: Measured): Promise<void> => {
  const { sql, clock, signal } = ctx;
  const { name } = source;
  const due = await selectDue(sql, site.id, name, clock.now(), AN_HOUR);
  let in_a_row = 0;
  const askOn = async (): Promise<void> => {
    for (let one = due.shift(); one && in_a_row < PATIENCE && !signal.aborted; one = due.shift()) {
      const { listing_id, domain } = one;
      const outcome = await ask(ctx, source, domain);
      if (signal.aborted) return;
      const asked_at = clock.now();
      const failed = 'trouble' in outcome ? outcome : null;
      in_a_row = failed?.out_of_order ? in_a_row + 1 : 0;
      if (!('trouble' in outcome)) {
        const as_of_on = dayIn(asked_at, site.time_zone);
        await upsertMetrics(sql, site.id, [{ listing_id, name, as_of_on, source: source.source, ...outcome.figure }]);
      }
      const due_at = new Date(asked_at.getTime() + (failed?.out_of_order ? 1 : 24) * HOUR_MS);
      await writeReading(sql, { site_id: site.id, listing_id, name, asked_at, due_at, trouble: failed?.trouble.slice(0, 500) ?? null });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
};

/** Reads each live listing's figures from the sources its site names, once a day, some every hour. */
export const refresh_metrics = job<unknown, Outside>({
  name: 'refresh_metrics',
  attempts: 1,
  cron: '23 * * * *',
  lane: 'reading',
  async run(ctx) {
    const faults: string[] = [];
    for (const { metric_sources, ...site } of await selectMetricSettings(ctx.sql)) {
      const read = readMetricSources(metric_sources);
      faults.push(...read.faults.map((fault) => `metric_sources of ${site.key}: ${fault}`));
      for (const source of read.sources) await refresh(ctx, { site, source });
    }
    // One site's mistake holds up no other.
    if (faults.length) throw new Error(faults.join('; '));
  },
});
