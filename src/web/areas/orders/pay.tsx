import type { Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { getOwnOrderDetails } from '../../../modules/orders/details/order-details.ts';
import { orderPaths } from '../../paths.ts';
import { type PageHead, requireSignedIn } from '../../server/page.ts';
import { formatDollars } from '../../ui/format.tsx';
import { webUrl } from '../../ui/urls.ts';

export const load = async (ctx: Ctx, params: { number: string }) => {
  const { number, status, payments } = await getOwnOrderDetails(requireSignedIn(ctx), params);
  const payment = payments.find(({ open, url }) => open && url !== null);
  if (status !== 'pending' || !payment) throw new Refusal('order_not_pending');
  return { number, asked_cents: payment.asked_cents, url: payment.url! };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ number, url }: Data): PageHead => ({
  title: t('Redirecting to payment'),
  description: t('Continue to the payment page of your order.'),
  canonical: orderPaths.pay({ number }),
  index: false,
  redirects_to: webUrl(url) ?? undefined,
});

const hostOf = (url: string): string => URL.parse(url)?.host ?? t('the payment page');

export const view = ({ number, asked_cents, url }: Data) => (
  <div class="broad checkout">
    <header class="page-head">
      <h1>{t('Redirecting to payment')}</h1>
      <p class="lede" dir="auto">
        {rich('Taking you to {url} to pay {asked_cents} for order {number}.', {
          url: <bdi>{hostOf(url)}</bdi>,
          asked_cents: formatDollars(asked_cents),
          number,
        })}
      </p>
    </header>
    <p class="actions more">
      <a class="button button-main" href={webUrl(url) ?? undefined}>
        {t('Continue to payment')}
      </a>
      <a href={orderPaths.checkout({ number })}>{t('Back to order')}</a>
    </p>
  </div>
);
