import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { actAsTeam, refuseStrangers } from '../accounts/team.ts';
import { findMetricSources, selectTroubles, type Trouble, writeMetricSettings } from './metric-queries.ts';
import type { MetricName } from './metric-rules.ts';
import { type MetricSource, readMetricSources } from './metric-sources.ts';

/** A source as the team sees it: of its headers the names alone, for the values may be secret. */
export interface ShownSource {
  name: MetricName;
  url_template: string;
  json_path: string;
  unit: string | null;
  source: string;
  header_names: string[];
}

const shownOf = ({ name, url_template, json_path, unit = null as never, source, headers = {} }: MetricSource): ShownSource => ({
  name,
  url_template,
  json_path,
  unit,
  source,
  header_names: Object.keys(headers),
});

/** Where this site's figures are read, and what was wrong when they were last asked for. For the site's team. */
export const metricSources = async (ctx: Ctx<Caller>): Promise<{ sources: ShownSource[]; faults: string[]; troubles: Trouble[] }> => {
  await refuseStrangers(ctx);
  const [told, troubles] = await Promise.all([findMetricSources(ctx), selectTroubles(ctx)]);
  const { sources, faults } = readMetricSources(told);
  return { sources: sources.map(shownOf), faults, troubles };
};

export interface TypedSource {
  name: MetricName;
  /** Nothing stops reading the figure. */
  url_template?: string;
  json_path?: string;
  unit?: string;
  source?: string;
  /** Instead of those kept; undefined keeps them, as long as they go to the same host. */
  headers?: Record<string, string>;
}

const originOf = (template: string): string | undefined => URL.parse(template.replaceAll('{domain}', 'a.example'))?.origin;

/** A secret goes only where it was meant to go, and what only the deployment may allow is not taken along to another address. */
const sourceOf = (typed: TypedSource, before: MetricSource | undefined): MetricSource => {
  const { name, url_template = '', json_path = '', unit, source = '' } = typed;
  const same_host = before !== undefined && originOf(before.url_template) === originOf(url_template);
  const headers = typed.headers ?? (same_host ? before.headers : undefined);
  return {
    name,
    url_template,
    json_path,
    source,
    allow_private: before?.url_template === url_template && before.allow_private,
    ...(unit && { unit }),
    ...(headers && { headers }),
  };
};

/** Says where a figure is read, or that it is not. For the site's team. */
export const setMetricSource = (ctx: Ctx<Caller>, typed: TypedSource): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const { sources: standing } = readMetricSources(await findMetricSources(ctx, true));
    const before = standing.find(({ name }) => name === typed.name);
    const after = typed.url_template ? sourceOf(typed, before) : undefined;
    const { sources, faults } = readMetricSources([...standing.filter((one) => one !== before), ...(after ? [after] : [])]);
    if (faults.length)
      throw new Refusal('invalid_input', {
        errors: faults.map((message) => ({ path: 'url_template', code: 'wrong', message: `: ${message}` })),
      });
    if (!before && !after) return null;
    await writeMetricSettings(ctx.sql, ctx.site.id, sources);
    return {
      act: 'set_metric_source',
      record: 'metric',
      record_id: typed.name,
      title: typed.name,
      before: before ? { ...shownOf(before) } : null,
      after: after ? { ...shownOf(after) } : null,
    };
  });
