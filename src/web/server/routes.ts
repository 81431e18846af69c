import * as account from '../areas/account/account.tsx';
import * as accountApplications from '../areas/account/applications.tsx';
import { accountDeleted, claimConfirmed, emailChanged, emailHalfConfirmed, inviteAccepted } from '../areas/account/confirmations.tsx';
import * as accountDelete from '../areas/account/delete.tsx';
import { digestConfirmPage, emailChangePage, signInLinkPage } from '../areas/account/emailed-links.tsx';
import * as accountFollows from '../areas/account/follows.tsx';
import * as accountKeys from '../areas/account/keys.tsx';
import * as accountMail from '../areas/account/mail.tsx';
import { continueWithPage } from '../areas/account/providers.tsx';
import { linkSentPage, signInPage, signUpPage } from '../areas/account/sign-in.tsx';
import {
  digestUnsubscribePage,
  kindUnsubscribePage,
  listingUnsubscribePage,
  mailboxUnsubscribePage,
} from '../areas/account/unsubscribe.tsx';
import * as accountVotes from '../areas/account/votes.tsx';
import { webhookPage, webhooksPage } from '../areas/account/webhooks.tsx';
import { ADMIN_PAGES } from '../areas/admin/routes.ts';
import * as blog from '../areas/blog/blog.tsx';
import * as post from '../areas/blog/post.tsx';
import * as howRankingWorks from '../areas/boards/how-ranking-works.tsx';
import * as leaderboard from '../areas/boards/leaderboard.tsx';
import * as leaderboards from '../areas/boards/leaderboards.tsx';
import * as claim from '../areas/claims/claim.tsx';
import * as claimConfirm from '../areas/claims/claim-confirm.tsx';
import * as claims from '../areas/claims/claims.tsx';
import * as contact from '../areas/contact/contact.tsx';
import * as dashboard from '../areas/dashboard/dashboard.tsx';
import * as interview from '../areas/dashboard/interview.tsx';
import * as launch from '../areas/dashboard/launch.tsx';
import { changesPage } from '../areas/dashboard/listing-changes.tsx';
import { comparisonPage } from '../areas/dashboard/listing-comparison.tsx';
import { editPage } from '../areas/dashboard/listing-edit.tsx';
import { historyPage } from '../areas/dashboard/listing-history.tsx';
import { mediaPage } from '../areas/dashboard/listing-media.tsx';
import { ownListingPage } from '../areas/dashboard/listing-overview.tsx';
import { reviewPage } from '../areas/dashboard/listing-review.tsx';
import { statsPage } from '../areas/dashboard/listing-stats.tsx';
import { storyPage } from '../areas/dashboard/listing-story.tsx';
import * as notifications from '../areas/dashboard/notifications.tsx';
import { dataPage } from '../areas/data/data.tsx';
import { digestConfirmed, digestLinkSent } from '../areas/digest/confirmations.tsx';
import * as digest from '../areas/digest/digest.tsx';
import { adminApiPage } from '../areas/docs/admin.tsx';
import { authenticationPage } from '../areas/docs/authentication.tsx';
import { errorsPage, limitsPage } from '../areas/docs/conventions.tsx';
import { mcpPage } from '../areas/docs/mcp.tsx';
import * as docsOperation from '../areas/docs/operation.tsx';
import { referencePage } from '../areas/docs/reference.tsx';
import { restPage } from '../areas/docs/rest.tsx';
import { webhooksGuide } from '../areas/docs/webhooks.tsx';
import * as draft from '../areas/drafts/draft.tsx';
import * as drafts from '../areas/drafts/drafts.tsx';
import * as invite from '../areas/drafts/invite.tsx';
import * as draftInvites from '../areas/drafts/invites.tsx';
import * as draftPreview from '../areas/drafts/preview.tsx';
import * as submit from '../areas/drafts/submit.tsx';
import * as home from '../areas/home/home.tsx';
import { formatPage, ledgerPage, verifyPage } from '../areas/ledger/ledger.tsx';
import { receiptPage } from '../areas/ledger/receipt.tsx';
import { legalPage, legalVersionPage } from '../areas/legal/legal.tsx';
import * as comments from '../areas/listing/all-comments.tsx';
import * as alternatives from '../areas/listing/alternatives.tsx';
import * as badges from '../areas/listing/badges.tsx';
import * as compare from '../areas/listing/compare.tsx';
import * as listing from '../areas/listing/listing.tsx';
import * as reviews from '../areas/listing/reviews.tsx';
import * as shareMastodon from '../areas/listing/share-mastodon.tsx';
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
import { reportPage } from '../areas/reports/report.tsx';
import * as categories from '../areas/search/categories.tsx';
import * as category from '../areas/search/category.tsx';
import * as search from '../areas/search/search.tsx';
import * as awards from '../areas/weeks/awards.tsx';
import * as calendar from '../areas/weeks/calendar.tsx';
import * as launches from '../areas/weeks/launches.tsx';
import * as week from '../areas/weeks/week.tsx';
import {
  accountPaths,
  blogPaths,
  boardPaths,
  claimPaths,
  contactPaths,
  dashboardPaths,
  digestPaths,
  docsPaths,
  draftPaths,
  homePaths,
  listingPaths,
  orderPaths,
  peoplePaths,
  reportPaths,
  searchPaths,
  weekPaths,
} from '../paths.ts';
import { AccountFrame } from '../ui/frames/account-frame.tsx';
import { definePage, type Page, type PageRow } from './page.ts';

/** A page of the account, with the account's menu. */
const accountPage = <P extends string, D>(row: PageRow<P, D>): Page => definePage({ for: 'member', frame: AccountFrame, ...row });

/** Prices, orders and payment. */
const ORDER_PAGES: Page[] = [
  definePage({ name: 'products', path: orderPaths.products, ...products }),
  definePage({ name: 'report_listing', path: reportPaths.listing, for: 'member', ...reportPage('listing') }),
  definePage({ name: 'report_founder', path: reportPaths.founder, for: 'member', ...reportPage('founder') }),
  definePage({ name: 'order_form', path: orderPaths.orderForm, for: 'member', ...orderForm }),
  definePage({ name: 'checkout', path: orderPaths.checkout, for: 'member', ...checkout }),
  definePage({ name: 'pay', path: orderPaths.pay, for: 'member', ...pay }),
  definePage({ name: 'test_payment', path: orderPaths.testPayment, for: 'member', ...testPayment }),
  accountPage({ name: 'orders', path: orderPaths.orders, ...orders }),
  definePage({ name: 'order', path: orderPaths.order, for: 'member', ...order }),
];

/** Every page of the website: its `load`, `head` and `view`. */
export const WEB_PAGES: Page[] = [
  definePage({ name: 'home', path: homePaths.home, ...home }),
  definePage({ name: 'search', path: searchPaths.listings, section: 'listings', ...search }),
  definePage({ name: 'listing', path: listingPaths.listing, section: 'listings', counts_views: true, ...listing }),
  definePage({ name: 'reviews', path: listingPaths.reviews, section: 'listings', ...reviews }),
  definePage({ name: 'comments', path: listingPaths.comments, section: 'listings', ...comments }),
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
  definePage({ name: 'data', ...dataPage }),
  definePage({ name: 'ledger', ...ledgerPage }),
  definePage({ name: 'ledger_verify', ...verifyPage }),
  definePage({ name: 'ledger_format', ...formatPage }),
  definePage({ name: 'ledger_receipt', ...receiptPage }),
  definePage({ name: 'founders', path: peoplePaths.founders, section: 'founders', ...founders }),
  definePage({ name: 'founder', path: peoplePaths.founder, not_found: 'founder_not_found', section: 'founders', ...founder }),
  definePage({ name: 'blog', path: blogPaths.posts, section: 'blog', ...blog }),
  definePage({ name: 'post', path: blogPaths.post, not_found: 'blog_post_not_found', section: 'blog', ...post }),
  definePage({ name: 'legal', ...legalPage }),
  definePage({ name: 'legal_version', ...legalVersionPage }),
  definePage({ name: 'contact', path: contactPaths.contact, ...contact }),
  definePage({ name: 'submit', path: draftPaths.submit, ...submit }),
  accountPage({ name: 'drafts', path: draftPaths.drafts, ...drafts }),
  definePage({ name: 'draft', path: draftPaths.draft, for: 'member', ...draft }),
  definePage({ name: 'draft_preview', path: draftPaths.preview, for: 'member', ...draftPreview }),
  definePage({ name: 'draft_invites', path: draftPaths.invites, for: 'member', ...draftInvites }),
  definePage({ name: 'invite_accepted', ...inviteAccepted }),
  definePage({ name: 'invite', path: draftPaths.invite, personal: true, ...invite }),
  definePage({ name: 'claim', path: claimPaths.claim, section: 'listings', personal: true, ...claim }),
  accountPage({ name: 'claims', path: claimPaths.claims, ...claims }),
  definePage({ name: 'claim_confirm', path: claimPaths.confirm, personal: true, ...claimConfirm }),
  definePage({ name: 'claim_confirmed', ...claimConfirmed }),
  accountPage({ name: 'dashboard', path: dashboardPaths.home, ...dashboard }),
  accountPage({ name: 'interview', path: dashboardPaths.interview, ...interview }),
  definePage({ name: 'own_listing', for: 'member', ...ownListingPage }),
  definePage({ name: 'free_plan', path: dashboardPaths.freePlan, for: 'member', ...launch }),
  definePage({ name: 'own_stats', for: 'member', ...statsPage }),
  definePage({ name: 'own_edit', for: 'member', ...editPage }),
  definePage({ name: 'own_history', for: 'member', ...historyPage }),
  definePage({ name: 'own_changes', for: 'member', ...changesPage }),
  definePage({ name: 'own_story', for: 'member', ...storyPage }),
  definePage({ name: 'own_media', for: 'member', ...mediaPage }),
  definePage({ name: 'own_compare', for: 'member', ...comparisonPage }),
  definePage({ name: 'own_review', for: 'member', ...reviewPage }),
  accountPage({ name: 'notifications', path: dashboardPaths.notifications, ...notifications }),
  definePage({ name: 'unsubscribe', personal: true, ...listingUnsubscribePage }),
  definePage({ name: 'unsubscribe_kind', personal: true, ...kindUnsubscribePage }),
  definePage({ name: 'unsubscribe_mailbox', personal: true, ...mailboxUnsubscribePage }),
  definePage({ name: 'unsubscribe_digest', personal: true, ...digestUnsubscribePage }),
  definePage({ name: 'digest', path: digestPaths.home, ...digest }),
  definePage({ name: 'digest_sent', ...digestLinkSent }),
  definePage({ name: 'digest_confirm', personal: true, ...digestConfirmPage }),
  definePage({ name: 'digest_confirmed', ...digestConfirmed }),
  definePage({ name: 'updates', path: listingPaths.updates, ...updates }),
  definePage({ name: 'share_mastodon', path: listingPaths.shareOnMastodon, ...shareMastodon }),
  definePage({ name: 'docs', ...referencePage }),
  definePage({ name: 'docs_rest', ...restPage }),
  definePage({ name: 'docs_mcp', ...mcpPage }),
  definePage({ name: 'docs_authentication', ...authenticationPage }),
  definePage({ name: 'docs_limits', ...limitsPage }),
  definePage({ name: 'docs_operation', path: docsPaths.operation, ...docsOperation }),
  definePage({ name: 'docs_errors', ...errorsPage }),
  definePage({ name: 'docs_webhooks', ...webhooksGuide }),
  definePage({ name: 'docs_admin', ...adminApiPage }),
  definePage({ name: 'sign_in', ...signInPage }),
  definePage({ name: 'sign_in_sent', ...linkSentPage }),
  definePage({ name: 'continue_with', personal: true, ...continueWithPage }),
  definePage({ name: 'sign_in_link', personal: true, ...signInLinkPage }),
  definePage({ name: 'sign_up', ...signUpPage }),
  accountPage({ name: 'account', path: accountPaths.home, ...account }),
  definePage({ name: 'account_address', personal: true, ...emailChangePage }),
  definePage({ name: 'account_half_moved', ...emailHalfConfirmed }),
  definePage({ name: 'account_moved', ...emailChanged }),
  accountPage({ name: 'account_applications', path: accountPaths.applications, ...accountApplications }),
  accountPage({ name: 'account_delete', path: accountPaths.delete, ...accountDelete }),
  definePage({ name: 'account_deleted', ...accountDeleted }),
  accountPage({ name: 'account_follows', path: accountPaths.follows, ...accountFollows }),
  accountPage({ name: 'account_keys', path: accountPaths.keys, ...accountKeys }),
  accountPage({ name: 'account_mail', path: accountPaths.mail, ...accountMail }),
  accountPage({ name: 'account_votes', path: accountPaths.votes, ...accountVotes }),
  accountPage({ name: 'account_webhooks', ...webhooksPage }),
  accountPage({ name: 'account_webhook', ...webhookPage }),
  ...ADMIN_PAGES,
  ...ORDER_PAGES,
];
