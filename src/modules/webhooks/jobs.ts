import { enqueue, job } from '../../kernel/jobs.ts';
import { findBan } from '../accounts/users/queries.ts';
import { selectSites } from '../sites/queries.ts';
import { getSiteById } from '../sites/sites.ts';
import { deliverChanges } from './deliver.ts';
import { findNewestCursor } from './feed-position.ts';
import { findDeliveryState, selectDueWebhooks } from './queries.ts';

/** Jobs with the same key replace each other: one is enough. */
export const webhookJobKey = (webhook_id: number): string => `webhook ${webhook_id}`;

const BUSY_SECONDS = 3;

/** Delivers to one endpoint. After a failure it comes again when the next attempt is due. */
export const deliver_webhook = job<{ webhook_id: number }>({
  name: 'deliver_webhook',
  lane: 'reading',
  attempts: 5,
  async run({ sql, clock, integrations, site_root, signal }, { webhook_id }) {
    const before = await findDeliveryState(sql, webhook_id);
    if (!before) return;
    const site = await getSiteById(sql, before.site_id, site_root);
    // When the ban is lifted, the next run of deliver_webhooks continues.
    if (before.account_id !== null && (await findBan({ sql, site }, before.account_id))) return;
    const outcome = await deliverChanges({ sql, site, clock, integrations }, webhook_id, signal);
    const after = await findDeliveryState(sql, webhook_id);
    if (after?.status !== 'active') return;
    const wait_ms = (after.next_attempt_at?.getTime() ?? 0) - clock.now().getTime();
    const seconds = wait_ms > 0 ? wait_ms / 1000 : outcome === 'done' ? null : BUSY_SECONDS;
    if (seconds !== null) await enqueue(sql, deliver_webhook, { webhook_id }, { in_seconds: seconds, key: webhookJobKey(webhook_id) });
  },
});

/** Starts the deliveries that are due: after changes of a site, and every minute for attempts whose job got lost. */
export const deliver_webhooks = job<{ site_id?: number }>({
  name: 'deliver_webhooks',
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
  async run({ sql, clock, site_root }, { site_id }) {
    const now = clock.now();
    for (const row of await selectSites(sql)) {
      if (site_id !== undefined && row.id !== site_id) continue;
      const due = await selectDueWebhooks(sql, row.id, now);
      if (due.length === 0) continue;
      const newest = await findNewestCursor({ sql, site: { ...row, root: row.root ?? site_root } });
      for (const { id } of due.filter(({ cursor }) => cursor !== newest))
        await enqueue(sql, deliver_webhook, { webhook_id: id }, { key: webhookJobKey(id) });
    }
  },
});
