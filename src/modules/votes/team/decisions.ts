import { recordAuditEntry } from '../../../kernel/audit-log.ts';
import type { Caller, Ctx } from '../../../kernel/context.ts';
import { Refusal, requireFound } from '../../../kernel/errors.ts';
import { COUNT_LIMIT, type ListResponse, type Paging } from '../../../kernel/responses.ts';
import { databaseTime, withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { requireTeam } from '../../accounts/team.ts';
import { findOwnVoteCount } from '../../listings/owner/queries.ts';
import type { OwnerVotes } from '../boards/schema.ts';
import { insertOwnVoteExclusions, lockLedger } from '../queries.ts';
import { DECIDED_BY_TEAM, explainToPublic, explainToTeam } from '../rules.ts';
import {
  countHeldVotes,
  type DecidableBallot,
  type DecidedVote,
  findBallotBySeq,
  insertDecisions,
  selectBallotsBySeq,
  selectDecidedVotes,
  selectHeldVotes,
  selectSimilarVotes,
  selectUncountedReasons,
  type VoteForReview,
} from './queries.ts';

export interface HeldVote extends VoteForReview {
  explanation: string;
  /** How many similar votes there are, including this one. */
  similar_votes: number;
}

/** Uncounted votes that await a decision, the oldest first. For the site's team. */
export const listHeldVotes = async (ctx: Ctx<Caller>, paging: Paging): Promise<ListResponse<HeldVote>> => {
  await requireTeam(ctx);
  const [held, count] = await Promise.all([selectHeldVotes(ctx, paging), countHeldVotes(ctx, COUNT_LIMIT)]);
  const similar = await Promise.all(held.map((vote) => selectSimilarVotes(ctx.sql, ctx.site.id, vote)));
  const items = held.map((vote, i) => ({
    ...vote,
    explanation: explainToTeam(vote.reason!),
    similar_votes: Math.max(similar[i]!.length, 1),
  }));
  const total = Math.min(count, COUNT_LIMIT);
  return { ...paging, items, total, total_is_exact: count <= COUNT_LIMIT, has_more: paging.page * paging.per_page < count };
};

const MAX_DECIDED = 50;

/** The newest decisions that are still in effect, so that they can be undone. For the site's team. */
export const listDecidedVotes = async (ctx: Ctx<Caller>): Promise<DecidedVote[]> => {
  await requireTeam(ctx);
  return selectDecidedVotes(ctx, MAX_DECIDED);
};

export interface VoteDecision {
  /** The ledger row of the vote. */
  seq: number;
  counts: boolean;
  note: string;
  /** Whether to decide all similar votes as well. */
  include_similar: boolean;
}

interface BallotDecision extends Pick<VoteDecision, 'seq' | 'counts' | 'note'> {
  /** The listing's name, if all votes are for one. */
  title: string | null;
}

const seqsIn = (ballots: DecidableBallot[], state: DecidableBallot['state']): number[] =>
  ballots.filter((ballot) => ballot.state === state).map(({ seq }) => seq);

/** Writes a decision about several votes as one act, with what the votes were before. The transaction must hold the ledger lock. */
export const decideBallots = async (
  ctx: Ctx<Caller>,
  ballots: DecidableBallot[],
  { seq, counts, note, title }: BallotDecision,
): Promise<{ changed: number; act_id: number | null }> => {
  const { sql, site, caller, clock } = ctx;
  const rows = ballots.map((one) => ({
    ...one,
    act: counts ? ('counted' as const) : ('uncounted' as const),
    reason: counts ? null : (one.reason ?? DECIDED_BY_TEAM),
  }));
  const changed = await insertDecisions(sql, site.id, rows, { account_id: caller.account_id, note, at: clock.now() });
  if (!changed) return { changed, act_id: null };
  const act_id = await recordAuditEntry(ctx, {
    act: counts ? 'count_votes' : 'leave_out_votes',
    record: 'vote',
    record_id: seq,
    title,
    before: { changed: seqsIn(ballots, counts ? 'uncounted' : 'counted') },
    after: { votes: changed },
    reason: note,
  });
  return { changed, act_id };
};

/** Decides whether a vote counts. To undo a decision, decide the opposite; the ledger keeps both. For the site's team. */
export const decideVote = async (ctx: Ctx<Caller>, { seq, counts, note, include_similar }: VoteDecision): Promise<{ changed: number }> => {
  await requireTeam(ctx);
  return withDatabaseClock(ctx, async (ctx) => {
    const { sql, site } = ctx;
    await lockLedger(sql, site.id);
    const ballot = await findBallotBySeq(sql, site.id, seq);
    if (!ballot || ballot.state === 'withdrawn') throw new Refusal('vote_not_found');
    const similar_ballots = include_similar ? await selectSimilarVotes(sql, site.id, ballot) : [];
    const ballots = similar_ballots.length ? similar_ballots : [ballot];
    // Similar votes may be for several listings.
    const title = ballots.every(({ listing_id }) => listing_id === ballot.listing_id) ? ballot.name : null;
    const { changed } = await decideBallots(ctx, ballots, { seq, counts, note, title });
    return { changed };
  });
};

/** Takes a decision about several votes back: those that it changed are decided the other way. Returns the new act. For the site's team. */
export const undoVoteDecision = async (
  ctx: Ctx<Caller>,
  { seq, seqs, counted, title }: { seq: number; seqs: number[]; counted: boolean; title: string | null },
): Promise<number | null> => {
  await requireTeam(ctx);
  return withDatabaseClock(ctx, async (ctx) => {
    await lockLedger(ctx.sql, ctx.site.id);
    const ballots = await selectBallotsBySeq(ctx.sql, ctx.site.id, seqs);
    const { act_id } = await decideBallots(ctx, ballots, { seq, counts: !counted, note: 'Undone', title });
    return act_id;
  });
};

/** Totals of counted and uncounted votes for one of the caller's listings, with the reasons. */
export const getOwnerVotes = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<OwnerVotes> => {
  const counted = requireFound('listing_not_found', await findOwnVoteCount(ctx, listing_id));
  const reasons = (await selectUncountedReasons(ctx.sql, listing_id)).map((row) => ({ ...row, explanation: explainToPublic(row.reason) }));
  return { counted, uncounted: reasons.reduce((sum, { votes }) => sum + votes, 0), reasons };
};

/**
 * Stops voting until the transaction ends. A transaction that changes a listing's owner must begin with it, because voters lock the ledger
 * before listings, too.
 */
export const lockVotes = async ({ sql, site }: Pick<Ctx, 'sql' | 'site'>): Promise<void> => {
  await lockLedger(sql, site.id);
};

/** Excludes votes that people cast for a listing before it became theirs. The transaction must hold the votes lock. */
export const excludeOwnVotes = async ({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>, { listing_id }: { listing_id: number }): Promise<void> =>
  insertOwnVoteExclusions(sql, listing_id, await databaseTime(sql, clock));
