import type { Caller, Ctx } from '../../../kernel/context.ts';
import { requireFound } from '../../../kernel/errors.ts';
import { type JsonText, type ListResponse, listResponse } from '../../../kernel/responses.ts';
import type { Warning } from '../../../kernel/schema.ts';
import { startOfDay } from '../../../kernel/time/weeks.ts';
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
import { adviseOnOwnListing, type Unadvised } from './rules.ts';
import type { GetOwnListing, ListOwnListings, OwnListing, OwnListingStatus, OwnSummary } from './schema.ts';

const NOT_OWN = 'You have no listing with this id. list_my_listings shows them all.';

/** The caller's listings, in any status or in one, newest first. */
export const listOwnListings = async (
  ctx: Ctx<Caller>,
  { status, ...paging }: ListOwnListings,
): Promise<JsonText<ListResponse<OwnSummary>>> => {
  const [items, count] = await Promise.all([selectOwnListings(ctx, paging, status), countOwnListings(ctx, status)]);
  return listResponse(paging, items, count);
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

/** When the launch week begins, which is when the badge must be up. */
const dueAt = ({ site }: Ctx, { status, launch_week_on }: Unadvised): string | null =>
  status === 'awaiting_badge' && launch_week_on ? startOfDay(launch_week_on, site.time_zone).toISOString() : null;

const loadOwnListing = async (ctx: Ctx<Caller>, listing_id: number): Promise<Unadvised> => {
  const own = JSON.parse(requireFound('listing_not_found', await findOwnListing(ctx, listing_id), NOT_OWN)) as Unadvised;
  if (own.badge) {
    own.badge.embed_html = buildFreePlanEmbed(ctx.site, own);
    own.badge.due_at = dueAt(ctx, own);
  }
  return own;
};

/** One of the caller's listings with status, plan, unlocked sections and content. */
export const getFullOwnListing = async (
  ctx: Ctx<Caller>,
  { listing_id }: { listing_id: number },
  warnings: Warning[] = [],
): Promise<OwnListing> => {
  const own = await loadOwnListing(ctx, listing_id);
  return { ...own, warnings, next_steps: adviseOnOwnListing(own) };
};

/** Only how it stands. */
export const getOwnListingStatus = async (ctx: Ctx<Caller>, listing_id: number, warnings: Warning[] = []): Promise<OwnListingStatus> => {
  const own = await loadOwnListing(ctx, listing_id);
  return { ...toStatus(own), warnings, next_steps: adviseOnOwnListing(own) };
};

export const getOwnListing = (ctx: Ctx<Caller>, { listing_id, view }: GetOwnListing): Promise<OwnListing | OwnListingStatus> =>
  view === 'status' ? getOwnListingStatus(ctx, listing_id) : getFullOwnListing(ctx, { listing_id });

/** One of the caller's listings. The refusal is the same for other people's listings and for unknown ids. */
export const requireOwnListing = async (ctx: Ctx<Caller>, listing_id: number): Promise<OwnListingKey> =>
  requireFound('listing_not_found', await findOwnListingKey(ctx, listing_id), NOT_OWN);

/** The same company's listings that the caller owns on other sites: the possible targets of `apply_to`. */
export const listSiblingListings = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<SiblingListing[]> =>
  selectSiblingListings(ctx, await requireOwnListing(ctx, listing_id));
