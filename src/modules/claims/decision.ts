import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { makeMove } from '../../kernel/moves.ts';
import type { Paging } from '../../kernel/paging.ts';
import { sendMail } from '../accounts/mail.ts';
import { actAsTeam, refuseStrangers } from '../accounts/team.ts';
import {
  findObjection,
  findPendingClaim,
  type OpenObjection,
  type PendingClaim,
  selectObjections,
  selectPendingClaims,
} from './decision-queries.ts';
import { giveListing } from './handover.ts';
import { answeredLetter } from './handover-mails.tsx';
import { OBJECTION_MOVES } from './states.ts';

const SHOWN = 50;

export interface Disputes {
  objections: OpenObjection[];
  claims: PendingClaim[];
  has_more: boolean;
}

/** What is said about who owns what: objections that wait, and claims that are still to be proved. For the site's team. */
export const disputesOf = async (ctx: Ctx<Caller>, paging: Paging): Promise<Disputes> => {
  await refuseStrangers(ctx);
  const [objections, claims] = await Promise.all([selectObjections(ctx, SHOWN), selectPendingClaims(ctx, paging)]);
  return { objections, claims: claims.slice(0, paging.per_page), has_more: claims.length > paging.per_page };
};

/** Gives a listing to who claims it, on the word of the team instead of a proof. For the site's team. */
export const grantClaim = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> => {
  await refuseStrangers(ctx);
  const claim = await findPendingClaim(ctx, id);
  if (!claim) throw new Refusal('claim_not_found');
  return giveListing(ctx, { listing_id: claim.listing_id, owner_id: claim.account_id, reason: 'The team has looked into a claim of it.' });
};

const settle = async (ctx: Ctx<Caller>, id: number, name: keyof typeof OBJECTION_MOVES, reason: string | null): Promise<OpenObjection> => {
  const { sql, caller, clock } = ctx;
  const objection = await findObjection(ctx, id);
  if (!objection) throw new Refusal('objection_not_found');
  const move = OBJECTION_MOVES[name];
  if (!(await makeMove(sql, { record: 'objection', id, name, move, account_id: caller.account_id, at: clock.now(), reason })))
    throw new Refusal('objection_settled');
  return objection;
};

/** Agrees to an objection: the listing goes to who made it. For the site's team. */
export const upholdObjection = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const { listing_id, listing: title, account_id, owner_id } = await settle(ctx, id, 'uphold', null);
    await giveListing(ctx, { listing_id, owner_id: account_id, reason: 'The team has looked into an objection to its owner.' });
    return { act: 'uphold_objection', record: 'objection', record_id: id, title, before: { owner_id }, after: { owner_id: account_id } };
  });

/** Leaves the listing with its owner, and answers who objected. For the site's team. */
export const dismissObjection = (ctx: Ctx<Caller>, { id, answer }: { id: number; answer: string }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const { listing: title, slug, by } = await settle(ctx, id, 'dismiss', answer);
    await sendMail(ctx, by, answeredLetter(ctx.site, { product: title, slug, answer }));
    return { act: 'dismiss_objection', record: 'objection', record_id: id, title, reason: answer };
  });

/** Takes a decision about an objection back: it waits again, and a listing that was given away for it returns. For the site's team. */
export const reopenObjection = (
  ctx: Ctx<Caller>,
  { id, from, to }: { id: number; from?: number | null; to?: number | null },
): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const { listing_id, listing: title, owner_id } = await settle(ctx, id, 'reopen', null);
    if (from !== undefined && to !== undefined) {
      // Whoever has it by now has it for another reason.
      if (owner_id !== from) throw new Refusal('act_stands');
      await giveListing(ctx, { listing_id, owner_id: to, reason: 'The team has taken a decision about its owner back.' });
    }
    return { act: 'reopen_objection', record: 'objection', record_id: id, title };
  });
