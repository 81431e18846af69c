import type { Ctx, Db } from '../../../kernel/context.ts';
import { firstRow, jsonParameter, selectColumn } from '../../../kernel/database.ts';
import { awardsJson, releaseHeldSlots } from '../../launches/queries.ts';
import type { LineRow } from '../queries.ts';
import type { AiReview, TASK_STATUSES } from '../schema.ts';
import type { OrderStatus } from '../states.ts';
import type { TeamStep } from './done-for-you-steps.ts';

export interface FulfilmentLine extends Omit<LineRow, 'bundle' | 'fulfilled_at'> {
  site_id: number;
  number: string;
  order_status: OrderStatus;
  /** The buyer; null if the account was deleted. */
  account_id: number | null;
}

const fulfilmentLines = (sql: Db) => sql`
  select l.id, l.site_id, l.order_id, l.product, l.name, l.listing_id, l.week_on, l.categories, l.options, l.amount_cents, l.vat_cents,
    l.refunded_cents, l.status, l.note, o.number, o.status as order_status, o.account_id
  from order_lines l join orders o on o.id = l.order_id`;

export const findFulfilmentLine = async (sql: Db, id: number): Promise<FulfilmentLine | undefined> => {
  const [row] = await sql<FulfilmentLine[]>`${fulfilmentLines(sql)} where l.id = ${id}`;
  return row;
};

/** Locks an order and one of its lines. The order is always locked first, which prevents deadlocks. */
export const lockFulfilmentLine = async (sql: Db, id: number): Promise<FulfilmentLine | undefined> => {
  await sql`select from orders where id = (select order_id from order_lines where id = ${id}) for update`;
  const [row] = await sql<FulfilmentLine[]>`${fulfilmentLines(sql)} where l.id = ${id} for update of l`;
  return row;
};

/** A waiting launch of the same listing in the same order. */
export const findLaunchBefore = async (sql: Db, { id, order_id, listing_id }: FulfilmentLine): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`
    select id from order_lines
    where order_id = ${order_id} and listing_id = ${listing_id} and product = 'launch' and status = 'waiting' and id <> ${id}`;
  return row?.id ?? null;
};

/** Sets note and fulfilment time; the status move follows in the same transaction. */
export const writeFulfilled = async (sql: Db, id: number, { note, at }: { note: string; at: Date }): Promise<void> => {
  await sql`update order_lines set note = ${note}, fulfilled_at = ${at} where id = ${id}`;
};

/**
 * Lines of paid orders without progress since `before`: their job was lost with its worker. Updates them, so that the next sweep skips
 * them.
 */
export const touchStuckLines = async (sql: Db, { before, now }: { before: Date; now: Date }, limit: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    update order_lines set updated_at = ${now} where id in (
      select l.id from order_lines l join orders o on o.id = l.order_id and o.status in ('paid', 'partially_refunded')
      where l.status = 'waiting' and l.updated_at < ${before} and o.paid_at < ${before} order by l.id limit ${limit} for update of l skip locked)
    returning id`;
  return rows.map(({ id }) => id);
};

/** Releases slots that paid orders hold for lines which were given up or fulfilled in another way. */
export const releaseSettledHolds = (sql: Db): Promise<void> =>
  releaseHeldSlots(
    sql,
    sql`exists (select from orders o where o.id = p.order_id and o.paid_at is not null) and not exists (
      select from order_lines l where l.order_id = p.order_id and l.listing_id = p.listing_id and l.week_on = p.week_on
        and l.status in ('waiting', 'with_the_team'))`,
  );

export const countExtraCategories = async (sql: Db, listing_id: number): Promise<number> => {
  const rows = await sql<{ count: number }[]>`
    select coalesce(sum(cardinality(categories)), 0)::int as count from order_lines
    where listing_id = ${listing_id} and product = 'extra_categories' and status = 'fulfilled'`;
  return firstRow(rows).count;
};

/** The columns that records of a delivery have in common. */
interface DeliveryRow {
  line_id: number;
  site_id: number;
  listing_id: number;
}

/** Records a billboard contribution, without VAT, once per line. */
export const insertContribution = async (
  sql: Db,
  row: DeliveryRow & { order_id: number; amount_cents: number; at: Date },
): Promise<void> => {
  await sql`insert into billboard_contributions ${sql(row)} on conflict (line_id) where refund_id is null do nothing`;
};

/** A listing has one cabinet; the latest order decides its style. */
export const writeTrophyCabinet = async (
  sql: Db,
  { line_id, site_id, listing_id, options, at }: DeliveryRow & Pick<LineRow, 'options'> & { at: Date },
): Promise<void> => {
  await sql`
    insert into trophy_cabinets (listing_id, site_id, line_id, options, updated_at)
    values (${listing_id}, ${site_id}, ${line_id}, ${jsonParameter(sql, options)}, ${at})
    on conflict (listing_id) do update set line_id = excluded.line_id, options = excluded.options, updated_at = excluded.updated_at`;
};

export const insertTasks = async (
  sql: Db,
  { line_id, site_id, at }: { line_id: number; site_id: number; at: Date },
  tasks: TeamStep[],
): Promise<void> => {
  const rows = tasks.map((task, position) => ({ ...task, line_id, site_id, position, updated_at: at }));
  await sql`insert into team_tasks ${sql(rows)} on conflict (line_id, position) do nothing`;
};

export const insertAiReview = async (
  sql: Db,
  { content, ...row }: DeliveryRow & { content: AiReview; created_at: Date },
): Promise<void> => {
  await sql`insert into ai_reviews ${sql({ ...row, content: jsonParameter(sql, content) })} on conflict (line_id) do nothing`;
};

export type { AiReview };

export type TaskStatus = (typeof TASK_STATUSES)[number];

export interface TaskReport {
  status: TaskStatus;
  /** The note the buyer sees next to the task. */
  note: string | null;
  url: string | null;
}

export interface TeamTask extends TaskReport {
  line_id: number;
  title: string;
}

export const findTask = async (sql: Db, site_id: number, task_id: number): Promise<TeamTask | undefined> => {
  const [row] = await sql<TeamTask[]>`
    select line_id, title, status, note, url from team_tasks where id = ${task_id} and site_id = ${site_id}`;
  return row;
};

export const writeTask = async (sql: Db, task_id: number, { status, note, url }: TaskReport, at: Date): Promise<void> => {
  await sql`update team_tasks set status = ${status}, note = ${note}, url = ${url}, updated_at = ${at} where id = ${task_id}`;
};

export const countOpenTasks = async (sql: Db, line_id: number): Promise<number> => {
  const rows = await sql<{ count: number }[]>`
    select count(*)::int as count from team_tasks where line_id = ${line_id} and status in ('to_do', 'doing')`;
  return firstRow(rows).count;
};

export interface StoredAiReview extends AiReview {
  created_at: Date;
  number: string;
}

export const selectAiReviews = async (sql: Db, listing_id: number): Promise<StoredAiReview[]> => {
  const rows = await sql<(Pick<StoredAiReview, 'created_at' | 'number'> & { content: AiReview })[]>`
    select r.content, r.created_at, o.number from ai_reviews r join order_lines l on l.id = r.line_id join orders o on o.id = l.order_id
    where r.listing_id = ${listing_id} order by r.created_at desc, r.line_id desc`;
  return rows.map(({ content, ...rest }) => ({ ...content, ...rest }));
};

export interface TrophyCabinetRow {
  style: 'oak' | 'glass' | 'night';
  title: string;
  /** Newest week first. */
  awards: { rank: number; week_on: string; votes: number }[];
}

export const findTrophyCabinet = async ({ sql, site }: Ctx, slug: string): Promise<TrophyCabinetRow | null> => {
  const [row] = await sql<TrophyCabinetRow[]>`
    select coalesce(t.options->>'style', 'oak') as style, coalesce(t.options->>'title', l.name) as title,
      ${awardsJson(sql)} as awards
    from trophy_cabinets t join live_listings l on l.id = t.listing_id where l.site_id = ${site.id} and l.slug = ${slug}`;
  return row ?? null;
};

/** Lines of paid orders that wait to be delivered for a listing. */
export const selectWaitingLinesOf = (sql: Db, listing_id: number): Promise<number[]> =>
  selectColumn<number>(sql`
    select l.id from order_lines l join orders o on o.id = l.order_id
    where l.listing_id = ${listing_id} and l.status = 'waiting' and o.status in ('paid', 'partially_refunded') order by l.position, l.id`);
