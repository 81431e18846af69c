import type { Ctx, Db } from '../../../kernel/context.ts';
import type { LineRow, OrderOwner } from '../queries.ts';

export interface OrderWeekLine extends Pick<LineRow, 'product' | 'name'> {
  line_id: number;
  listing_id: number;
  week_on: string;
}

/** The lines of an order that still need a slot. The fixed order in which slots are taken prevents deadlocks. */
export const selectWeekLines = (sql: Db, order_id: number): Promise<OrderWeekLine[]> => sql<OrderWeekLine[]>`
  select id as line_id, product, name, listing_id, week_on from order_lines
  where order_id = ${order_id} and week_on is not null and status = 'waiting' order by week_on, listing_id`;

/** Prevents others from giving these listings a slot, or taking one from them, until the transaction ends. */
export const lockListingsForHold = async (sql: Db, ids: number[]): Promise<void> => {
  await sql`select from listing_heads where id = any(${ids}) order by id for share`;
};

/** Serializes holds per account, so that held slots are counted before more are taken. */
export const lockAccountHolds = async (sql: Db, account_id: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('held places', ${account_id}))`;
};

/** How many slots an account's unpaid orders on a site hold, by order number. */
export const selectHeldSlots = (sql: Db, { site_id, account_id }: OrderOwner, now: Date) => sql<{ number: string; slots: number }[]>`
  select o.number, count(*)::int as slots from orders o join week_slots p on p.order_id = o.id and p.kind = 'held' and p.until > ${now}
  where o.account_id = ${account_id} and o.site_id = ${site_id} and o.status = 'pending' group by o.id, o.number order by o.id`;

export interface LineSlot extends OrderWeekLine {
  /** When the order's hold on the slot ends; null if it holds none. */
  held_until: Date | null;
  /** Whether the listing has a slot in that week anyway, through the free queue. */
  has_slot: boolean;
}

export const selectLineSlots = (sql: Db, order_id: number, now: Date): Promise<LineSlot[]> => sql<LineSlot[]>`
  select l.id as line_id, l.product, l.name, l.listing_id, l.week_on,
    case when p.kind = 'held' and p.order_id = l.order_id and p.until > ${now} then p.until end as held_until,
    coalesce(p.kind <> 'held', false) as has_slot
  from order_lines l left join week_slots p on p.site_id = l.site_id and p.week_on = l.week_on and p.listing_id = l.listing_id
  where l.order_id = ${order_id} and l.week_on is not null and l.status = 'waiting' order by l.position`;

export const writeLineWeek = async (sql: Db, line_id: number, week_on: string, at: Date): Promise<void> => {
  await sql`update order_lines set week_on = ${week_on}, updated_at = ${at} where id = ${line_id}`;
};

/** The versions in force of what a buyer accepts. */
export const selectOrderTerms = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>) => sql<{ kind: string; number: number }[]>`
  select kind, number from current_legal_versions where site_id = ${site.id} and kind in ('terms', 'refunds')`;

export const writeAcceptedTerms = (sql: Db, order_id: number, versions: { kind: string; number: number }[], at: Date) => {
  const versionOf = (kind: string) => versions.find((one) => one.kind === kind)?.number ?? null;
  return sql`
    update orders set terms_version = ${versionOf('terms')}, refunds_version = ${versionOf('refunds')}, terms_accepted_at = ${at}
    where id = ${order_id}`;
};
