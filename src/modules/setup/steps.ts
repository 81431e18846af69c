import type { Ctx } from '../../kernel/context.ts';
import { describeLanguage, offeredLanguages } from '../../kernel/language/languages.ts';
import { msg, t, texts } from '../../kernel/language/messages.ts';
import type { DigestSettings } from '../digest/rules.ts';
import type { Finding } from './checks.ts';

/** How far a step is. A `todo` was not done, or not tested. */
export type StepState = Finding | { status: 'todo'; found: string; advice?: string };

/** What a site has, as far as steps ask. */
export interface SiteFacts {
  categories: number;
  live_listings: number;
  /** Listings that launch this week or later. */
  coming: number;
  digest: DigestSettings;
  subscribers: number;
  seller: string | null;
  /** Products with a price that are for sale. */
  products: number;
  paid_orders: number;
}

export interface Step {
  key: string;
  title: string;
  /** What the site shows by itself, on every visit. Without it only the test can tell. */
  look?: (site: Ctx['site'], facts: SiteFacts, is_tested: boolean) => StepState;
  /** The check that its test runs. Without one the test looks again. */
  check?: string;
}

const done = (found: string): StepState => ({ status: 'ok', found });
const todo = (found: string, advice: string): StepState => ({ status: 'todo', found, advice });

const MIN_CATEGORIES = 3;
const MIN_LISTINGS = 10;
/** Legal pages that every site needs. */
const NEEDED_PAGES = texts([
  { kind: 'terms', title: msg('terms') },
  { kind: 'privacy', title: msg('privacy policy') },
  { kind: 'imprint', title: msg('imprint') },
]);
/** The proof that a mail arrived, by a code from it. */
export const MAIL_RECEIVED = 'mail_received';
export const DIGEST_STEP = 'digest';

const lookAtLanguage: Step['look'] = (site, _facts, is_tested) => {
  const languages = offeredLanguages(site).map((language) => describeLanguage(language).name);
  const found = t('{languages}. Weeks begin on Monday at 00:00 in the time zone {time_zone}.', {
    languages: languages.join(', '),
    time_zone: site.time_zone,
  });
  return is_tested
    ? done(found)
    : todo(found, t('Choose language and time zone first: texts, legal pages and dates follow them. Then test.'));
};

const lookAtLegalPages: Step['look'] = ({ legal = [] }) => {
  const missing = NEEDED_PAGES.filter(({ kind }) => !legal.some((page) => page.kind === kind)).map(({ title }) => title);
  return missing.length === 0
    ? done(t('Terms, privacy policy and imprint are published.'))
    : todo(t('Missing: {pages}.', { pages: missing.join(', ') }), t('Fill in the template of each page and publish it.'));
};

const lookAtDigest: Step['look'] = (_site, { digest, subscribers }, is_tested) => {
  if (!digest.on) return done(t('It’s off. Nobody can subscribe.'));
  const found = t('It’s sent every week, to {n, plural, one {# subscriber} other {# subscribers}}.', { n: subscribers });
  return is_tested ? done(found) : todo(found, t('Choose its day and hour, or switch it off. Then send it to yourself to see it.'));
};

/** What to do between an empty site and an open one, in order. */
export const STEPS: Step[] = texts([
  { key: 'language', title: msg('Language and time zone'), look: lookAtLanguage },
  {
    key: 'brand',
    title: msg('Brand'),
    look: ({ brand = {}, name }) =>
      Object.keys(brand).length > 0
        ? done(t('{name} has its own look.', { name }))
        : todo(
            t('{name} looks as the software comes.', { name }),
            t('Add name, logo, colours and the text of the home page, then publish.'),
          ),
  },
  { key: 'legal', title: msg('Legal pages'), look: lookAtLegalPages },
  {
    key: 'categories',
    title: msg('Categories'),
    look: (_site, { categories: n }) => {
      const found = t('{n, plural, =0 {There are none.} one {There is one.} other {There are #.}}', { n });
      return n >= MIN_CATEGORIES ? done(found) : todo(found, t('Add at least three, or let an import create them.'));
    },
  },
  {
    key: 'listings',
    title: msg('First listings'),
    look: (_site, { live_listings: n }) => {
      const found = t('{n, plural, =0 {There are none.} one {There is one.} other {There are #.}}', { n });
      return n >= MIN_LISTINGS ? done(found) : todo(found, t('Import a list, so that the first visitors find something.'));
    },
  },
  { key: 'domain', title: msg('Domain'), check: 'domain' },
  { key: 'mail', title: msg('Mail server'), check: 'mail' },
  { key: MAIL_RECEIVED, title: msg('Email arrives') },
  { key: 'sender', title: msg('Sender’s DNS'), check: 'sender' },
  { key: DIGEST_STEP, title: msg('Weekly digest'), look: lookAtDigest },
  {
    key: 'seller',
    title: msg('Seller'),
    look: (_site, { seller }) =>
      seller
        ? done(t('Invoices are from {seller}.', { seller }))
        : todo(t('Nobody sells yet.'), t('Enter who sells, with address and VAT number. Skip this if you sell nothing.')),
  },
  {
    key: 'prices',
    title: msg('Prices'),
    look: (_site, { products: n }) =>
      n > 0
        ? done(t('{n, plural, one {# product is} other {# products are}} for sale.', { n }))
        : todo(t('Nothing is for sale.'), t('Set the price of a launch, and of what else you sell.')),
  },
  { key: 'payments', title: msg('Payments'), check: 'payments' },
  {
    key: 'week',
    title: msg('First launch week'),
    look: (_site, { coming: n }) =>
      n > 0
        ? done(t('{n, plural, one {# launch} other {# launches}} this week or later.', { n }))
        : todo(t('Nobody launches this week or later.'), t('Submit a product yourself, or invite a maker to launch.')),
  },
  {
    key: 'sale',
    title: msg('First sale'),
    look: (_site, { paid_orders: n }) =>
      n > 0
        ? done(t('{n, plural, one {# order is} other {# orders are}} paid.', { n }))
        : todo(
            t('No order is paid.'),
            t('Submit a product of your own, choose a paid launch and pay for it. You can refund it under Orders.'),
          ),
  },
]);
