import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { valueIn } from '../../kernel/json.ts';
import { type OrderedListing, productNamed } from './products.ts';
import { findBillingDetails, ownOrder, selectOrdered } from './queries.ts';
import { listProducts } from './quote.ts';
import type { Product } from './schema.ts';

/** A product as it is offered for one listing. */
export interface OfferFor extends Product {
  /** Why it cannot be ordered for the listing; null where it can. */
  obstacle: string | null;
  /** Whether it can be ordered only together with what makes the listing go live. */
  with_launch: boolean;
}

export interface OffersFor {
  listing: OrderedListing;
  offers: OfferFor[];
  /** Where the last order was billed to. */
  country: string | null;
}

const offerFor = (product: Product, listing: OrderedListing): OfferFor => {
  const { obstacle } = productNamed(product.code)!;
  const removed = listing.status === 'removed' ? 'was removed by the team of the site' : null;
  const hard = removed ?? obstacle(listing, true);
  return { ...product, obstacle: hard, with_launch: hard === null && obstacle(listing, false) !== null };
};

/** Everything for sale, as it stands for one of the caller's listings. */
export const offersFor = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<OffersFor> => {
  const [listings, products, billing] = await Promise.all([
    selectOrdered(ctx.sql, ownOrder(ctx), [listing_id]),
    listProducts(ctx),
    findBillingDetails(ctx.sql, ctx.caller.account_id),
  ]);
  const listing = listings.get(listing_id);
  if (!listing) throw new Refusal('listing_not_found', { detail: 'You have no listing with this id. list_my_listings shows them all.' });
  return { listing, offers: valueIn(products).items.map((product) => offerFor(product, listing)), country: billing?.country ?? null };
};
