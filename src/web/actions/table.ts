import { ACCOUNT_ACTIONS } from './account.ts';
import type { Action } from './action.ts';
import { ADMIN_ACTIONS } from './admin.ts';
import { ADMIN_ORDER_ACTIONS } from './admin-orders.ts';
import { APPLICATION_ACTIONS } from './applications.ts';
import { BADGE_ACTIONS } from './badges.ts';
import { CLAIM_ACTIONS } from './claims.ts';
import { DRAFT_ACTIONS } from './drafts.ts';
import { FOLLOWING_ACTIONS } from './following.ts';
import { KEY_ACTIONS } from './keys.ts';
import { LAUNCH_ACTIONS } from './launches.ts';
import { MAIL_ACTIONS } from './mail.ts';
import { ORDER_ACTIONS } from './orders.ts';
import { OWN_LISTING_ACTIONS } from './own-listings.ts';
import { OWN_MORE_ACTIONS } from './own-more.ts';
import { REVIEW_ACTIONS } from './reviews.ts';
import { SIGN_IN_ACTIONS } from './sign-in.ts';
import { VOTE_ACTIONS } from './votes.ts';

/** Everything a form of the website can do. */
export const ACTIONS: Action[] = [
  ...SIGN_IN_ACTIONS,
  ...ACCOUNT_ACTIONS,
  ...APPLICATION_ACTIONS,
  ...KEY_ACTIONS,
  ...MAIL_ACTIONS,
  ...DRAFT_ACTIONS,
  ...CLAIM_ACTIONS,
  ...BADGE_ACTIONS,
  ...VOTE_ACTIONS,
  ...LAUNCH_ACTIONS,
  ...REVIEW_ACTIONS,
  ...OWN_LISTING_ACTIONS,
  ...OWN_MORE_ACTIONS,
  ...FOLLOWING_ACTIONS,
  ...ADMIN_ACTIONS,
  ...ORDER_ACTIONS,
  ...ADMIN_ORDER_ACTIONS,
];
