import { Value } from 'typebox/value';
import { Default, OneOf, RequiredText, type Static, Strict, T, Text } from '../../kernel/schema.ts';
import { domainChoosesHost } from '../../outside/metric-source.ts';
import { METRIC_NAMES } from './metric-rules.ts';

/** A source of figures, as a site's settings name it: one for each figure. */
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

/** What is wrong with a site's sources, in words for who wrote them; nothing where nothing is. */
const faultsIn = (sources: MetricSource[]): string[] => [
  ...sources.flatMap(({ name, url_template, allow_private = false }) => [
    ...(url_template.includes('{domain}') ? [] : [`url_template of ${name} has no {domain}`]),
    ...(/^https?:$/.test(URL.parse(url_template.replaceAll('{domain}', 'a.example'))?.protocol ?? '')
      ? []
      : [`url_template of ${name} is no address on the web`]),
    ...(allow_private && domainChoosesHost(url_template)
      ? [`url_template of ${name} lets the domain choose the host, so it may not be private`]
      : []),
  ]),
  ...(new Set(sources.map(({ name }) => name)).size < sources.length ? ['each figure has one source'] : []),
];

/** Reads a site's sources, or says what is wrong with them. */
export const readMetricSources = (told: unknown): { sources: MetricSource[]; faults: string[] } => {
  const shape = [...Value.Errors(MetricSources, told)].map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`);
  if (shape.length) return { sources: [], faults: shape.slice(0, 5) };
  const sources = told as MetricSource[];
  const faults = faultsIn(sources);
  return { sources: faults.length ? [] : sources, faults };
};
