import { type JobCtx, job } from '../../../kernel/jobs.ts';
import { InvalidLine } from '../../../kernel/json-lines.ts';
import { dayAt } from '../../../kernel/time/weeks.ts';
import { selectSitesWithSetting } from '../../sites/queries.ts';
import { selectDueMetrics, upsertMetricReading, upsertMetrics } from './queries.ts';
import { type MetricFigure, parseFigure } from './rules.ts';
import { METRIC_SOURCES, type MetricSource, parseMetricSources } from './sources.ts';

const MAX_REQUESTS_PER_HOUR = 500;
const CONCURRENCY = 4;
/** After this many failures in a row, a source is not called again until the next hour. */
const MAX_CONSECUTIVE_FAILURES = 8;
const HOUR_MS = 3_600_000;

interface SiteMetricSource {
  site: { id: number; time_zone: string };
  source: MetricSource;
}

type Outcome = { figure: MetricFigure } | { trouble: string; out_of_order: boolean };

const fetchFigure = async ({ integrations, signal }: JobCtx, source: MetricSource, domain: string): Promise<Outcome> => {
  const answer = await integrations.metrics(source, domain, signal);
  if ('trouble' in answer) return answer;
  try {
    return { figure: parseFigure(source.name, answer.figure, source.unit) };
  } catch (error) {
    if (!(error instanceof InvalidLine)) throw error;
    return { trouble: error.message, out_of_order: false };
  }
};

/** Fetches the metrics due from one source. On failure the previous figure stays. */
const refreshSource = async (ctx: JobCtx, { site, source }: SiteMetricSource): Promise<void> => {
  const { sql, clock, signal } = ctx;
  const { name } = source;
  const due = await selectDueMetrics(sql, site.id, name, clock.now(), MAX_REQUESTS_PER_HOUR);
  let consecutive_failures = 0;
  const fetchNext = async (): Promise<void> => {
    for (let one = due.shift(); one && consecutive_failures < MAX_CONSECUTIVE_FAILURES && !signal.aborted; one = due.shift()) {
      const { listing_id, domain } = one;
      const outcome = await fetchFigure(ctx, source, domain);
      if (signal.aborted) return;
      const asked_at = clock.now();
      const failed = 'trouble' in outcome ? outcome : null;
      consecutive_failures = failed?.out_of_order ? consecutive_failures + 1 : 0;
      if (!('trouble' in outcome)) {
        const as_of_on = dayAt(asked_at, site.time_zone);
        await upsertMetrics(sql, site.id, [{ listing_id, name, as_of_on, source: source.source, ...outcome.figure }]);
      }
      const due_at = new Date(asked_at.getTime() + (failed?.out_of_order ? 1 : 24) * HOUR_MS);
      await upsertMetricReading(sql, {
        site_id: site.id,
        listing_id,
        name,
        asked_at,
        due_at,
        trouble: failed?.trouble.slice(0, 500) ?? null,
      });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, fetchNext));
};

/** Fetches the metrics of each live listing once a day from the sources of its site. Runs hourly; each run fetches what is due. */
export const refresh_metrics = job<unknown>({
  name: 'refresh_metrics',
  attempts: 1,
  cron: '23 * * * *',
  lane: 'reading',
  async run(ctx) {
    const faults: string[] = [];
    for (const { value, ...site } of await selectSitesWithSetting(ctx.sql, METRIC_SOURCES)) {
      const parsed = parseMetricSources(value);
      faults.push(...parsed.faults.map((fault) => `metric_sources of ${site.key}: ${fault}`));
      for (const source of parsed.sources) await refreshSource(ctx, { site, source });
    }
    // Reported at the end, so that one site's misconfiguration does not stop the others.
    if (faults.length) throw new Error(faults.join('; '));
  },
});
