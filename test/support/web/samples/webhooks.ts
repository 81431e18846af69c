import type { WebhookDetails } from '../../../../src/modules/webhooks/endpoints.ts';
import type { Delivery, WebhookSummary } from '../../../../src/modules/webhooks/queries.ts';
import { context } from './listings.ts';

const minutesAgo = (minutes: number): Date => new Date(context.now.getTime() - minutes * 60_000);

const aDelivery = (more: Partial<Delivery> = {}): Delivery => ({
  id: 12,
  webhook_id: 7,
  message_id: 'msg_7_5f0c2a91be_1042',
  type: 'listing.updated',
  kind: 'listing',
  key: 'tidewater',
  cursor: '5f0c2a91be-1041',
  attempt: 1,
  status_code: 204,
  error: null,
  answer: null,
  duration_ms: 87,
  created_at: minutesAgo(3),
  ...more,
});

export const aWebhook = (more: Partial<WebhookDetails['webhook']> = {}): WebhookDetails['webhook'] => ({
  id: 7,
  site_id: 1,
  account_id: 1,
  url: 'https://hooks.tidewater.example/incoming/directory/changes',
  kinds: ['listing', 'founder'],
  former_secret_until: null,
  status: 'active',
  cursor: '5f0c2a91be-1042',
  failed_attempts: 0,
  failing_since: null,
  next_attempt_at: null,
  created_at: minutesAgo(9000),
  ...more,
});

/** An endpoint that fails, with messages of every kind. */
export const someWebhookDetails = (more: Partial<WebhookDetails['webhook']> = {}): WebhookDetails => ({
  webhook: aWebhook({
    failed_attempts: 2,
    failing_since: minutesAgo(6),
    next_attempt_at: minutesAgo(-29),
    former_secret_until: minutesAgo(-600),
    ...more,
  }),
  deliveries: [
    aDelivery({ id: 15, attempt: 2, status_code: 500, answer: '<h1>Out of order</h1>', duration_ms: 1204 }),
    aDelivery({ id: 14, attempt: 1, status_code: null, error: 'the server didn’t respond in time', duration_ms: 15_000 }),
    aDelivery({ id: 13, type: 'webhook.test', kind: null, key: null, attempt: null, message_id: 'msg_7_test_0a1b' }),
    aDelivery({ type: 'votes.removed', kind: 'votes', key: 'tidewater/2026-11-09', created_at: minutesAgo(300) }),
  ],
  page: 1,
  has_more: true,
});

export const someWebhooks = (): WebhookSummary[] => [
  { ...aWebhook(), last_sent_at: minutesAgo(3) },
  { ...aWebhook({ id: 8, failed_attempts: 3 }), last_sent_at: minutesAgo(70) },
  { ...aWebhook({ id: 9, status: 'disabled', kinds: ['votes'] }), last_sent_at: null },
];
