import { fetchParsed, parserErrorText, parseWith } from './fetch/fetch-parsed.ts';
import { type GuardedFetch, isFetched } from './fetch/guarded-fetch.ts';
import { METRIC_BYTES, type MetricAnswer, read_figure } from './tasks.ts';

/** An endpoint that returns a metric of a domain as JSON, configured by the operator. */
export interface MetricEndpoint {
  /** URL with the placeholder {domain}. */
  url_template: string;
  /** Path of the value in the response: `data.rating`, `rows[0].value`. */
  json_path: string;
  headers?: Record<string, string>;
  /** Whether the endpoint may be in a private network. */
  allow_private?: boolean;
}

export type MetricReader = (endpoint: MetricEndpoint, domain: string, signal?: AbortSignal) => Promise<MetricAnswer>;

/** Whether the domain determines the host of the request. */
export const domainChoosesHost = (url_template: string): boolean => {
  const hosts = ['a.example', 'b.example'].map((domain) => URL.parse(url_template.replaceAll('{domain}', domain))?.host);
  return hosts[0] !== hosts[1];
};

/** These statuses mean that the endpoint has no value for the domain; other errors are about the endpoint or our request. */
const NO_FIGURE_STATUSES = [204, 404, 410, 422];

/**
 * Reads metrics from configured endpoints. Redirects are not followed, so that keys only go to the configured host. Private networks
 * are only allowed if the domain does not determine the host.
 */
export const openMetricReader =
  (fetch: GuardedFetch, fetchAnywhere: GuardedFetch): MetricReader =>
  async (endpoint, domain, signal) => {
    const { url_template, json_path, headers = {}, allow_private = false } = endpoint;
    const fetch_endpoint = allow_private && !domainChoosesHost(url_template) ? fetchAnywhere : fetch;
    const url = url_template.replaceAll('{domain}', encodeURIComponent(domain));
    const options = { headers: { accept: 'application/json', ...headers }, max_bytes: METRIC_BYTES, redirect: 'tell' as const, signal };
    try {
      return await fetchParsed(fetch_endpoint, url, options, read_figure, (response) => {
        if (!isFetched(response)) return { trouble: `${response.code}: ${response.detail}`, out_of_order: true };
        if (response.status === 200) return parseWith({ json_path });
        return { trouble: `answered ${response.status}`, out_of_order: !NO_FIGURE_STATUSES.includes(response.status) };
      });
    } catch (error) {
      return { trouble: parserErrorText(error), out_of_order: true };
    }
  };
