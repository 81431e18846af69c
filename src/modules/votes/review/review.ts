import type { Db, SiteCtx } from '../../../kernel/context.ts';
import { counter } from '../../../kernel/metrics.ts';
import { withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { lockLedger } from '../queries.ts';
import { isReviewed } from '../rules.ts';
import { type JudgedVote, judgeVotes } from './evidence.ts';
import { insertReviewDecisions, type ReviewDecision, selectNetworkHistory, selectReviewRows, type VoteRow } from './queries.ts';

const reviewed_votes_total = counter('reviewed_votes_total', 'Votes that a review of their launch held or released.', ['act']);

/** A vote with its verdict, as the team sees it. */
export type ReviewedVote = VoteRow & JudgedVote;

/** Looks at all votes for the launches of a week together. Changes nothing. */
export const judgeWeek = async (sql: Db, site_id: number, week: string): Promise<ReviewedVote[]> => {
  const [rows, history] = await Promise.all([selectReviewRows(sql, site_id, week), selectNetworkHistory(sql, site_id, week)]);
  const verdicts = judgeVotes(rows, { networks: new Map(history.map((row) => [row.network, row])) });
  return rows.map((row, i) => ({ ...row, ...verdicts[i]! }));
};

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
