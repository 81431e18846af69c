import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Limit } from '../../kernel/limits.ts';
import type { Paging } from '../../kernel/responses.ts';
import { sendMail } from '../accounts/mail/outbox.ts';
import { selectAccount, selectTeam } from '../accounts/queries.ts';
import { asTeamMember, requireTeam } from '../accounts/team.ts';
import { objectionAnsweredMail, objectionMail } from './mails.tsx';
import { transferListing } from './ownership.ts';
import {
  findClaimableListing,
  findObjection,
  findPendingClaim,
  insertObjection,
  type OpenObjection,
  selectObjections,
  selectPendingClaims,
} from './queries.ts';
import { objectionMoves } from './states.ts';

const OBJECTION_LIMIT: Limit = { name: 'objections', limit: 3, window_seconds: 86_400 };

/** Tells the team that a listing should have another owner. The team decides. */
export const objectToOwner = async (ctx: Ctx<Caller>, { slug, message }: { slug: string; message: string }): Promise<void> => {
  const { site, caller } = ctx;
  const listing = await findClaimableListing(ctx.sql, site.id, slug);
  if (!listing) throw new Refusal('listing_not_found');
  const limit = await ctx.limits.take(`account ${caller.account_id}`, OBJECTION_LIMIT);
  if (!limit.granted) throw new Refusal('rate_limited', { limit });
  await inTransaction(ctx, async (ctx) => {
    await insertObjection(ctx, { listing_id: listing.id, account_id: caller.account_id, message, at: ctx.clock.now() });
    const [from, owner] = await Promise.all(
      [caller.account_id, listing.owner_id].map(async (id) => (id === null ? null : (await selectAccount(ctx.sql, id))!.email)),
    );
    for (const { email } of await selectTeam(ctx.sql, site.id))
      await sendMail(ctx, email, () => objectionMail(site, { product: listing.name, slug, from: from!, owner: owner ?? null, message }));
  });
};

const MAX_SHOWN = 50;

export const listDisputes = async (ctx: Ctx<Caller>, paging: Paging) => {
  await requireTeam(ctx);
  const [objections, claims] = await Promise.all([selectObjections(ctx, MAX_SHOWN), selectPendingClaims(ctx, paging)]);
  return { objections, claims: claims.slice(0, paging.per_page), has_more: claims.length > paging.per_page };
};

/** Gives a listing to its claimant by decision of the team, without proof. For the site's team. */
export const grantClaim = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> => {
  await requireTeam(ctx);
  const claim = await findPendingClaim(ctx, id);
  if (!claim) throw new Refusal('claim_not_found');
  const { listing_id, account_id: owner_id } = claim;
  return transferListing(ctx, { listing_id, owner_id, reason: 'The team reviewed a claim to this listing.' });
};

const settleObjection = async (
  ctx: Ctx<Caller>,
  id: number,
  name: keyof typeof objectionMoves.table,
  reason: string | null,
): Promise<OpenObjection> => {
  const objection = await findObjection(ctx, id);
  if (!objection) throw new Refusal('objection_not_found');
  if (!(await objectionMoves.try(ctx, id, name, { account_id: ctx.caller.account_id, reason }))) throw new Refusal('objection_settled');
  return objection;
};

/** Accepts an objection: the listing goes to the account that objected. For the site's team. */
export const upholdObjection = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { listing_id, listing: title, account_id, owner_id } = await settleObjection(ctx, id, 'uphold', null);
    await transferListing(ctx, { listing_id, owner_id: account_id, reason: 'The team reviewed a dispute about who owns this listing.' });
    return { act: 'uphold_objection', record: 'objection', record_id: id, title, before: { owner_id }, after: { owner_id: account_id } };
  });

/** Dismisses an objection: the owner stays, and the account that objected gets an answer. For the site's team. */
export const dismissObjection = (ctx: Ctx<Caller>, { id, answer }: { id: number; answer: string }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { listing: title, slug, by } = await settleObjection(ctx, id, 'dismiss', answer);
    await sendMail(ctx, by, () => objectionAnsweredMail(ctx.site, { product: title, slug, answer }));
    return { act: 'dismiss_objection', record: 'objection', record_id: id, title, reason: answer };
  });

/** Reopens a settled objection and returns a listing that was transferred because of it. For the site's team. */
export const reopenObjection = (
  ctx: Ctx<Caller>,
  { id, from, to }: { id: number; from?: number | null; to?: number | null },
): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { listing_id, listing: title, owner_id } = await settleObjection(ctx, id, 'reopen', null);
    if (from !== undefined && to !== undefined) {
      // The listing has changed hands again since, for another reason.
      if (owner_id !== from) throw new Refusal('act_stands');
      await transferListing(ctx, { listing_id, owner_id: to, reason: 'The team undid a decision about who owns this listing.' });
    }
    return { act: 'reopen_objection', record: 'objection', record_id: id, title };
  });
