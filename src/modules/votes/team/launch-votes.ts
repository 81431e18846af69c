import type { Caller, Ctx } from '../../../kernel/context.ts';
import { Refusal, requireFound } from '../../../kernel/errors.ts';
import { withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { requireTeam } from '../../accounts/team.ts';
import { lockLedger } from '../queries.ts';
import type { BondKind } from '../review/evidence.ts';
import { judgeWeek, type ReviewedVote } from '../review/review.ts';
import { decideBallots } from './decisions.ts';
import { findLaunchForReview, type LaunchForReview } from './queries.ts';

/** Votes for a launch that have something in common, as the last look at them found it. */
export interface VoteCluster {
  key: string;
  kind: BondKind;
  votes: number;
  counted: number;
  /** How many of its votes the rules would hold now. */
  suspected: number;
  /** How many its members decided by the team. */
  decided: number;
  first_at: Date;
  last_at: Date;
}

/** A vote as a point of the picture. */
export type VotePoint = Pick<ReviewedVote, 'seq' | 'cast_at' | 'state' | 'account_created_at' | 'network' | 'came_from' | 'mail_host'>;

export interface LaunchVotes extends LaunchForReview {
  votes: VotePoint[];
  clusters: VoteCluster[];
}

/** Smaller groups say nothing. */
const LEAST_VOTES = 3;

const toClusters = (votes: ReviewedVote[]): VoteCluster[] => {
  const groups = Map.groupBy(
    votes.filter(({ cluster }) => cluster !== null),
    ({ cluster }) => cluster!.key,
  );
  return [...groups]
    .filter(([, group]) => group.length >= LEAST_VOTES)
    .map(([key, group]) => ({
      key,
      kind: group[0]!.cluster!.kind,
      votes: group.length,
      counted: group.filter(({ state }) => state === 'counted').length,
      suspected: group.filter(({ held }) => held !== null).length,
      decided: group.filter(({ decided }) => decided).length,
      first_at: new Date(Math.min(...group.map(({ cast_at }) => cast_at.getTime()))),
      last_at: new Date(Math.max(...group.map(({ cast_at }) => cast_at.getTime()))),
    }))
    .sort((a, b) => b.suspected - a.suspected || b.votes - a.votes);
};

const loadVotes = async ({ sql, site }: Ctx, { listing_id, launch_week_on }: LaunchForReview): Promise<ReviewedVote[]> =>
  (await judgeWeek(sql, site.id, launch_week_on, listing_id)).filter((vote) => vote.listing_id === listing_id);

/** The votes for a listing's current launch, and what they have in common. For the site's team. */
export const getLaunchVotes = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<LaunchVotes> => {
  await requireTeam(ctx);
  const launch = requireFound('listing_not_found', await findLaunchForReview(ctx, listing_id));
  const votes = await loadVotes(ctx, launch);
  return { ...launch, votes, clusters: toClusters(votes) };
};

export interface ClusterDecision {
  listing_id: number;
  cluster: string;
  counts: boolean;
  note: string;
}

/** Decides at once about all votes of a cluster. The act can be undone. For the site's team. */
export const decideCluster = async (
  ctx: Ctx<Caller>,
  { listing_id, cluster, counts, note }: ClusterDecision,
): Promise<{ changed: number }> => {
  await requireTeam(ctx);
  const launch = requireFound('listing_not_found', await findLaunchForReview(ctx, listing_id));
  // Judged before the ledger is locked, as it takes a moment.
  const votes = (await loadVotes(ctx, launch)).filter((vote) => vote.cluster?.key === cluster);
  if (votes.length === 0) throw new Refusal('vote_not_found');
  return withDatabaseClock(ctx, async (ctx) => {
    await lockLedger(ctx.sql, ctx.site.id);
    return decideBallots(ctx, votes, { seq: votes[0]!.seq, counts, note, title: launch.name });
  });
};
