import { msg, t, texts } from '../../../../kernel/language/messages.ts';
import { OneOf, PAGING, T, Text } from '../../../../kernel/schema.ts';
import { listSiteOrders } from '../../../../modules/orders/details/order-details.ts';
import { ORDER_STATUSES } from '../../../../modules/orders/schema.ts';
import { adminPaths } from '../../../paths.ts';
import { FilterSelect } from '../../../ui/filters.tsx';
import { formatDollars } from '../../../ui/format.tsx';
import { Empty, formatTotal, IgnoredParamsNotice, PagedList } from '../../../ui/list.tsx';
import { ORDER_STATE_LABELS } from '../../../ui/order/details.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { adminPage } from '../page.tsx';

/** Filters about work, besides the statuses of orders. */
const TASKS = texts({ with_the_team: msg('Needs the team'), refund_failed: msg('Failed refund') });

const statusOptions = () =>
  Object.entries({ ...TASKS, ...ORDER_STATE_LABELS }).flatMap(([value, name]) => (value === 'confirming' ? [] : [{ value, name }]));

const orderLinks = () => [
  { name: TASKS.with_the_team, href: adminPaths.orders({ status: 'with_the_team' }) },
  { name: t('Products'), href: adminPaths.products() },
  { name: t('VAT'), href: adminPaths.vat() },
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
  title: msg('Orders'),
  description: msg('Orders on this site, newest first.'),
  has_own_heading: true,
  view: ({ input, ignored, orders }) => (
    <>
      <header class="page-head">
        <h1>{t('Orders')}</h1>
        <p class="lede">{t('All orders, newest first.')}</p>
        <ul class="chips">
          {orderLinks().map(({ name, href }) => (
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
          <label for="orders-q">{t('Order number or email')}</label>
          <input id="orders-q" name="q" type="search" maxlength={200} value={input.q} dir="auto" />
        </div>
        <FilterSelect name="status" title={t('Status')} any={t('Any')} options={statusOptions()} value={input.status} />
        <button class="button" type="submit">
          {t('Search')}
        </button>
      </form>
      <section class="block" aria-labelledby="found">
        <h2 id="found">{formatTotal(orders, (n) => t('{n, plural, one {# order} other {# orders}}', { n }))}</h2>
        <PagedList
          list={orders}
          href={(page) => adminPaths.orders({ status: input.status, q: input.q, page })}
          empty={<Empty title={input.q || input.status ? t('No orders match.') : t('No orders yet.')} />}
        >
          <ul class="rows records order-list">
            {orders.items.map((order) => (
              <li>
                <div>
                  <h3>
                    <a href={adminPaths.order({ number: order.number })}>{order.number}</a>
                  </h3>
                  <p class="quiet" dir="auto">
                    {order.email ?? t('A deleted account')} · <RelativeTime at={order.created_at} />
                  </p>
                  <p>
                    {order.names.join(', ')}
                    {order.with_the_team > 0 && (
                      <strong> · {t('{n, plural, one {# item} other {# items}} with the team', { n: order.with_the_team })}</strong>
                    )}
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
