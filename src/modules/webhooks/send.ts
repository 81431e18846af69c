import { type FetchError, type FetchResponse, isFetched } from '../../integrations/fetch/guarded-fetch.ts';
import type { Ctx } from '../../kernel/context.ts';
import { counter } from '../../kernel/metrics.ts';
import type { WebhookMessage } from './messages.ts';
import type { Delivery, Webhook } from './queries.ts';
import { MAX_ANSWER_LENGTH, parseRetryAfter } from './rules.ts';
import { signMessage } from './signing.ts';

/** What became of a request. */
export interface SendResult extends Pick<Delivery, 'status_code' | 'error' | 'answer' | 'duration_ms'> {
  sent_at: Date;
  delivered: boolean;
  /** The receiver says that it wants no more messages. */
  is_gone: boolean;
  retry_after_ms: number | null;
}

const TIMEOUT_MS = 15_000;
/** Enough for the log; a character has at most four bytes. */
const MAX_ANSWER_BYTES = 4 * MAX_ANSWER_LENGTH;
const GONE = 410;

const sent = counter('webhook_messages_total', 'Messages sent to webhooks, by outcome: the class of the status, such as 2xx, or failed.', [
  'outcome',
]);

/** The start of a response as text. PostgreSQL stores no NUL. */
const answerText = ({ body }: FetchResponse): string | null =>
  body.toString('utf8').replaceAll('\0', '').slice(0, MAX_ANSWER_LENGTH).toWellFormed() || null;

const secretsAt = ({ secret, former_secret, former_secret_until }: Webhook, now: Date): string[] =>
  former_secret && former_secret_until! > now ? [secret, former_secret] : [secret];

const resultOf = (response: FetchResponse | FetchError, sent_at: Date): Omit<SendResult, 'sent_at' | 'duration_ms'> => {
  if (!isFetched(response))
    return { delivered: false, is_gone: false, status_code: null, error: response.detail, answer: null, retry_after_ms: null };
  const { status, headers } = response;
  return {
    delivered: status >= 200 && status < 300,
    is_gone: status === GONE,
    status_code: status,
    error: null,
    answer: answerText(response),
    retry_after_ms: parseRetryAfter(headers.get('retry-after'), sent_at),
  };
};

/** Sends a signed message. Redirects are not followed. Never throws. */
export const postMessage = async (
  { integrations, clock, site }: Pick<Ctx, 'integrations' | 'clock' | 'site'>,
  webhook: Webhook,
  { id, type, timestamp, data }: WebhookMessage,
): Promise<SendResult> => {
  const sent_at = clock.now();
  const started_at = performance.now();
  const body = `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(timestamp)},"data":${data}}`;
  const response = await integrations.fetch(webhook.url, {
    method: 'POST',
    user_agent: `Launchweek-Webhooks/1.0 (+${site.root}/docs/webhooks)`,
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      ...signMessage(secretsAt(webhook, sent_at), { id, at: sent_at, body }),
    },
    body,
    timeout_ms: TIMEOUT_MS,
    max_bytes: MAX_ANSWER_BYTES,
    cut: true,
    redirect: 'tell',
  });
  const result = resultOf(response, sent_at);
  sent.inc({ outcome: result.status_code === null ? 'failed' : `${Math.floor(result.status_code / 100)}xx` });
  return { ...result, sent_at, duration_ms: Math.round(performance.now() - started_at) };
};
