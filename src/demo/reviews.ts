import type { Calendar } from './when.ts';

type DemoReview = [slug: string, days_ago: number, rating: number, title: string | null, body: string, answer?: string];

/** Said by nobody, and plainly so: every text says that it is a sample. */
const REVIEWS: DemoReview[] = [
  [
    'lanternlog',
    9,
    5,
    'A sample of praise',
    'This is demo text: it stands where somebody would say what worked for them, and since when they use it.',
  ],
  [
    'lanternlog',
    21,
    4,
    null,
    'Another sample. Somebody would write here what they miss.',
    'And this is where the makers answer. It is demo text too.',
  ],
  ['lanternlog', 40, 2, 'A sample of criticism', 'Demo text: a rating below the middle stays as visible as the others.'],
  ['packmoth', 1, 4, 'A sample', 'Demo text, so that the page of a new launch is not empty.'],
];

/** The demo's reviews as rows. */
export const reviewRows = (site_id: number, calendar: Calendar, listings: Map<string, number>): Record<string, unknown>[] =>
  REVIEWS.map(([slug, days_ago, rating, title, body, answer], n) => {
    const created_at = calendar.daysAgo(days_ago, body);
    const answered_at = answer ? created_at : null;
    return {
      site_id,
      listing_id: listings.get(slug),
      author_name: `Demo reader ${n + 1}`,
      rating,
      title,
      body,
      status: 'shown',
      answer: answer ?? null,
      answered_at,
      created_at,
      updated_at: created_at,
    };
  });
