import { adminPaths } from '../../paths.ts';
import { definePage, type Page } from '../../server/page.ts';
import { logPage } from './audit-log.tsx';
import { attributePage, attributesPage } from './content/attributes.tsx';
import { categoriesPage, categoryPage } from './content/categories.tsx';
import { founderPage, foundersPage } from './content/founders.tsx';
import { legalEditorPage, legalPagesPage } from './content/legal.tsx';
import { messagePage, messagesPage } from './content/messages.tsx';
import { newPostPage, postPage, postsPage } from './content/posts.tsx';
import { questionsPage } from './content/questions.tsx';
import { exportPage } from './imports/export.tsx';
import { importPage } from './imports/import.tsx';
import { importsPage } from './imports/imports.tsx';
import { claimsPage } from './listings/claims.tsx';
import { commentsPage } from './listings/comments.tsx';
import { editListingPage, editsPage } from './listings/edits.tsx';
import { listingPage, listingsPage } from './listings/listings.tsx';
import { reviewsPage } from './listings/reviews.tsx';
import { votesPage } from './listings/votes.tsx';
import { weekPage, weeksPage } from './listings/weeks.tsx';
import * as moderationLog from './moderation-log.tsx';
import { orderPage } from './orders/order.tsx';
import { ordersPage } from './orders/orders.tsx';
import { productsPage } from './orders/products.tsx';
import { promoCodesPage } from './orders/promo-codes.tsx';
import { vatPage } from './orders/vat.tsx';
import { numbersPage } from './overview/numbers.tsx';
import { overviewPage } from './overview/overview.tsx';
import { setupPage } from './overview/setup.tsx';
import { userPage, usersPage } from './people/users.tsx';
import { approvalPage, approvalsPage } from './queues/approvals.tsx';
import { inboxPage } from './queues/inbox.tsx';
import { repliesPage } from './queues/replies.tsx';
import { reportsPage } from './queues/reports.tsx';
import { brandPage } from './settings/brand.tsx';
import { datasetPage } from './settings/dataset.tsx';
import { digestPage } from './settings/digest.tsx';
import { jobsPage } from './settings/jobs.tsx';
import { ledgerSettingsPage } from './settings/ledger.tsx';
import { mailPage, mailsPage } from './settings/mail.tsx';
import { metricsPage } from './settings/metrics.tsx';
import { settingsPage } from './settings/settings.tsx';
import { signInProvidersPage } from './settings/sign-in.tsx';
import { sitesPage } from './settings/sites.tsx';
import { teamPage } from './settings/team.tsx';
import { teamWebhookPage, teamWebhooksPage } from './settings/webhooks.tsx';
import { launchVotesPage } from './votes/launch-votes.tsx';

/** The pages of the site's team, and the public moderation log. */
export const ADMIN_PAGES: Page[] = [
  definePage({ name: 'moderation_log', path: adminPaths.moderationLog, ...moderationLog }),
  definePage(overviewPage),
  definePage(listingsPage),
  definePage(listingPage),
  definePage(editListingPage),
  definePage(importsPage),
  definePage(importPage),
  definePage(exportPage),
  definePage(categoriesPage),
  definePage(categoryPage),
  definePage(attributesPage),
  definePage(attributePage),
  definePage(foundersPage),
  definePage(founderPage),
  definePage(postsPage),
  definePage(newPostPage),
  definePage(postPage),
  definePage(legalPagesPage),
  definePage(legalEditorPage),
  definePage(messagesPage),
  definePage(messagePage),
  definePage(questionsPage),
  definePage(datasetPage),
  definePage(digestPage),
  definePage(setupPage),
  definePage(numbersPage),
  definePage(weeksPage),
  definePage(brandPage),
  definePage(weekPage),
  definePage(settingsPage),
  definePage(metricsPage),
  definePage(ledgerSettingsPage),
  definePage(teamWebhooksPage),
  definePage(teamWebhookPage),
  definePage(teamPage),
  definePage(usersPage),
  definePage(userPage),
  definePage(jobsPage),
  definePage(signInProvidersPage),
  definePage(sitesPage),
  definePage(inboxPage),
  definePage(reportsPage),
  definePage(approvalsPage),
  definePage(approvalPage),
  definePage(repliesPage),
  definePage(claimsPage),
  definePage(logPage),
  definePage(editsPage),
  definePage(mailsPage),
  definePage(mailPage),
  definePage(votesPage),
  definePage(launchVotesPage),
  definePage(reviewsPage),
  definePage(commentsPage),
  definePage(ordersPage),
  definePage(orderPage),
  definePage(productsPage),
  definePage(promoCodesPage),
  definePage(vatPage),
];
