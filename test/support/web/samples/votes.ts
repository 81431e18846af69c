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

export const A_CHECKPOINT = `launchweek.example/ledger
8236
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
time 2026-11-11T12:00:00.000Z

— launchweek.example/ledger Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`;

export const A_LEDGER_KEY = {
  number: 1,
  key: 'launchweek.example/ledger+0a1b2c3d+AQXK1a1bB8L6p0kVb3n9JpQ0m7u5e3c1h9f7d5b3z1y9',
  from_size: 0,
  compromised: true,
  created_at: new Date('2026-11-01T12:00:00Z'),
  note: 'a note\n',
};

export const A_LEDGER_ROW = {
  site_id: 1,
  seq: 5,
  listing_id: 41,
  listing: 'tidewater',
  launch_week_on: '2026-11-09',
  voter_id: 7,
  act: 'cast' as const,
  reason: null,
  in_week: true,
  at: '2026-11-11T11:30:00.000Z',
  previous_hash: 'a'.repeat(64),
  hash: 'b'.repeat(64),
};
