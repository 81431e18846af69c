import type { Action } from './action.ts';
import { ADMIN_CATEGORY_ACTIONS } from './admin-categories.ts';
import { ADMIN_FOUNDER_ACTIONS } from './admin-founders.ts';
import { ADMIN_LISTING_ACTIONS } from './admin-listings.ts';
import { ADMIN_POST_ACTIONS } from './admin-posts.ts';
import { ADMIN_SITE_ACTIONS } from './admin-site.ts';

/** Everything the forms of the site's team can do, beside what is decided about votes and reviews. */
export const ADMIN_ACTIONS: Action[] = [
  ...ADMIN_LISTING_ACTIONS,
  ...ADMIN_CATEGORY_ACTIONS,
  ...ADMIN_FOUNDER_ACTIONS,
  ...ADMIN_POST_ACTIONS,
  ...ADMIN_SITE_ACTIONS,
];
