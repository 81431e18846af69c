import type { Ctx } from '../../../kernel/context.ts';
import { t } from '../../../kernel/language/messages.ts';
import { readTestPayment } from '../../../modules/orders/payment/start-payment.ts';
import { orderPaths } from '../../paths.ts';
import { type PageContext, type PageHead, requireSignedIn } from '../../server/page.ts';
import { Form } from '../../ui/form.tsx';
import { formatDollars } from '../../ui/format.tsx';

export const load = async (ctx: Ctx, { session }: { session: string }) => ({
  payment: await readTestPayment(requireSignedIn(ctx), { session }),
  session,
});

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ payment, session }: Data): PageHead => ({
  title: t('Test payment'),
  description: t('A payment without real money.'),
  canonical: orderPaths.testPayment({ session }),
  trail: [
    { name: t('Your orders'), href: orderPaths.orders() },
    { name: payment.number, href: orderPaths.checkout({ number: payment.number }) },
  ],
  index: false,
});

export const view = ({ payment: { number, asked_cents, open }, session }: Data, context: PageContext) => {
  const action = orderPaths.testPayment({ session });
  return (
    <div class="broad checkout">
      <header class="page-head">
        <h1>{t('Test payment')}</h1>
        <p class="lede" dir="auto">
          {t('{asked_cents} for order {number} on {name}', { asked_cents: formatDollars(asked_cents), number, name: context.site.name })}
        </p>
      </header>
      <div class="test-payment">
        <p class="test-payment-large">{t('This is a test. No money is charged.')}</p>
        <p>{t('Don’t enter a card number. This page stands in for a payment provider’s page.')}</p>
      </div>
      {open ? (
        <Form action={action}>
          <div class="actions">
            <button class="button button-main" type="submit" name="outcome" value="paid">
              {t('Pay {asked_cents} as a test', { asked_cents: formatDollars(asked_cents) })}
            </button>
            <button class="button" type="submit" name="outcome" value="declined">
              {t('Decline payment')}
            </button>
          </div>
        </Form>
      ) : (
        <p class="notice">{t('This payment is closed.')}</p>
      )}
      <p class="more">
        <a href={open ? orderPaths.checkout({ number }) : orderPaths.order({ number })}>{t('Back to order')}</a>
      </p>
    </div>
  );
};
