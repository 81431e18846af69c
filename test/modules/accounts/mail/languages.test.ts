import { expect, test } from 'vitest';
import type { Site } from '../../../../src/kernel/context.ts';
import type { Language } from '../../../../src/kernel/language/languages.ts';
import { localeFor, withLocale } from '../../../../src/kernel/language/locale.ts';
import '../../../../src/messages.ts';
import * as accounts from '../../../../src/modules/accounts/mail/mails.tsx';
import type { MailMessage, OptionalMail } from '../../../../src/modules/accounts/mail/render-mail.tsx';
import * as claims from '../../../../src/modules/claims/mails.tsx';
import { CLAIM_METHODS } from '../../../../src/modules/claims/methods.ts';
import { commentNotification } from '../../../../src/modules/comments/mails.tsx';
import * as contact from '../../../../src/modules/content/contact/mails.tsx';
import * as digest from '../../../../src/modules/digest/mails.tsx';
import * as approval from '../../../../src/modules/launches/approval/mails.tsx';
import * as launches from '../../../../src/modules/launches/mails.tsx';
import * as team from '../../../../src/modules/launches/team/mails.tsx';
import * as listings from '../../../../src/modules/listings/mails.tsx';
import * as orders from '../../../../src/modules/orders/notifications/mails.tsx';
import * as rechecks from '../../../../src/modules/rechecks/mails.tsx';
import { setupMail } from '../../../../src/modules/setup/mails.tsx';
import { weeklyStatsMail } from '../../../../src/modules/stats/mails.tsx';

/** Everything that comes from elsewhere is in capitals, so that what remains was written by the mail. */
const site: Site = {
  id: 1,
  key: 'S',
  name: 'SITE',
  tagline: '',
  purpose: '',
  root: 'https://site.example',
  time_zone: 'UTC',
  languages: ['de', 'es', 'en-xa'],
};
const NOON = new Date('2026-11-18T12:00:00Z');
const LISTING = { listing_id: 1, slug: 'acme', name: 'ACME' };
const WEEK = '2026-11-16';
const MOVE = { from: '2026-11-09', to: WEEK };
const CLAIM = () => ({ id: 1, slug: 'acme', product: 'ACME', how: CLAIM_METHODS.dns.how });
const COUNTS = { views: 1200, clicks: 3, badge_clicks: 0, votes: 1, follows: 2 };
const NUMBERS = { name: 'ACME', path: '/dashboard/listings/1/stats', totals: COUNTS, previous: { ...COUNTS, views: 100 } };
const DIGEST_LISTING = { slug: 'acme', name: 'ACME', tagline: 'TAGLINE', votes: 2, category_ids: [] };
const REVIEW = { ...LISTING, review_id: 1 };
const UPDATE = { id: 1, site_id: 1, ...LISTING, title: 'TITLE', body: 'BODY', created_at: NOON };
const MESSAGE = { name: 'ADA', email: 'A@B.C', subject: 'SUBJECT', body: 'BODY' };
const ANSWERED = { ...MESSAGE, id: 1, status: 'open' as const, answer: null, created_at: NOON, updated_at: NOON };
const ORDER = { number: 'LW-1', total_cents: 4900, promo_code: 'CODE', discount_cents: 1000 };
const LINE = { id: 1, product: 'launch' as const, name: 'LAUNCH', listing_id: 1, week_on: WEEK, note: null, listing_name: 'ACME' };
const [WAITING, DONE] = [
  { ...LINE, status: 'waiting' as const },
  { ...LINE, status: 'fulfilled' as const },
];
const REFUND = { id: 1, amount_cents: 4900, reason: 'REASON', trouble: null, line: DONE, credit_note: 'CN-1' };
const PAYMENT = { id: 1, received_cents: 4900, use: 'late' as const };
const COMMENT = { slug: 'acme', name: 'ACME', comment_id: 1, body: 'BODY' };
const MAKER = { name: 'ADA', is_maker: true };
const PERSON = { name: null, is_maker: false };

type Mail = MailMessage | OptionalMail;
const buyer = (text: orders.NotificationText) => orders.buildBuyerNotification(site, ORDER, text).mail;

/** Every mail of every module. */
const MAILS: Record<string, () => Mail[]> = {
  accounts: () => [
    accounts.signInMail(site, 'T'),
    accounts.bannedMail(site, 'REASON'),
    accounts.banLiftedMail(site),
    accounts.siteAdminMail(site),
  ],
  claims: () => [
    claims.claimExpiredMail(site, CLAIM()),
    claims.claimLinkMail(site, 'T', { product: 'ACME', claimant: 'A@B.C', close_url: site.root }),
    claims.claimVerifiedMail(site, CLAIM()),
    claims.ownershipVerifiedMail(site, CLAIM()),
    claims.newOwnerContactMail(site, CLAIM()),
    claims.objectionMail(site, { product: 'ACME', slug: 'acme', from: 'A@B.C', owner: null, message: 'MESSAGE' }),
    claims.ownershipGivenMail(site, CLAIM()),
    claims.ownershipRemovedMail(site, { ...CLAIM(), reason: null }),
    claims.objectionAnsweredMail(site, { slug: 'acme', product: 'ACME', answer: 'ANSWER' }),
  ],
  comments: () =>
    (['reply', 'mention', 'own_listing'] as const).flatMap((reason) =>
      [MAKER, PERSON].map((author) => commentNotification(site, { ...COMMENT, author }, reason).mail),
    ),
  contact: () => [contact.newMessageMail(site, 1, MESSAGE), contact.answerMail(site, ANSWERED, 'ANSWER')],
  digest: () => [
    digest.digestMail(
      site,
      { week_on: WEEK, launches: [DIGEST_LISTING], ranked: [DIGEST_LISTING] },
      { unsubscribe_url: site.root, categories: ['AI'] },
    ),
    digest.digestMail(
      site,
      { week_on: WEEK, launches: [], ranked: [DIGEST_LISTING] },
      { unsubscribe_url: site.root, categories: [], is_test: true },
    ),
    digest.confirmDigestMail(site, site.root, [], site.root),
  ],
  launches: () =>
    [
      launches.awardNotification(site, { ...LISTING, rank: 2, votes: 1200 }, WEEK),
      launches.scheduledNotification(site, LISTING, WEEK),
      launches.paidWeekNotification(site, LISTING, WEEK),
      launches.relaunchedNotification(site, LISTING, WEEK),
      launches.movedNotification(site, LISTING, MOVE),
      launches.leftQueueNotification(site, LISTING, WEEK),
      launches.liveNotification(site, LISTING, WEEK),
      approval.inReviewNotification(site, LISTING, null, NOON),
      approval.inReviewNotification(site, LISTING, WEEK, NOON),
      approval.approvedNotification(site, LISTING, WEEK, NOON),
      approval.returnedNotification(site, LISTING, 'REASON', NOON),
      approval.reviewMovedNotification(site, LISTING, { ...MOVE, is_returned: true }),
      team.listingRemovedNotification(site, LISTING, 'REASON', NOON),
      team.listingMergedNotification(site, LISTING, { ...LISTING, name: 'OTHER' }, NOON),
      team.listingRestoredNotification(site, LISTING, WEEK, NOON),
      team.badgeWaivedNotification(site, LISTING, WEEK, NOON),
      team.badgeRequiredNotification(site, LISTING, WEEK, NOON),
      team.weekChangedNotification(site, LISTING, MOVE, NOON),
      team.removedFromQueueNotification(site, LISTING, 'REASON', NOON),
    ].map(({ mail }) => mail),
  listings: () => [
    listings.launchMail(site, { ...LISTING, site_id: 1, launch_week_on: WEEK }, 'T'),
    listings.updateMail(site, UPDATE, 'T'),
    listings.newReviewNotification(site, REVIEW).mail,
    listings.reviewAnswerNotification(site, REVIEW, 'ANSWER').mail,
  ],
  orders: () => [
    buyer(orders.orderPaidText(site, { ...ORDER, invoice: 'R-1' }, [WAITING, DONE], true)),
    buyer(orders.orderPaidText(site, { ...ORDER, invoice: null, total_cents: 0 }, [DONE], false)),
    orders.linesDeliveredMail(site, ORDER, [DONE, DONE]),
    orders.linesDeliveredMail(site, ORDER, [DONE]),
    buyer(orders.handedOverText(site, DONE)),
    buyer(orders.toDoText(ORDER, DONE)),
    buyer(orders.givenUpText(ORDER, DONE)),
    buyer(orders.refundedText(ORDER, REFUND)),
    buyer(orders.refundFailedText(ORDER, REFUND)),
    buyer(orders.paymentReturnedText(ORDER, PAYMENT)),
    buyer(orders.strayPaymentText(ORDER, PAYMENT)),
    buyer(orders.disputedText(ORDER, 1)),
    buyer(orders.orderExpiredText(ORDER, [WAITING])),
  ],
  rechecks: () =>
    [
      rechecks.deadNotification(site, LISTING, NOON, NOON),
      rechecks.changesNotification(site, LISTING, [{ id: 1, path: 'x', name: 'PRICE' }]),
      rechecks.hiddenNotification(site, LISTING, NOON),
      rechecks.backNotification(site, LISTING, NOON),
    ].map(({ mail }) => mail),
  setup: () => [setupMail(site, '123456')],
  stats: () => [weeklyStatsMail(site, WEEK, [NUMBERS])],
};

const renderIn = (language: Language, write: () => Mail[]): MailMessage[] =>
  withLocale(localeFor(site, language), () => write().map((mail) => ('kind' in mail ? mail.write(`${site.root}/off`) : mail)));

/** The first mail of each module in German: its subject, and something of its text. */
const GERMAN: Record<string, [subject: string, text: string]> = {
  accounts: ['Dein Anmeldelink für SITE', 'https://site.example/de/sign-in/link?token=T'],
  claims: ['Dein Anspruch auf ACME ist abgelaufen', 'wolltest es mit einem DNS-Eintrag bestätigen'],
  comments: [
    'Der Macher von „ACME“ hat auf deinen Kommentar geantwortet',
    'https://site.example/de/listings/acme/comments?comment=1#comment-1',
  ],
  contact: ['Neue Nachricht: SUBJECT', 'ADA (A@B.C) hat dem Team von SITE geschrieben:'],
  digest: ['1 Launch diese Woche auf SITE', 'Das ist in der Woche vom 16. November 2026 in AI gestartet.'],
  launches: ['ACME ist Launch der Woche #2', 'ACME hat mit 1.200 Stimmen den zweiten Platz erreicht.'],
  listings: ['„ACME“ ist auf SITE gestartet', 'https://site.example/de/listings/acme'],
  orders: ['Deine Bestellung LW-1 ist bezahlt', 'Vielen Dank. Wir haben 49,00\u00a0$ für deine Bestellung LW-1 erhalten.'],
  rechecks: ['Die Website von ACME antwortet nicht', 'Du bekommst E-Mails der Art „Änderungen auf deiner Website“ von SITE.'],
  setup: ['123456 ist dein Testcode für SITE', 'Gib diesen Code auf der Einrichtungsseite ein: 123456'],
  stats: [
    '„ACME“: die letzte Woche in Zahlen',
    '1.200 Aufrufe (1.100 mehr als in der Woche davor), 3 Klicks auf deine Website (0,3 % der Aufrufe)',
  ],
};

test.each(Object.keys(MAILS))('mails of %s: German to a German recipient, with links to German pages', (module) => {
  const [{ subject, text, html }] = renderIn('de', MAILS[module]!) as [MailMessage];
  expect([subject, text]).toEqual([GERMAN[module]![0], expect.stringContaining(GERMAN[module]![1])]);
  expect(html).toContain('<html lang="de">');
});

/** In the pseudo-language, texts of the catalogue are in brackets. Values, addresses and dates are not. */
const untranslated = (text: string): string[] =>
  text
    .replace(/https:\S+|November/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .match(/[a-z]{2,}/g) ?? [];

test.each(Object.entries(MAILS))('mails of %s have no text outside the catalogue', (_module, write) => {
  for (const { subject, text } of renderIn('en-xa', write)) expect(untranslated(`${subject}\n${text}`), text).toEqual([]);
});
