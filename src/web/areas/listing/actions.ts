import { OneOf, RequiredText, T, Text } from '../../../kernel/schema.ts';
import { parseLocalPath } from '../../../modules/accounts/rules.ts';
import { checkBadge } from '../../../modules/launches/free-queue/free-plan.ts';
import { followListing, setFollowMail, unfollowListing } from '../../../modules/listings/follows/follows.ts';
import { getListingName } from '../../../modules/listings/profile/profile.ts';
import { answerReview, changeReview, reportReview, withdrawReview, writeReview } from '../../../modules/listings/reviews/reviews.ts';
import { REVIEW_TEXT_FIELDS } from '../../../modules/listings/reviews/rules.ts';
import { castVote, type Vote, withdrawVote } from '../../../modules/votes/votes.ts';
import { listingPaths } from '../../paths.ts';
import { memberAction, NumberField } from '../../server/form-action.ts';

export const BADGE_ACTIONS = [
  memberAction({
    path: listingPaths.checkBadge,
    page: listingPaths.badges,
    async run(ctx, input) {
      const { found, seen } = await checkBadge(ctx, input);
      return { result: { seen, found: found ? 'yes' : 'no' } };
    },
  }),
];

/** The page the button was on. */
const BACK = { back: T.Optional(T.String({ maxLength: 2000 })) };

/** Returns to the list the button was in; if the vote does not count, to the product, which explains why. */
const afterVote = ({ slug, back }: { slug: string; back?: string }, vote: Vote): string => {
  const path = parseLocalPath(back);
  if (vote.state === 'uncounted' || !path || path === listingPaths.listing({ slug })) return `${listingPaths.listing({ slug })}#vote`;
  return `${path.replace(/#.*$/s, '')}#launch-${slug}`;
};

export const VOTE_ACTIONS = [
  memberAction({
    path: listingPaths.vote,
    page: listingPaths.listing,
    fields: BACK,
    resume: async (ctx, input) => `vote for ${await getListingName(ctx, input)}`,
    async run(ctx, input, sender) {
      return { go_to: afterVote(input, await castVote(ctx, input, sender)) };
    },
  }),
  memberAction({
    path: listingPaths.withdrawVote,
    page: listingPaths.listing,
    fields: BACK,
    async run(ctx, input) {
      return { go_to: afterVote(input, await withdrawVote(ctx, input)) };
    },
  }),
];

/** Returns to the list the button was in, or to the product. */
const afterFollow = ({ slug, back }: { slug: string; back?: string }): string =>
  parseLocalPath(back) ?? `${listingPaths.listing({ slug })}#follow`;

export const FOLLOW_ACTIONS = [
  memberAction({
    path: listingPaths.follow,
    page: listingPaths.listing,
    fields: BACK,
    resume: async (ctx, input) => `follow ${await getListingName(ctx, input)}`,
    async run(ctx, input) {
      await followListing(ctx, input);
      return { go_to: afterFollow(input) };
    },
  }),
  memberAction({
    path: listingPaths.unfollow,
    page: listingPaths.listing,
    fields: BACK,
    async run(ctx, input) {
      await unfollowListing(ctx, input);
      return { go_to: afterFollow(input) };
    },
  }),
  memberAction({
    path: listingPaths.setFollowMail,
    page: listingPaths.listing,
    fields: { ...BACK, mail: OneOf(['on', 'off']) },
    async run(ctx, input) {
      await setFollowMail(ctx, { slug: input.slug, wants_mail: input.mail === 'on' });
      return { go_to: afterFollow(input) };
    },
  }),
];

const REVIEW = { ...REVIEW_TEXT_FIELDS, rating: NumberField({ enum: ['1', '2', '3', '4', '5'] }) };

export const REVIEW_ACTIONS = [
  memberAction({
    path: listingPaths.reviews,
    page: listingPaths.reviews,
    fields: REVIEW,
    resume: async (ctx, input) => `review ${await getListingName(ctx, input)}`,
    async run(ctx, input) {
      const { held } = await writeReview(ctx, input);
      return { go_to: listingPaths.reviews({ slug: input.slug, done: held ? 'held' : 'written' }) };
    },
  }),
  memberAction({
    path: listingPaths.changeReview,
    page: listingPaths.reviews,
    fields: REVIEW,
    async run(ctx, input) {
      const { held } = await changeReview(ctx, input);
      return { go_to: listingPaths.reviews({ slug: input.slug, done: held ? 'held' : 'changed' }) };
    },
  }),
  memberAction({
    path: listingPaths.withdrawReview,
    page: listingPaths.reviews,
    async run(ctx, input) {
      await withdrawReview(ctx, input);
      return { go_to: listingPaths.reviews({ slug: input.slug, done: 'withdrawn' }) };
    },
  }),
  memberAction({
    path: listingPaths.answerReview,
    page: listingPaths.reviews,
    fields: { answer: Text(2000) },
    async run(ctx, { slug, review_id, answer }) {
      await answerReview(ctx, { slug, review_id, answer });
      return { go_to: `${listingPaths.reviews({ slug, done: 'answered' })}#review-${review_id}` };
    },
  }),
  memberAction({
    path: listingPaths.reportReview,
    page: listingPaths.reviews,
    fields: { reason: RequiredText(500) },
    async run(ctx, { slug, review_id, reason }) {
      await reportReview(ctx, { slug, review_id, reason });
      return { go_to: listingPaths.reviews({ slug, done: 'reported' }) };
    },
  }),
];
