import { msg, t, texts } from '../../../../kernel/language/messages.ts';
import { listPrices, type PricedProduct } from '../../../../modules/orders/quote/prices.ts';
import type { PriceHistoryRow } from '../../../../modules/orders/quote/queries.ts';
import { getSeller, type Seller } from '../../../../modules/orders/quote/seller.ts';
import { adminPaths, orderPaths } from '../../../paths.ts';
import { HiddenName } from '../../../ui/elements.tsx';
import { ActionChoiceField, Field, FieldNotes, Form, submittedTo } from '../../../ui/form.tsx';
import { ariaProps } from '../../../ui/form-state.ts';
import { dollarInputValue, formatDollars } from '../../../ui/format.tsx';
import { billingCountries } from '../../../ui/order/options.ts';
import { RelativeTime } from '../../../ui/times.tsx';
import { ByPerson } from '../components.tsx';
import { adminPage } from '../page.tsx';

/** The seller's details, which appear on invoices. */
const SellerForm = ({ seller }: { seller: Seller | null }) => {
  const form = { action: adminPaths.setSeller() };
  return (
    <section class="block" aria-labelledby="seller">
      <h2 id="seller">{t('Seller')}</h2>
      {seller ? (
        <p class="quiet">{t('Shown on new invoices. Issued invoices don’t change.')}</p>
      ) : (
        <p class="notice">{t('Add the seller before you can take orders. Invoices and VAT depend on it.')}</p>
      )}
      <Form {...form}>
        <Field {...form} name="name" label={t('Name or company')} value={seller?.name} required maxlength={200} />
        <Field {...form} name="address" label={t('Address')} value={seller?.lines.join('\n')} rows={4} maxlength={1200} />
        <ActionChoiceField
          {...form}
          name="country"
          label={t('Country')}
          none={t('Choose a country')}
          options={billingCountries()}
          value={seller?.country}
          hint={t('Determines VAT for domestic sales.')}
        />
        <Field {...form} name="vat_number" label={t('VAT number')} value={seller?.vat_number} maxlength={32} />
        <Field {...form} name="email" label={t('Email for questions')} type="email" value={seller?.email} maxlength={254} />
        <button class="button button-main" type="submit">
          {t('Save seller')}
        </button>
      </Form>
    </section>
  );
};

const DONE: Record<string, string> = texts({
  priced: msg('Price saved. Existing orders keep their price.'),
  unchanged: msg('No changes to save.'),
  seller: msg('Seller saved.'),
});

const PriceHistory = ({ history }: { history: PriceHistoryRow[] }) => (
  <details class="price-history">
    <summary>{t('Price history')}</summary>
    <ol>
      {history.map(({ price_cents, on_offer, by, set_at }) => (
        <li>
          {formatDollars(price_cents)}, {on_offer ? t('for sale') : t('not for sale')} · <RelativeTime at={set_at} />
          <ByPerson name={by} />
        </li>
      ))}
    </ol>
  </details>
);

const PriceForm = ({ product }: { product: PricedProduct }) => {
  const action = adminPaths.products();
  const form = submittedTo(action);
  const submitted = form?.values.code === product.code ? form : undefined;
  const error = submitted?.errors[0];
  const id = `price-${product.code}`;
  return (
    <li>
      <h3>{product.name}</h3>
      <p class="quiet">{product.description}</p>
      <form method="post" action={action} class="actions price-form">
        <input type="hidden" name="code" value={product.code} />
        <div class={error ? 'field field-wrong' : 'field'}>
          <label for={id}>
            {product.takes_amount ? t('Minimum in dollars') : t('Price in dollars')}
            <HiddenName name={product.name} />
          </label>
          <input
            id={id}
            name="price"
            type="text"
            inputMode="decimal"
            autocomplete="off"
            maxlength={16}
            required
            value={submitted ? (submitted.values.price ?? '') : product.price_cents === null ? '' : dollarInputValue(product.price_cents)}
            {...ariaProps(id, { error, first: error !== undefined })}
          />
          <FieldNotes id={id} label={t('The price')} error={error} />
        </div>
        <div class="choice">
          <input
            id={`${id}-on`}
            name="on_offer"
            type="checkbox"
            value="on"
            checked={submitted ? submitted.values.on_offer === 'on' : product.on_offer}
          />
          <label for={`${id}-on`}>
            {t('For sale')}
            <HiddenName name={product.name} />
          </label>
        </div>
        <button class="button" type="submit">
          {t('Save')}
          <HiddenName name={product.name} />
        </button>
      </form>
      {product.history.length > 0 ? <PriceHistory history={product.history} /> : <p class="quiet">{t('No price yet, so not for sale.')}</p>}
    </li>
  );
};

export const productsPage = adminPage({
  name: 'admin_products',
  path: adminPaths.products,
  async load(ctx) {
    const [products, seller] = await Promise.all([listPrices(ctx), getSeller(ctx)]);
    return { products, seller };
  },
  title: msg('Products'),
  description: msg('Products, prices and the seller.'),
  has_own_heading: true,
  view: ({ products, seller, done }) => (
    <div class="account">
      <header class="page-head">
        <h1>{t('Products')}</h1>
        <p class="lede">{t('Prices in US dollars, excluding VAT.')}</p>
        <p>
          {t('New prices apply to new quotes, not to existing orders.')} <a href={orderPaths.products()}>{t('View as a buyer')}</a>
        </p>
      </header>
      {done && DONE[done] && (
        <p class="done" role="status" dir="auto">
          {DONE[done]}
        </p>
      )}
      <section aria-labelledby="for-sale">
        <h2 id="for-sale">{t('Prices')}</h2>
        <ul class="rows rows-roomy prices">
          {products.map((product) => (
            <PriceForm product={product} />
          ))}
        </ul>
      </section>
      <SellerForm seller={seller} />
    </div>
  ),
});
