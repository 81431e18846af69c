import { type Caller, type Ctx, type Db, isSignedIn } from '../../../kernel/context.ts';
import { requireFound } from '../../../kernel/errors.ts';
import { exactPage, type ListResponse, type Paging } from '../../../kernel/responses.ts';
import { newToken, openToken, sealToken, sharedSecret } from '../../../kernel/secrets.ts';
import { findPublicListing } from '../profile/queries.ts';
import {
  countFollowedListings,
  deleteFollow,
  type FollowedListing,
  type FollowRow,
  findFollow,
  findListingName,
  insertFollow,
  selectFollowedListings,
  writeWantsMail,
} from './queries.ts';

/** Unsubscribe links are signed and not stored, so the link in an old mail never expires. */
const PAYLOAD_BYTES = 16;

export const getUnsubscribeKey = (sql: Db): Promise<string> => sharedSecret(sql, 'unsubscribe', newToken());

/** A token that unsubscribes one account from the mail about one listing. */
export const makeUnsubscribeToken = (key: string, { account_id, listing_id }: { account_id: number; listing_id: number }): string => {
  const payload = Buffer.alloc(PAYLOAD_BYTES);
  payload.writeBigUInt64BE(BigInt(account_id), 0);
  payload.writeBigUInt64BE(BigInt(listing_id), 8);
  return sealToken(key, payload);
};

/** Null if the token was not made by us. */
export const readUnsubscribeToken = (key: string, token: string): { account_id: number; listing_id: number } | null => {
  const payload = openToken(key, token);
  if (payload?.length !== PAYLOAD_BYTES) return null;
  return { account_id: Number(payload.readBigUInt64BE(0)), listing_id: Number(payload.readBigUInt64BE(8)) };
};

const requirePublicListingId = async (ctx: Ctx, slug: string): Promise<number> =>
  requireFound('listing_not_found', await findPublicListing(ctx, slug)).id;

/** Follows a listing: updates come as notifications on the site and by mail. Following it again turns its mail back on. */
export const followListing = async (ctx: Ctx<Caller>, { slug }: { slug: string }): Promise<void> => {
  const { sql, site, caller, clock } = ctx;
  await insertFollow(sql, {
    account_id: caller.account_id,
    listing_id: await requirePublicListingId(ctx, slug),
    site_id: site.id,
    at: clock.now(),
  });
};

export const unfollowListing = async (ctx: Ctx<Caller>, { slug }: { slug: string }): Promise<void> => {
  await deleteFollow(ctx.sql, ctx.caller.account_id, await requirePublicListingId(ctx, slug));
};

/** Turns mail about a followed listing on or off. Notifications on the site stay on. */
export const setFollowMail = async (ctx: Ctx<Caller>, { slug, wants_mail }: { slug: string; wants_mail: boolean }): Promise<void> => {
  await writeWantsMail(ctx.sql, ctx.caller.account_id, await requirePublicListingId(ctx, slug), wants_mail);
};

/** The caller's follow of a listing; null if there is none or the visitor is anonymous. */
export const getFollow = async (ctx: Ctx, { slug }: { slug: string }): Promise<FollowRow | null> =>
  isSignedIn(ctx) ? ((await findFollow(ctx, slug)) ?? null) : null;

export const listFollowedListings = async (ctx: Ctx<Caller>, paging: Paging): Promise<ListResponse<FollowedListing>> => {
  const [items, total] = await Promise.all([selectFollowedListings(ctx, paging), countFollowedListings(ctx)]);
  return exactPage(paging, items, total);
};

/** The listing of an unsubscribe link. */
export const readUnsubscribeLink = async (ctx: Ctx, { token }: { token: string }): Promise<{ name: string; slug: string }> => {
  const subscription = readUnsubscribeToken(await getUnsubscribeKey(ctx.sql), token);
  const listing = subscription && (await findListingName(ctx, subscription.listing_id));
  return requireFound(
    'link_not_valid',
    listing,
    'This link is incomplete. Open it again from the email, or change what you follow on the site.',
  );
};

/** Turns off mail about a listing for the holder of an unsubscribe link. The listing stays followed. Idempotent. */
export const unsubscribeFromListing = async (ctx: Ctx, { token }: { token: string }): Promise<{ name: string; slug: string }> => {
  const listing = await readUnsubscribeLink(ctx, { token });
  const { account_id, listing_id } = readUnsubscribeToken(await getUnsubscribeKey(ctx.sql), token)!;
  await writeWantsMail(ctx.sql, account_id, listing_id, false);
  return listing;
};
