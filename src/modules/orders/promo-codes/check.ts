import type { Caller, Ctx } from '../../../kernel/context.ts';
import type { InputError } from '../../../kernel/errors.ts';
import { dayAt } from '../../../kernel/time/weeks.ts';
import { orderOwner } from '../queries.ts';
import type { OrderLine } from '../rules.ts';
import { countPromoCodeUses, findPromoCode } from './queries.ts';
import { findPromoCodeFault, type PromoCode, parsePromoCode } from './rules.ts';

interface PromoCodeRequest {
  promo_code: string;
  lines: OrderLine[];
  /** Keeps others from using the code until the transaction ends, so that a limited code is not used too often. */
  lock: boolean;
  /** The order the code is for, if it exists: it may already use the code. */
  order_id?: number;
}

/** Finds a code and checks whether the caller can use it for the lines of an order. */
export const checkPromoCode = async (
  ctx: Ctx<Caller>,
  { promo_code, lines, lock, order_id }: PromoCodeRequest,
): Promise<{ promo_code: PromoCode | null; faults: InputError[] }> => {
  const { sql, site, clock } = ctx;
  const found = await findPromoCode(sql, { site_id: site.id, code: parsePromoCode(promo_code) }, lock);
  const no_uses = { all: 0, own: 0, own_pending: null };
  const uses = found ? await countPromoCodeUses(sql, found.id, orderOwner(ctx), order_id ?? null) : no_uses;
  const fault = findPromoCodeFault(found, { uses, lines, today: dayAt(clock.now(), site.time_zone) });
  if (fault) return { promo_code: null, faults: [{ path: 'promo_code', ...fault, actual: promo_code }] };
  return { promo_code: found!, faults: [] };
};
