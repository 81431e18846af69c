import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { ListAnswer, Paging } from '../../kernel/paging.ts';
import {
  countFollowed,
  deleteFollow,
  type Followed,
  type FollowRow,
  findFollow,
  findListingName,
  insertFollow,
  selectFollowed,
  writeWantsMail,
} from './follow-queries.ts';
import { findPublicListing } from './queries.ts';
import { readToken, unsubscribeKey } from './unsubscribe.ts';

const publicListing = async (ctx: Ctx, slug: string): Promise<number> => {
  const listing = await findPublicListing(ctx, slug);
  if (!listing) throw new Refusal('listing_not_found');
  return listing.id;
};

/** Follows a listing: its updates are told on the site and by mail. Who follows already wants mail again. */
export const followListing = async (ctx: Ctx<Caller>, { slug }: { slug: string }): Promise<void> => {
  const { sql, site, caller, clock } = ctx;
  await insertFollow(sql, { account_id: caller.account_id, listing_id: await publicListing(ctx, slug), site_id: site.id, at: clock.now() });
};

export const unfollowListing = async (ctx: Ctx<Caller>, { slug }: { slug: string }): Promise<void> => {
  await deleteFollow(ctx.sql, ctx.caller.account_id, await publicListing(ctx, slug));
};

/** Whether updates of a listing that the caller follows come by mail, too. On the site they always come. */
export const chooseFollowMail = async (ctx: Ctx<Caller>, { slug, wants_mail }: { slug: string; wants_mail: boolean }): Promise<void> => {
  await writeWantsMail(ctx.sql, ctx.caller.account_id, await publicListing(ctx, slug), wants_mail);
};

/** Whether the caller follows a listing, and wants mail about it; null for who does not, and for strangers. */
export const followOf = async (ctx: Ctx, { slug }: { slug: string }): Promise<FollowRow | null> =>
  ctx.caller ? ((await findFollow(ctx as Ctx<Caller>, slug)) ?? null) : null;

/** What the caller follows on the site, the newest first. */
export const listFollowed = async (ctx: Ctx<Caller>, paging: Paging): Promise<ListAnswer<Followed>> => {
  const [items, total] = await Promise.all([selectFollowed(ctx, paging), countFollowed(ctx)]);
  return { items, ...paging, total, total_is_exact: true, has_more: paging.page * paging.per_page < total };
};

/** What a link to unsubscribe is about. */
export const readUnsubscribe = async (ctx: Ctx, { token }: { token: string }): Promise<{ name: string; slug: string }> => {
  const told = readToken(await unsubscribeKey(ctx.sql), token);
  const listing = told && (await findListingName(ctx, told.listing_id));
  if (!listing)
    throw new Refusal('link_not_valid', {
      detail: 'This link is not whole. Open it again from the mail, or change what you follow on the site.',
    });
  return listing;
};

/** Ends the mail about a listing, for who has the link from one. On the site it is still followed. Twice is once. */
export const unsubscribe = async (ctx: Ctx, { token }: { token: string }): Promise<{ name: string; slug: string }> => {
  const listing = await readUnsubscribe(ctx, { token });
  const { account_id, listing_id } = readToken(await unsubscribeKey(ctx.sql), token)!;
  await writeWantsMail(ctx.sql, account_id, listing_id, false);
  return listing;
};
