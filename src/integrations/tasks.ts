import { parserTask } from '../kernel/parsing/task.ts';

const QUICK = { cpu_ms: 2000, wall_ms: 20_000 };
const KB = 1024;

interface ResponseBody {
  body: Uint8Array;
}

/** A metric's value; or that there is none for this domain; or that the endpoint is out of order. */
export type MetricAnswer = { figure: string } | { trouble: string; out_of_order: boolean };

export const METRIC_BYTES = 512 * KB;
export const read_figure = parserTask<ResponseBody & { json_path: string }, MetricAnswer>('read_figure', {
  ...QUICK,
  input_bytes: METRIC_BYTES + 4 * KB,
});

/** Exchange rates of the euro on a day, with their source. */
export interface DayRates {
  rate_on: string;
  source: string;
  rates: { currency: string; per_euro: string }[];
}

export const RATES_BYTES = 256 * KB;
/** Parses the newest day of a file in the European Central Bank's format. */
export const read_rates = parserTask<ResponseBody & { host: string }, DayRates | { trouble: string }>('read_rates', {
  ...QUICK,
  input_bytes: RATES_BYTES + 4 * KB,
});

/** Result of a VAT number check; or why it failed. */
export type VatAnswer = { valid: boolean; name: string | null } | { trouble: string };

export const VAT_BYTES = 64 * KB;
/** Parses a VIES response; null if it is not JSON. */
export const read_vat_answer = parserTask<ResponseBody, VatAnswer | null>('read_vat_answer', { ...QUICK, input_bytes: VAT_BYTES + KB });

export const PLAIN_JSON_BYTES = KB * KB;
/** Rewrites JSON for a library that parses it on the main thread, without deep nesting, long lists and long texts. */
export const write_plain_json = parserTask<ResponseBody, string>('write_plain_json', { ...QUICK, input_bytes: PLAIN_JSON_BYTES + KB });

/** Finds the JSON object in a model's output; null if there is none, or only part of one. */
export const find_object = parserTask<{ text: string }, object | null>('find_object', { ...QUICK, input_bytes: 2 * PLAIN_JSON_BYTES });
