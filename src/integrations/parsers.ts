import { implementTask } from '../kernel/parsing/task.ts';
import {
  type DayRates,
  find_object,
  type MetricAnswer,
  read_figure,
  read_rates,
  read_vat_answer,
  type VatAnswer,
  write_plain_json,
} from './tasks.ts';

const MAX_DEPTH = 8;
const MAX_ITEMS = 200;
const MAX_TEXT_LENGTH = 128 * 1024;
const MAX_OTHER_LENGTH = 4096;

/** Removes or truncates what is too deep, too long or too much. */
const simplify = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_LENGTH);
  if (value === null || typeof value !== 'object') return value;
  if (depth === MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => simplify(item, depth + 1));
  const entries = Object.entries(value).slice(0, MAX_ITEMS);
  return Object.fromEntries(entries.map(([key, inner]) => [key.slice(0, MAX_OTHER_LENGTH), simplify(inner, depth + 1)]));
};

/** The value of a JSON text; undefined if it is none. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Rewrites JSON within limits, so that parsing it is cheap; truncates anything else. */
export const plainJson = (text: string): string => {
  const value = parseJson(text);
  return value === undefined ? text.slice(0, MAX_OTHER_LENGTH) : JSON.stringify(simplify(value, 0));
};

const propertyOf = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;

/** The value at a path such as `rows[0].value`. */
const valueAt = (value: unknown, path: string): unknown => {
  const dotted = path.replace(/\[(\d+)\]/g, '.$1');
  return dotted.split('.').filter(Boolean).reduce(propertyOf, value);
};

const figureIn = (text: string, json_path: string): MetricAnswer => {
  const json = parseJson(text);
  if (json === undefined) return { trouble: 'the answer is not JSON', out_of_order: true };
  const value = valueAt(json, json_path);
  if (typeof value === 'number' && Number.isFinite(value)) return { figure: value.toFixed(10).replace(/\.?0+$/, '') };
  if (typeof value === 'string' && value.length <= 40 && value.trim()) return { figure: value.trim() };
  return { trouble: `the answer has no figure at ${json_path}`, out_of_order: false };
};

/** No source has more currencies. */
const MAX_CURRENCIES = 200;

const DAY = /<Cube\s+time=["'](\d{4}-\d{2}-\d{2})["']\s*>/;
const RATE = /<Cube\s+currency=["']([A-Z]{3})["']\s+rate=["'](\d{1,9}(?:\.\d{1,8})?)["']\s*\/>/g;
const SENDER = /<(?:\w+:)?name>([^<]{1,100})<\/(?:\w+:)?name>/;

/** Parses the newest day of a file in the European Central Bank's format. */
const readRates = (xml: string, host: string): DayRates | { trouble: string } => {
  const day = DAY.exec(xml);
  const [, rate_on] = day ?? [];
  const from = day ? day.index + day[0].length : 0;
  const to = xml.indexOf('</Cube>', from);
  const inside = xml.slice(from, Math.max(from, to));
  if (!rate_on || to < 0 || Number.isNaN(Date.parse(rate_on))) return { trouble: 'the answer names no day' };
  const rates = [...inside.matchAll(RATE)].map(([, currency, per_euro]) => ({ currency: currency!, per_euro: per_euro! }));
  const usable = rates.filter(({ per_euro }) => Number(per_euro) > 0).slice(0, MAX_CURRENCIES);
  if (new Set(usable.map(({ currency }) => currency)).size !== usable.length) return { trouble: 'the answer names a currency twice' };
  if (!usable.some(({ currency }) => currency === 'USD')) return { trouble: 'the answer has no rate of the dollar' };
  return { rate_on, source: SENDER.exec(xml)?.[1]?.trim() || host, rates: usable };
};

/** The fields of a VIES response that we use. If a country's register is down, `valid` is missing, whatever the status. */
interface ViesResponse {
  valid?: unknown;
  name?: unknown;
  /** Another version of the service reports errors here, with `valid: false`. */
  userError?: unknown;
  errorWrappers?: { error?: unknown }[];
}

/** Countries that do not publish names return dashes. */
const readName = ({ name }: ViesResponse): string | null => {
  if (typeof name !== 'string') return null;
  const one_line = name.toWellFormed().replace(/[\s\p{C}]+/gu, ' ');
  const clean_name = one_line.trim().slice(0, 300);
  return /[\p{L}\p{N}]/u.test(clean_name) ? clean_name : null;
};

const VERDICTS: unknown[] = [undefined, null, '', 'VALID', 'INVALID'];

const readTrouble = (response: ViesResponse): string => {
  const wrapped = Array.isArray(response.errorWrappers) ? response.errorWrappers[0]?.error : undefined;
  return String(wrapped ?? response.userError ?? 'the answer does not say whether it is valid').slice(0, 200);
};

/** Parses a VIES response; null if it is not JSON. */
const readVatAnswer = (text: string): VatAnswer | null => {
  const response = parseJson(text) as ViesResponse | null | undefined;
  if (!response || typeof response !== 'object') return null;
  if (typeof response.valid !== 'boolean' || response.errorWrappers || !VERDICTS.includes(response.userError))
    return { trouble: readTrouble(response) };
  return { valid: response.valid, name: readName(response) };
};

/** Index of the end of the object that starts at `from`, or -1. Skips braces inside strings. */
const endOfObject = (text: string, from: number): number => {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (quoted) {
      if (char === '\\') at++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at;
  }
  return -1;
};

const parseObject = (text: string): object | null => {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
};

/** Maximum objects to try. */
const MAX_OBJECTS = 20;

/** Finds the whole JSON object in a model's output. Servers without schema support wrap it in reasoning, Markdown or sentences. */
const findJsonObject = (text: string): object | null => {
  const whole = parseObject(text);
  if (whole) return whole;
  const answer_text = text.slice(text.lastIndexOf('</think>') + 1);
  let from = answer_text.indexOf('{');
  for (let tried = 0; from >= 0 && tried < MAX_OBJECTS; tried++) {
    const end = endOfObject(answer_text, from);
    const found = end < 0 ? null : parseObject(answer_text.slice(from, end + 1));
    if (found) return found;
    // A truncated object may contain complete ones, but those are not the answer.
    if (end < 0) return null;
    from = answer_text.indexOf('{', end + 1);
  }
  return null;
};

export const textOf = (body: Uint8Array): string => Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();

export const PROVIDER_PARSERS = [
  implementTask(read_figure, ({ body, json_path }) => figureIn(textOf(body), json_path)),
  implementTask(read_rates, ({ body, host }) => readRates(textOf(body), host)),
  implementTask(read_vat_answer, ({ body }) => readVatAnswer(textOf(body))),
  implementTask(write_plain_json, ({ body }) => plainJson(textOf(body))),
  implementTask(find_object, ({ text }) => findJsonObject(text)),
];
