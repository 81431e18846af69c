import type { JudgedVote } from '../../src/modules/ballot/decision-queries.ts';
import type { Leaderboard } from '../../src/modules/ballot/schema.ts';
import { aSummary, here, listOf } from './samples.ts';

const VALUES: Record<string, number> = { votes: 41, contributed: 125_050, domain_rating: 41.2, revenue: 12_000 };

/** A board of two places. */
export const aBoard = (name: string, paid = false, week: string | null = null): Leaderboard => ({
  board: 'a-board',
  paid,
  week,
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

export const aHeldVote = (): JudgedVote => ({
  seq: 77,
  slug: 'tidewater',
  name: 'Tidewater',
  launch_week_on: '2026-11-09',
  voter_id: 12,
  state: 'uncounted',
  reason: 'ring_network',
  cast_at: here.now,
  in_week: true,
  account_created_at: new Date(here.now.getTime() - 3_600_000),
  mail_host: 'ring.example',
  network: 'a1b2c3',
});
