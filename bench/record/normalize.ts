import { createHash } from 'node:crypto';
import { readPdf } from '../../test/support/orders/pdf-text.ts';
import { CLOCK_START } from './service.ts';

/** Random or time-dependent values, and the name of their placeholder. Numbered within each file. */
const RANDOM: [name: string, pattern: RegExp][] = [
  ['uuid', /(?<=\b|%2F)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g],
  ['key', /\blw_[\w-]{43}(?![\w-])/g],
  // Lists show the first characters of keys.
  ['key', /\blw_[\w-]{6}(?![\w-])/g],
  ['order', /(?<=\b|%2F)LW-[0-9A-HJKMNP-TV-Z]{8}\b/g],
  ['payment', /test_session_[0-9a-f]{32}/g],
  ['hash', /\b[0-9a-f]{64}\b/g],
  ['token', /(?<![\w-])(?:launchweek-)?[\w-]{43}(?![\w-])/g],
  ['token', /(?<=[?&]token=)[\w-]{44,}/g],
  ['secret', /(?<="client_secret": ")[\w-]{86}/g],
  ['issued at', /(?<="client_id_issued_at": )\d+/g],
  ['network', /(?<=Network <code>)[0-9a-f]{6}/g],
];

/** Columns with the database's clock show the real day. */
const REAL_DAY = new Date().toISOString().slice(0, 10);

const FIXED: [pattern: RegExp, replacement: string][] = [
  // URLs of assets and share images contain a hash of their content; the content is recorded separately.
  [/(\/assets\/[\w-]+?)-[0-9a-f]{12}(\.\w+)/g, '$1$2'],
  [/(\/pictures\/[\w./-]+\.png\?v=)[0-9a-f]{16}/g, '$1<hash>'],
  [new RegExp(`${REAL_DAY}(T[\\d:.]+(Z|\\+00:00)?)?`, 'g'), '<day of the recording>'],
  [/just now|\b\d minutes? ago\b/g, '<moments ago>'],
  [/\b\d minutes? old\b/g, '<moments old>'],
  [/\bin \d{1,2} minutes?\b/g, '<in moments>'],
];

const START = Date.parse(CLOCK_START);
const DAY = CLOCK_START.slice(0, 10);
const HOUR = CLOCK_START.slice(11, 13);

/** The clock runs, so minutes and seconds differ. Whole hours stay: weeks begin on them. */
const hideMinutes = (text: string): string =>
  text
    .replace(/(\d{4}-\d\d-\d\d[T ]\d\d):(\d\d):(\d\d(?:\.\d+)?)(Z|[+-]\d\d(?::?\d\d)?)?/g, (whole, hour, minutes, seconds) =>
      Date.parse(`${hour.replace(' ', 'T')}:${minutes}:${seconds}Z`) >= START && !(minutes === '00' && Number(seconds) === 0)
        ? `${hour}:<minutes>`
        : whole,
    )
    .replace(new RegExp(`${DAY.replaceAll('-', '')}T${HOUR}\\d{4}Z`, 'g'), `${DAY}T${HOUR}<minutes>Z`)
    .replace(new RegExp(`\\b${HOUR}:[0-5]\\d(:\\d\\d)?\\b`, 'g'), `${HOUR}:<minutes>`);

/** Replaces everything that may differ between two recordings of the same version. */
export const normalize = (text: string): string => {
  let result = text;
  for (const [pattern, replacement] of FIXED) result = result.replace(pattern, replacement);
  result = hideMinutes(result);
  for (const [name, pattern] of RANDOM) {
    const numbers = new Map<string, number>();
    result = result.replace(pattern, (value) => {
      if (!numbers.has(value)) numbers.set(value, numbers.size + 1);
      return `<${name} ${numbers.get(value)}>`;
    });
  }
  return result;
};

/** Headers that differ with every response, or are irrelevant. */
const IGNORED_HEADERS = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];

const formatHeader = (name: string, value: string): string => {
  if (name === 'etag') return 'etag: <etag>';
  if (name === 'set-cookie') return `set-cookie: ${value.replace(/=[^;]+/, '=<value>').replace(/Max-Age=[1-9]\d*/, 'Max-Age=<seconds>')}`;
  return `${name}: ${value}`;
};

export const formatHeaders = (headers: [name: string, value: string][]): string =>
  headers
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => !IGNORED_HEADERS.includes(name))
    .map(([name, value]) => formatHeader(name, value))
    .sort()
    .join('\n');

const formatJson = (text: string): string => JSON.stringify(JSON.parse(text), null, 2);

/** MCP results contain the same JSON twice, as text and as an object. Both are shown as JSON. */
const formatEvents = (text: string): string =>
  text.replace(/^data: (.*)$/gm, (_, data: string) => {
    const message = JSON.parse(data);
    for (const part of message.result?.content ?? []) {
      try {
        part.text = JSON.parse(part.text);
      } catch {
        // Plain text stays as it is.
      }
    }
    return `data: ${JSON.stringify(message, null, 2)}`;
  });

const formatMarkup = (text: string): string => text.replaceAll('><', '>\n<');

const FORMATS: [type: RegExp, format: (text: string) => string][] = [
  [/json(;|$)/, formatJson],
  [/event-stream/, formatEvents],
  [/html|xml/, formatMarkup],
];

const isText = (type: string): boolean => /^text\/|json|xml|javascript/.test(type);

/** Formats a body as comparable lines: the text of a PDF, the hash of an image. */
export const formatBody = (type: string, body: Buffer): string => {
  if (body.length === 0) return '';
  if (type === 'application/pdf')
    return readPdf(body)
      .flatMap(({ pieces }) => pieces)
      .join('\n');
  if (!isText(type)) return `${body.length} bytes, sha-256 ${createHash('sha256').update(body).digest('base64')}`;
  const text = body.toString('utf8');
  const format = FORMATS.find(([pattern]) => pattern.test(type))?.[1];
  return format ? format(text) : text;
};
