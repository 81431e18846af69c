import type { RefusalText } from '../../kernel/refusals.ts';

export const LISTING_REFUSALS = {
  only_on_the_site: {
    status: 403,
    title: 'Only on the site',
    detail: 'Votes come only from people on the site: no key and no application can cast or change one.',
  },
  listing_not_live: { status: 400, title: 'Listing not live', detail: 'Only a product that is live can be voted for.' },
  listing_not_found: { status: 404, title: 'Listing not found', detail: 'No public listing has this slug. Find it with search_listings.' },
  milestone_not_found: {
    status: 404,
    title: 'Milestone not found',
    detail: 'Your listing has no milestone with this id. get_my_listing shows them all.',
  },
  too_many_milestones: { status: 400, title: 'Too many milestones', detail: 'A listing can have at most 100 milestones.' },
  section_locked: { status: 400, title: 'Section locked', detail: 'The plan of this listing does not include this section.' },
  too_many_pictures: { status: 400, title: 'Too many pictures', detail: 'A listing can have at most 8 pictures. Delete one first.' },
  picture_not_found: { status: 404, title: 'Picture not found', detail: 'There is no such picture.' },
  too_many_alternatives: {
    status: 400,
    title: 'Too many alternatives',
    detail: 'You can approve at most 10 alternatives. Take one away first.',
  },
  address_not_verified: {
    status: 403,
    title: 'Address not verified',
    detail: 'Sign in once by the link we mail you: that proves your address.',
  },
  own_listing: { status: 400, title: 'Own listing', detail: 'Nobody reviews a listing of their own.' },
  already_reviewed: {
    status: 400,
    title: 'Already reviewed',
    detail: 'You have reviewed this product. Change your review, or take it back.',
  },
  review_not_found: { status: 404, title: 'Review not found', detail: 'There is no such review that you may act on.' },
  review_removed: {
    status: 400,
    title: 'Review removed',
    detail: 'The team of the site removed this review, so it cannot be changed or written again. If that is wrong, write to them.',
  },
  review_settled: { status: 400, title: 'Review settled', detail: 'Somebody decided about this review meanwhile. Look at it again.' },
  too_many_reviews: { status: 400, title: 'Too many reviews', detail: 'You have written 20 reviews since yesterday. Wait until tomorrow.' },
  too_many_reports: {
    status: 400,
    title: 'Too many reports',
    detail: 'You have reported 20 reviews since yesterday. Wait until tomorrow.',
  },
  version_not_found: { status: 404, title: 'Version not found', detail: 'Your listing has no version with this number.' },
} as const satisfies Record<string, RefusalText>;

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof LISTING_REFUSALS, RefusalText> {}
}
