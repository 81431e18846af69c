import { type GuardedFetch, isFetched } from './guarded-fetch.ts';

/** Somebody's endpoint that tells a figure of a domain as JSON, as the operator of a site describes it. */
export interface MetricEndpoint {
  /** The address, with {domain} where the domain stands. */
  url_template: string;
  /** Where in the answer the figure is: `data.rating`, `rows[0].value`. */
  json_path: string;
  /** What is sent along, such as a key. */
  headers?: Record<string, string>;
  /** Whether the endpoint may be in the operator's own network. */
  allow_private?: boolean;
}

/** A figure as the endpoint writes it; or that it has none of this domain; or that it cannot be asked now. */
export type MetricAnswer = { figure: string } | { trouble: string; out_of_order: boolean };

export type MetricReader = (endpoint: MetricEndpoint, domain: string, signal?: AbortSignal) => Promise<MetricAnswer>;

const LARGEST_ANSWER = 512 * 1024;

/** The parts of a path: names between dots, numbers in brackets. */
const partsOf = (path: string): string[] =>
  path
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter(Boolean);

const valueAt = (value: unknown, path: string): unknown =>
  partsOf(path).reduce<unknown>(
    (inner, part) =>
      inner !== null && typeof inner === 'object' && Object.hasOwn(inner, part) ? (inner as Record<string, unknown>)[part] : undefined,
    value,
  );

/** Whether who owns a domain would choose the host that is asked. */
export const domainChoosesHost = (url_template: string): boolean => {
  const hosts = ['a.example', 'b.example'].map((domain) => URL.parse(url_template.replaceAll('{domain}', domain))?.host);
  return hosts[0] !== hosts[1];
};

const parsed = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
};

/** These say something about the domain that was asked for; every other refusal is about us or them. */
const KNOWS_NONE = [204, 404, 410, 422];

/**
 * Reads figures from operators' endpoints. Redirects are not followed: what is sent along is for the one who was named. Only an
 * endpoint whose host no domain can choose may be in a private network.
 */
export const openMetricReader =
  (fetch: GuardedFetch, fetchAnywhere: GuardedFetch): MetricReader =>
  async (endpoint, domain, signal) => {
    const { url_template, json_path, headers = {}, allow_private = false } = endpoint;
    const ask = allow_private && !domainChoosesHost(url_template) ? fetchAnywhere : fetch;
    const url = url_template.replaceAll('{domain}', encodeURIComponent(domain));
    const answer = await ask(url, {
      headers: { accept: 'application/json', ...headers },
      max_bytes: LARGEST_ANSWER,
      redirect: 'tell',
      signal,
    });
    if (!isFetched(answer)) return { trouble: `${answer.code}: ${answer.detail}`, out_of_order: true };
    if (KNOWS_NONE.includes(answer.status)) return { trouble: `answered ${answer.status}`, out_of_order: false };
    if (answer.status !== 200) return { trouble: `answered ${answer.status}`, out_of_order: true };
    const json = parsed(answer.body.toString('utf8'));
    if (!json) return { trouble: 'the answer is not JSON', out_of_order: true };
    const value = valueAt(json.value, json_path);
    if (typeof value === 'number' && Number.isFinite(value)) return { figure: value.toFixed(10).replace(/\.?0+$/, '') };
    if (typeof value === 'string' && value.trim() && value.length <= 40) return { figure: value.trim() };
    return { trouble: `the answer has no figure at ${json_path}`, out_of_order: false };
  };
