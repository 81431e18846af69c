import type { Ctx, Db } from '../../../kernel/context.ts';
import type { OrderOwner } from '../queries.ts';
import type { VatLine } from '../rules.ts';
import type { PromoCode, PromoCodeUses } from './rules.ts';

const COLUMNS = [
  'id',
  'code',
  'percent',
  'amount_cents',
  'products',
  'starts_on',
  'ends_on',
  'max_uses',
  'uses_per_account',
  'active',
] as const;

/** A code by its text. With `lock`, others that want to use or change it wait until the transaction ends. */
export const findPromoCode = async (
  sql: Db,
  { site_id, code }: { site_id: number; code: string },
  lock: boolean,
): Promise<PromoCode | undefined> => {
  const [row] = await sql<PromoCode[]>`
    select ${sql(COLUMNS)} from promo_codes where site_id = ${site_id} and code = ${code} ${lock ? sql`for no key update` : sql``}`;
  return row;
};

/** Orders use a code from checkout on, until they expire or are cancelled. */
const USING = ['pending', 'paid', 'partially_refunded', 'refunded'];

/** The uses of a code by all orders but one. */
export const countPromoCodeUses = async (
  sql: Db,
  promo_code_id: number,
  { account_id }: Pick<OrderOwner, 'account_id'>,
  except_order_id: number | null,
): Promise<PromoCodeUses> => {
  const [row] = await sql<PromoCodeUses[]>`
    select count(*)::int as all, (count(*) filter (where account_id = ${account_id}))::int as own,
      min(number) filter (where account_id = ${account_id} and status = 'pending') as own_pending
    from orders where promo_code_id = ${promo_code_id} and status = any(${USING}) and id is distinct from ${except_order_id}::bigint`;
  return row!;
};

/** Writes what a code takes off an order, or that none does, with the totals that follow. */
export const writeDiscount = async (
  sql: Db,
  order_id: number,
  promo_code: PromoCode | null,
  { lines, at }: { lines: Pick<VatLine, 'amount_cents' | 'discount_cents' | 'vat_cents'>[]; at: Date },
): Promise<void> => {
  const cents = (column: 'amount_cents' | 'discount_cents' | 'vat_cents') => lines.map((line) => line[column]);
  await sql`
    update order_lines l set amount_cents = v.amount_cents, discount_cents = v.discount_cents, vat_cents = v.vat_cents, updated_at = ${at}
    from unnest(${cents('amount_cents')}::bigint[], ${cents('discount_cents')}::bigint[], ${cents('vat_cents')}::bigint[])
      with ordinality v (amount_cents, discount_cents, vat_cents, position)
    where l.order_id = ${order_id} and l.position = v.position`;
  await sql`
    update orders o set promo_code_id = ${promo_code?.id ?? null}, promo_code = ${promo_code?.code ?? null}, discount_cents = s.discount_cents,
      net_cents = s.net_cents, vat_cents = s.vat_cents, total_cents = s.net_cents + s.vat_cents, updated_at = ${at}
    from (select sum(discount_cents) as discount_cents, sum(amount_cents) as net_cents, sum(vat_cents) as vat_cents
      from order_lines where order_id = ${order_id}) s
    where o.id = ${order_id}`;
};

export type NewPromoCode = Omit<PromoCode, 'id' | 'active'>;

/** Creates a code; null if the site has one of that name. */
export const insertPromoCode = async ({ sql, site, clock }: Ctx, row: NewPromoCode): Promise<number | null> => {
  const [made] = await sql<{ id: number }[]>`
    insert into promo_codes ${sql({ ...row, site_id: site.id, created_at: clock.now() })}
    on conflict (site_id, code) do nothing returning id`;
  return made?.id ?? null;
};

export const lockPromoCode = async ({ sql, site }: Ctx, id: number): Promise<Pick<PromoCode, 'code' | 'active'> | undefined> => {
  const [row] = await sql<Pick<PromoCode, 'code' | 'active'>[]>`
    select code, active from promo_codes where id = ${id} and site_id = ${site.id} for no key update`;
  return row;
};

export const writePromoCodeActive = async (sql: Db, id: number, active: boolean): Promise<void> => {
  await sql`update promo_codes set active = ${active} where id = ${id}`;
};

/** A code with what became of it. Amounts are without VAT. */
export interface PromoCodeReport extends PromoCode {
  /** Paid orders, and unpaid ones that reserve a use. */
  paid: number;
  pending: number;
  /** What it took off paid orders. */
  discount_cents: number;
  /** What those orders brought, without what was refunded. */
  revenue_cents: number;
}

export const selectPromoCodes = ({ sql, site }: Ctx): Promise<PromoCodeReport[]> => sql<PromoCodeReport[]>`
  select c.id, c.code, c.percent, c.amount_cents, c.products, c.starts_on, c.ends_on, c.max_uses, c.uses_per_account, c.active,
    coalesce(u.paid, 0)::int as paid, coalesce(u.pending, 0)::int as pending,
    coalesce(u.discount_cents, 0)::bigint as discount_cents, coalesce(u.revenue_cents, 0)::bigint as revenue_cents
  from promo_codes c
  left join lateral (
    select count(*) filter (where o.paid_at is not null) as paid, count(*) filter (where o.status = 'pending') as pending,
      sum(o.discount_cents) filter (where o.paid_at is not null) as discount_cents,
      sum(o.net_cents + coalesce(n.net_cents, 0)) filter (where o.paid_at is not null) as revenue_cents
    from orders o
    left join lateral (select sum(i.net_cents) as net_cents from invoices i where i.order_id = o.id and i.kind = 'credit_note') n on true
    where o.promo_code_id = c.id
  ) u on true
  where c.site_id = ${site.id} order by c.active desc, c.id desc`;
