import { type Ctx, isSignedIn } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { type FreeQueue, getFreeQueue } from '../../../modules/launches/free-queue/free-plan.ts';
import { listOwnListings } from '../../../modules/listings/owner/listings.ts';
import type { OwnSummary } from '../../../modules/listings/owner/schema.ts';
import { listProducts } from '../../../modules/orders/quote/quote.ts';
import type { Product } from '../../../modules/orders/schema.ts';
import { boardPaths, dashboardPaths, draftPaths, orderFormWith, orderPaths, weekPaths } from '../../paths.ts';
import type { PageContext, PageHead } from '../../server/page.ts';
import { HiddenName } from '../../ui/elements.tsx';
import { formatDay, formatPrice } from '../../ui/format.tsx';
import { LISTING_STATUS_NAMES } from '../../ui/frames/owner-frame.tsx';
import { Empty } from '../../ui/list.tsx';
import { describeFreeLaunch } from '../../ui/order/weeks.ts';
import { PriceTag } from './order-form-product.tsx';

const LISTINGS_SHOWN = 20;

interface Data {
  products: Product[];
  /** The caller's own listings; null for anonymous visitors. */
  listings: OwnSummary[] | null;
  free_queue: FreeQueue;
}

export const load = async (ctx: Ctx): Promise<Data> => {
  const [products, listings, free_queue] = await Promise.all([
    listProducts(ctx),
    isSignedIn(ctx) ? listOwnListings(ctx, { page: 1, per_page: LISTINGS_SHOWN }) : null,
    getFreeQueue(ctx),
  ]);
  return { products: toValue(products).items, listings: listings && toValue(listings).items, free_queue };
};

export const head = (): PageHead => ({
  title: t('Prices'),
  description: t('Products and prices for launching here. Money never buys votes, ranks or search positions.'),
  canonical: orderPaths.products(),
});

/** Where ordering starts: the form of the caller's only listing, the list of several, or the sign-in that the dashboard requires. */
const orderAddress = (code: string, listings: OwnSummary[] | null): string => {
  if (listings?.length === 1) return orderFormWith(listings[0]!.id, code);
  return listings ? '#order' : dashboardPaths.home();
};

/** The total price of a bundle's parts, if each is sold separately. */
const SeparatePrices = ({ product, products }: { product: Product; products: Product[] }) => {
  const parts = product.includes.map((code) => products.find((one) => one.code === code)?.price_cents ?? null);
  const sum = parts.reduce<number | null>((all, part) => (all === null || part === null ? null : all + part), 0);
  return sum ? <p class="quiet">{t('{sum} if bought separately.', { sum: formatPrice(sum) })}</p> : null;
};

const ProductCard = ({ product, products, listings }: { product: Product; products: Product[]; listings: OwnSummary[] | null }) => (
  <li>
    <article class="topic" aria-labelledby={`product-${product.code}`}>
      <h3 id={`product-${product.code}`}>{product.name}</h3>
      <PriceTag product={product} />
      <p>{product.description}</p>
      <SeparatePrices product={product} products={products} />
      <p class="for-sale-end">
        <a class="button" href={orderAddress(product.code, listings)}>
          {t('Order')}
          <HiddenName name={product.name} />
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
      <h2 id="weeks">{t('Available launch weeks')}</h2>
      <p>{t('Launch right away or in one of these weeks. We reserve your week while you pay.')}</p>
      {weeks.length > 0 ? (
        <ul class="tiles rows rows-tight room">
          {weeks.map(({ launch_week_on: week, room }) => (
            <li>
              <a href={weekPaths.week({ week })}>
                <time datetime={week}>{formatDay(week)}</time>
              </a>{' '}
              <span class="number">{t('{n, plural, one {# slot} other {# slots}} left', { n: room })}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p class="notice">{t('All weeks are full at the moment.')}</p>
      )}
    </section>
  );
};

const OrderFor = ({ listings }: { listings: OwnSummary[] }) => (
  <section class="block" id="order" aria-labelledby="order-heading">
    <h2 id="order-heading">{t('Order for one of your listings')}</h2>
    {listings.length > 0 ? (
      <ul class="rows rows-tight narrow order-for">
        {listings.map(({ id, name, status }) => (
          <li>
            <span dir="auto">{name}</span> <span class="quiet">{LISTING_STATUS_NAMES[status]}</span>
            <a href={orderPaths.orderForm({ listing_id: id })}>
              {t('Order')}
              <HiddenName name={name} />
            </a>
          </li>
        ))}
      </ul>
    ) : (
      <p>
        {rich('You have no listing yet. <link>Submit a product</link> first. It’s free.', {
          link: (text) => <a href={draftPaths.submit()}>{text}</a>,
        })}
      </p>
    )}
  </section>
);

export const view = ({ products, listings, free_queue }: Data, { site }: PageContext) => (
  <>
    <header class="page-head">
      <h1>{t('Prices')}</h1>
      <p class="lede">
        {rich('Launching a product on {name} is free. {free_queue} Launch sooner or get more visibility with these.', {
          name: <span dir="auto">{site.name}</span>,
          free_queue: describeFreeLaunch(free_queue),
        })}
      </p>
      <p>{t('Prices are in US dollars before VAT. You’ll see the VAT for your country before you pay.')}</p>
    </header>
    <p class="notice">
      {rich(
        '<strong>Money never buys votes or rank.</strong> It doesn’t affect search, categories or community leaderboards. Paid placements are always marked as <span>Paid</span>. <link>How ranking works</link>',
        {
          strong: (text) => <strong>{text}</strong>,
          span: (text) => <span class="paid">{text}</span>,
          link: (text) => <a href={boardPaths.howRankingWorks()}>{text}</a>,
        },
      )}
    </p>
    <section aria-labelledby="for-sale">
      <h2 id="for-sale">{t('What you can buy')}</h2>
      {products.length > 0 ? (
        <ul class="tiles more for-sale">
          {products.map((product) => (
            <ProductCard product={product} products={products} listings={listings} />
          ))}
        </ul>
      ) : (
        <Empty title={t('Nothing is for sale at the moment.')}>
          <p>{rich('<link>Submitting a product</link> is free.', { link: (text) => <a href={draftPaths.submit()}>{text}</a> })}</p>
        </Empty>
      )}
    </section>
    <Weeks products={products} />
    {listings && <OrderFor listings={listings} />}
  </>
);
