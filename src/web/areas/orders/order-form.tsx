import { countCall, invoke } from '../../../http/invoke.ts';
import type { Caller, Ctx } from '../../../kernel/context.ts';
import { type InputError, Refusal } from '../../../kernel/errors.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listCategories } from '../../../modules/catalog/categories.ts';
import type { CategoryNode } from '../../../modules/catalog/schema.ts';
import { quote_order } from '../../../modules/orders/operations.ts';
import { findProduct } from '../../../modules/orders/products.ts';
import { getListingOffers, type ListingOffers } from '../../../modules/orders/quote/quote.ts';
import type { OrderQuote } from '../../../modules/orders/schema.ts';
import { orderPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { ChoiceField, FormError, FormKey, submittedTo } from '../../ui/form.tsx';
import { Empty } from '../../ui/list.tsx';
import { OrderTotals, SumLines } from '../../ui/order/sum.tsx';
import { OwnerFrame, ownerHead } from '../../ui/owner-frame.tsx';
import { BILLING_COUNTRIES } from './checkout-fields.tsx';
import { type OrderFormState, orderErrorAt, orderFieldId, ProductOffer } from './order-form-product.tsx';
import { explainMessage, type OrderValues, parseOrder, withFieldErrors } from './order-values.ts';

interface Data extends ListingOffers {
  categories: CategoryNode[];
  values: OrderValues;
  quote: OrderQuote | null;
  errors: InputError[];
}

/** Quotes the ticked products; errors are returned for display at the fields. */
const quoteOrder = async (
  ctx: Ctx<Caller>,
  values: OrderValues,
  { offers, listing }: ListingOffers,
): Promise<Pick<Data, 'quote' | 'errors'>> => {
  try {
    await countCall(quote_order, ctx, '');
    const { answer } = await withFieldErrors(parseOrder(values, offers, listing.id), (request) => invoke(quote_order, ctx, request));
    return { quote: toValue(answer), errors: [] };
  } catch (error) {
    if (!(error instanceof Refusal) || error.errors.length === 0) throw error;
    return { quote: null, errors: error.errors };
  }
};

export const load = async (ctx: Ctx, { listing_id }: { listing_id: number }, query: Query): Promise<Data> => {
  const member = requireSignedIn(ctx);
  const [offers, categories] = await Promise.all([getListingOffers(member, { listing_id }), listCategories(ctx, { include_empty: true })]);
  const values: OrderValues = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, textParam(value)]));
  if (values.act === undefined) values.billing_country ??= offers.country ?? undefined;
  const priced = values.act === 'quote' ? await quoteOrder(member, values, offers) : { quote: null, errors: [] };
  return { ...offers, categories: toValue(categories).items, values, ...priced };
};

export const head = ({ listing }: Data): PageHead => ({
  ...ownerHead(listing, 'Order', orderPaths.orderForm({ listing_id: listing.id })),
  island: 'sum.js',
});

const fieldName = (path: string): string => {
  const [code = '', field = ''] = path.split(/\.(.*)/s);
  const name = findProduct(code)?.name;
  if (!name) return code === 'items' ? 'The order' : 'The country';
  const suffix = field === '' ? '' : field.startsWith('category') ? ': the category' : `: the ${field.replace('options.', '')}`;
  return name + suffix;
};

const OrderErrors = ({ errors }: { errors: InputError[] }) => (
  <div class="form-trouble">
    <p>This is not right yet:</p>
    <ul>
      {errors.map(({ path, message }) => (
        <li>
          <a href={`#${orderFieldId(path)}`}>{fieldName(path)}</a> {message}.
        </li>
      ))}
    </ul>
  </div>
);

const OrderSum = ({ data, errors, message }: { data: Data; errors: InputError[]; message: string | null }) => (
  <section class="stack sum" id="sum" aria-labelledby="sum-heading">
    <h2 id="sum-heading">Price</h2>
    {message && <FormError>{message}</FormError>}
    {errors.length > 0 && <OrderErrors errors={errors} />}
    {data.quote && (
      <>
        <SumLines lines={data.quote.lines} />
        <OrderTotals sum={data.quote} country={data.values.billing_country ?? null} />
      </>
    )}
    {!data.quote && errors.length === 0 && <p class="quiet">Tick what you want, then see what it comes to. Nothing is charged here.</p>}
  </section>
);

const NotAvailable = ({ data }: { data: Data }) => {
  const unavailable = data.offers.filter(({ obstacle }) => obstacle !== null);
  return unavailable.length > 0 ? (
    <section class="block" aria-labelledby="not-now">
      <h2 id="not-now">Not for this listing now</h2>
      <ul class="stack not-now">
        {unavailable.map(({ name, obstacle }) => (
          <li>
            <strong>{name}</strong>: it {explainMessage(obstacle!)}.
          </li>
        ))}
      </ul>
    </section>
  ) : null;
};

export const view = (data: Data, context: PageContext) => {
  const action = orderPaths.orderForm({ listing_id: data.listing.id });
  const submitted = submittedTo(action, context);
  const errors = submitted?.errors ?? data.errors;
  const form_state: OrderFormState = { values: data.values, errors, categories: data.categories, own_categories: data.listing.categories };
  const available = data.offers.filter(({ obstacle }) => obstacle === null);
  return (
    <OwnerFrame listing={data.listing} tab="Order">
      <p class="lede">
        For <bdi>{data.listing.name}</bdi>. Money never buys votes or rank:{' '}
        <a href={orderPaths.products()}>what each is, and what it is not</a>.
      </p>
      {available.length === 0 ? (
        <Empty title="There is nothing to order for this listing now." />
      ) : (
        <form id="order" method="get" action={action} class="with-aside order-form" data-live="quote" noValidate>
          <FormKey />
          <section aria-labelledby="choose">
            <h2 id="choose" class="unseen">
              What you want
            </h2>
            <ul class="rows rows-roomy offers">
              {available.map((offer) => (
                <ProductOffer offer={offer} form_state={form_state} />
              ))}
            </ul>
          </section>
          <div class="stack order-aside">
            <ChoiceField
              id={orderFieldId('billing_country')}
              name="billing_country"
              label="Your country, for the VAT"
              none="Not said yet"
              options={BILLING_COUNTRIES}
              value={data.values.billing_country}
              error={orderErrorAt(form_state, 'billing_country')}
              autocomplete="country"
            />
            <OrderSum data={data} errors={errors} message={submitted?.message ?? null} />
            <div class="actions">
              <button class="button" type="submit" name="act" value="quote">
                See the price
              </button>
              <button class="button button-main" type="submit" name="act" value="checkout" formMethod="post">
                Go to checkout
              </button>
            </div>
            <p class="quiet">A VAT number and the rest are asked at checkout. Nothing is paid before you say so there.</p>
          </div>
        </form>
      )}
      <NotAvailable data={data} />
    </OwnerFrame>
  );
};
