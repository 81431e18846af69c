import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { valueIn } from '../../kernel/json.ts';
import { getOwnListing } from '../../modules/listings/own-listing.ts';
import type { OwnListing } from '../../modules/listings/own-schema.ts';
import { to } from '../addresses.ts';
import { type Crumb, type Head, type Params, signedIn } from '../page.ts';

/** The number in a path. What cannot be one names nothing. */
export const listingIdIn = (params: Params): number => {
  if (!/^[1-9]\d{0,15}$/.test(params.listing_id ?? '') || !Number.isSafeInteger(Number(params.listing_id)))
    throw new Refusal('listing_not_found');
  return Number(params.listing_id);
};

/** The caller's listing that a page is about. */
export const ownListingIn = async (ctx: Ctx, params: Params): Promise<OwnListing> =>
  valueIn(await getOwnListing(signedIn(ctx), { listing_id: listingIdIn(params) }));

export const DASHBOARD: Crumb = { name: 'Your listings', href: '/dashboard' };

/** What is said about every page of one's own listing. */
export const ownHead = ({ id, name }: Pick<OwnListing, 'id' | 'name'>, title: string, canonical: string): Head => ({
  title: `${title}: ${name}`,
  description: `${title} of your listing.`,
  canonical,
  trail: [DASHBOARD, { name, href: to.ownListing(id) }],
  index: false,
});
