import type { Ctx } from '../../kernel/context.ts';
import { ListOrders } from '../../modules/orders/schema.ts';
import { listOwnOrders } from '../../modules/orders/whole-order.ts';
import { to } from '../addresses.ts';
import { asked } from '../asked.ts';
import { dollars } from '../money.ts';
import { type Head, type Params, type Query, signedIn } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { OfWhat } from '../parts/of-what.tsx';
import { ORDER_SAYS } from '../parts/order-words.ts';
import { Pages } from '../parts/pager.tsx';
import { Day } from '../parts/time.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => listOwnOrders(signedIn(ctx), asked(ListOrders, query).input);

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Your orders',
  description: 'What you ordered, and how it stands.',
  canonical: to.orders(),
  trail: [{ name: 'Your account', href: to.account() }],
  index: false,
});

export const view = (orders: Data) => (
  <div class="account">
    <header class="page-head">
      <h1>Your orders</h1>
      <p class="lede">Newest first, each with its lines, invoice and how far it is.</p>
    </header>
    <Pages
      list={orders}
      href={to.orders}
      empty={
        <Empty title="You have ordered nothing.">
          <p>
            Listing a product is free. <a href={to.products()}>What can be bought</a>
          </p>
        </Empty>
      }
    >
      <ul class="order-list">
        {orders.items.map(({ number, status, total_cents, created_at, names }) => (
          <li>
            <div>
              <h2 dir="auto">
                <a href={to.order(number)}>{number}</a>
              </h2>
              <p>{names.join(', ')}</p>
              <p class="quiet">
                <Day on={created_at} />
              </p>
            </div>
            <p class="cents">{dollars(total_cents)}</p>
            <p class="order-stands">
              <span class={`order-status order-status-${status}`}>{ORDER_SAYS[status]}</span>
              {status === 'pending' && (
                <a href={to.checkout(number)}>
                  Go to checkout
                  <OfWhat name={number} />
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Pages>
  </div>
);
