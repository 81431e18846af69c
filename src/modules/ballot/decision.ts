import { recordAct } from '../../kernel/acts.ts';
import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { COUNT_LIMIT, type ListAnswer, type Paging } from '../../kernel/paging.ts';
import { refuseStrangers } from '../accounts/team.ts';
import {
  countHeld,
  type DecidedVote,
  findBallotBySeq,
  findOwnCount,
  insertDecisions,
  type JudgedVote,
  selectAlike,
  selectDecided,
  selectHeld,
  selectReasons,
} from './decision-queries.ts';
import { lockLedger } from './queries.ts';
import { BY_THE_TEAM, sayToAnyone, sayToTeam } from './rules.ts';
import type { OwnerVotes } from './schema.ts';

export interface HeldVote extends JudgedVote {
  says: string;
  /** How many votes came as it did, itself among them. */
  alike: number;
}

/** Votes that are held back and wait for a person, the oldest first. For the site's team. */
export const heldVotes = async (ctx: Ctx<Caller>, paging: Paging): Promise<ListAnswer<HeldVote>> => {
  await refuseStrangers(ctx);
  const [held, count] = await Promise.all([selectHeld(ctx, paging), countHeld(ctx, COUNT_LIMIT)]);
  const alike = await Promise.all(held.map((vote) => selectAlike(ctx.sql, ctx.site.id, vote)));
  const items = held.map((vote, i) => ({ ...vote, says: sayToTeam(vote.reason!), alike: Math.max(alike[i]!.length, 1) }));
  const total = Math.min(count, COUNT_LIMIT);
  return { ...paging, items, total, total_is_exact: count <= COUNT_LIMIT, has_more: paging.page * paging.per_page < count };
};

const MOST_DECIDED = 50;

/** The newest decisions that still hold, so that they can be undone. For the site's team. */
export const decidedVotes = async (ctx: Ctx<Caller>): Promise<DecidedVote[]> => {
  await refuseStrangers(ctx);
  return selectDecided(ctx, MOST_DECIDED);
};

export interface Decide {
  /** The row the vote was cast with. */
  seq: number;
  counts: boolean;
  /** Why, in words for the team. */
  note: string;
  /** Whether all that came as it did are meant. */
  alike: boolean;
}

/** Decides whether a vote counts. A decision is undone by deciding the opposite; the ledger keeps both. For the site's team. */
export const decideVote = async (ctx: Ctx<Caller>, { seq, counts, note, alike }: Decide): Promise<{ changed: number }> => {
  await refuseStrangers(ctx);
  return inTransaction(ctx, async (ctx) => {
    const { sql, site, caller, clock } = ctx;
    await lockLedger(sql, site.id);
    const ballot = await findBallotBySeq(sql, site.id, seq);
    if (!ballot || ballot.state === 'withdrawn') throw new Refusal('vote_not_found');
    const meant = alike ? await selectAlike(sql, site.id, ballot) : [];
    const rows = (meant.length ? meant : [ballot]).map((one) => ({
      ...one,
      act: counts ? ('counted' as const) : ('uncounted' as const),
      reason: counts ? null : (one.reason ?? BY_THE_TEAM),
    }));
    const changed = await insertDecisions(sql, site.id, rows, { account_id: caller.account_id, note, at: clock.now() });
    const act = counts ? 'count_votes' : 'leave_out_votes';
    // Votes that came as one did may be for several.
    const title = rows.every(({ listing_id }) => listing_id === ballot.listing_id) ? ballot.name : null;
    if (changed) await recordAct(ctx, { act, record: 'vote', record_id: seq, title, after: { votes: changed }, reason: note });
    return { changed };
  });
};

/** What was counted on a listing of the caller's own, and what was not and why, in totals. */
export const votesOfOwner = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<OwnerVotes> => {
  const counted = await findOwnCount(ctx, listing_id, ctx.caller.account_id);
  if (counted === undefined) throw new Refusal('listing_not_found');
  const reasons = (await selectReasons(ctx.sql, listing_id)).map((row) => ({ ...row, says: sayToAnyone(row.reason) }));
  return { counted, uncounted: reasons.reduce((sum, { votes }) => sum + votes, 0), reasons };
};
