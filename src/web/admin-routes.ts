import { to } from './addresses.ts';
import { team } from './admin-addresses.ts';
import { type Page, page } from './page.ts';
import * as adminCategories from './pages/admin-categories.tsx';
import * as adminCategory from './pages/admin-category.tsx';
import * as adminClaims from './pages/admin-claims.tsx';
import * as adminEdits from './pages/admin-edits.tsx';
import * as adminFounder from './pages/admin-founder.tsx';
import * as adminFounders from './pages/admin-founders.tsx';
import * as adminJobs from './pages/admin-jobs.tsx';
import * as adminLetter from './pages/admin-letter.tsx';
import * as adminListing from './pages/admin-listing.tsx';
import * as adminListings from './pages/admin-listings.tsx';
import * as adminLog from './pages/admin-log.tsx';
import * as adminMail from './pages/admin-mail.tsx';
import * as adminMetrics from './pages/admin-metrics.tsx';
import * as adminOverview from './pages/admin-overview.tsx';
import * as adminPost from './pages/admin-post.tsx';
import * as adminPosts from './pages/admin-posts.tsx';
import * as adminQuestions from './pages/admin-questions.tsx';
import * as adminReviews from './pages/admin-reviews.tsx';
import * as adminSettings from './pages/admin-settings.tsx';
import * as adminSites from './pages/admin-sites.tsx';
import * as adminTeam from './pages/admin-team.tsx';
import * as adminVotes from './pages/admin-votes.tsx';
import * as adminWeeks from './pages/admin-weeks.tsx';
import * as moderationLog from './pages/moderation-log.tsx';
import { framed } from './parts/admin-frame.tsx';

/** The pages of the site's team, and the one everybody may read of what it does. */
export const ADMIN_PAGES: Page[] = [
  page({ name: 'moderation_log', path: '/moderation-log', ...moderationLog }),
  page({ name: 'admin', path: '/admin', for: 'team', ...framed(adminOverview, team.home()) }),
  page({ name: 'admin_listings', path: '/admin/listings', for: 'team', ...framed(adminListings, team.listings()) }),
  page({ name: 'admin_listing', path: '/admin/listings/:id', for: 'team', ...framed(adminListing, team.listings()) }),
  page({ name: 'admin_categories', path: '/admin/categories', for: 'team', ...framed(adminCategories, team.categories()) }),
  page({ name: 'admin_category', path: '/admin/categories/:id', for: 'team', ...framed(adminCategory, team.categories()) }),
  page({ name: 'admin_founders', path: '/admin/founders', for: 'team', ...framed(adminFounders, team.founders()) }),
  page({ name: 'admin_founder', path: '/admin/founders/:id', for: 'team', ...framed(adminFounder, team.founders()) }),
  page({ name: 'admin_posts', path: '/admin/blog', for: 'team', ...framed(adminPosts, team.posts()) }),
  page({ name: 'admin_post_new', path: '/admin/blog/new', for: 'team', ...framed(adminPost, team.posts()) }),
  page({ name: 'admin_post', path: '/admin/blog/:id', for: 'team', ...framed(adminPost, team.posts()) }),
  page({ name: 'admin_questions', path: '/admin/questions', for: 'team', ...framed(adminQuestions, team.questions()) }),
  page({ name: 'admin_weeks', path: '/admin/weeks', for: 'team', ...framed(adminWeeks, team.weeks()) }),
  page({ name: 'admin_settings', path: '/admin/settings', for: 'team', ...framed(adminSettings, team.settings()) }),
  page({ name: 'admin_metrics', path: '/admin/metrics', for: 'team', ...framed(adminMetrics, team.metrics()) }),
  page({ name: 'admin_team', path: '/admin/team', for: 'team', ...framed(adminTeam, team.people()) }),
  page({ name: 'admin_jobs', path: '/admin/jobs', for: 'admin', ...framed(adminJobs, team.jobs()) }),
  page({ name: 'admin_sites', path: '/admin/sites', for: 'admin', ...framed(adminSites, team.sites()) }),
  page({ name: 'admin_claims', path: '/admin/claims', for: 'team', ...framed(adminClaims, team.claims()) }),
  page({ name: 'admin_log', path: '/admin/log', for: 'team', ...framed(adminLog, team.log()) }),
  page({ name: 'admin_edits', path: '/admin/edits', for: 'team', ...framed(adminEdits, to.adminEdits()) }),
  page({ name: 'admin_mail', path: '/admin/mail', for: 'admin', ...framed(adminMail, to.adminMail()) }),
  page({ name: 'admin_votes', path: '/admin/votes', for: 'team', ...framed(adminVotes, to.adminVotes()) }),
  page({ name: 'admin_reviews', path: '/admin/reviews', for: 'team', ...framed(adminReviews, to.adminReviews()) }),
  page({ name: 'admin_letter', path: '/admin/mail/:id', for: 'admin', ...framed(adminLetter, to.adminMail()) }),
];
