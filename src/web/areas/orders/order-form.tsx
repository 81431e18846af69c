import { countCall, invoke } from '../../../http/invoke.ts';
import type { Caller, Ctx } from '../../../kernel/context.ts';
import { type InputError, Refusal } from '../../../kernel/errors.ts';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listCategories } from '../../../modules/catalog/categories.ts';
import type { CategoryNode } from '../../../modules/catalog/schema.ts';
import { quote_order } from '../../../modules/orders/operations.ts';
import { findProduct } from '../../../modules/orders/products.ts';
import { getListingOffers, type ListingOffer, type ListingOffers } from '../../../modules/orders/quote/quote.ts';
import type { OrderQuote } from '../../../modules/orders/schema.ts';
import { orderPaths } from '../../paths.ts';
import { type PageHead, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { ChoiceField, FormError, FormKey, InputField, submittedTo } from '../../ui/form.tsx';
import { OwnerFrame, ownerHead, TAB_NAMES } from '../../ui/frames/owner-frame.tsx';
import { Empty } from '../../ui/list.tsx';
import { billingCountries } from '../../ui/order/options.ts';
import { OrderTotals, SumLines } from '../../ui/order/sum.tsx';
import { suggestedWeek } from '../../ui/order/weeks.ts';
import { type OrderFormState, orderErrorAt, orderFieldId, ProductOffer } from './order-form-product.tsx';
import { explainMessage, isChosen, LAUNCH_FIELD, type OrderValues, parseOrder, withFieldErrors } from './order-values.ts';

interface Data extends ListingOffers {
  categories: CategoryNode[];
  values: OrderValues;
  quote: OrderQuote | null;
  errors: InputError[];
}

type Priced = Pick<Data, 'quote' | 'errors'>;

const NOT_PRICED: Priced = { quote: null, errors: [] };

/** Quotes the ticked products; errors are returned for display at the fields. A promo code that cannot be used leaves the price. */
const quoteOrder = async (ctx: Ctx<Caller>, values: OrderValues, form: ListingOffers): Promise<Priced> => {
  try {
    const { answer } = await withFieldErrors(parseOrder(values, form.offers, form.listing.id), (request) =>
      invoke(quote_order, ctx, request),
    );
    return { quote: toValue(answer), errors: [] };
  } catch (error) {
    if (!(error instanceof Refusal) || error.errors.length === 0) throw error;
    const { errors } = error;
    if (!errors.every(({ path }) => path === 'promo_code')) return { quote: null, errors };
    return { ...(await quoteOrder(ctx, { ...values, promo_code: undefined }, form)), errors };
  }
};

/** The price of what is ticked. On the first view, what is still to be filled in is not an error yet. */
const priceForm = async (ctx: Ctx<Caller>, values: OrderValues, form: ListingOffers): Promise<Priced> => {
  if (values.act === undefined && !form.offers.some(({ code }) => isChosen(values, code))) return NOT_PRICED;
  await countCall(quote_order, ctx, '');
  const priced = await quoteOrder(ctx, values, form);
  return values.act === undefined && priced.quote === null ? NOT_PRICED : priced;
};

export const load = async (ctx: Ctx, { listing_id }: { listing_id: number }, query: Query): Promise<Data> => {
  const member = requireSignedIn(ctx);
  const [offers, categories] = await Promise.all([getListingOffers(member, { listing_id }), listCategories(ctx, { include_empty: true })]);
  const values: OrderValues = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, textParam(value)]));
  if (values.act === undefined) values.billing_country ??= offers.country ?? undefined;
  for (const offer of offers.offers) values[`${offer.code}.week`] ??= suggestedWeek(offer);
  return { ...offers, categories: toValue(categories).items, values, ...(await priceForm(member, values, offers)) };
};

export const head = ({ listing }: Data): PageHead => ({
  ...ownerHead(listing, TAB_NAMES.Order, orderPaths.orderForm({ listing_id: listing.id })),
  island: 'sum.js',
});

/** Names of fields that belong to no product. */
const ORDER_FIELDS: Record<string, string> = texts({
  items: msg('The order'),
  billing_country: msg('The country'),
  promo_code: msg('The promo code'),
});

/** What a product asks for, in the name of a field. */
const PRODUCT_FIELDS: Record<string, string> = texts({
  category: msg('the category'),
  week: msg('the week'),
  amount: msg('the amount'),
  style: msg('the style'),
  title: msg('the title'),
});

const fieldName = (path: string): string => {
  const [code = '', field = ''] = path.split(/\.(.*)/s);
  const name = findProduct(code)?.name;
  if (!name) return ORDER_FIELDS[code] ?? t('This');
  const part = PRODUCT_FIELDS[field.replace('options.', '').split('.')[0]!];
  return part ? `${name}: ${part}` : name;
};

const OrderErrors = ({ errors }: { errors: InputError[] }) => (
  <div class="form-trouble">
    <p>{t('Please check:')}</p>
    <ul>
      {errors.map(({ path, message }) => (
        <li>
          <a href={`#${orderFieldId(path)}`}>{fieldName(path)}</a> {message}.
        </li>
      ))}
    </ul>
  </div>
);

interface OrderSumProps {
  data: Data;
  errors: InputError[];
  message: string | null;
}

const OrderSum = ({ data, errors, message }: OrderSumProps) => (
  <section class="stack sum" id="sum" aria-labelledby="sum-heading">
    <h2 id="sum-heading">{t('Price')}</h2>
    {message && <FormError>{message}</FormError>}
    {errors.length > 0 && <OrderErrors errors={errors} />}
    {data.quote && (
      <>
        <SumLines lines={data.quote.lines} />
        <OrderTotals sum={data.quote} country={data.values.billing_country ?? null} />
      </>
    )}
    {!data.quote && errors.length === 0 && !message && (
      <p class="quiet">
        {data.offers.some(({ code }) => isChosen(data.values, code))
          ? t('Fill in the details of your selection to see the total.')
          : t('Nothing selected yet.')}
      </p>
    )}
  </section>
);

const NotAvailable = ({ data }: { data: Data }) => {
  const unavailable = data.offers.filter(({ obstacle }) => obstacle !== null);
  return unavailable.length > 0 ? (
    <section class="block" aria-labelledby="not-now">
      <h2 id="not-now">{t('Not available for this listing')}</h2>
      <ul class="stack not-now">
        {unavailable.map(({ name, obstacle }) => (
          <li>{rich('{name}: it {explainMessage}.', { name: <strong>{name}</strong>, explainMessage: explainMessage(obstacle!) })}</li>
        ))}
      </ul>
    </section>
  ) : null;
};

/** Products that decide when the listing launches come first. */
const isLaunch = ({ weeks }: ListingOffer): boolean => weeks !== null;

interface OfferGroupProps {
  offers: ListingOffer[];
  form_state: OrderFormState;
}

/** A listing launches once at a time, so one of these can be ordered, or none. */
const Launches = ({ offers, form_state }: OfferGroupProps) =>
  offers.length > 0 ? (
    <section class="offer-group" aria-labelledby="launches">
      <h2 id="launches">{t('Your launch')}</h2>
      <div role="radiogroup" aria-labelledby="launches">
        <ul class="rows rows-roomy offers">
          {offers.map((offer) => (
            <ProductOffer offer={offer} form_state={form_state} group={LAUNCH_FIELD} />
          ))}
          <li class="offer">
            <div class="offer-head">
              <div class="choice">
                <input
                  id="no-launch"
                  name={LAUNCH_FIELD}
                  type="radio"
                  value=""
                  checked={!offers.some(({ code }) => isChosen(form_state.values, code))}
                />
                <label for="no-launch">{t('None, only add-ons')}</label>
              </div>
            </div>
          </li>
        </ul>
      </div>
    </section>
  ) : null;

const AddOns = ({ offers, form_state }: OfferGroupProps) =>
  offers.length > 0 ? (
    <section class="offer-group" aria-labelledby="add-ons">
      <h2 id="add-ons">{t('Add-ons')}</h2>
      <ul class="rows rows-roomy offers">
        {offers.map((offer) => (
          <ProductOffer offer={offer} form_state={form_state} />
        ))}
      </ul>
    </section>
  ) : null;

export const view = (data: Data) => {
  const action = orderPaths.orderForm({ listing_id: data.listing.id });
  const submitted = submittedTo(action);
  const errors = submitted?.errors ?? data.errors;
  const form_state: OrderFormState = {
    values: data.values,
    errors,
    categories: data.categories,
    own_categories: data.listing.categories,
  };
  const available = data.offers.filter(({ obstacle }) => obstacle === null);
  return (
    <OwnerFrame listing={data.listing} tab="Order">
      <p class="lede">
        {rich(
          'Choose how {name} launches, then pick any add-ons. Money never buys votes or rank: <link>see what each product includes</link>.',
          { name: <bdi>{data.listing.name}</bdi>, link: (text) => <a href={orderPaths.products()}>{text}</a> },
        )}
      </p>
      {available.length === 0 ? (
        <Empty title={t('Nothing can be ordered for this listing right now.')} />
      ) : (
        <form id="order" method="get" action={action} class="with-aside order-form" data-live="quote" noValidate>
          <FormKey />
          <div>
            <Launches offers={available.filter(isLaunch)} form_state={form_state} />
            <AddOns offers={available.filter((offer) => !isLaunch(offer))} form_state={form_state} />
          </div>
          <div class="stack order-aside">
            <ChoiceField
              id={orderFieldId('billing_country')}
              name="billing_country"
              label={t('Country (for VAT)')}
              none={t('Choose a country')}
              options={billingCountries()}
              value={data.values.billing_country}
              error={orderErrorAt(form_state, 'billing_country')}
              autocomplete="country"
            />
            <InputField
              id={orderFieldId('promo_code')}
              name="promo_code"
              label={t('Promo code (optional)')}
              type="code"
              form={{ errors, values: data.values as Record<string, string>, status: 200 }}
              maxlength={32}
              takes_focus={submitted !== undefined}
            />
            <OrderSum data={data} errors={errors} message={submitted?.message ?? null} />
            <div class="actions">
              <button class="button" type="submit" name="act" value="quote">
                {t('Update price')}
              </button>
              <button class="button button-main" type="submit" name="act" value="checkout" formMethod="post">
                {t('Go to checkout')}
              </button>
            </div>
            <p class="quiet">{t('You review your order and enter billing details at checkout. Nothing is charged yet.')}</p>
          </div>
        </form>
      )}
      <NotAvailable data={data} />
    </OwnerFrame>
  );
};
