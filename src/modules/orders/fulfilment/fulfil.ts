import type { Sql } from 'postgres';
import { recordAuditEntry } from '../../../kernel/audit-log.ts';
import type { Db, Integrations, Site, SiteCtx } from '../../../kernel/context.ts';
import type { Clock } from '../../../kernel/time/clock.ts';
import { databaseClock, databaseTime } from '../../../kernel/time/database-clock.ts';
import { inLanguageOf } from '../../accounts/notifications.ts';
import { awaitApproval, isInReview } from '../../launches/approval/approval.ts';
import { findApproval } from '../../launches/approval/queries.ts';
import { UndeliverableError } from '../../launches/paid/paid-launch.ts';
import { lockLaunchableListing } from '../../launches/paid/queries.ts';
import { notifyAboutOrder } from '../notifications/notifications.ts';
import { selectWaitingLineIds } from '../payment/queries.ts';
import { writeLineNote } from '../queries.ts';
import { type LineStatus, lineMoves } from '../states.ts';
import type { Fulfilment, FulfilmentResult, ListingLine } from './fulfilment.ts';
import { FULFILMENTS } from './product-fulfilments.ts';
import { type FulfilmentLine, findFulfilmentLine, findLaunchBefore, lockFulfilmentLine, writeFulfilled } from './queries.ts';

/** Dependencies of fulfilment: a connection that is not in a transaction, since it opens its own, and the network for `prepare`. */
export interface FulfilCtx {
  sql: Sql;
  clock: Clock;
  site: Site;
  integrations: Pick<Integrations, 'fetch' | 'model'>;
  signal: AbortSignal;
}

/** Who requests the fulfilment and from which status: the job fulfils waiting lines, the team those handed to it. */
interface FulfilRequest {
  from: LineStatus;
  account_id: number | null;
}

const AUTOMATIC: FulfilRequest = { from: 'waiting', account_id: null };

/** A full refund gives up the undelivered lines, so nothing is fulfilled then. */
const isPaid = ({ order_status }: FulfilmentLine): boolean => order_status === 'paid' || order_status === 'partially_refunded';

const findFulfilment = ({ id, product }: FulfilmentLine): Fulfilment<unknown> => {
  const fulfilment = FULFILMENTS[product];
  if (!fulfilment) throw new Error(`Nothing delivers ${product}, which line ${id} is of.`);
  return fulfilment;
};

export const needsNetwork = (product: string): boolean => FULFILMENTS[product]?.prepare !== undefined;

/** The mail about the purchase says what was delivered, so it is sent once no line of the order waits any more. */
const notifyOfPurchase = async (sql: Db, order_id: number): Promise<void> => {
  if ((await selectWaitingLineIds(sql, order_id)).length === 0) await notifyAboutOrder(sql, { kind: 'paid', id: order_id }, 0);
};

/** Records the result in the transaction of the fulfilment: fulfilled, or handed to the team. */
const recordResult = async (
  ctx: SiteCtx,
  line: FulfilmentLine,
  { note, with_the_team }: FulfilmentResult,
  { from, account_id }: FulfilRequest,
): Promise<void> => {
  const { sql, clock } = ctx;
  const at = clock.now();
  await (with_the_team ? writeLineNote(sql, line.id, note) : writeFulfilled(sql, line.id, { note, at }));
  await lineMoves.make({ sql, at }, line.id, with_the_team ? 'hand_over' : 'fulfil', { account_id });
  await notifyAboutOrder(sql, with_the_team ? { kind: 'handed_over', id: line.id } : { kind: 'delivered', id: line.order_id });
  if (from === 'waiting') await notifyOfPurchase(sql, line.order_id);
  if (account_id !== null)
    await recordAuditEntry(
      { ...ctx, caller: { account_id } },
      { act: 'deliver_line', record: 'order_line', record_id: line.id, title: line.name, after: { order: line.number } },
    );
};

/** Fulfils the line and marks it as fulfilled in one transaction, so that neither happens without the other. Its note is in the buyer's language. */
const deliver = async (ctx: FulfilCtx, line_id: number, request: FulfilRequest, prepared: unknown): Promise<void> => {
  await ctx.sql.begin(async (sql) => {
    const line = await lockFulfilmentLine(sql, line_id);
    if (!line || line.status !== request.from || !isPaid(line)) return;
    const site_ctx = { sql, site: ctx.site, clock: await databaseClock(sql, ctx.clock) };
    const fulfil = () => findFulfilment(line).fulfil(site_ctx, line as ListingLine, prepared);
    await recordResult(site_ctx, line, await inLanguageOf(site_ctx, line.account_id, fulfil), request);
  });
};

/** Hands a line that cannot be fulfilled automatically to the site's team, with the reason. */
export const handToTeam = async ({ sql, clock }: Pick<FulfilCtx, 'sql' | 'clock'>, line_id: number, reason: string): Promise<void> => {
  await sql.begin(async (sql) => {
    const line = await lockFulfilmentLine(sql, line_id);
    if (line?.status !== 'waiting' || !isPaid(line)) return;
    const at = await databaseTime(sql, clock);
    await writeLineNote(sql, line_id, reason);
    await lineMoves.make({ sql, at }, line_id, 'hand_over', { reason });
    await notifyAboutOrder(sql, { kind: 'handed_over', id: line_id });
    await notifyOfPurchase(sql, line.order_id);
  });
};

/** Whether a line has to wait because the site's team has not approved the listing. A launch puts the listing into the team's queue. */
const waitsForApproval = (ctx: FulfilCtx, { id, order_id, listing_id, week_on }: FulfilmentLine, is_launch?: boolean): Promise<boolean> =>
  ctx.sql.begin(async (sql) => {
    const site_ctx = { sql, site: ctx.site, clock: await databaseClock(sql, ctx.clock) };
    if (!is_launch) return isInReview(site_ctx, listing_id!);
    await lockFulfilmentLine(sql, id);
    const listing = await lockLaunchableListing(sql, ctx.site.id, listing_id!);
    if (listing?.status !== 'draft') return false;
    const known = await findApproval(site_ctx, listing_id!);
    const approval = await awaitApproval(site_ctx, listing, 'paid', async () => week_on);
    // The mail about the purchase does not wait for the team.
    if (approval && !known) await notifyAboutOrder(sql, { kind: 'paid', id: order_id }, 0);
    return approval !== null;
  }) as Promise<boolean>;

const WITH_THE_TEAM_NOTE = 'Our team will deliver it or refund you.';

/**
 * Fulfils a line of a paid order; repeated calls have no effect. A launch in the same order goes first, then comes whatever needs the
 * network, then the fulfilment in one transaction. A waiting line that cannot be delivered is handed to the team.
 */
export const fulfilLine = async (ctx: FulfilCtx, line_id: number, request: FulfilRequest = AUTOMATIC): Promise<void> => {
  const line = await findFulfilmentLine(ctx.sql, line_id);
  if (!line || line.status !== request.from || !isPaid(line)) return;
  const { after_launch, is_launch, prepare } = findFulfilment(line);
  const launch_id = after_launch ? await findLaunchBefore(ctx.sql, line) : null;
  if (launch_id !== null) await fulfilLine(ctx, launch_id);
  if (request.from === 'waiting' && (is_launch || after_launch) && (await waitsForApproval(ctx, line, is_launch))) return;
  try {
    const { sql, site, clock, integrations, signal } = ctx;
    const fetch: Integrations['fetch'] = (url, options) => integrations.fetch(url, { ...options, signal });
    const prepared = await prepare?.({ sql, site, clock, signal, fetch, model: integrations.model }, line as ListingLine);
    signal.throwIfAborted();
    await deliver(ctx, line_id, request, prepared);
  } catch (error) {
    if (!(error instanceof UndeliverableError) || request.from !== 'waiting') throw error;
    await handToTeam(ctx, line_id, `${error.message} ${WITH_THE_TEAM_NOTE}`);
  }
};
