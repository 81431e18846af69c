import type { Db } from '../../kernel/context.ts';
import { findRow, firstRow, hasRows } from '../../kernel/database.ts';
import { MAX_WEBHOOKS } from './rules.ts';
import type { WebhookStatus } from './states.ts';

/** Whose endpoint: an account's on a site, or without an account its team's. */
export interface WebhookScope {
  site_id: number;
  account_id: number | null;
}

export interface Webhook extends WebhookScope {
  id: number;
  url: string;
  kinds: string[];
  secret: string;
  former_secret: string | null;
  former_secret_until: Date | null;
  status: WebhookStatus;
  /** The place in the change feed up to which everything was delivered; null at its beginning. */
  cursor: string | null;
  failed_attempts: number;
  failing_since: Date | null;
  next_attempt_at: Date | null;
  created_at: Date;
}

const columns = (sql: Db) => sql`
  id, site_id, account_id, url, kinds, secret, former_secret, former_secret_until, status, cursor, failed_attempts, failing_since,
  next_attempt_at, created_at`;

const ownedBy = (sql: Db, { site_id, account_id }: WebhookScope) =>
  sql`site_id = ${site_id} and account_id is not distinct from ${account_id}::bigint`;

export interface WebhookSummary extends Pick<Webhook, 'id' | 'url' | 'kinds' | 'status' | 'failed_attempts'> {
  last_sent_at: Date | null;
}

export const selectWebhooks = (sql: Db, scope: WebhookScope): Promise<WebhookSummary[]> => sql<WebhookSummary[]>`
  select id, url, kinds, status, failed_attempts,
    (select d.created_at from webhook_deliveries d where d.site_id = w.site_id and d.webhook_id = w.id order by d.id desc limit 1) as last_sent_at
  from webhooks w where ${ownedBy(sql, scope)} order by id`;

/** What an account's export says about its endpoints on all sites. */
export const selectWebhooksOfAccount = (sql: Db, account_id: number) => sql<Record<string, unknown>[]>`
  select site_id, url, kinds, status, created_at from webhooks where account_id = ${account_id} order by id`;

export const findWebhook = (sql: Db, scope: WebhookScope, id: number): Promise<Webhook | undefined> =>
  findRow(sql<Webhook[]>`select ${columns(sql)} from webhooks where id = ${id} and ${ownedBy(sql, scope)}`);

/** The same, locked for a change. */
export const lockWebhook = (sql: Db, scope: WebhookScope, id: number): Promise<Webhook | undefined> =>
  findRow(sql<Webhook[]>`select ${columns(sql)} from webhooks where id = ${id} and ${ownedBy(sql, scope)} for update`);

/** Undefined if the owner or the site has as many as it may have. */
export const insertWebhook = (
  sql: Db,
  scope: WebhookScope,
  { url, kinds, secret, cursor }: Pick<Webhook, 'url' | 'kinds' | 'secret' | 'cursor'>,
  at: Date,
): Promise<Webhook | undefined> =>
  findRow(sql<Webhook[]>`
    insert into webhooks (site_id, account_id, url, kinds, secret, cursor, created_at, updated_at)
    select ${scope.site_id}, ${scope.account_id}, ${url}, ${kinds}::text[], ${secret}, ${cursor}, ${at}::timestamptz, ${at}::timestamptz
    where (select count(*) from webhooks where ${ownedBy(sql, scope)}) < ${scope.account_id === null ? MAX_WEBHOOKS.team : MAX_WEBHOOKS.account}
      and (select count(*) from webhooks where site_id = ${scope.site_id}) < ${MAX_WEBHOOKS.site}
    returning ${columns(sql)}`);

export const updateWebhook = async (sql: Db, { id, url, kinds }: Pick<Webhook, 'id' | 'url' | 'kinds'>, at: Date): Promise<void> => {
  await sql`update webhooks set url = ${url}, kinds = ${kinds}::text[], updated_at = ${at} where id = ${id}`;
};

export const updateSecret = async (sql: Db, id: number, secret: string, former_until: Date): Promise<void> => {
  await sql`update webhooks set former_secret = secret, former_secret_until = ${former_until}, secret = ${secret} where id = ${id}`;
};

/** Forgets earlier failures, so that the next attempt is made at once. */
export const resetFailures = async (sql: Db, id: number): Promise<void> => {
  await sql`update webhooks set failed_attempts = 0, failing_since = null, next_attempt_at = null where id = ${id}`;
};

export const updateCursor = async (sql: Db, id: number, cursor: string | null): Promise<void> => {
  await sql`update webhooks set cursor = ${cursor} where id = ${id}`;
};

export const deleteWebhookRow = (sql: Db, id: number): Promise<boolean> => hasRows(sql`delete from webhooks where id = ${id} returning id`);

/** How long a run may take for one message, more than its timeout. Each message renews the lease, before and after it is sent. */
const LEASE_SECONDS = 40;

/** Takes an active endpoint that is due, so that one run at a time delivers to it. Undefined if there is nothing to do now. */
export const leaseWebhook = (sql: Db, id: number, lease: string, now: Date): Promise<Webhook | undefined> =>
  findRow(sql<Webhook[]>`
    update webhooks set lease = ${lease}, leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id} and status = 'active' and (next_attempt_at is null or next_attempt_at <= ${now})
      and (leased_until is null or leased_until < clock_timestamp())
    returning ${columns(sql)}`);

/**
 * Renews the lease of a run and reads the endpoint as it is now. Undefined if another run has taken over, a replay was started, or it gets
 * nothing any more.
 */
export const renewLease = (sql: Db, { id, cursor }: Pick<Webhook, 'id' | 'cursor'>, lease: string): Promise<Webhook | undefined> =>
  findRow(sql<Webhook[]>`
    update webhooks set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id} and lease = ${lease} and status = 'active' and cursor is not distinct from ${cursor}
    returning ${columns(sql)}`);

/** Where an endpoint stands, for its next run. */
export const findDeliveryState = (sql: Db, id: number) =>
  findRow(sql<Pick<Webhook, 'site_id' | 'account_id' | 'status' | 'next_attempt_at'>[]>`
    select site_id, account_id, status, next_attempt_at from webhooks where id = ${id}`);

/** Active endpoints whose next attempt is due, and that no run delivers to at the moment. */
export const selectDueWebhooks = (sql: Db, now: Date): Promise<Pick<Webhook, 'id' | 'site_id' | 'cursor'>[]> =>
  sql<Pick<Webhook, 'id' | 'site_id' | 'cursor'>[]>`
    select id, site_id, cursor from webhooks
    where status = 'active' and (next_attempt_at is null or next_attempt_at <= ${now})
      and (leased_until is null or leased_until < clock_timestamp()) order by id`;

/** Makes no attempt before a time. */
export const postponeWebhook = async (sql: Db, id: number, until: Date): Promise<void> => {
  await sql`update webhooks set next_attempt_at = greatest(next_attempt_at, ${until}) where id = ${id}`;
};

export const releaseWebhook = async (sql: Db, id: number, lease: string): Promise<void> => {
  await sql`update webhooks set lease = null, leased_until = null where id = ${id} and lease = ${lease}`;
};

export type Progress = Pick<Webhook, 'cursor' | 'failed_attempts' | 'failing_since' | 'next_attempt_at'>;

/**
 * Writes how far a run came and renews its lease. Returns whether it did: not if the run no longer has the lease, a replay was started
 * meanwhile, or what failed was the address from before an edit.
 */
export const recordProgress = (sql: Db, from: Webhook, lease: string, to: Progress): Promise<boolean> =>
  hasRows(sql`
    update webhooks set cursor = ${to.cursor}, failed_attempts = ${to.failed_attempts}, failing_since = ${to.failing_since},
      next_attempt_at = ${to.next_attempt_at}, leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${from.id} and lease = ${lease} and cursor is not distinct from ${from.cursor}
      and (${to.failed_attempts} = 0 or (failed_attempts = ${from.failed_attempts} and url = ${from.url}))
    returning id`);

export interface Delivery {
  id: number;
  webhook_id: number;
  message_id: string;
  type: string;
  kind: string | null;
  key: string | null;
  /** The place in the feed before the change it is about. */
  cursor: string | null;
  attempt: number | null;
  status_code: number | null;
  error: string | null;
  answer: string | null;
  duration_ms: number;
  created_at: Date;
}

const deliveryColumns = (sql: Db) => sql`
  id, webhook_id, message_id, type, kind, key, cursor, attempt, status_code, error, answer, duration_ms, created_at`;

/** Writes a message to the log of its endpoint, unless that was deleted meanwhile. */
export const insertDelivery = async (sql: Db, site_id: number, delivery: Omit<Delivery, 'id'>): Promise<void> => {
  const { webhook_id, message_id, type, kind, key, cursor, attempt, status_code, error, answer, duration_ms, created_at } = delivery;
  await sql`
    insert into webhook_deliveries (site_id, webhook_id, message_id, type, kind, key, cursor, attempt, status_code, error, answer,
      duration_ms, created_at)
    select site_id, id, ${message_id}, ${type}, ${kind}, ${key}, ${cursor}, ${attempt}::int, ${status_code}::int, ${error}, ${answer},
      ${duration_ms}::int, ${created_at}::timestamptz
    from webhooks where site_id = ${site_id} and id = ${webhook_id} for key share`;
};

export const selectDeliveries = (sql: Db, { site_id, id }: Pick<Webhook, 'site_id' | 'id'>, limit: number, offset: number) =>
  sql<Delivery[]>`
    select ${deliveryColumns(sql)} from webhook_deliveries where site_id = ${site_id} and webhook_id = ${id}
    order by id desc limit ${limit} offset ${offset}`;

export const findDelivery = (sql: Db, { site_id, id }: Pick<Webhook, 'site_id' | 'id'>, delivery_id: number) =>
  findRow(sql<Delivery[]>`
    select ${deliveryColumns(sql)} from webhook_deliveries where site_id = ${site_id} and webhook_id = ${id} and id = ${delivery_id}`);

/** How many of the newest `limit` messages were sent since a time. */
export const countRecentDeliveries = async (sql: Db, webhook: Pick<Webhook, 'site_id' | 'id'>, since: Date, limit: number) =>
  firstRow(
    await sql<{ count: number }[]>`
      select count(*)::int as count from (
        select created_at from webhook_deliveries where site_id = ${webhook.site_id} and webhook_id = ${webhook.id} order by id desc limit ${limit}
      ) newest where created_at > ${since}`,
  ).count;
