import { type RefusalText, refusals } from '../../kernel/refusals.ts';

export const LISTING_REFUSALS = {
  ...refusals(400, {
    listing_not_live: 'Only a product that is live can be voted for.',
    required_value: 'A listing keeps its name, tagline, description and primary category. Change the value instead of removing it.',
    too_many_milestones: 'A listing can have at most 100 milestones.',
    section_locked: 'The plan of this listing does not include this section.',
    too_many_pictures: 'A listing can have at most 8 pictures. Delete one first.',
    too_many_alternatives: 'You can approve at most 10 alternatives. Take one away first.',
    own_listing: 'Nobody reviews a listing of their own.',
    already_reviewed: 'You have reviewed this product. Change your review, or take it back.',
    review_removed: 'The team of the site removed this review, so it cannot be changed or written again. If that is wrong, write to them.',
    review_settled: 'Somebody decided about this review meanwhile. Look at it again.',
    too_many_reviews: 'You have written 20 reviews since yesterday. Wait until tomorrow.',
    too_many_reports: 'You have sent 20 reports since yesterday. Wait until tomorrow.',
  }),
  ...refusals(403, {
    only_on_the_site: 'Votes come only from people on the site: no key and no application can cast or change one.',
    address_not_verified: 'Sign in once by the link we mail you: that proves your address.',
  }),
  ...refusals(404, {
    listing_not_found: 'No public listing has this slug. Find it with search_listings.',
    milestone_not_found: 'Your listing has no milestone with this id. get_my_listing shows them all.',
    picture_not_found: 'There is no such picture.',
    review_not_found: 'There is no such review that you may act on.',
    version_not_found: 'Your listing has no version with this number.',
  }),
};

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof LISTING_REFUSALS, RefusalText> {}
}
