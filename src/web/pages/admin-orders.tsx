import type { Ctx } from '../../kernel/context.ts';
import { OneOf, PAGING, type Static, Strict, T, Text } from '../../kernel/schema.ts';
import { listSiteOrders } from '../../modules/orders/admin.ts';
import { ORDER_STATUSES } from '../../modules/orders/schema.ts';
import { to } from '../addresses.ts';
import { asked, type Misread } from '../asked.ts';
import { dollars } from '../money.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { Select } from '../parts/facets.tsx';
import { MisreadNotice } from '../parts/misread.tsx';
import { Moment } from '../parts/moment.tsx';
import { ORDER_SAYS } from '../parts/order-words.ts';
import { Pages, sayTotal } from '../parts/pager.tsx';
import { counted } from '../wording.ts';

const Asked = Strict({
  status: T.Optional(OneOf([...ORDER_STATUSES, 'with_the_team', 'refund_failed'])),
  q: T.Optional(Text(200)),
  ...PAGING,
});

interface Data {
  input: Static<typeof Asked>;
  misread: Misread[];
  orders: Awaited<ReturnType<typeof listSiteOrders>>;
}

export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<Data> => {
  const { input, misread } = asked(Asked, query);
  return { input, misread, orders: await listSiteOrders(signedIn(ctx), input) };
};

export const head = (): Head => ({
  title: 'Orders',
  description: 'The orders of this site, newest first.',
  canonical: to.adminOrders(),
  trail: [{ name: 'Your account', href: to.account() }],
  index: false,
});

const STATUSES = [
  { value: 'with_the_team', name: 'With the team' },
  { value: 'refund_failed', name: 'With a refund that was refused' },
  ...ORDER_STATUSES.map((status) => ({ value: status as string, name: ORDER_SAYS[status] })),
];

const Search = ({ input }: { input: Data['input'] }) => (
  <form method="get" action={to.adminOrders()} class="row-form">
    <div class="field">
      <label for="orders-q">Number or address</label>
      <input id="orders-q" name="q" type="search" maxlength={200} value={input.q} dir="auto" />
    </div>
    <Select name="status" title="Status" any="Any" offered={STATUSES} value={input.status} />
    <button class="button" type="submit">
      Search
    </button>
  </form>
);

export const view = ({ input, misread, orders }: Data, here: Here) => (
  <>
    <header class="page-head">
      <h1>Orders</h1>
      <p class="lede">What people ordered, newest first.</p>
      <ul class="chips">
        <li>
          <a class="chip" href={to.adminOrders({ status: 'with_the_team' })}>
            With the team
          </a>
        </li>
        <li>
          <a class="chip" href={to.adminProducts()}>
            Prices
          </a>
        </li>
        <li>
          <a class="chip" href={to.adminVat()}>
            VAT
          </a>
        </li>
      </ul>
    </header>
    <MisreadNotice misread={misread} />
    <Search input={input} />
    <section class="block" aria-labelledby="found">
      <h2 id="found">{sayTotal(orders, (n) => counted(n, 'order'))}</h2>
      <Pages
        list={orders}
        href={(page) => to.adminOrders({ status: input.status, q: input.q, page })}
        empty={<Empty title={input.q || input.status ? 'No order is like that.' : 'Nobody has ordered yet.'} />}
      >
        <ul class="order-list">
          {orders.items.map((order) => (
            <li>
              <div>
                <h3>
                  <a href={to.adminOrder(order.number)}>{order.number}</a>
                </h3>
                <p class="quiet" dir="auto">
                  {order.email ?? 'An account that is gone'} · <Moment at={order.created_at} now={here.now} />
                </p>
                <p>
                  {order.names.join(', ')}
                  {order.with_the_team > 0 && <strong> · {counted(order.with_the_team, 'line')} with the team</strong>}
                </p>
              </div>
              <p class="cents">{dollars(order.total_cents)}</p>
              <p class="order-stands">
                <span class={`order-status order-status-${order.status}`}>{ORDER_SAYS[order.status]}</span>
              </p>
            </li>
          ))}
        </ul>
      </Pages>
    </section>
  </>
);
