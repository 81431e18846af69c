import type { Caller, Ctx } from '../../kernel/context.ts';
import { type InputError, Refusal } from '../../kernel/errors.ts';
import { valueIn } from '../../kernel/json.ts';
import type { Operation } from '../../kernel/operation.ts';
import { listCategories } from '../../modules/catalog/category.ts';
import type { CategoryNode } from '../../modules/catalog/schema.ts';
import { type OffersFor, offersFor } from '../../modules/orders/offers.ts';
import { quote_order } from '../../modules/orders/operations.ts';
import { productNamed } from '../../modules/orders/products.ts';
import type { Quote } from '../../modules/orders/schema.ts';
import { COUNTRIES } from '../../modules/orders/vat/countries.ts';
import { countCall, invoke } from '../../surfaces/invoke.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { ChoiceField } from '../parts/choice-field.tsx';
import { Empty } from '../parts/empty.tsx';
import { Once, sentTo, Trouble } from '../parts/form.tsx';
import { errorAt, idOf, Offer, type Sheet } from '../parts/offer.tsx';
import { asForm, type OrderValues, plainly, readOrder } from '../parts/order-values.ts';
import { OwnFrame } from '../parts/own-frame.tsx';
import { listingIdIn, ownHead } from '../parts/own-listing-id.ts';
import { SumLines, Totals } from '../parts/sum.tsx';

interface Data extends OffersFor {
  categories: CategoryNode[];
  values: OrderValues;
  quote: Quote | null;
  errors: InputError[];
}

/** Prices what is ticked. What is wrong with it is told at its fields. */
const quoted = async (ctx: Ctx<Caller>, values: OrderValues, { offers, listing }: OffersFor): Promise<Pick<Data, 'quote' | 'errors'>> => {
  const row = quote_order as unknown as Operation;
  try {
    await countCall(row, ctx, '');
    const { answer } = await asForm(readOrder(values, offers, listing.id), (request) => invoke(row, ctx, request));
    return { quote: valueIn(answer) as Quote, errors: [] };
  } catch (error) {
    if (!(error instanceof Refusal) || error.errors.length === 0) throw error;
    return { quote: null, errors: error.errors };
  }
};

export const load = async (ctx: Ctx, params: Params, query: Query): Promise<Data> => {
  const member = signedIn(ctx);
  const [offers, categories] = await Promise.all([
    offersFor(member, { listing_id: listingIdIn(params) }),
    listCategories(ctx, { include_empty: true }),
  ]);
  const values: OrderValues = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, typed(value)]));
  if (values.act === undefined) values.billing_country ??= offers.country ?? undefined;
  const priced = values.act === 'quote' ? await quoted(member, values, offers) : { quote: null, errors: [] };
  return { ...offers, categories: valueIn(categories).items, values, ...priced };
};

export const head = ({ listing }: Data): Head => ({ ...ownHead(listing, 'Order', to.orderForm(listing.id)), island: 'sum.js' });

const FORM = 'order';
const OFFERED = COUNTRIES.map(({ code, name }) => ({ value: code, name }));

const fieldName = (path: string): string => {
  const [code = '', field = ''] = path.split(/\.(.*)/s);
  const name = productNamed(code)?.name;
  if (!name) return code === 'items' ? 'The order' : 'The country';
  const of = field === '' ? '' : field.startsWith('category') ? ': the category' : `: the ${field.replace('options.', '')}`;
  return name + of;
};

const Troubles = ({ errors }: { errors: InputError[] }) => (
  <div class="form-trouble">
    <p>This is not right yet:</p>
    <ul>
      {errors.map(({ path, message }) => (
        <li>
          <a href={`#${idOf(path)}`}>{fieldName(path)}</a> {message}.
        </li>
      ))}
    </ul>
  </div>
);

const Sum = ({ data, errors, message }: { data: Data; errors: InputError[]; message: string | null }) => (
  <section class="sum" id="sum" aria-labelledby="sum-heading">
    <h2 id="sum-heading">Price</h2>
    {message && <Trouble>{message}</Trouble>}
    {errors.length > 0 && <Troubles errors={errors} />}
    {data.quote && (
      <>
        <SumLines
          lines={data.quote.lines.map(({ name, bundle, week, amount_cents }) => ({
            name,
            bundle: bundle && (productNamed(bundle)?.name ?? bundle),
            week,
            amount_cents,
          }))}
        />
        <Totals sum={data.quote} country={data.values.billing_country ?? null} />
      </>
    )}
    {!data.quote && errors.length === 0 && <p class="quiet">Tick what you want, then see what it comes to. Nothing is charged here.</p>}
  </section>
);

const NotNow = ({ data }: { data: Data }) => {
  const not_now = data.offers.filter(({ obstacle }) => obstacle !== null);
  return not_now.length > 0 ? (
    <section class="block" aria-labelledby="not-now">
      <h2 id="not-now">Not for this listing now</h2>
      <ul class="not-now">
        {not_now.map(({ name, obstacle }) => (
          <li>
            <strong>{name}</strong>: it {plainly(obstacle!)}.
          </li>
        ))}
      </ul>
    </section>
  ) : null;
};

export const view = (data: Data, here: Here) => {
  const action = to.orderForm(data.listing.id);
  const sent = sentTo(action, here);
  const errors = sent?.errors ?? data.errors;
  const sheet: Sheet = { values: data.values, errors, categories: data.categories, has: data.listing.categories };
  const open = data.offers.filter(({ obstacle }) => obstacle === null);
  return (
    <OwnFrame listing={data.listing} place="order">
      <p class="lede">
        For <bdi>{data.listing.name}</bdi>. Money never buys votes or rank: <a href={to.products()}>what each is, and what it is not</a>.
      </p>
      {open.length === 0 ? (
        <Empty title="There is nothing to order for this listing now." />
      ) : (
        <form id={FORM} method="get" action={action} class="order-form" data-live="quote" noValidate>
          <Once />
          <section aria-labelledby="choose">
            <h2 id="choose" class="unseen">
              What you want
            </h2>
            <ul class="offers">
              {open.map((offer) => (
                <Offer offer={offer} sheet={sheet} />
              ))}
            </ul>
          </section>
          <div class="order-aside">
            <ChoiceField
              id={idOf('billing_country')}
              name="billing_country"
              label="Your country, for the VAT"
              none="Not said yet"
              offered={OFFERED}
              value={data.values.billing_country}
              error={errorAt(sheet, 'billing_country')}
              autocomplete="country"
            />
            <Sum data={data} errors={errors} message={sent?.message ?? null} />
            <div class="order-acts">
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
      <NotNow data={data} />
    </OwnFrame>
  );
};
