import type { VNode } from 'preact';
import type { Ctx } from '../../src/kernel/context.ts';
import { type Head, type Here, page } from '../../src/web/page.ts';
import * as account from '../../src/web/pages/account.tsx';
import * as accountDelete from '../../src/web/pages/account-delete.tsx';
import * as accountKeys from '../../src/web/pages/account-keys.tsx';
import * as adminLetter from '../../src/web/pages/admin-letter.tsx';
import * as adminMail from '../../src/web/pages/admin-mail.tsx';
import * as alternatives from '../../src/web/pages/alternatives.tsx';
import * as blog from '../../src/web/pages/blog.tsx';
import * as categories from '../../src/web/pages/categories.tsx';
import * as category from '../../src/web/pages/category.tsx';
import * as compare from '../../src/web/pages/compare.tsx';
import * as founder from '../../src/web/pages/founder.tsx';
import * as founders from '../../src/web/pages/founders.tsx';
import * as home from '../../src/web/pages/home.tsx';
import * as listing from '../../src/web/pages/listing.tsx';
import * as post from '../../src/web/pages/post.tsx';
import * as search from '../../src/web/pages/search.tsx';
import * as signIn from '../../src/web/pages/sign-in.tsx';
import * as signInLink from '../../src/web/pages/sign-in-link.tsx';
import * as signUp from '../../src/web/pages/sign-up.tsx';
import { renderPage } from '../../src/web/render.tsx';
import { aKey, aMail, anAccount, aSession } from './people-samples.ts';
import {
  aCategory,
  aComparison,
  aFounder,
  aFounderSummary,
  aListing,
  anAlternative,
  aPost,
  aSummary,
  aTree,
  here,
  listOf,
  site,
} from './samples.ts';

interface Drawable<D> {
  head(data: D, here: Here): Head;
  view(data: D, here: Here): VNode;
}

const ctx = { site, clock: { now: () => here.now }, caller: null, request_id: 'r' } as unknown as Ctx;

/** A page drawn from data, whole, as a browser would get it. */
export const draw = async <D>({ head, view }: Drawable<D>, data: D): Promise<string> =>
  (await renderPage(page({ name: 'drawn', path: '/', load: async () => data, head, view }), ctx, {}, {})).html;

const chosen = (slug: string) => ({ sent: slug, listing: aSummary({ slug }), candidates: [] });
const unsure = { sent: 'harbour', listing: null, candidates: [aSummary(), aSummary({ slug: 'quayside' })] };
const evidence = aListing().attributes[0]!.evidence!;

/** One thing every page can show, with a way to change the data before it is drawn. */
const drawing =
  <D>(drawable: Drawable<D>, data: D) =>
  (change: (data: D) => D = (same) => same): Promise<string> =>
    draw(drawable, change(data));

const searching = {
  q: 'harbour',
  category: 'scheduling',
  stage: 'beta',
  country: 'PT',
  pricing_model: 'freemium',
  status: 'live',
  sort: 'newest',
  page: 2,
  per_page: 20,
} as const;

type Drawing = (change?: <D>(data: D) => D) => Promise<string>;

/** Every page of the table, drawn with something in every place. */
export const DRAWINGS: Record<string, Drawing> = {
  home: drawing(home, {
    counts: { live_listings: 1204, categories: 48 },
    launches: [aSummary(), aSummary({ slug: 'b', launch_week_on: null })],
    upcoming: [aSummary({ status: 'scheduled' })],
    categories: aTree,
    posts: [aPost()],
    exhibit: { slug: 'tidewater', name: 'Tidewater', fact: { ...aListing().attributes[0]!, evidence } },
  }),
  search: drawing(search, {
    input: searching,
    misread: [{ name: 'country', sent: 'Germany', hint: 'Countries go by two letters.' }],
    results: listOf([aSummary()], { page: 2, total: 10_000, total_is_exact: false, has_more: true }),
    categories: aTree,
  }),
  'search, nothing found': drawing(search, { input: searching, misread: [], results: listOf([]), categories: aTree }),
  listing: drawing(listing, { listing: aListing({ headline: 'A headline', summary: 'A summary' }), alternatives: [anAlternative()] }),
  alternatives: drawing(alternatives, { listing: aListing(), alternatives: [anAlternative()] }),
  compare: drawing(compare, { a: chosen('tidewater'), b: chosen('quayside'), comparison: aComparison() }),
  'compare, choosing': drawing(compare, { a: chosen('tidewater'), b: unsure, comparison: null }),
  categories: drawing(categories, aTree),
  category: drawing(category, { category: aCategory(), misread: [] }),
  founders: drawing(founders, {
    input: { q: 'ines', country: 'PT', page: 1, per_page: 20 },
    misread: [],
    founders: listOf([aFounderSummary()]),
  }),
  founder: drawing(founder, aFounder()),
  blog: drawing(blog, { input: { q: 'week', page: 1, per_page: 20 }, misread: [], posts: listOf([aPost()]) }),
  post: drawing(post, aPost({ faqs: [{ question: 'Why?', answer: 'Because.' }] })),
  sign_in: drawing(signIn, { go_to: '/listings?q=a&page=2' }),
  sign_up: drawing(signUp, { go_to: null }),
  sign_in_link: drawing(signInLink, { token: 'a-token', email: 'ada@example.com' }),
  account: drawing(account, {
    account: anAccount(),
    sessions: [aSession({ current: true }), aSession({ id: 2, device: null, address: null })],
    move: { id: 1, account_id: 1, new_email: 'new@example.com', old_confirmed_at: here.now, new_confirmed_at: null, expires_at: here.now },
    proved: false,
    admin: true,
    done: 'named',
  }),
  'account, with nothing yet': drawing(account, {
    account: anAccount({ name: null, password_hash: null, email_verified_at: null }),
    sessions: [aSession({ current: true })],
    move: null,
    proved: false,
    admin: false,
    done: undefined,
  }),
  account_delete: drawing(accountDelete, anAccount()),
  account_keys: drawing(accountKeys, { keys: [aKey(), aKey({ id: 2, revoked_at: here.now }), aKey({ id: 3, expires_at: here.now })] }),
  admin_mail: drawing(adminMail, { page: 2, has_more: true, mails: [aMail(), aMail({ id: 2, status: 'failed', last_error: 'Not now' })] }),
  admin_letter: drawing(adminLetter, aMail()),
};
