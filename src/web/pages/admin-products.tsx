import type { Ctx } from '../../kernel/context.ts';
import { listPrices, type PricedProduct } from '../../modules/orders/pricing.ts';
import type { SetPriceRow } from '../../modules/orders/pricing-queries.ts';
import type { Seller } from '../../modules/orders/seller.ts';
import { showSeller } from '../../modules/orders/seller-details.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import { dollars, typedDollars } from '../money.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { FieldNotes, sentTo } from '../parts/form.tsx';
import { marksOf } from '../parts/marks.ts';
import { Moment } from '../parts/moment.tsx';
import { OfWhat } from '../parts/of-what.tsx';
import { SellerForm } from '../parts/seller-form.tsx';

interface Data {
  products: PricedProduct[];
  seller: Seller | null;
  done: string | undefined;
}

export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<Data> => {
  const team = signedIn(ctx);
  const [products, seller] = await Promise.all([listPrices(team), showSeller(team)]);
  return { products, seller, done: typed(query.done) };
};

export const head = (): Head => ({
  title: 'Prices',
  description: 'What is sold here, for how much, and by whom.',
  canonical: to.adminProducts(),
  trail: [{ name: 'Your account', href: to.account() }],
  index: false,
});

const DONE: Record<string, string> = {
  priced: 'The price holds from now on. Orders that were made keep theirs.',
  unchanged: 'Nothing was changed.',
  seller: 'The seller is saved.',
};

const PriceHistory = ({ history, here }: { history: SetPriceRow[]; here: Here }) => (
  <details class="price-history">
    <summary>Prices so far</summary>
    <ol>
      {history.map(({ price_cents, on_offer, by, set_at }) => (
        <li>
          {dollars(price_cents)}, {on_offer ? 'on offer' : 'not on offer'} · <Moment at={set_at} now={here.now} />
          {by && (
            <>
              {' '}
              by <bdi>{by}</bdi>
            </>
          )}
        </li>
      ))}
    </ol>
  </details>
);

const ACTION = to.adminProducts();

const Priced = ({ product, here }: { product: PricedProduct; here: Here }) => {
  const form = sentTo(ACTION, here);
  const sent = form?.values.code === product.code ? form : undefined;
  const error = sent?.errors[0];
  const id = `price-${product.code}`;
  return (
    <li>
      <h3>{product.name}</h3>
      <p class="quiet">{product.description}</p>
      <form method="post" action={ACTION} class="price-form">
        <input type="hidden" name="code" value={product.code} />
        <div class={error ? 'field field-wrong' : 'field'}>
          <label for={id}>
            {product.takes_amount ? 'Least amount' : 'Price'} in dollars
            <OfWhat name={product.name} />
          </label>
          <input
            id={id}
            name="price"
            type="text"
            inputMode="decimal"
            autocomplete="off"
            maxlength={16}
            required
            value={sent ? (sent.values.price ?? '') : product.price_cents === null ? '' : typedDollars(product.price_cents)}
            {...marksOf(id, { error, first: error !== undefined })}
          />
          <FieldNotes id={id} label="The price" error={error} />
        </div>
        <div class="choice">
          <input
            id={`${id}-on`}
            name="on_offer"
            type="checkbox"
            value="on"
            checked={sent ? sent.values.on_offer === 'on' : product.on_offer}
          />
          <label for={`${id}-on`}>
            On offer
            <OfWhat name={product.name} />
          </label>
        </div>
        <button class="button" type="submit">
          Save
          <OfWhat name={product.name} />
        </button>
      </form>
      {product.history.length > 0 ? (
        <PriceHistory history={product.history} here={here} />
      ) : (
        <p class="quiet">Never priced, so not sold.</p>
      )}
    </li>
  );
};

export const view = ({ products, seller, done }: Data, here: Here) => (
  <div class="account">
    <header class="page-head">
      <h1>Prices</h1>
      <p class="lede">What is sold here and for how much, in dollars without VAT.</p>
      <p>
        A price takes effect with the next quote, and never in an order that was made. <a href={to.products()}>See it as buyers do</a>
      </p>
    </header>
    {done && DONE[done] && (
      <p class="done" role="status" dir="auto">
        {DONE[done]}
      </p>
    )}
    <section aria-labelledby="for-sale">
      <h2 id="for-sale">Products</h2>
      <ul class="prices">
        {products.map((product) => (
          <Priced product={product} here={here} />
        ))}
      </ul>
    </section>
    <SellerForm seller={seller} here={here} />
  </div>
);
