import { randomUUID } from 'node:crypto';
import { type Change, toChangeJson } from '../changes/changes.ts';
import { messageId } from './rules.ts';

/** What is sent, as Standard Webhooks recommends it. `data` is JSON. */
export interface WebhookMessage {
  id: string;
  type: string;
  timestamp: Date;
  data: string;
}

/** The start of a cursor. A restored database gives places again, but in another epoch. */
const epochOf = (cursor: string): string => cursor.split('-', 1)[0]!;

/** The message about a record that was created or changed, with the record as the public reads it, or about one that was removed. */
export const changeMessage = (webhook_id: number, change: Change): WebhookMessage => ({
  id: messageId(webhook_id, epochOf(change.cursor), change.seq),
  type: `${change.kind}.${change.json === null ? 'removed' : 'updated'}`,
  timestamp: change.at,
  data: toChangeJson(change),
});

/** Tells the receiver that removals are missing, and that all records follow. */
export const resetMessage = (webhook_id: number, cursor: string, at: Date): WebhookMessage => ({
  id: messageId(webhook_id, 'reset', ...cursor.split('-')),
  type: 'feed.reset',
  timestamp: at,
  data: '{}',
});

export const testMessage = (webhook_id: number, at: Date): WebhookMessage => ({
  id: messageId(webhook_id, 'test', randomUUID()),
  type: 'webhook.test',
  timestamp: at,
  data: '{}',
});
