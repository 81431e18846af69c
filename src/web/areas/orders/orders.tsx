import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { listOwnOrders } from '../../../modules/orders/details/order-details.ts';
import { ListOrders } from '../../../modules/orders/schema.ts';
import { accountPaths, orderPaths } from '../../paths.ts';
import { type PageHead, type Params, parseQuery, type Query, requireSignedIn } from '../../server/page.ts';
import { HiddenName } from '../../ui/elements.tsx';
import { DayText, formatDollars } from '../../ui/format.tsx';
import { Empty, PagedList } from '../../ui/list.tsx';
import { ORDER_STATE_LABELS } from '../../ui/order/details.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) =>
  listOwnOrders(requireSignedIn(ctx), parseQuery(ListOrders, query).input);

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: t('Your orders'),
  description: t('Your orders and their status.'),
  canonical: orderPaths.orders(),
  trail: [{ name: t('Your account'), href: accountPaths.home() }],
  index: false,
});

export const view = (orders: Data) => (
  <div class="account">
    <header class="page-head">
      <h1>{t('Your orders')}</h1>
      <p class="lede">{t('Your orders with their status and invoices, newest first.')}</p>
    </header>
    <PagedList
      list={orders}
      href={(page) => orderPaths.orders({ page })}
      empty={
        <Empty title={t('You have no orders yet.')}>
          <p>
            {rich('Listing a product is free. <link>See prices</link>', { link: (text) => <a href={orderPaths.products()}>{text}</a> })}
          </p>
        </Empty>
      }
    >
      <ul class="rows records order-list">
        {orders.items.map(({ number, status, total_cents, total_is_final, created_at, names }) => (
          <li>
            <div>
              <h2 dir="auto">
                <a href={orderPaths.order({ number })}>{number}</a>
              </h2>
              <p>{names.join(', ')}</p>
              <p class="quiet">
                <DayText on={created_at} />
              </p>
            </div>
            <p class="cents">
              {formatDollars(total_cents)}
              {!total_is_final && t(' before VAT')}
            </p>
            <p class="order-stands">
              <span class={`pill pill-${status}`}>{ORDER_STATE_LABELS[status]}</span>
              {status === 'pending' && (
                <a href={orderPaths.checkout({ number })}>
                  {t('Go to checkout')}
                  <HiddenName name={number} />
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
    </PagedList>
  </div>
);
