import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Ctx, Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { sendMails } from '../accounts/mail/outbox.ts';
import { selectAccount, selectTeam } from '../accounts/queries.ts';
import { type Change, readChanges } from '../changes/changes.ts';
import type { ChangeKind } from '../changes/rules.ts';
import { webhookDisabledMail } from './mails.tsx';
import { changeMessage, resetMessage, type WebhookMessage } from './messages.ts';
import {
  countRecentDeliveries,
  insertDelivery,
  leaseWebhook,
  type Progress,
  postponeWebhook,
  recordProgress,
  releaseWebhook,
  renewLease,
  type Webhook,
} from './queries.ts';
import { MAX_MESSAGES_PER_MINUTE, retryDelay } from './rules.ts';
import { postMessage, type SendResult } from './send.ts';
import { webhookMoves } from './states.ts';

/** How many changes are read at once. */
const BATCH_SIZE = 20;
const MINUTE_MS = 60_000;
/** How long a run sends to one endpoint. The rest follows in the next one, so that slow receivers do not keep all workers. */
const RUN_MS = MINUTE_MS;
/** After an error of our own, such as a lost database. */
const PAUSE_MS = MINUTE_MS;

interface DeliveryCtx extends Pick<Ctx, 'clock' | 'integrations'> {
  sql: Sql;
  site: Site;
}

/** A message of a run, and the place in the feed after it. */
interface NextMessage {
  message: WebhookMessage;
  kind: string;
  key: string;
  cursor: string | null;
}

interface NextMessages {
  messages: NextMessage[];
  /** The place after all of them, and after changes of other kinds. */
  cursor: string | null;
  has_more: boolean;
}

const toNextMessage = (webhook: Webhook, change: Change): NextMessage => ({
  message: changeMessage(webhook.id, change),
  kind: change.kind,
  key: change.key,
  cursor: change.cursor,
});

/** What follows in the feed. If it can't be continued, the receiver is told to begin again, and gets everything anew. */
const readNext = async (ctx: DeliveryCtx, webhook: Webhook): Promise<NextMessages> => {
  const { cursor } = webhook;
  try {
    const page = await readChanges(ctx, { cursor: cursor ?? undefined, kinds: webhook.kinds as ChangeKind[], limit: BATCH_SIZE });
    return { ...page, messages: page.changes.map((change) => toNextMessage(webhook, change)) };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'cursor_expired' || cursor === null) throw error;
    const message = resetMessage(webhook.id, cursor, ctx.clock.now());
    return { messages: [{ message, kind: 'feed', key: '', cursor: null }], cursor: null, has_more: true };
  }
};

/** Disables an endpoint and tells its owner: the account, or the site's team. */
const disableWebhook = async (ctx: DeliveryCtx, webhook: Webhook, is_gone: boolean): Promise<void> => {
  if (!(await webhookMoves.try(ctx, webhook.id, 'disable', { reason: is_gone ? 'gone' : 'failed' }))) return;
  const { sql, site } = ctx;
  const owners = webhook.account_id === null ? await selectTeam(sql, site.id) : [(await selectAccount(sql, webhook.account_id))!];
  await sendMails(
    ctx,
    owners.map(({ email }) => ({ to: email, mail: () => webhookDisabledMail(site, webhook, is_gone) })),
  );
};

/** Where the endpoint stands after a message. */
const progressAfter = (webhook: Webhook, next: NextMessage, result: SendResult): Progress => {
  if (result.delivered) return { cursor: next.cursor, failed_attempts: 0, failing_since: null, next_attempt_at: null };
  const failed_attempts = webhook.failed_attempts + 1;
  const delay_ms = retryDelay(failed_attempts, result.retry_after_ms, Math.random());
  return {
    cursor: webhook.cursor,
    failed_attempts,
    failing_since: webhook.failing_since ?? result.sent_at,
    next_attempt_at: delay_ms === null ? null : new Date(result.sent_at.getTime() + delay_ms),
  };
};

/**
 * Records a message in the log and how far the endpoint came, in one transaction. A process that is killed before sends the message again.
 * Returns the endpoint if the run may go on.
 */
const recordMessage = (ctx: DeliveryCtx, webhook: Webhook, lease: string, next: NextMessage, result: SendResult): Promise<Webhook | null> =>
  ctx.sql.begin(async (sql) => {
    const { message, kind, key } = next;
    const { status_code, error, answer, duration_ms, sent_at } = result;
    const attempt = webhook.failed_attempts + 1;
    const delivery = { webhook_id: webhook.id, message_id: message.id, type: message.type, kind, key, cursor: webhook.cursor };
    const outcome = { attempt, status_code, error, answer, duration_ms, created_at: sent_at };
    const progress = progressAfter(webhook, next, result);
    const is_recorded = await recordProgress(sql, webhook, lease, progress);
    await insertDelivery(sql, webhook.site_id, { ...delivery, ...outcome });
    if (!is_recorded) return null;
    const is_final = !result.delivered && (result.is_gone || progress.next_attempt_at === null);
    if (is_final) await disableWebhook({ ...ctx, sql: sql as unknown as Sql }, webhook, result.is_gone);
    return result.delivered ? { ...webhook, ...progress } : null;
  }) as Promise<Webhook | null>;

/**
 * Sends messages one after the other until nothing is left, one fails, or the time or the limit is over. Returns whether something is left.
 * The endpoint is read again before each message: it may have been edited, and after a stall another run may have sent newer ones.
 */
const sendAll = async (ctx: DeliveryCtx, leased: Webhook, lease: string, signal: AbortSignal): Promise<boolean> => {
  const started_at = ctx.clock.now().getTime();
  const since = new Date(started_at - MINUTE_MS);
  let allowed = MAX_MESSAGES_PER_MINUTE - (await countRecentDeliveries(ctx.sql, leased, since, MAX_MESSAGES_PER_MINUTE));
  const isOver = () => signal.aborted || allowed <= 0 || ctx.clock.now().getTime() - started_at >= RUN_MS;
  let webhook = leased;
  while (!isOver()) {
    const { messages, cursor, has_more } = await readNext(ctx, webhook);
    for (const next of messages) {
      if (isOver()) return true;
      const current = await renewLease(ctx.sql, webhook, lease);
      if (!current) return false;
      // Other kinds: what was read is no longer what it gets.
      if (current.kinds.join() !== webhook.kinds.join()) return true;
      allowed -= 1;
      const result = await postMessage(ctx, current, next.message);
      const recorded = await recordMessage(ctx, current, lease, next, result);
      if (!recorded) return false;
      webhook = recorded;
    }
    if (webhook.cursor !== cursor) {
      if (!(await recordProgress(ctx.sql, webhook, lease, { ...webhook, cursor }))) return false;
      webhook = { ...webhook, cursor };
    }
    if (!has_more) return false;
  }
  return true;
};

export type RunOutcome = 'done' | 'more' | 'not_now';

/**
 * Delivers what changed to an endpoint, in the order of the feed and one message at a time: a message that fails holds back all later ones.
 * Only one run at a time does so for an endpoint.
 */
export const deliverChanges = async (ctx: DeliveryCtx, webhook_id: number, signal: AbortSignal): Promise<RunOutcome> => {
  const lease = randomUUID();
  const webhook = await leaseWebhook(ctx.sql, webhook_id, lease, ctx.clock.now());
  if (!webhook) return 'not_now';
  try {
    return (await sendAll(ctx, webhook, lease, signal)) ? 'more' : 'done';
  } catch (error) {
    await postponeWebhook(ctx.sql, webhook_id, new Date(ctx.clock.now().getTime() + PAUSE_MS));
    throw error;
  } finally {
    await releaseWebhook(ctx.sql, webhook_id, lease);
  }
};
