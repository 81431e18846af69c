import { sayTotals } from '../../modules/orders/quote.ts';
import type { WholeOrder } from '../../modules/orders/whole-order.ts';
import { dollars } from '../money.ts';
import { BilledTo, Papers } from './order-papers.tsx';
import { Totals } from './sum.tsx';

/** An order that ended before anybody said where it is billed has no VAT, and will have none. */
const hasNoVat = ({ status, vat_treatment }: WholeOrder): boolean =>
  (status === 'expired' || status === 'cancelled') && vat_treatment === 'unknown';

const NetTotal = ({ net_cents }: Pick<WholeOrder, 'net_cents'>) => (
  <dl class="totals-list">
    <div>
      <dt>Without VAT</dt>
      <dd class="cents">{dollars(net_cents)}</dd>
    </div>
  </dl>
);

/** What an order comes to, its papers, and whom they are for: beside it, for the buyer as for the team. */
export const OrderAside = ({ order }: { order: WholeOrder }) => (
  <aside aria-label="What it comes to">
    <section class="aside-block" aria-labelledby="total">
      <h2 id="total">In all</h2>
      {hasNoVat(order) ? <NetTotal net_cents={order.net_cents} /> : <Totals sum={sayTotals(order)} country={order.billing_country} />}
      {order.refunded_cents > 0 && <p>{dollars(order.refunded_cents)} of it went back.</p>}
    </section>
    <Papers order={order} />
    <BilledTo order={order} />
  </aside>
);
