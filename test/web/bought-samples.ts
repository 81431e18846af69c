import type { CabinetRow } from '../../src/modules/orders/delivery/cabinet-queries.ts';
import type { KeptReview } from '../../src/modules/orders/delivery/review-queries.ts';
import { here } from './samples.ts';

/** What was bought and is shown, to draw pages from. */

export const aCabinet = (more: Partial<CabinetRow> = {}): CabinetRow => ({
  style: 'oak',
  title: 'Tidewater',
  awards: [
    { rank: 1, week_on: '2026-11-02', votes: 41 },
    { rank: 3, week_on: '2026-09-07', votes: 1 },
  ],
  ...more,
});

const evidence = [{ quote: 'Tide tables for every harbour', url: 'https://tidewater.example/' }];

export const aKeptReview = (more: Partial<KeptReview> = {}): KeptReview => ({
  website: 'https://tidewater.example/',
  drafter: 'built-in',
  read: [{ url: 'https://tidewater.example/', read_at: here.now.toISOString() }],
  says: [{ title: 'In one line', says: 'It says of itself: Tide tables for every harbour', evidence }],
  strengths: [{ title: 'The price is stated', says: 'One can know what it costs before signing up.', evidence }],
  gaps: [{ title: 'It says “best”', says: 'A reader cannot check that word.', evidence }],
  not_said: [{ title: 'Who makes it', says: 'A name makes a small product easier to trust.' }],
  created_at: here.now,
  number: 'LW-7K3M9Q2X',
  ...more,
});
