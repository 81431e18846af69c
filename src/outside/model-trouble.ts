import { AnswerTooLong } from './model-fetch.ts';
import type { NotAnswered } from './model-question.ts';
import type { Sdk } from './model-request.ts';

export interface Trouble extends NotAnswered {
  status: number;
  /** What the server said of it. */
  said: string;
  /** Worth another try, after so long where the server says so. */
  passing: boolean;
  wait_ms: number | null;
}

const RETRY_STATUSES = [408, 409, 425, 429];

const waitAsked = (headers: Record<string, string> = {}): number | null => {
  const ms = Number(headers['retry-after-ms'] || Number.NaN);
  if (ms >= 0) return ms;
  const after = headers['retry-after'];
  if (!after) return null;
  const wait = /^\d+(\.\d+)?$/.test(after.trim()) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isNaN(wait) ? null : Math.max(0, wait);
};

/** What the server's status means to us. */
const failureOf = (status: number, said: string): NotAnswered['failed'] => {
  if (status === 402 || /insufficient_quota|billing/i.test(said)) return 'over_budget';
  if (status < 300) return 'malformed';
  return status >= 500 || RETRY_STATUSES.includes(status) ? 'unreachable' : 'refused';
};

export const troubleOf = ([{ APICallError }]: Sdk, error: unknown): Trouble => {
  const nothing = { status: 0, said: '', passing: false, wait_ms: null };
  if (error instanceof AnswerTooLong) return { ...nothing, failed: 'malformed', detail: error.message };
  const message = error instanceof Error ? error.message : String(error);
  if (!APICallError.isInstance(error)) return { ...nothing, failed: 'malformed', detail: message };
  const { statusCode: status = 0, responseBody = '', responseHeaders, isRetryable } = error;
  if (status === 0) return { ...nothing, failed: 'unreachable', detail: message, passing: isRetryable };
  if (status >= 300 && status < 400)
    return {
      ...nothing,
      failed: 'refused',
      detail: `it answers ${status}, and redirects are not followed: set AI_BASE_URL to where it is`,
    };
  const failed = failureOf(status, responseBody);
  const detail = failed === 'malformed' ? message : `it answers ${status}: ${responseBody || message}`;
  return { failed, detail, status, said: responseBody, passing: failed === 'unreachable', wait_ms: waitAsked(responseHeaders) };
};

const MAX_DETAIL = 300;

/** Fit for a log: one short line in which the key is not, whatever the server repeats. */
export const tidied = (detail: string, api_key: string | null): string => {
  const secrets = api_key ? [api_key, encodeURIComponent(api_key), Buffer.from(api_key).toString('base64')] : [];
  const clean = secrets.reduce((text, secret) => text.replaceAll(secret, '[key]'), detail);
  return clean
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, MAX_DETAIL);
};
