import { setTimeout as sleep } from 'node:timers/promises';
import {
  adaptDialect,
  DEFAULT_DIALECT,
  type ModelDialect,
  type ModelError,
  type ModelRequest,
  type ModelResponse,
  type ModelSettings,
} from './protocol.ts';
import { AnswerTooLong, askOnce, loadSdk, readAnswer, type Sdk } from './request.ts';

interface RequestFailure extends ModelError {
  status: number;
  said: string;
  /** Whether to retry, after `wait_ms` if the server sets it. */
  passing: boolean;
  wait_ms: number | null;
}

const RETRY_STATUSES = [408, 409, 425, 429];

const retryAfterMs = (headers: Record<string, string> = {}): number | null => {
  const ms = Number(headers['retry-after-ms'] || Number.NaN);
  if (ms >= 0) return ms;
  const after = headers['retry-after'];
  if (!after) return null;
  const wait = /^\d+(\.\d+)?$/.test(after.trim()) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isNaN(wait) ? null : Math.max(0, wait);
};

const failureCode = (status: number, body: string): ModelError['failed'] => {
  if (status === 402 || /insufficient_quota|billing/i.test(body)) return 'over_budget';
  if (status < 300) return 'malformed';
  return status >= 500 || RETRY_STATUSES.includes(status) ? 'unreachable' : 'refused';
};

const failureFrom = ([{ APICallError }]: Sdk, error: unknown): RequestFailure => {
  const defaults = { status: 0, said: '', passing: false, wait_ms: null };
  if (error instanceof AnswerTooLong) return { ...defaults, failed: 'malformed', detail: error.message };
  const message = error instanceof Error ? error.message : String(error);
  if (!APICallError.isInstance(error)) return { ...defaults, failed: 'malformed', detail: message };
  const { statusCode: status = 0, responseBody = '', responseHeaders, isRetryable } = error;
  if (status === 0) return { ...defaults, failed: 'unreachable', detail: message, passing: isRetryable };
  if (status >= 300 && status < 400) {
    const detail = `it answers ${status}, and redirects are not followed: set AI_BASE_URL to where it is`;
    return { ...defaults, failed: 'refused', detail };
  }
  const failed = failureCode(status, responseBody);
  const detail = failed === 'malformed' ? message : `it answers ${status}: ${responseBody || message}`;
  return { failed, detail, status, said: responseBody, passing: failed === 'unreachable', wait_ms: retryAfterMs(responseHeaders) };
};

const MAX_DETAIL = 300;

/** Makes a detail safe to log: one short line without the API key, even if the server echoes it. */
const redactDetail = (detail: string, api_key: string | null): string => {
  const secrets = api_key ? [api_key, encodeURIComponent(api_key), Buffer.from(api_key).toString('base64')] : [];
  const redacted = secrets.reduce((text, secret) => text.replaceAll(secret, '[key]'), detail);
  const one_line = redacted.replace(/[\s\p{C}]+/gu, ' ');
  return one_line.trim().slice(0, MAX_DETAIL);
};

export type { ModelError, ModelRequest, ModelResponse, ModelSettings, TokenUsage } from './protocol.ts';
export { tokensIn } from './request.ts';

/** A language model. Never throws. */
export interface Model {
  bounds: Pick<ModelSettings, 'max_tokens' | 'timeout_ms'>;
  ask(request: ModelRequest): Promise<ModelResponse | ModelError>;
}

const RETRIES = 2;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 20_000;

/** Exponential backoff with jitter. Null if the server wants more time than we have. */
const waitBefore = (retry: number, { wait_ms }: RequestFailure, left_ms: number): number | null => {
  const wait = wait_ms ?? FIRST_WAIT_MS * 2 ** retry * (0.5 + Math.random() / 2);
  return wait <= Math.min(LONGEST_WAIT_MS, left_ms) ? wait : null;
};

/** A server, and the dialect it is known to understand. */
interface ModelServer {
  settings: ModelSettings;
  dialect: ModelDialect;
}

const ask = async (server: ModelServer, request: ModelRequest): Promise<ModelResponse | ModelError> => {
  const sdk = await loadSdk();
  const deadline = performance.now() + request.timeout_ms;
  const timeout_signal = AbortSignal.timeout(request.timeout_ms);
  const signal = request.signal ? AbortSignal.any([timeout_signal, request.signal]) : timeout_signal;
  let { dialect } = server;
  let retries = 0;
  for (;;) {
    try {
      const completion = await askOnce(sdk, server.settings, dialect, { ...request, signal });
      server.dialect = dialect;
      return await readAnswer(completion);
    } catch (error) {
      if (signal.aborted) {
        const detail = timeout_signal.aborted ? `no answer within ${request.timeout_ms} ms` : 'the question was called off';
        return { failed: 'timed_out', detail };
      }
      const failure = failureFrom(sdk, error);
      const adapted = adaptDialect(dialect, failure.status, failure.said);
      const wait = failure.passing && retries < RETRIES ? waitBefore(retries, failure, deadline - performance.now()) : null;
      if (!adapted && wait === null) return { failed: failure.failed, detail: failure.detail };
      dialect = adapted ?? dialect;
      if (!adapted) {
        retries++;
        await sleep(wait!, null, { signal }).catch(() => undefined);
      }
    }
  }
};

/**
 * Opens a model with an OpenAI-compatible API. Adapts to the dialect the server understands and remembers it, retries when busy, and
 * limits time and size. The key is sent nowhere else and appears in no detail.
 */
export const openModel = (settings: ModelSettings): Model => {
  const { max_tokens, timeout_ms, api_key } = settings;
  const server: ModelServer = { settings, dialect: DEFAULT_DIALECT };
  return {
    bounds: { max_tokens, timeout_ms },
    ask: async (request) => {
      const outcome = await ask(server, request).catch((error): ModelError => ({ failed: 'malformed', detail: String(error) }));
      return 'failed' in outcome ? { ...outcome, detail: redactDetail(outcome.detail, api_key) } : outcome;
    },
  };
};
