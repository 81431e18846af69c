import { to } from '../../server/addresses.ts';
import { team } from '../../server/admin-addresses.ts';
import { definePage, type Page } from '../../server/page.ts';
import * as adminCategories from './content/categories.tsx';
import * as adminCategory from './content/category.tsx';
import * as adminFounder from './content/founder.tsx';
import * as adminFounders from './content/founders.tsx';
import * as adminPost from './content/post.tsx';
import * as adminPosts from './content/posts.tsx';
import * as adminQuestions from './content/questions.tsx';
import { withAdminFrame } from './frame.tsx';
import * as adminClaims from './listings/claims.tsx';
import * as adminEdits from './listings/edits.tsx';
import * as adminListing from './listings/listing.tsx';
import * as adminListings from './listings/listings.tsx';
import * as adminReviews from './listings/reviews.tsx';
import * as adminVotes from './listings/votes.tsx';
import * as adminWeeks from './listings/weeks.tsx';
import * as adminLog from './log.tsx';
import * as moderationLog from './moderation-log.tsx';
import * as adminOverview from './overview.tsx';
import * as adminJobs from './settings/jobs.tsx';
import * as adminMail from './settings/mail.tsx';
import * as adminMailMessage from './settings/mail-message.tsx';
import * as adminMetrics from './settings/metrics.tsx';
import * as adminSettings from './settings/settings.tsx';
import * as adminSites from './settings/sites.tsx';
import * as adminTeam from './settings/team.tsx';

/** The pages of the site's team, and the public moderation log. */
export const ADMIN_PAGES: Page[] = [
  definePage({ name: 'moderation_log', path: '/moderation-log', ...moderationLog }),
  definePage({ name: 'admin', path: '/admin', for: 'team', ...withAdminFrame(adminOverview, team.home()) }),
  definePage({ name: 'admin_listings', path: '/admin/listings', for: 'team', ...withAdminFrame(adminListings, team.listings()) }),
  definePage({ name: 'admin_listing', path: '/admin/listings/:id', for: 'team', ...withAdminFrame(adminListing, team.listings()) }),
  definePage({ name: 'admin_categories', path: '/admin/categories', for: 'team', ...withAdminFrame(adminCategories, team.categories()) }),
  definePage({ name: 'admin_category', path: '/admin/categories/:id', for: 'team', ...withAdminFrame(adminCategory, team.categories()) }),
  definePage({ name: 'admin_founders', path: '/admin/founders', for: 'team', ...withAdminFrame(adminFounders, team.founders()) }),
  definePage({ name: 'admin_founder', path: '/admin/founders/:id', for: 'team', ...withAdminFrame(adminFounder, team.founders()) }),
  definePage({ name: 'admin_posts', path: '/admin/blog', for: 'team', ...withAdminFrame(adminPosts, team.posts()) }),
  definePage({ name: 'admin_post_new', path: '/admin/blog/new', for: 'team', ...withAdminFrame(adminPost, team.posts()) }),
  definePage({ name: 'admin_post', path: '/admin/blog/:id', for: 'team', ...withAdminFrame(adminPost, team.posts()) }),
  definePage({ name: 'admin_questions', path: '/admin/questions', for: 'team', ...withAdminFrame(adminQuestions, team.questions()) }),
  definePage({ name: 'admin_weeks', path: '/admin/weeks', for: 'team', ...withAdminFrame(adminWeeks, team.weeks()) }),
  definePage({ name: 'admin_settings', path: '/admin/settings', for: 'team', ...withAdminFrame(adminSettings, team.settings()) }),
  definePage({ name: 'admin_metrics', path: '/admin/metrics', for: 'team', ...withAdminFrame(adminMetrics, team.metrics()) }),
  definePage({ name: 'admin_team', path: '/admin/team', for: 'team', ...withAdminFrame(adminTeam, team.people()) }),
  definePage({ name: 'admin_jobs', path: '/admin/jobs', for: 'admin', ...withAdminFrame(adminJobs, team.jobs()) }),
  definePage({ name: 'admin_sites', path: '/admin/sites', for: 'admin', ...withAdminFrame(adminSites, team.sites()) }),
  definePage({ name: 'admin_claims', path: '/admin/claims', for: 'team', ...withAdminFrame(adminClaims, team.claims()) }),
  definePage({ name: 'admin_log', path: '/admin/log', for: 'team', ...withAdminFrame(adminLog, team.log()) }),
  definePage({ name: 'admin_edits', path: '/admin/edits', for: 'team', ...withAdminFrame(adminEdits, to.adminEdits()) }),
  definePage({ name: 'admin_mail', path: '/admin/mail', for: 'admin', ...withAdminFrame(adminMail, to.adminMail()) }),
  definePage({ name: 'admin_votes', path: '/admin/votes', for: 'team', ...withAdminFrame(adminVotes, to.adminVotes()) }),
  definePage({ name: 'admin_reviews', path: '/admin/reviews', for: 'team', ...withAdminFrame(adminReviews, to.adminReviews()) }),
  definePage({ name: 'admin_letter', path: '/admin/mail/:id', for: 'admin', ...withAdminFrame(adminMailMessage, to.adminMail()) }),
];
