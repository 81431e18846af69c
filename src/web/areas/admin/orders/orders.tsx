import { OneOf, PAGING, T, Text } from '../../../../kernel/schema.ts';
import { listSiteOrders } from '../../../../modules/orders/details/order-details.ts';
import { ORDER_STATUSES } from '../../../../modules/orders/schema.ts';
import { adminPaths } from '../../../paths.ts';
import { FilterSelect } from '../../../ui/filters.tsx';
import { formatDollars, pluralize } from '../../../ui/format.tsx';
import { Empty, formatTotal, IgnoredParamsNotice, PagedList } from '../../../ui/list.tsx';
import { ORDER_STATE_LABELS } from '../../../ui/order/details.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { adminPage } from '../page.tsx';

const STATUSES = [
  { value: 'with_the_team', name: 'Needs the team' },
  { value: 'refund_failed', name: 'Failed refund' },
  ...ORDER_STATUSES.map((status) => ({ value: status as string, name: ORDER_STATE_LABELS[status] })),
];

const LINKS = [
  { name: 'Needs the team', href: adminPaths.orders({ status: 'with_the_team' }) },
  { name: 'Products', href: adminPaths.products() },
  { name: 'VAT', href: adminPaths.vat() },
];

export const ordersPage = adminPage({
  name: 'admin_orders',
  path: adminPaths.orders,
  query: {
    status: T.Optional(OneOf([...ORDER_STATUSES, 'with_the_team', 'refund_failed'])),
    q: T.Optional(Text(200)),
    ...PAGING,
  },
  load: async (ctx, input, ignored) => ({ input, ignored, orders: await listSiteOrders(ctx, input) }),
  title: 'Orders',
  description: 'Orders on this site, newest first.',
  has_own_heading: true,
  view: ({ input, ignored, orders }, context) => (
    <>
      <header class="page-head">
        <h1>Orders</h1>
        <p class="lede">All orders, newest first.</p>
        <ul class="chips">
          {LINKS.map(({ name, href }) => (
            <li>
              <a class="chip" href={href}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </header>
      <IgnoredParamsNotice ignored={ignored} />
      <form method="get" action={adminPaths.orders()} class="row-form">
        <div class="field">
          <label for="orders-q">Order number or email</label>
          <input id="orders-q" name="q" type="search" maxlength={200} value={input.q} dir="auto" />
        </div>
        <FilterSelect name="status" title="Status" any="Any" options={STATUSES} value={input.status} />
        <button class="button" type="submit">
          Search
        </button>
      </form>
      <section class="block" aria-labelledby="found">
        <h2 id="found">{formatTotal(orders, (n) => pluralize(n, 'order'))}</h2>
        <PagedList
          list={orders}
          href={(page) => adminPaths.orders({ status: input.status, q: input.q, page })}
          empty={<Empty title={input.q || input.status ? 'No orders match.' : 'No orders yet.'} />}
        >
          <ul class="rows records order-list">
            {orders.items.map((order) => (
              <li>
                <div>
                  <h3>
                    <a href={adminPaths.order({ number: order.number })}>{order.number}</a>
                  </h3>
                  <p class="quiet" dir="auto">
                    {order.email ?? 'A deleted account'} · <RelativeTime at={order.created_at} now={context.now} />
                  </p>
                  <p>
                    {order.names.join(', ')}
                    {order.with_the_team > 0 && <strong> · {pluralize(order.with_the_team, 'item')} with the team</strong>}
                  </p>
                </div>
                <p class="cents">{formatDollars(order.total_cents)}</p>
                <p class="order-stands">
                  <span class={`pill pill-${order.status}`}>{ORDER_STATE_LABELS[order.status]}</span>
                </p>
              </li>
            ))}
          </ul>
        </PagedList>
      </section>
    </>
  ),
});
