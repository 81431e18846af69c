import { ADMIN_PAGES } from './admin-routes.ts';
import { ORDER_PAGES } from './order-routes.ts';
import { type Page, page } from './page.ts';
import * as account from './pages/account.tsx';
import * as accountAddress from './pages/account-address.tsx';
import * as accountApplications from './pages/account-applications.tsx';
import * as accountDelete from './pages/account-delete.tsx';
import * as accountFollows from './pages/account-follows.tsx';
import * as accountKeys from './pages/account-keys.tsx';
import * as accountMail from './pages/account-mail.tsx';
import * as accountVotes from './pages/account-votes.tsx';
import * as alternatives from './pages/alternatives.tsx';
import * as awards from './pages/awards.tsx';
import * as badges from './pages/badges.tsx';
import * as blog from './pages/blog.tsx';
import * as calendar from './pages/calendar.tsx';
import * as categories from './pages/categories.tsx';
import * as category from './pages/category.tsx';
import * as claim from './pages/claim.tsx';
import * as claimConfirm from './pages/claim-confirm.tsx';
import * as claims from './pages/claims.tsx';
import * as compare from './pages/compare.tsx';
import * as dashboard from './pages/dashboard.tsx';
import * as docs from './pages/docs.tsx';
import * as docsAuthentication from './pages/docs-authentication.tsx';
import * as docsErrors from './pages/docs-errors.tsx';
import * as docsLimits from './pages/docs-limits.tsx';
import * as docsMcp from './pages/docs-mcp.tsx';
import * as docsOperation from './pages/docs-operation.tsx';
import * as docsRest from './pages/docs-rest.tsx';
import * as draft from './pages/draft.tsx';
import * as draftInvites from './pages/draft-invites.tsx';
import * as draftPreview from './pages/draft-preview.tsx';
import * as drafts from './pages/drafts.tsx';
import * as founder from './pages/founder.tsx';
import * as founders from './pages/founders.tsx';
import * as freePlan from './pages/free-plan.tsx';
import * as home from './pages/home.tsx';
import * as howRankingWorks from './pages/how-ranking-works.tsx';
import * as interview from './pages/interview.tsx';
import * as invite from './pages/invite.tsx';
import * as launches from './pages/launches.tsx';
import * as leaderboard from './pages/leaderboard.tsx';
import * as leaderboards from './pages/leaderboards.tsx';
import * as listing from './pages/listing.tsx';
import * as notifications from './pages/notifications.tsx';
import * as ownCompare from './pages/own-compare.tsx';
import * as ownEdit from './pages/own-edit.tsx';
import * as ownHistory from './pages/own-history.tsx';
import * as ownListing from './pages/own-listing.tsx';
import * as ownMedia from './pages/own-media.tsx';
import * as ownReview from './pages/own-review.tsx';
import * as ownStory from './pages/own-story.tsx';
import * as post from './pages/post.tsx';
import * as reviews from './pages/reviews.tsx';
import * as search from './pages/search.tsx';
import * as signIn from './pages/sign-in.tsx';
import * as signInLink from './pages/sign-in-link.tsx';
import * as signInSent from './pages/sign-in-sent.tsx';
import * as signUp from './pages/sign-up.tsx';
import * as submit from './pages/submit.tsx';
import { confirmed, deleted, halfMoved, joined, moved } from './pages/told.tsx';
import * as unsubscribe from './pages/unsubscribe.tsx';
import * as unsubscribeKind from './pages/unsubscribe-kind.tsx';
import * as updates from './pages/updates.tsx';
import * as week from './pages/week.tsx';

/** Every page of the website. A page's file brings what it loads, what it says about itself and what it shows. */
export const PAGES: Page[] = [
  page({ name: 'home', path: '/', ...home }),
  page({ name: 'search', path: '/listings', section: 'listings', ...search }),
  page({ name: 'listing', path: '/listings/:slug', section: 'listings', counts_views: true, ...listing }),
  page({ name: 'reviews', path: '/listings/:slug/reviews', section: 'listings', ...reviews }),
  page({ name: 'alternatives', path: '/listings/:slug/alternatives', section: 'listings', ...alternatives }),
  page({ name: 'badges', path: '/listings/:slug/badges', section: 'listings', ...badges }),
  page({ name: 'compare', path: '/compare', section: 'compare', ...compare }),
  page({ name: 'categories', path: '/categories', section: 'categories', ...categories }),
  page({ name: 'category', path: '/categories/:slug', section: 'categories', ...category }),
  page({ name: 'launches', path: '/launches', section: 'launches', ...launches }),
  page({ name: 'calendar', path: '/launches/calendar', section: 'launches', ...calendar }),
  page({ name: 'week', path: '/launches/weeks/:week', section: 'launches', ...week }),
  page({ name: 'awards', path: '/awards', section: 'launches', ...awards }),
  page({ name: 'leaderboards', path: '/leaderboards', section: 'leaderboards', ...leaderboards }),
  page({ name: 'leaderboard', path: '/leaderboards/:board', section: 'leaderboards', ...leaderboard }),
  page({ name: 'how_ranking_works', path: '/how-ranking-works', ...howRankingWorks }),
  page({ name: 'founders', path: '/founders', section: 'founders', ...founders }),
  page({ name: 'founder', path: '/founders/:slug', section: 'founders', ...founder }),
  page({ name: 'blog', path: '/blog', section: 'blog', ...blog }),
  page({ name: 'post', path: '/blog/:slug', section: 'blog', ...post }),
  page({ name: 'submit', path: '/submit', ...submit }),
  page({ name: 'drafts', path: '/drafts', for: 'member', ...drafts }),
  page({ name: 'draft', path: '/drafts/:id', for: 'member', ...draft }),
  page({ name: 'draft_preview', path: '/drafts/:id/preview', for: 'member', ...draftPreview }),
  page({ name: 'draft_invites', path: '/drafts/:id/invites', for: 'member', ...draftInvites }),
  page({ name: 'invite_accepted', path: '/invites/accepted', ...joined }),
  page({ name: 'invite', path: '/invites', personal: true, ...invite }),
  page({ name: 'claim', path: '/listings/:slug/claim', section: 'listings', for: 'member', ...claim }),
  page({ name: 'claims', path: '/claims', for: 'member', ...claims }),
  page({ name: 'claim_confirm', path: '/claims/confirm', personal: true, ...claimConfirm }),
  page({ name: 'claim_confirmed', path: '/claims/confirmed', ...confirmed }),
  page({ name: 'dashboard', path: '/dashboard', for: 'member', ...dashboard }),
  page({ name: 'interview', path: '/dashboard/interview', for: 'member', ...interview }),
  page({ name: 'own_listing', path: '/dashboard/listings/:listing_id', for: 'member', ...ownListing }),
  page({ name: 'free_plan', path: '/dashboard/listings/:listing_id/free', for: 'member', ...freePlan }),
  page({ name: 'own_edit', path: '/dashboard/listings/:listing_id/edit', for: 'member', ...ownEdit }),
  page({ name: 'own_history', path: '/dashboard/listings/:listing_id/history', for: 'member', ...ownHistory }),
  page({ name: 'own_story', path: '/dashboard/listings/:listing_id/story', for: 'member', ...ownStory }),
  page({ name: 'own_media', path: '/dashboard/listings/:listing_id/media', for: 'member', ...ownMedia }),
  page({ name: 'own_compare', path: '/dashboard/listings/:listing_id/compare', for: 'member', ...ownCompare }),
  page({ name: 'own_review', path: '/dashboard/listings/:listing_id/review', for: 'member', ...ownReview }),
  page({ name: 'notifications', path: '/notifications', for: 'member', ...notifications }),
  page({ name: 'unsubscribe', path: '/unsubscribe', personal: true, ...unsubscribe }),
  page({ name: 'unsubscribe_kind', path: '/unsubscribe/kind', personal: true, ...unsubscribeKind }),
  page({ name: 'updates', path: '/updates', ...updates }),
  page({ name: 'docs', path: '/docs', ...docs }),
  page({ name: 'docs_rest', path: '/docs/rest', ...docsRest }),
  page({ name: 'docs_mcp', path: '/docs/mcp', ...docsMcp }),
  page({ name: 'docs_authentication', path: '/docs/authentication', ...docsAuthentication }),
  page({ name: 'docs_limits', path: '/docs/limits', ...docsLimits }),
  page({ name: 'docs_operation', path: '/docs/operations/:id', ...docsOperation }),
  page({ name: 'docs_errors', path: '/docs/errors', ...docsErrors }),
  page({ name: 'sign_in', path: '/sign-in', ...signIn }),
  page({ name: 'sign_in_sent', path: '/sign-in/sent', ...signInSent }),
  page({ name: 'sign_in_link', path: '/sign-in/link', personal: true, ...signInLink }),
  page({ name: 'sign_up', path: '/sign-up', ...signUp }),
  page({ name: 'account', path: '/account', for: 'member', ...account }),
  page({ name: 'account_address', path: '/account/address', personal: true, ...accountAddress }),
  page({ name: 'account_half_moved', path: '/account/address/half', ...halfMoved }),
  page({ name: 'account_moved', path: '/account/address/moved', ...moved }),
  page({ name: 'account_applications', path: '/account/applications', for: 'member', ...accountApplications }),
  page({ name: 'account_delete', path: '/account/delete', for: 'member', ...accountDelete }),
  page({ name: 'account_deleted', path: '/account/deleted', ...deleted }),
  page({ name: 'account_follows', path: '/account/follows', for: 'member', ...accountFollows }),
  page({ name: 'account_keys', path: '/account/keys', for: 'member', ...accountKeys }),
  page({ name: 'account_mail', path: '/account/mail', for: 'member', ...accountMail }),
  page({ name: 'account_votes', path: '/account/votes', for: 'member', ...accountVotes }),
  ...ADMIN_PAGES,
  ...ORDER_PAGES,
];
