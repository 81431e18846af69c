import { recordAuditEntry } from '../../kernel/audit-log.ts';
import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal, requireFound } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import type { Limit } from '../../kernel/limits.ts';
import { LOAD_RECORDS } from '../changes/records.ts';
import { isChangeKind } from '../changes/rules.ts';
import { entryAbout, findOwned, type OwnedWebhook, requireOwner } from './endpoints.ts';
import { changeMessage, testMessage, type WebhookMessage } from './messages.ts';
import { type Delivery, findDelivery, insertDelivery, type Webhook } from './queries.ts';
import { postMessage, type SendResult } from './send.ts';

type Member = Ctx<Caller>;

/** Messages that people send to an endpoint with a button. */
const MANUAL: Limit = { name: 'webhook_tests', limit: 30, window_seconds: 3600 };

const findSendable = async (ctx: Member, owned: OwnedWebhook): Promise<Webhook> => {
  await requireOwner(ctx, owned.owner);
  const webhook = await findOwned(ctx, owned);
  const limit = await ctx.limits.take(`webhook ${webhook.id}`, MANUAL);
  if (!limit.granted) throw new Refusal('rate_limited', { limit, detail: t('You sent many messages by hand. Try again later.') });
  return webhook;
};

const toDelivery = (
  webhook: Webhook,
  { id, type }: WebhookMessage,
  { status_code, error, answer, duration_ms, sent_at }: SendResult,
): Omit<Delivery, 'id' | 'kind' | 'key' | 'cursor'> => ({
  webhook_id: webhook.id,
  message_id: id,
  type,
  attempt: null,
  status_code,
  error,
  answer,
  duration_ms,
  created_at: sent_at,
});

/** Sends a test event and waits for the response. Returns whether it arrived. */
export const sendTestEvent = async (ctx: Member, owned: OwnedWebhook): Promise<boolean> => {
  const webhook = await findSendable(ctx, owned);
  const message = testMessage(webhook.id, ctx.clock.now());
  const result = await postMessage(ctx, webhook, message);
  await insertDelivery(ctx.sql, ctx.site.id, { ...toDelivery(webhook, message, result), kind: null, key: null, cursor: null });
  return result.delivered;
};

/** Sends a message of the log again, with its id and with the record as it is now. Returns whether it arrived. */
export const resendMessage = async (ctx: Member, { delivery_id, ...owned }: OwnedWebhook & { delivery_id: number }): Promise<boolean> => {
  const webhook = await findSendable(ctx, owned);
  const { message_id, kind, key, cursor } = requireFound('not_found', await findDelivery(ctx.sql, webhook, delivery_id));
  if (kind === null || key === null || !isChangeKind(kind)) throw new Refusal('not_found');
  const json = (await LOAD_RECORDS[kind](ctx, [key])).get(key) ?? null;
  const change = { kind, key, seq: 0, at: ctx.clock.now(), cursor: '', json };
  const message = { ...changeMessage(webhook.id, change), id: message_id };
  const result = await postMessage(ctx, webhook, message);
  await inTransaction(ctx, async (ctx) => {
    await insertDelivery(ctx.sql, ctx.site.id, { ...toDelivery(webhook, message, result), kind, key, cursor });
    if (owned.owner === 'team')
      await recordAuditEntry(ctx, entryAbout('resend_webhook_message', webhook, { after: { message: message_id } }));
  });
  return result.delivered;
};
