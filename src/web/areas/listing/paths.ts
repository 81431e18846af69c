import { DEFAULT_BADGE_STYLE } from '../../../modules/listings/badges/render.ts';
import { path } from '../../server/path.ts';

export const listingPaths = {
  listing: path('/listings/:slug'),
  clicks: path('/listings/:slug/clicks'),
  alternatives: path('/listings/:slug/alternatives'),
  badges: path('/listings/:slug/badges', { ...DEFAULT_BADGE_STYLE }),
  checkBadge: path('/listings/:slug/badges/check'),
  badgeImage: path('/badges/:slug/:file'),
  picture: path('/media/:file'),
  compare: path('/compare', { a: '', b: '', c: '', d: '', e: '' }),
  vote: path('/listings/:slug/vote'),
  withdrawVote: path('/listings/:slug/vote/take-back'),
  reviews: path('/listings/:slug/reviews', { page: 1, done: '' }),
  changeReview: path('/listings/:slug/reviews/change'),
  withdrawReview: path('/listings/:slug/reviews/withdraw'),
  answerReview: path('/listings/:slug/reviews/:review_id/answer'),
  reportReview: path('/listings/:slug/reviews/:review_id/report'),
  follow: path('/listings/:slug/follow'),
  setFollowMail: path('/listings/:slug/follow/mail'),
  unfollow: path('/listings/:slug/unfollow'),
  updates: path('/updates', { page: 1 }),
};
