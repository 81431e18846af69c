import type { StoredAiReview, TrophyCabinetRow } from '../../../../src/modules/orders/fulfilment/queries.ts';
import { context } from './listings.ts';

/** Samples of purchased items on display. */

export const aCabinet = (more: Partial<TrophyCabinetRow> = {}): TrophyCabinetRow => ({
  style: 'oak',
  title: 'Tidewater',
  awards: [
    { rank: 1, week_on: '2026-11-02', votes: 41 },
    { rank: 3, week_on: '2026-09-07', votes: 1 },
  ],
  ...more,
});

const evidence = [{ quote: 'Tide tables for every harbour', url: 'https://tidewater.example/' }];

export const anAiReview = (more: Partial<StoredAiReview> = {}): StoredAiReview => ({
  website: 'https://tidewater.example/',
  drafter: 'built-in',
  read: [{ url: 'https://tidewater.example/', read_at: context.now.toISOString() }],
  says: [{ title: 'Tagline', says: 'The website says: Tide tables for every harbour', evidence }],
  strengths: [{ title: 'Pricing is public', says: 'Visitors see the price before they sign up.', evidence }],
  gaps: [{ title: 'Unsupported claim: “best”', says: 'Readers can’t check this claim.', evidence }],
  not_said: [{ title: 'The people behind it', says: 'Real names make a small product easier to trust.' }],
  created_at: context.now,
  number: 'LW-7K3M9Q2X',
  ...more,
});
