import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { listOwnListings } from '../../modules/listings/own-listing.ts';
import type { OwnSummary } from '../../modules/listings/own-schema.ts';
import { listProducts } from '../../modules/orders/quote.ts';
import type { Product } from '../../modules/orders/schema.ts';
import { to } from '../addresses.ts';
import { price } from '../money.ts';
import type { Head, Here } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { OfWhat } from '../parts/of-what.tsx';
import { STATUS_NAMES } from '../parts/own-frame.tsx';
import { sayDay } from '../parts/time.tsx';
import { counted } from '../wording.ts';

const LISTINGS_SHOWN = 20;

interface Data {
  products: Product[];
  /** The reader's own; null for strangers. */
  listings: OwnSummary[] | null;
}

export const load = async (ctx: Ctx): Promise<Data> => {
  const [products, listings] = await Promise.all([
    listProducts(ctx),
    ctx.caller ? listOwnListings(ctx, { page: 1, per_page: LISTINGS_SHOWN }) : null,
  ]);
  return { products: valueIn(products).items, listings: listings && valueIn(listings).items };
};

export const head = (): Head => ({
  title: 'Prices',
  description: 'What can be bought here, what it costs, and what money cannot buy: votes, ranks and places in a search.',
  canonical: to.products(),
});

/** Where an order for a product begins: at the reader's one listing, at the choice among several, or by signing in. */
const orderAddress = (code: string, listings: OwnSummary[] | null): string => {
  if (listings?.length === 1) return to.orderForm(listings[0]!.id, code);
  return listings ? '#order' : to.dashboard();
};

/** What a bundle's parts cost by themselves, where each is sold by itself. */
const OneByOne = ({ product, products }: { product: Product; products: Product[] }) => {
  const parts = product.includes.map((code) => products.find((one) => one.code === code)?.price_cents ?? null);
  const sum = parts.reduce<number | null>((all, part) => (all === null || part === null ? null : all + part), 0);
  return sum ? <p class="quiet">One by one they are {price(sum)}.</p> : null;
};

const Tag = ({ product }: { product: Product }) => (
  <p class="price-tag">
    {product.price_cents === null ? (
      <>
        from <strong>{price(product.minimum_cents!)}</strong>
      </>
    ) : (
      <strong>{price(product.price_cents)}</strong>
    )}
  </p>
);

const ForSale = ({ product, products, listings }: { product: Product; products: Product[]; listings: OwnSummary[] | null }) => (
  <li>
    <article aria-labelledby={`product-${product.code}`}>
      <h3 id={`product-${product.code}`}>{product.name}</h3>
      <Tag product={product} />
      <p>{product.description}</p>
      <OneByOne product={product} products={products} />
      <p class="for-sale-end">
        <a class="button" href={orderAddress(product.code, listings)}>
          Order
          <OfWhat name={product.name} />
        </a>
      </p>
    </article>
  </li>
);

const Weeks = ({ products }: { products: Product[] }) => {
  const weeks = products.find(({ weeks }) => weeks)?.weeks;
  if (!weeks) return null;
  return (
    <section class="block" aria-labelledby="weeks">
      <h2 id="weeks">Weeks with room</h2>
      <p>A launch goes live at once, or in one of these weeks. A week that is chosen is held while you pay.</p>
      {weeks.length > 0 ? (
        <ul class="room">
          {weeks.map(({ week, room }) => (
            <li>
              <a href={to.week(week)}>
                <time datetime={week}>{sayDay(week)}</time>
              </a>{' '}
              <span class="number">{counted(room, 'place')}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p class="notice">No week has room at the moment.</p>
      )}
    </section>
  );
};

const OrderFor = ({ listings }: { listings: OwnSummary[] }) => (
  <section class="block" id="order" aria-labelledby="order-heading">
    <h2 id="order-heading">Order for one of your listings</h2>
    {listings.length > 0 ? (
      <ul class="order-for">
        {listings.map(({ id, name, status }) => (
          <li>
            <span dir="auto">{name}</span> <span class="quiet">{STATUS_NAMES[status]}</span>
            <a href={to.orderForm(id)}>
              Order
              <OfWhat name={name} />
            </a>
          </li>
        ))}
      </ul>
    ) : (
      <p>
        You have no listing yet. <a href={to.submit()}>Submit a product</a> first: that costs nothing.
      </p>
    )}
  </section>
);

export const view = ({ products, listings }: Data, { site }: Here) => (
  <>
    <header class="page-head">
      <h1>Prices</h1>
      <p class="lede">
        Listing a product on <span dir="auto">{site.name}</span> is free. These are for who wants it sooner, or more of it.
      </p>
      <p>In US dollars, without VAT, which depends on where you are and is shown before you pay.</p>
    </header>
    <p class="notice">
      <strong>Money never buys votes or rank.</strong> It moves no product up in a search, a category or the boards by votes. What is paid
      for is marked as <span class="paid">Paid</span> wherever it is shown. <a href={to.ranking()}>How ranking works</a>
    </p>
    <section aria-labelledby="for-sale">
      <h2 id="for-sale">What you can buy</h2>
      {products.length > 0 ? (
        <ul class="for-sale">
          {products.map((product) => (
            <ForSale product={product} products={products} listings={listings} />
          ))}
        </ul>
      ) : (
        <Empty title="Nothing is for sale at the moment.">
          <p>
            <a href={to.submit()}>Submitting a product</a> is free.
          </p>
        </Empty>
      )}
    </section>
    <Weeks products={products} />
    {listings && <OrderFor listings={listings} />}
  </>
);
