import { enqueue, type JobCtx, job } from '../../kernel/jobs.ts';
import { findBan } from '../accounts/users/queries.ts';
import { findFeed } from '../changes/queries.ts';
import { formatCursor } from '../changes/rules.ts';
import { getSiteById } from '../sites/sites.ts';
import { deliverChanges } from './deliver.ts';
import { findDeliveryState, postponeWebhook, selectDueWebhooks } from './queries.ts';

declare module '../../kernel/jobs.ts' {
  interface Lanes {
    /** For messages to webhooks: their receivers may all be slow, and nothing else waits for them. */
    delivering: true;
  }
}

/** Jobs with the same key replace each other: one is enough. */
export const webhookJobKey = (webhook_id: number): string => `webhook ${webhook_id}`;

const BUSY_SECONDS = 3;
/** The account of an endpoint may be banned; then it gets nothing until the ban is lifted. */
const BAN_CHECK_MS = 3_600_000;

/** Delivers to one endpoint. After a failure it comes again when the next attempt is due. */
export const deliver_webhook = job<{ webhook_id: number }>({
  name: 'deliver_webhook',
  lane: 'delivering',
  attempts: 5,
  async run({ sql, clock, integrations, site_root, signal }, { webhook_id }) {
    const before = await findDeliveryState(sql, webhook_id);
    if (!before) return;
    const site = await getSiteById(sql, before.site_id, site_root);
    if (before.account_id !== null && (await findBan({ sql, site }, before.account_id)))
      return postponeWebhook(sql, webhook_id, new Date(clock.now().getTime() + BAN_CHECK_MS));
    const outcome = await deliverChanges({ sql, site, clock, integrations }, webhook_id, signal);
    const after = await findDeliveryState(sql, webhook_id);
    if (after?.status !== 'active') return;
    const wait_ms = (after.next_attempt_at?.getTime() ?? 0) - clock.now().getTime();
    const seconds = wait_ms > 0 ? wait_ms / 1000 : outcome === 'done' ? null : BUSY_SECONDS;
    if (seconds !== null) await enqueue(sql, deliver_webhook, { webhook_id }, { in_seconds: seconds, key: webhookJobKey(webhook_id) });
  },
});

/**
 * Starts the deliveries that are due: where something changed, and where a failed message is to be sent again. Called every few seconds by
 * processes that run jobs, and every minute as a job, in case they could not.
 */
export const startDueDeliveries = async ({ sql, clock }: Pick<JobCtx, 'sql' | 'clock'>): Promise<void> => {
  const due = Map.groupBy(await selectDueWebhooks(sql, clock.now()), ({ site_id }) => site_id);
  for (const [site_id, webhooks] of due) {
    const feed = await findFeed(sql, site_id);
    const newest = feed && !feed.has_touches ? formatCursor({ ...feed, seq: feed.last_seq, began_at_seq: 0 }) : null;
    for (const { id, cursor } of webhooks)
      if (cursor === null || cursor !== newest) await enqueue(sql, deliver_webhook, { webhook_id: id }, { key: webhookJobKey(id) });
  }
};

export const deliver_webhooks = job<unknown>({
  name: 'deliver_webhooks',
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
  run: startDueDeliveries,
});
