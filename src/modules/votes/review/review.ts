import type { Db, SiteCtx } from '../../../kernel/context.ts';
import { counter } from '../../../kernel/metrics.ts';
import { withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { addDays } from '../../../kernel/time/weeks.ts';
import { lockLedger } from '../queries.ts';
import { isReviewed } from '../rules.ts';
import { type JudgedVote, toMembers, type VoteEvidence } from './evidence.ts';
import { judgeVotes, type SiteHistory } from './judge.ts';
import {
  insertReviewDecisions,
  type ReviewDecision,
  selectNetworkHistory,
  selectReviewRows,
  selectVoterActivities,
  selectVoterBallots,
  selectVoterListings,
  type VoteRow,
} from './queries.ts';
import { describeUsualVoters } from './usual-voters.ts';

const reviewed_votes_total = counter('reviewed_votes_total', 'Votes that a review of their launch held or released.', ['act']);

/** A vote with its verdict, as the team sees it. */
export type ReviewedVote = VoteRow & JudgedVote;

/** How many weeks, and at most how many votes, say what is usual on a site. */
const HISTORY_WEEKS = 8;
const MAX_HISTORY = 20_000;

/** Adds what voters did in earlier weeks, and until the end of a vote's week, to rows of votes. */
const addHistory = async (sql: Db, site_id: number, week: string, rows: VoteRow[], networks: SiteHistory['networks']) => {
  const voter_ids = [...new Set(rows.map(({ voter_id }) => voter_id))];
  const [ballots, activities, listings] = await Promise.all([
    selectVoterBallots(sql, site_id, voter_ids, week),
    selectVoterActivities(sql, site_id, voter_ids),
    selectVoterListings(sql, site_id, voter_ids),
  ]);
  const by_voter = <T extends { voter_id: number }>(items: T[]) => Map.groupBy(items, ({ voter_id }) => voter_id);
  const [past, deeds, owned] = [by_voter(ballots), by_voter(activities), by_voter(listings)];
  return rows.map((row): VoteRow & VoteEvidence => {
    const before = (past.get(row.voter_id) ?? []).filter(({ launch_week_on }) => launch_week_on < row.launch_week_on);
    const ends_on = addDays(row.launch_week_on, 7);
    // Somebody who voted before from this place is among the voters of its network.
    const known = networks.get(row.block ?? '') ?? 0;
    return {
      ...row,
      earlier_listings: before.map(({ listing_id }) => listing_id),
      earlier_weeks: new Set(before.filter(({ counts }) => counts).map(({ launch_week_on }) => launch_week_on)).size,
      activities: (deeds.get(row.voter_id) ?? []).filter(({ first_at }) => first_at.toISOString() < ends_on).map(({ kind }) => kind),
      own_listings: (owned.get(row.voter_id) ?? []).map(({ listing_id }) => listing_id),
      neighbours: row.launch_week_on < week ? Math.max(0, known - 1) : known,
    };
  });
};

/** Looks at all votes for the launches of a week together. Changes nothing. `only` is the launch to look at, if not all. */
export const judgeWeek = async (sql: Db, site_id: number, week: string, only?: number): Promise<ReviewedVote[]> => {
  const rows = await selectReviewRows(sql, site_id, week, week, null);
  if (rows.length === 0) return [];
  const earlier = await selectReviewRows(sql, site_id, addDays(week, -7 * HISTORY_WEEKS), addDays(week, -7), MAX_HISTORY);
  const networks = new Map((await selectNetworkHistory(sql, site_id, week)).map(({ network, voters }) => [network, voters]));
  const evidence = await addHistory(sql, site_id, week, [...rows, ...earlier.filter(({ state }) => state === 'counted')], networks);
  // Votes that a certain rule holds say nothing about the others.
  const judged = evidence.slice(0, rows.length).filter(({ state, reason }) => state === 'counted' || isReviewed(reason ?? ''));
  const history = [...Map.groupBy(evidence.slice(rows.length), (row) => row.launch_week_on).values()].flatMap(toMembers);
  const usual = describeUsualVoters(history, judged);
  const verdicts = new Map(judgeVotes(judged, { usual, networks }, only).map((verdict, i) => [judged[i]!.seq, verdict]));
  return rows.map((row) => ({ ...row, ...(verdicts.get(row.seq) ?? NO_VERDICT) })).reverse();
};

const NO_VERDICT: JudgedVote = { held: null, cluster: null };

/** What a review changes: votes that count and should not, and votes that a review held and that should count. */
const toDecisions = (votes: ReviewedVote[]): ReviewDecision[] =>
  votes.flatMap(({ listing_id, launch_week_on, voter_id, seq, state, reason, decided, held }): ReviewDecision[] => {
    const vote = { listing_id, launch_week_on, voter_id, seq };
    if (decided) return [];
    if (state === 'counted' && held) return [{ ...vote, act: 'uncounted', reason: held }];
    if (state === 'uncounted' && !held && isReviewed(reason!)) return [{ ...vote, act: 'counted', reason: null }];
    return [];
  });

/** Decisions are written in parts, so that the ledger is locked for a moment only. */
const BATCH_SIZE = 500;

/**
 * Decides again which votes for a week's launches count. Each decision is a row of the ledger. Votes that the team decided, and votes of a
 * frozen week, stay as they are. A second run changes nothing, and a run that was interrupted is completed by the next.
 */
export const reviewWeek = async (ctx: SiteCtx, week: string): Promise<number> => {
  const decisions = toDecisions(await judgeWeek(ctx.sql, ctx.site.id, week));
  let changed = 0;
  for (let at = 0; at < decisions.length; at += BATCH_SIZE) {
    const part = decisions.slice(at, at + BATCH_SIZE);
    changed += await withDatabaseClock(ctx, async ({ sql, site, clock }) => {
      await lockLedger(sql, site.id);
      return insertReviewDecisions(sql, site.id, part, clock.now());
    });
    for (const { act } of part) reviewed_votes_total.inc({ act });
  }
  return changed;
};
