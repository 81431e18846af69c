import * as account from '../areas/account/account.tsx';
import * as accountApplications from '../areas/account/applications.tsx';
import { accountDeleted, claimConfirmed, emailChanged, emailHalfConfirmed, inviteAccepted } from '../areas/account/confirmations.tsx';
import * as accountDelete from '../areas/account/delete.tsx';
import * as accountAddress from '../areas/account/email-change.tsx';
import * as accountFollows from '../areas/account/follows.tsx';
import * as accountKeys from '../areas/account/keys.tsx';
import * as accountMail from '../areas/account/mail.tsx';
import * as signInLink from '../areas/account/sign-in/link.tsx';
import * as signInSent from '../areas/account/sign-in/link-sent.tsx';
import * as signIn from '../areas/account/sign-in/sign-in.tsx';
import * as signUp from '../areas/account/sign-in/sign-up.tsx';
import * as unsubscribeKind from '../areas/account/unsubscribe/kind.tsx';
import * as unsubscribe from '../areas/account/unsubscribe/listing.tsx';
import * as unsubscribeMailbox from '../areas/account/unsubscribe/mailbox.tsx';
import * as accountVotes from '../areas/account/votes.tsx';
import { adminPage } from '../areas/admin/frame.tsx';
import * as adminOrder from '../areas/admin/orders/order.tsx';
import * as adminOrders from '../areas/admin/orders/orders.tsx';
import * as adminProducts from '../areas/admin/orders/products.tsx';
import * as adminVat from '../areas/admin/orders/vat.tsx';
import { ADMIN_PAGES } from '../areas/admin/routes.ts';
import * as blog from '../areas/blog/blog.tsx';
import * as post from '../areas/blog/post.tsx';
import * as howRankingWorks from '../areas/boards/how-ranking-works.tsx';
import * as leaderboard from '../areas/boards/leaderboard.tsx';
import * as leaderboards from '../areas/boards/leaderboards.tsx';
import * as claim from '../areas/claims/claim.tsx';
import * as claimConfirm from '../areas/claims/claim-confirm.tsx';
import * as claims from '../areas/claims/claims.tsx';
import * as dashboard from '../areas/dashboard/dashboard.tsx';
import * as freePlan from '../areas/dashboard/free-plan.tsx';
import * as interview from '../areas/dashboard/interview.tsx';
import * as ownCompare from '../areas/dashboard/listing-comparison.tsx';
import * as ownEdit from '../areas/dashboard/listing-edit.tsx';
import * as ownHistory from '../areas/dashboard/listing-history.tsx';
import * as ownMedia from '../areas/dashboard/listing-media.tsx';
import * as ownListing from '../areas/dashboard/listing-overview.tsx';
import * as ownReview from '../areas/dashboard/listing-review.tsx';
import * as ownStory from '../areas/dashboard/listing-story.tsx';
import * as notifications from '../areas/dashboard/notifications.tsx';
import * as docsAuthentication from '../areas/docs/authentication.tsx';
import * as docs from '../areas/docs/docs.tsx';
import * as docsErrors from '../areas/docs/errors.tsx';
import * as docsLimits from '../areas/docs/limits.tsx';
import * as docsMcp from '../areas/docs/mcp.tsx';
import * as docsOperation from '../areas/docs/operation.tsx';
import * as docsRest from '../areas/docs/rest.tsx';
import * as draft from '../areas/drafts/draft.tsx';
import * as drafts from '../areas/drafts/drafts.tsx';
import * as invite from '../areas/drafts/invite.tsx';
import * as draftInvites from '../areas/drafts/invites.tsx';
import * as draftPreview from '../areas/drafts/preview.tsx';
import * as submit from '../areas/drafts/submit.tsx';
import * as home from '../areas/home/home.tsx';
import * as alternatives from '../areas/listing/alternatives.tsx';
import * as badges from '../areas/listing/badges.tsx';
import * as compare from '../areas/listing/compare.tsx';
import * as listing from '../areas/listing/listing.tsx';
import * as reviews from '../areas/listing/reviews.tsx';
import * as updates from '../areas/listing/updates.tsx';
import * as checkout from '../areas/orders/checkout.tsx';
import * as order from '../areas/orders/order.tsx';
import * as orderForm from '../areas/orders/order-form.tsx';
import * as orders from '../areas/orders/orders.tsx';
import * as pay from '../areas/orders/pay.tsx';
import * as products from '../areas/orders/products.tsx';
import * as testPayment from '../areas/orders/test-payment.tsx';
import * as founder from '../areas/people/founder.tsx';
import * as founders from '../areas/people/founders.tsx';
import * as categories from '../areas/search/categories.tsx';
import * as category from '../areas/search/category.tsx';
import * as search from '../areas/search/search.tsx';
import * as awards from '../areas/weeks/awards.tsx';
import * as calendar from '../areas/weeks/calendar.tsx';
import * as launches from '../areas/weeks/launches.tsx';
import * as week from '../areas/weeks/week.tsx';
import {
  accountPaths,
  adminPaths,
  blogPaths,
  boardPaths,
  claimPaths,
  dashboardPaths,
  docsPaths,
  draftPaths,
  homePaths,
  listingPaths,
  orderPaths,
  peoplePaths,
  searchPaths,
  weekPaths,
} from '../paths.ts';
import { definePage, type Page } from './page.ts';

/** Prices, orders and payment, with their admin pages. */
const ORDER_PAGES: Page[] = [
  definePage({ name: 'products', path: orderPaths.products, ...products }),
  definePage({ name: 'order_form', path: orderPaths.orderForm, for: 'member', ...orderForm }),
  definePage({ name: 'checkout', path: orderPaths.checkout, for: 'member', ...checkout }),
  definePage({ name: 'pay', path: orderPaths.pay, for: 'member', ...pay }),
  definePage({ name: 'test_payment', path: orderPaths.testPayment, for: 'member', ...testPayment }),
  definePage({ name: 'orders', path: orderPaths.orders, for: 'member', ...orders }),
  definePage({ name: 'order', path: orderPaths.order, for: 'member', ...order }),
  adminPage('admin_orders', adminPaths.orders, adminPaths.orders, adminOrders),
  adminPage('admin_order', adminPaths.order, adminPaths.orders, adminOrder),
  adminPage('admin_products', adminPaths.products, adminPaths.products, adminProducts),
  adminPage('admin_vat', adminPaths.vat, adminPaths.vat, adminVat),
];

/** Every page of the website. A page's file exports `load`, `head` and `view`. */
export const WEB_PAGES: Page[] = [
  definePage({ name: 'home', path: homePaths.home, ...home }),
  definePage({ name: 'search', path: searchPaths.listings, section: 'listings', ...search }),
  definePage({ name: 'listing', path: listingPaths.listing, section: 'listings', counts_views: true, ...listing }),
  definePage({ name: 'reviews', path: listingPaths.reviews, section: 'listings', ...reviews }),
  definePage({ name: 'alternatives', path: listingPaths.alternatives, section: 'listings', ...alternatives }),
  definePage({ name: 'badges', path: listingPaths.badges, section: 'listings', ...badges }),
  definePage({ name: 'compare', path: listingPaths.compare, section: 'compare', ...compare }),
  definePage({ name: 'categories', path: searchPaths.categories, section: 'categories', ...categories }),
  definePage({ name: 'category', path: searchPaths.category, not_found: 'category_not_found', section: 'categories', ...category }),
  definePage({ name: 'launches', path: weekPaths.launches, section: 'launches', ...launches }),
  definePage({ name: 'calendar', path: weekPaths.calendar, section: 'launches', ...calendar }),
  definePage({ name: 'week', path: weekPaths.week, section: 'launches', ...week }),
  definePage({ name: 'awards', path: weekPaths.awards, section: 'launches', ...awards }),
  definePage({ name: 'leaderboards', path: boardPaths.leaderboards, section: 'leaderboards', ...leaderboards }),
  definePage({ name: 'leaderboard', path: boardPaths.leaderboard, section: 'leaderboards', ...leaderboard }),
  definePage({ name: 'how_ranking_works', path: boardPaths.howRankingWorks, ...howRankingWorks }),
  definePage({ name: 'founders', path: peoplePaths.founders, section: 'founders', ...founders }),
  definePage({ name: 'founder', path: peoplePaths.founder, not_found: 'founder_not_found', section: 'founders', ...founder }),
  definePage({ name: 'blog', path: blogPaths.posts, section: 'blog', ...blog }),
  definePage({ name: 'post', path: blogPaths.post, not_found: 'blog_post_not_found', section: 'blog', ...post }),
  definePage({ name: 'submit', path: draftPaths.submit, ...submit }),
  definePage({ name: 'drafts', path: draftPaths.drafts, for: 'member', ...drafts }),
  definePage({ name: 'draft', path: draftPaths.draft, for: 'member', ...draft }),
  definePage({ name: 'draft_preview', path: draftPaths.preview, for: 'member', ...draftPreview }),
  definePage({ name: 'draft_invites', path: draftPaths.invites, for: 'member', ...draftInvites }),
  definePage({ name: 'invite_accepted', ...inviteAccepted }),
  definePage({ name: 'invite', path: draftPaths.invite, personal: true, ...invite }),
  definePage({ name: 'claim', path: claimPaths.claim, section: 'listings', for: 'member', ...claim }),
  definePage({ name: 'claims', path: claimPaths.claims, for: 'member', ...claims }),
  definePage({ name: 'claim_confirm', path: claimPaths.confirm, personal: true, ...claimConfirm }),
  definePage({ name: 'claim_confirmed', ...claimConfirmed }),
  definePage({ name: 'dashboard', path: dashboardPaths.home, for: 'member', ...dashboard }),
  definePage({ name: 'interview', path: dashboardPaths.interview, for: 'member', ...interview }),
  definePage({ name: 'own_listing', path: dashboardPaths.overview, for: 'member', ...ownListing }),
  definePage({ name: 'free_plan', path: dashboardPaths.freePlan, for: 'member', ...freePlan }),
  definePage({ name: 'own_edit', path: dashboardPaths.edit, for: 'member', ...ownEdit }),
  definePage({ name: 'own_history', path: dashboardPaths.history, for: 'member', ...ownHistory }),
  definePage({ name: 'own_story', path: dashboardPaths.story, for: 'member', ...ownStory }),
  definePage({ name: 'own_media', path: dashboardPaths.media, for: 'member', ...ownMedia }),
  definePage({ name: 'own_compare', path: dashboardPaths.compare, for: 'member', ...ownCompare }),
  definePage({ name: 'own_review', path: dashboardPaths.review, for: 'member', ...ownReview }),
  definePage({ name: 'notifications', path: dashboardPaths.notifications, for: 'member', ...notifications }),
  definePage({ name: 'unsubscribe', path: accountPaths.unsubscribe, personal: true, ...unsubscribe }),
  definePage({ name: 'unsubscribe_kind', path: accountPaths.unsubscribeKind, personal: true, ...unsubscribeKind }),
  definePage({ name: 'unsubscribe_mailbox', path: accountPaths.unsubscribeMailbox, personal: true, ...unsubscribeMailbox }),
  definePage({ name: 'updates', path: listingPaths.updates, ...updates }),
  definePage({ name: 'docs', path: docsPaths.home, ...docs }),
  definePage({ name: 'docs_rest', path: docsPaths.rest, ...docsRest }),
  definePage({ name: 'docs_mcp', path: docsPaths.mcp, ...docsMcp }),
  definePage({ name: 'docs_authentication', path: docsPaths.authentication, ...docsAuthentication }),
  definePage({ name: 'docs_limits', path: docsPaths.limits, ...docsLimits }),
  definePage({ name: 'docs_operation', path: docsPaths.operation, ...docsOperation }),
  definePage({ name: 'docs_errors', path: docsPaths.errors, ...docsErrors }),
  definePage({ name: 'sign_in', path: accountPaths.signIn, ...signIn }),
  definePage({ name: 'sign_in_sent', path: accountPaths.signInLinkSent, ...signInSent }),
  definePage({ name: 'sign_in_link', path: accountPaths.signInByLink, personal: true, ...signInLink }),
  definePage({ name: 'sign_up', path: accountPaths.signUp, ...signUp }),
  definePage({ name: 'account', path: accountPaths.home, for: 'member', ...account }),
  definePage({ name: 'account_address', path: accountPaths.confirmEmail, personal: true, ...accountAddress }),
  definePage({ name: 'account_half_moved', ...emailHalfConfirmed }),
  definePage({ name: 'account_moved', ...emailChanged }),
  definePage({ name: 'account_applications', path: accountPaths.applications, for: 'member', ...accountApplications }),
  definePage({ name: 'account_delete', path: accountPaths.delete, for: 'member', ...accountDelete }),
  definePage({ name: 'account_deleted', ...accountDeleted }),
  definePage({ name: 'account_follows', path: accountPaths.follows, for: 'member', ...accountFollows }),
  definePage({ name: 'account_keys', path: accountPaths.keys, for: 'member', ...accountKeys }),
  definePage({ name: 'account_mail', path: accountPaths.mail, for: 'member', ...accountMail }),
  definePage({ name: 'account_votes', path: accountPaths.votes, for: 'member', ...accountVotes }),
  ...ADMIN_PAGES,
  ...ORDER_PAGES,
];
