import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { JsonText } from '../../kernel/json.ts';
import { type ListAnswer, listAnswer, type Paging } from '../../kernel/paging.ts';
import {
  countOwnListings,
  type Elsewhere,
  findOwnKey,
  findOwnListing,
  type OwnKey,
  selectElsewhere,
  selectOwnListings,
} from './own-queries.ts';
import type { OwnListing, OwnSummary } from './own-schema.ts';

/** Operations of one's own are let through to callers alone. */
export const asCaller = (ctx: Ctx): Ctx<Caller> => ctx as Ctx<Caller>;

const found = <T>(one: T | undefined): T => {
  if (one === undefined)
    throw new Refusal('listing_not_found', { detail: 'You have no listing with this id. list_my_listings shows them all.' });
  return one;
};

/** Your listings in any status, newest first. */
export const listOwnListings = async (ctx: Ctx, paging: Paging): Promise<JsonText<ListAnswer<OwnSummary>>> => {
  const [items, count] = await Promise.all([selectOwnListings(asCaller(ctx), paging), countOwnListings(asCaller(ctx))]);
  return listAnswer(paging, items, count);
};

/** One of your listings with status, plan, what is unlocked, and its content. */
export const getOwnListing = async (ctx: Ctx, { listing_id }: { listing_id: number }): Promise<JsonText<OwnListing>> =>
  new JsonText(found(await findOwnListing(asCaller(ctx), listing_id)));

/** One of the caller's listings, or a refusal that says the same of others' and of none. */
export const ownListing = async (ctx: Ctx, listing_id: number): Promise<OwnKey> => found(await findOwnKey(asCaller(ctx), listing_id));

/** The same company's listings that you own on other sites: where an edit may travel. */
export const listElsewhere = async (ctx: Ctx, { listing_id }: { listing_id: number }): Promise<Elsewhere[]> =>
  selectElsewhere(asCaller(ctx), await ownListing(ctx, listing_id));
