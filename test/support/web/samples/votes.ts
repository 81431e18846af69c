import type { Leaderboard } from '../../../../src/modules/votes/boards/schema.ts';
import type { VoteForReview } from '../../../../src/modules/votes/team/queries.ts';
import { aSummary, context, listOf } from './listings.ts';

const VALUES: Record<string, number> = { votes: 41, contributed: 125_050, domain_rating: 41.2, revenue: 12_000 };

/** A board with two entries. */
export const aBoard = (name: string, paid = false, week: string | null = null): Leaderboard => ({
  board: 'community-weekly',
  paid,
  launch_week_on: week,
  is_final: week ? false : null,
  ...listOf(
    ['tidewater', 'quayside'].map((slug, i) => ({
      rank: i + 1,
      listing: aSummary({ slug }),
      metric: { name, value: VALUES[name]!, unit: 'units', as_of: '2026-11-01', source: 'A Source', trend: i ? -1 : null },
      paid,
    })),
  ),
});

export const aHeldVote = (): VoteForReview => ({
  seq: 77,
  listing_id: 5,
  slug: 'tidewater',
  name: 'Tidewater',
  launch_week_on: '2026-11-09',
  voter_id: 12,
  state: 'uncounted',
  reason: 'ring_network',
  cast_at: context.now,
  in_week: true,
  account_created_at: new Date(context.now.getTime() - 3_600_000),
  mail_host: 'ring.example',
  network: 'a1b2c3',
});
