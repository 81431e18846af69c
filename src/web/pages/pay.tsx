import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { showOwnOrder } from '../../modules/orders/whole-order.ts';
import { to, webAddress } from '../addresses.ts';
import { dollars } from '../money.ts';
import { type Head, type Params, signedIn } from '../page.ts';
import { orderNumberIn } from '../parts/order-number.ts';

interface Data {
  number: string;
  asked_cents: number;
  /** The provider's page. */
  url: string;
}

/** Where a payment that was begun goes on. */
export const load = async (ctx: Ctx, params: Params): Promise<Data> => {
  const { number, status, payments } = await showOwnOrder(signedIn(ctx), { number: orderNumberIn(params) });
  const way = payments.find(({ open, url }) => open && url !== null);
  if (status !== 'pending' || !way) throw new Refusal('order_not_pending');
  return { number, asked_cents: way.asked_cents, url: way.url! };
};

export const head = ({ number, url }: Data): Head => ({
  title: 'To the payment page',
  description: 'Leads on to where the order is paid.',
  canonical: to.payOrder(number),
  index: false,
  leads_to: webAddress(url) ?? undefined,
});

const shortHost = (url: string): string => URL.parse(url)?.host ?? 'the payment page';

export const view = ({ number, asked_cents, url }: Data) => (
  <div class="checkout">
    <header class="page-head">
      <h1>To the payment page</h1>
      <p class="lede" dir="auto">
        You are led to <bdi>{shortHost(url)}</bdi>, where {dollars(asked_cents)} are paid for order {number}.
      </p>
    </header>
    <p class="claim-ways">
      <a class="button button-main" href={webAddress(url) ?? undefined}>
        Go there now
      </a>
      <a href={to.checkout(number)}>Back to the order</a>
    </p>
  </div>
);
