import { msg } from '../../kernel/language/messages.ts';
import { refusals } from '../../kernel/refusals.ts';

export const LISTING_REFUSALS = {
  ...refusals(400, {
    listing_not_live: msg('You can only vote for live products.'),
    required_value: msg('A listing needs a name, tagline, description and primary category. Change the value instead of removing it.'),
    too_many_milestones: msg('A listing can have at most 100 milestones.'),
    section_locked: msg('The plan of this listing does not include this section.'),
    too_many_pictures: msg('A listing can have at most 8 pictures. Delete one first.'),
    too_many_alternatives: msg('You can approve at most 10 alternatives. Remove one first.'),
    own_listing: msg('You can’t review your own product.'),
    already_reviewed: msg('You’ve already reviewed this product. Edit or delete your review.'),
    review_removed: msg('The site’s team removed this review, so you can’t change it or write a new one. If that’s wrong, contact them.'),
    review_settled: msg('Someone already decided about this review. Reload the page.'),
    too_many_reviews: msg('You can write 20 reviews per day. Try again tomorrow.'),
    too_many_reports: msg('You can send 20 reports per day. Try again tomorrow.'),
  }),
  ...refusals(403, {
    only_on_the_site: msg('Only people can vote, on the website. API keys and applications can’t cast or change votes.'),
    address_not_verified: msg('Verify your email address first: sign in once with the link we email you.'),
  }),
  ...refusals(404, {
    listing_not_found: 'No public listing has this slug. Find it with search_listings.',
    milestone_not_found: msg('Your listing has no milestone with this id. get_my_listing shows them all.'),
    picture_not_found: msg('This picture doesn’t exist.'),
    review_not_found: msg('There is no such review, or you can’t change it.'),
    version_not_found: msg('Your listing has no version with this number.'),
  }),
  ...refusals(503, {
    media_unavailable: msg('Pictures can’t be stored or shown at the moment. Try again in a minute.'),
  }),
};
