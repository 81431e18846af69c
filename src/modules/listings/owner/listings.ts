import type { Caller, Ctx } from '../../../kernel/context.ts';
import { requireFound } from '../../../kernel/errors.ts';
import { JsonText, type ListResponse, listResponse } from '../../../kernel/responses.ts';
import { buildFreePlanEmbed } from '../badges/render.ts';
import {
  countOwnListings,
  findOwnListing,
  findOwnListingKey,
  type OwnListingKey,
  type SiblingListing,
  selectOwnListings,
  selectSiblingListings,
} from './queries.ts';
import type { GetOwnListing, ListOwnListings, OwnListing, OwnListingStatus, OwnSummary, Warning } from './schema.ts';

const NOT_OWN = 'You have no listing with this id. list_my_listings shows them all.';

/** The caller's listings, in any status or in one, newest first. */
export const listOwnListings = async (
  ctx: Ctx<Caller>,
  { status, ...paging }: ListOwnListings,
): Promise<JsonText<ListResponse<OwnSummary>>> => {
  const [items, count] = await Promise.all([selectOwnListings(ctx, paging, status), countOwnListings(ctx, status)]);
  return listResponse(paging, items, count);
};

type Unadvised = Omit<OwnListing, 'warnings' | 'next_steps'>;

/** What the owner of a listing can do next, by its status. */
const NEXT_STEPS: Record<OwnListing['status'], (listing: Unadvised) => string[]> = {
  draft: () => [
    'Publish it for free with choose_free_listing: it is queued for a launch week and goes live once our badge is on the homepage.',
    'Or publish it with create_checkout and the product launch: a person pays on the page it names.',
  ],
  awaiting_badge: ({ launch_week_on }) => [
    `Put the badge (badge.embed_html) on the homepage before ${launch_week_on}. It is checked by itself at badge.next_check_at; get_my_listing shows what was seen.`,
  ],
  scheduled: ({ launch_week_on }) => [
    `Nothing is left to do: it goes live on ${launch_week_on}. Edits with update_my_listing are possible.`,
  ],
  live: ({ slug, verified }) => [
    'Tell its followers what is new with post_listing_update.',
    ...(verified ? [] : [`Prove that its domain is yours with claim_listing and the slug ${slug}, for the Verified badge.`]),
  ],
  removed: ({ removal_reason }) => [
    `The team of the site removed it${removal_reason ? `: ${removal_reason}` : '.'} A person can write to them on the site.`,
  ],
};

const toStatus = ({
  id,
  slug,
  status,
  plan,
  launch_week_on,
  badge,
  url,
  updated_at,
}: Unadvised): Omit<OwnListingStatus, 'warnings' | 'next_steps'> => ({
  listing_id: id,
  slug,
  status,
  plan,
  launch_week_on,
  badge,
  url,
  updated_at,
});

/** The caller's listing as an answer: whole, with what the operation adds to it, or only how it stands. */
export const ownListingResponse = async <T extends OwnListing = OwnListing>(
  ctx: Ctx<Caller>,
  { listing_id, view }: GetOwnListing,
  { warnings = [], ...added }: { warnings?: Warning[] } & Omit<T, keyof OwnListing> = {} as Omit<T, keyof OwnListing>,
): Promise<JsonText<T>> => {
  const json = requireFound('listing_not_found', await findOwnListing(ctx, listing_id), NOT_OWN);
  const own = JSON.parse(json) as Unadvised;
  if (own.badge) own.badge.embed_html = buildFreePlanEmbed(ctx.site, own);
  const next_steps = NEXT_STEPS[own.status](own);
  return new JsonText(JSON.stringify({ ...(view === 'status' ? toStatus(own) : { ...own, ...added }), warnings, next_steps }));
};

/** One of the caller's listings with status, plan, unlocked sections and content. */
export const getOwnListing = (ctx: Ctx<Caller>, input: GetOwnListing): Promise<JsonText<OwnListing>> => ownListingResponse(ctx, input);

/** One of the caller's listings. The refusal is the same for other people's listings and for unknown ids. */
export const requireOwnListing = async (ctx: Ctx<Caller>, listing_id: number): Promise<OwnListingKey> =>
  requireFound('listing_not_found', await findOwnListingKey(ctx, listing_id), NOT_OWN);

/** The same company's listings that the caller owns on other sites: the possible targets of `apply_to`. */
export const listSiblingListings = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<SiblingListing[]> =>
  selectSiblingListings(ctx, await requireOwnListing(ctx, listing_id));
