import { Value } from 'typebox/value';
import { domainChoosesHost } from '../../../integrations/metrics.ts';
import type { Caller, Ctx } from '../../../kernel/context.ts';
import { invalidInput } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { Default, OneOf, RequiredText, type Static, Strict, T, Text } from '../../../kernel/schema.ts';
import { asTeamMember, requireTeam } from '../../accounts/team.ts';
import { selectSiteSettings, writeSiteSetting } from '../../sites/queries.ts';
import { type MetricTrouble, selectMetricTroubles } from './queries.ts';
import { METRIC_NAMES, type MetricName } from './rules.ts';

export const METRIC_SOURCES = 'metric_sources';

/** A metric source in a site's settings; one per metric. */
const MetricSource = Strict({
  name: OneOf([...METRIC_NAMES]),
  url_template: RequiredText(2000),
  json_path: RequiredText(200),
  unit: T.Optional(Text(40)),
  source: RequiredText(200),
  headers: T.Optional(T.Record(T.String({ pattern: '^[A-Za-z0-9-]{1,60}$' }), T.String({ maxLength: 2000, pattern: '^[\\x20-\\x7e]*$' }))),
  allow_private: Default(T.Boolean(), false),
});
export type MetricSource = Static<typeof MetricSource>;
const MetricSources = T.Array(MetricSource, { maxItems: METRIC_NAMES.length });

/** What is wrong with a site's sources, in words for the team. */
const findSourceFaults = (sources: MetricSource[]): string[] => [
  ...sources.flatMap(({ name, url_template, allow_private = false }) => [
    ...(url_template.includes('{domain}') ? [] : [t('the address of {name} has no {placeholder}', { name, placeholder: '{domain}' })]),
    ...(/^https?:$/.test(URL.parse(url_template.replaceAll('{domain}', 'a.example'))?.protocol ?? '')
      ? []
      : [t('the address of {name} is not a web address', { name })]),
    ...(allow_private && domainChoosesHost(url_template)
      ? [t('the address of {name} uses {placeholder} in the host name, so it can’t be a private one', { name, placeholder: '{domain}' })]
      : []),
  ]),
  ...(new Set(sources.map(({ name }) => name)).size < sources.length ? [t('each metric can have only one source')] : []),
];

/** Validates a site's sources. With any fault there are no sources. */
export const parseMetricSources = (setting: unknown): { sources: MetricSource[]; faults: string[] } => {
  const schema_faults = [...Value.Errors(MetricSources, setting)].map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`);
  if (schema_faults.length) return { sources: [], faults: schema_faults.slice(0, 5) };
  const sources = setting as MetricSource[];
  const faults = findSourceFaults(sources);
  return { sources: faults.length ? [] : sources, faults };
};

/** A source as the team sees it. Headers are shown by name only: their values may be secret. */
export interface SourceSummary extends Pick<MetricSource, 'name' | 'url_template' | 'json_path' | 'source'> {
  unit: string | null;
  header_names: string[];
}

const summarizeSource = ({ name, url_template, json_path, unit, source, headers = {} }: MetricSource): SourceSummary => ({
  name,
  url_template,
  json_path,
  unit: unit ?? null,
  source,
  header_names: Object.keys(headers),
});

/** The site's setting as it is stored; `lock` it to change it. */
const findMetricSources = async ({ sql, site }: Ctx, lock = false): Promise<unknown> =>
  (await selectSiteSettings(sql, site.id, lock))[METRIC_SOURCES] ?? [];

/** The site's metric sources and recent failures. For the site's team. */
export const getMetricSources = async (
  ctx: Ctx<Caller>,
): Promise<{ sources: SourceSummary[]; faults: string[]; troubles: MetricTrouble[] }> => {
  await requireTeam(ctx);
  const [setting, troubles] = await Promise.all([findMetricSources(ctx), selectMetricTroubles(ctx)]);
  const { sources, faults } = parseMetricSources(setting);
  return { sources: sources.map(summarizeSource), faults, troubles };
};

export interface SourceInput {
  name: MetricName;
  /** Empty removes the source. */
  url_template?: string;
  json_path?: string;
  unit?: string;
  source?: string;
  /** Replaces the stored headers; undefined keeps them if the host stays the same. */
  headers?: Record<string, string>;
}

const parseOrigin = (template: string): string | undefined => URL.parse(template.replaceAll('{domain}', 'a.example'))?.origin;

/** Stored headers may be secret, so they are kept only for the same host. `allow_private`, which only the deployment may set, is kept only for the same URL. */
const buildSource = (input: SourceInput, before: MetricSource | undefined): MetricSource => {
  const { name, url_template = '', json_path = '', unit, source = '' } = input;
  const same_host = before !== undefined && parseOrigin(before.url_template) === parseOrigin(url_template);
  const headers = input.headers ?? (same_host ? before.headers : undefined);
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

/** Sets, changes or removes the source of a metric. For the site's team. */
export const setMetricSource = (ctx: Ctx<Caller>, input: SourceInput): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { sources: current } = parseMetricSources(await findMetricSources(ctx, true));
    const before = current.find(({ name }) => name === input.name);
    const after = input.url_template ? buildSource(input, before) : undefined;
    const { sources, faults } = parseMetricSources([...current.filter((one) => one !== before), ...(after ? [after] : [])]);
    if (faults.length) throw invalidInput(...faults.map((message) => ({ path: 'url_template', code: 'wrong', message: `: ${message}` })));
    if (!before && !after) return null;
    await writeSiteSetting(ctx.sql, ctx.site.id, METRIC_SOURCES, sources);
    return {
      act: 'set_metric_source',
      record: 'metric',
      record_id: input.name,
      title: input.name,
      before: before ? { ...summarizeSource(before) } : null,
      after: after ? { ...summarizeSource(after) } : null,
    };
  });
