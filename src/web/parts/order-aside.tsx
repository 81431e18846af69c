import { sayTotals } from '../../modules/orders/quote.ts';
import type { WholeOrder } from '../../modules/orders/whole-order.ts';
import { dollars } from '../money.ts';
import { BilledTo, Papers } from './order-papers.tsx';
import { Totals } from './sum.tsx';

/** What an order comes to, its papers, and whom they are for: beside it, for the buyer as for the team. */
export const OrderAside = ({ order }: { order: WholeOrder }) => (
  <aside aria-label="What it comes to">
    <section class="aside-block" aria-labelledby="total">
      <h2 id="total">In all</h2>
      <Totals sum={sayTotals(order)} country={order.billing_country} />
      {order.refunded_cents > 0 && <p>{dollars(order.refunded_cents)} of it went back.</p>}
    </section>
    <Papers order={order} />
    <BilledTo order={order} />
  </aside>
);
