import { adminPaths } from '../../paths.ts';
import { definePage, type Page } from '../../server/page.ts';
import * as adminCategories from './content/categories.tsx';
import * as adminCategory from './content/category.tsx';
import * as adminFounder from './content/founder.tsx';
import * as adminFounders from './content/founders.tsx';
import * as adminPost from './content/post.tsx';
import * as adminPosts from './content/posts.tsx';
import * as adminQuestions from './content/questions.tsx';
import { adminPage } from './frame.tsx';
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
  definePage({ name: 'moderation_log', path: adminPaths.moderationLog, ...moderationLog }),
  adminPage('admin', adminPaths.home, adminPaths.home, adminOverview),
  adminPage('admin_listings', adminPaths.listings, adminPaths.listings, adminListings),
  adminPage('admin_listing', adminPaths.listing, adminPaths.listings, adminListing),
  adminPage('admin_categories', adminPaths.categories, adminPaths.categories, adminCategories),
  adminPage('admin_category', adminPaths.category, adminPaths.categories, adminCategory, { not_found: 'category_not_found' }),
  adminPage('admin_founders', adminPaths.founders, adminPaths.founders, adminFounders),
  adminPage('admin_founder', adminPaths.founder, adminPaths.founders, adminFounder, { not_found: 'founder_not_found' }),
  adminPage('admin_posts', adminPaths.posts, adminPaths.posts, adminPosts),
  adminPage('admin_post_new', adminPaths.newPost, adminPaths.posts, adminPost),
  adminPage('admin_post', adminPaths.post, adminPaths.posts, adminPost, { not_found: 'blog_post_not_found' }),
  adminPage('admin_questions', adminPaths.questions, adminPaths.questions, adminQuestions),
  adminPage('admin_weeks', adminPaths.weeks, adminPaths.weeks, adminWeeks),
  adminPage('admin_settings', adminPaths.settings, adminPaths.settings, adminSettings),
  adminPage('admin_metrics', adminPaths.metrics, adminPaths.metrics, adminMetrics),
  adminPage('admin_team', adminPaths.team, adminPaths.team, adminTeam),
  adminPage('admin_jobs', adminPaths.jobs, adminPaths.jobs, adminJobs, { for: 'admin' }),
  adminPage('admin_sites', adminPaths.sites, adminPaths.sites, adminSites, { for: 'admin' }),
  adminPage('admin_claims', adminPaths.claims, adminPaths.claims, adminClaims),
  adminPage('admin_log', adminPaths.log, adminPaths.log, adminLog),
  adminPage('admin_edits', adminPaths.edits, adminPaths.edits, adminEdits),
  adminPage('admin_mail', adminPaths.mails, adminPaths.mails, adminMail, { for: 'admin' }),
  adminPage('admin_votes', adminPaths.votes, adminPaths.votes, adminVotes),
  adminPage('admin_reviews', adminPaths.reviews, adminPaths.reviews, adminReviews),
  adminPage('admin_letter', adminPaths.mail, adminPaths.mails, adminMailMessage, { not_found: 'mail_not_found', for: 'admin' }),
];
