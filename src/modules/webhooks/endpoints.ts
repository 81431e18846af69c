import type { Sql } from 'postgres';
import type { AuditEntry } from '../../kernel/audit-log.ts';
import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { invalidInput, Refusal, requireFound } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { t } from '../../kernel/language/messages.ts';
import { translateStored } from '../../kernel/language/stored.ts';
import { asTeamMember, requireTeam } from '../accounts/team.ts';
import { requireNotBanned } from '../accounts/users/bans.ts';
import { readChanges } from '../changes/changes.ts';
import type { ChangeKind } from '../changes/rules.ts';
import { deliver_webhook, webhookJobKey } from './jobs.ts';
import {
  type Delivery,
  deleteWebhookRow,
  findDelivery,
  findWebhook,
  insertWebhook,
  lockWebhook,
  resetFailures,
  selectDeliveries,
  selectWebhooks,
  selectWebhooksOfAccount,
  updateCursor,
  updateSecret,
  updateWebhook,
  type Webhook,
  type WebhookScope,
  type WebhookSummary,
} from './queries.ts';
import { FORMER_SECRET_MS, isSecureAddress, MAX_WEBHOOKS, receiverHost } from './rules.ts';
import { newSigningSecret } from './signing.ts';
import { webhookMoves } from './states.ts';

/** Whose endpoints a page shows: those of the signed-in account, or those of the site's team. */
export type WebhookOwner = 'account' | 'team';

type Member = Ctx<Caller>;

const scopeOf = ({ site, caller }: Member, owner: WebhookOwner): WebhookScope => ({
  site_id: site.id,
  account_id: owner === 'team' ? null : caller.account_id,
});

export const requireOwner = (ctx: Member, owner: WebhookOwner): Promise<void> =>
  owner === 'team' ? requireTeam(ctx) : requireNotBanned(ctx);

/** Does work in a transaction. What the team does is in its log; `work` returns the entry. Null if nothing changed. */
const asOwner = async (ctx: Member, owner: WebhookOwner, work: (ctx: Member) => Promise<AuditEntry | null>): Promise<number | null> => {
  if (owner === 'team') return asTeamMember(ctx, work);
  await requireNotBanned(ctx);
  return (await inTransaction(ctx, work)) && 0;
};

export const entryAbout = (act: string, webhook: Pick<Webhook, 'id' | 'url'>, more: Partial<AuditEntry> = {}): AuditEntry => ({
  act,
  record: 'webhook',
  record_id: webhook.id,
  title: receiverHost(webhook),
  ...more,
});

const reject = (path: string, code: string, message: string, actual?: string): never => {
  throw invalidInput({ path, code, message, ...(actual && { actual }) });
};

/** Checks an address: what is not encrypted, or not on the public internet, is refused here and again at each delivery. */
const parseAddress = async ({ integrations, allow_private = false }: Member, text: string): Promise<string> => {
  const url = URL.parse(text);
  if (!url || !isSecureAddress(url, allow_private)) return reject('url', 'wrong_form', t('must be an https:// address'), text);
  const fault = await integrations.findAddressFault(url);
  if (fault) return reject('url', 'not_allowed', t('can’t be used: {fault}', { fault: translateStored(fault) }), text);
  return url.href;
};

export interface EndpointInput {
  url: string;
  /** None for all. */
  kinds: ChangeKind[];
}

/** The endpoints of the account on this site, or of the site's team. */
export const listWebhooks = async (ctx: Member, owner: WebhookOwner): Promise<WebhookSummary[]> => {
  if (owner === 'team') await requireTeam(ctx);
  return selectWebhooks(ctx.sql, scopeOf(ctx, owner));
};

/** Adds an endpoint. It gets changes from now on. */
export const createWebhook = async (ctx: Member, { owner, ...input }: EndpointInput & { owner: WebhookOwner }): Promise<number> => {
  await requireOwner(ctx, owner);
  const url = await parseAddress(ctx, input.url);
  const { cursor } = await readChanges({ sql: ctx.sql as Sql, site: ctx.site }, { cursor: 'latest', limit: 1 });
  let id = 0;
  await asOwner(ctx, owner, async (ctx) => {
    const row = { url, kinds: input.kinds, secret: newSigningSecret(), cursor };
    const webhook = await insertWebhook(ctx.sql, scopeOf(ctx, owner), row, ctx.clock.now());
    if (!webhook) {
      const n = owner === 'team' ? MAX_WEBHOOKS.team : MAX_WEBHOOKS.account;
      return reject('url', 'too_many', t('can’t be added: you have {n} webhooks already. Delete one first', { n }));
    }
    id = webhook.id;
    return entryAbout('create_webhook', webhook, { after: { url, kinds: input.kinds } });
  });
  return id;
};

const PAGE_SIZE = 25;

export interface WebhookDetails {
  webhook: Omit<Webhook, 'secret' | 'former_secret'>;
  deliveries: Delivery[];
  page: number;
  has_more: boolean;
}

export interface OwnedWebhook {
  owner: WebhookOwner;
  id: number;
}

export const findOwned = async (ctx: Member, { owner, id }: OwnedWebhook): Promise<Webhook> => {
  if (owner === 'team') await requireTeam(ctx);
  return requireFound('not_found', await findWebhook(ctx.sql, scopeOf(ctx, owner), id));
};

/** An endpoint with a page of its log. */
export const getWebhook = async (ctx: Member, { page, ...owned }: OwnedWebhook & { page: number }): Promise<WebhookDetails> => {
  const { secret: _secret, former_secret: _former, ...webhook } = await findOwned(ctx, owned);
  const deliveries = await selectDeliveries(ctx.sql, webhook, PAGE_SIZE + 1, (page - 1) * PAGE_SIZE);
  return { webhook, deliveries: deliveries.slice(0, PAGE_SIZE), page, has_more: deliveries.length > PAGE_SIZE };
};

export const revealSecret = async (ctx: Member, owned: OwnedWebhook): Promise<string> => (await findOwned(ctx, owned)).secret;

/** Changes an endpoint in a transaction, locked. */
const changeWebhook = (
  ctx: Member,
  { owner, id }: OwnedWebhook,
  change: (ctx: Member, webhook: Webhook) => Promise<AuditEntry | null>,
): Promise<number | null> =>
  asOwner(ctx, owner, async (ctx) => change(ctx, requireFound('not_found', await lockWebhook(ctx.sql, scopeOf(ctx, owner), id))));

/** Continues the delivery, or starts it at another place. */
const deliverNow = async ({ sql }: Member, webhook_id: number): Promise<void> => {
  await resetFailures(sql, webhook_id);
  await enqueue(sql, deliver_webhook, { webhook_id }, { key: webhookJobKey(webhook_id) });
};

/** Writes an address that was checked before; also used for undo. */
export const writeWebhook = (ctx: Member, { url, kinds, ...owned }: OwnedWebhook & EndpointInput): Promise<number | null> =>
  changeWebhook(ctx, owned, async (ctx, webhook) => {
    if (webhook.url === url && webhook.kinds.join() === kinds.join()) return null;
    await updateWebhook(ctx.sql, { id: webhook.id, url, kinds }, ctx.clock.now());
    if (webhook.status === 'active') await deliverNow(ctx, webhook.id);
    const before = { url: webhook.url, kinds: webhook.kinds };
    return entryAbout('edit_webhook', { id: webhook.id, url }, { before, after: { url, kinds } });
  });

export const editWebhook = async (ctx: Member, input: OwnedWebhook & EndpointInput): Promise<number | null> => {
  await requireOwner(ctx, input.owner);
  return writeWebhook(ctx, { ...input, url: await parseAddress(ctx, input.url) });
};

/** Pauses an endpoint, or continues where it stopped. Also used for undo. */
export const setWebhookPaused = (ctx: Member, { is_paused, ...owned }: OwnedWebhook & { is_paused: boolean }): Promise<number | null> =>
  changeWebhook(ctx, owned, async (ctx, webhook) => {
    const { account_id } = ctx.caller;
    if (!(await webhookMoves.try(ctx, webhook.id, is_paused ? 'pause' : 'resume', { account_id }))) return null;
    if (!is_paused) await deliverNow(ctx, webhook.id);
    return entryAbout(is_paused ? 'pause_webhook' : 'resume_webhook', webhook);
  });

/** Makes a new secret. The one before it signs as well for a day. */
export const rotateSecret = (ctx: Member, owned: OwnedWebhook): Promise<number | null> =>
  changeWebhook(ctx, owned, async (ctx, webhook) => {
    await updateSecret(ctx.sql, webhook.id, newSigningSecret(), new Date(ctx.clock.now().getTime() + FORMER_SECRET_MS));
    return entryAbout('rotate_webhook_secret', webhook);
  });

/** Deletes an endpoint with its log; also used for undo. */
export const deleteWebhook = (ctx: Member, owned: OwnedWebhook): Promise<number | null> =>
  changeWebhook(ctx, owned, async (ctx, webhook) => {
    await deleteWebhookRow(ctx.sql, webhook.id);
    return entryAbout('delete_webhook', webhook, { before: { url: webhook.url, kinds: webhook.kinds } });
  });

/** Sends again what changed since a message of the log, that one included. A disabled or paused endpoint becomes active. */
export const replayWebhook = (ctx: Member, { delivery_id, ...owned }: OwnedWebhook & { delivery_id: number }): Promise<number | null> =>
  changeWebhook(ctx, owned, async (ctx, webhook) => {
    const delivery = requireFound('not_found', await findDelivery(ctx.sql, webhook, delivery_id));
    if (delivery.kind === null) throw new Refusal('not_found');
    await updateCursor(ctx.sql, webhook.id, delivery.cursor);
    await webhookMoves.try(ctx, webhook.id, 'resume', { account_id: ctx.caller.account_id });
    await deliverNow(ctx, webhook.id);
    return entryAbout('replay_webhook', webhook, { after: { message: delivery.message_id } });
  });

/** The endpoints of the caller on all sites, for the export of the account. */
export const exportWebhooks = ({ sql, caller }: Member): Promise<Record<string, unknown>[]> =>
  selectWebhooksOfAccount(sql, caller.account_id);
