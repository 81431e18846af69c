import { createContext, h, type VNode } from 'preact';
import { Value } from 'typebox/value';
import { type Caller, type Ctx, isSignedIn, type Site } from '../../kernel/context.ts';
import { type InputError, Refusal } from '../../kernel/errors.ts';
import { readContext } from '../../kernel/html.ts';
import { msg, t, texts } from '../../kernel/language/messages.ts';
import type { RefusalCode } from '../../kernel/refusals.ts';
import type { Static, TObject } from '../../kernel/schema.ts';
import { normalize } from '../../kernel/unicode.ts';
import type { ShareCard } from '../share-images/share-card.ts';
import type { Alternate, Thing } from './metadata.ts';
import { type PathParams, parseParams } from './path.ts';

export type Params = Record<string, string | undefined>;
export type Query = Record<string, unknown>;

export interface Breadcrumb {
  name: string;
  href: string;
}

/** Everything about a page outside its body. */
export interface PageHead {
  title: string;
  description: string;
  /** Path and query of the page's one canonical address. */
  canonical: string;
  /** Breadcrumbs from the home page to this one, without the page itself. */
  trail?: Breadcrumb[];
  /** The page itself, at the end of the breadcrumbs, where it is shown. */
  here?: string;
  /** False sets noindex. */
  index?: boolean;
  /** True where the page has its own product search (with the id `find`); the header then shows none. */
  has_search?: boolean;
  type?: 'website' | 'article' | 'profile';
  alternates?: Alternate[];
  things?: Thing[];
  /** The share image of this page; without it the site's own is used. */
  card?: ShareCard;
  /** A picture of its own, which is shared instead. */
  picture?: { path: string; type: string; width: number; height: number; alt: string };
  status?: number;
  /** For a search page without a result: what was searched. */
  search_miss?: string;
  /** What the page's content security policy allows in addition, such as the frames of a video host. */
  policy?: string;
  /** The file names of this page's own scripts. */
  island?: string | string[];
  /** Seconds until a browser without JavaScript reloads the page, for work in progress. */
  refresh?: number;
  /** Where the page redirects to by itself, possibly another site. The CSP's form-action forbids a plain redirect after a form. */
  redirects_to?: string;
}

export type NavSection = 'launches' | 'leaderboards' | 'listings' | 'categories' | 'founders' | 'compare' | 'blog';

/** A form that an action sent back: rejected, with the submitted values (never passwords), or with a result to show once. */
export interface SubmittedForm {
  action: string;
  values: Record<string, string>;
  errors: InputError[];
  /** For a rejected form: what to do about it, and the response status. */
  message: string | null;
  status: number;
  /** Shown in this response only, such as a new API key. */
  result: Record<string, string>;
}

/** The site, time and caller a page is rendered for. */
export interface PageContext {
  site: Site;
  now: Date;
  caller?: Caller | null;
  form?: SubmittedForm;
}

/** Provides the page to its components. */
export const RenderedPage = createContext<PageContext | undefined>(undefined);

/** The page that is being rendered, for its components. */
export const currentPage = (): PageContext => {
  const page = readContext(RenderedPage);
  if (!page) throw new Error('No page is being rendered.');
  return page;
};

/** Who may use a page or action. Anonymous visitors are sent to sign in; team and admin pages answer 404 to everyone else. */
export type Audience = 'anyone' | 'member' | 'team' | 'admin';

/** A page: its path, what it loads, its head and its body. */
export interface PageRow<P extends string, D> {
  name: string;
  path: { pattern: P };
  /** The refusal of impossible parameters, for pages that are not about a listing, draft or order. */
  not_found?: RefusalCode;
  section?: NavSection;
  for?: Audience;
  /** True for a page that must not be cached because its address or content belongs to one person. */
  personal?: boolean;
  counts_views?: boolean;
  /** A frame around the page, such as the menu of the account. */
  frame?: (props: { current: string; children: VNode }) => VNode;
  load: (ctx: Ctx, params: PathParams<P>, query: Query) => Promise<D>;
  head(data: D, context: PageContext): PageHead;
  view(data: D, context: PageContext): VNode;
}

export interface LoadedPage {
  head: PageHead;
  body: VNode;
}

export interface Page {
  name: string;
  path: string;
  section?: NavSection;
  for: Audience;
  personal: boolean;
  counts_views: boolean;
  open(ctx: Ctx, params: Params, query: Query, form?: SubmittedForm): Promise<LoadedPage>;
}

/** Combines load, head and view, so that one table can hold pages with different data types. */
export const definePage = <P extends string, D>(row: PageRow<P, D>): Page => {
  const { name, path, section, for: audience = 'anyone', personal = audience !== 'anyone', counts_views = false } = row;
  return {
    name,
    path: path.pattern,
    section,
    for: audience,
    personal,
    counts_views,
    async open(ctx, params, query, form) {
      const context = { site: ctx.site, now: ctx.clock.now(), caller: ctx.caller, form };
      const data = await row.load(ctx, parseParams(path.pattern, params, row.not_found), query);
      const View = () => {
        const body = row.view(data, context);
        return row.frame ? row.frame({ current: path.pattern, children: body }) : body;
      };
      return { head: row.head(data, context), body: h(RenderedPage.Provider, { value: context, children: h(View, {}) }) as VNode };
    },
  };
};

/** Thrown to answer with a permanent redirect. */
export class MovedPermanently extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`moved to ${path}`);
    this.path = path;
  }
}

/** Redirects to the page of what a missing record was merged into, if it was; otherwise rethrows the error. */
export const redirectIfMerged = async (error: unknown, code: RefusalCode, findPath: () => Promise<string | null>): Promise<never> => {
  const path = error instanceof Refusal && error.code === code ? await findPath() : null;
  throw path ? new MovedPermanently(path) : error;
};

export const requireSignedIn = (ctx: Ctx): Ctx<Caller> => {
  if (!isSignedIn(ctx)) throw new Refusal('sign_in_needed');
  return ctx;
};

/** A query parameter that we could not parse and ignored. */
export interface IgnoredParam {
  name: string;
  sent: string;
  hint: string;
}

const HINTS: Record<string, string> = texts({
  q: msg('Search for up to 200 characters.'),
  category: msg('This category doesn’t exist.'),
  stage: msg('Use a stage such as beta.'),
  country: msg('Use a two-letter country code such as DE or JP.'),
  pricing_model: msg('Use a pricing model of up to 40 characters.'),
  attributes: msg('Use facts such as self_hosted or price_from<20USD.'),
  status: msg('Use live or upcoming.'),
  sort: msg('This sort order doesn’t exist.'),
  section: msg('This section doesn’t exist.'),
  listing: msg('Use a product’s slug, such as ledgerly.'),
  page: msg('Pages are numbered from 1 to 1,000.'),
  per_page: msg('Use a number from 1 to 100.'),
  a: msg('Type the name of a product.'),
  b: msg('Type the name of a product.'),
});

export const hintFor = (name: string): string => HINTS[name] ?? t('We couldn’t read it.');

const WHOLE_NUMBER = /^\d{1,9}$/;
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** One text parameter: the first value, normalized and trimmed; undefined where it is empty. */
export const textParam = (value: unknown): string | undefined => {
  const first = Array.isArray(value) ? value[0] : value;
  return (typeof first === 'string' && normalize(first.toWellFormed()).trim()) || undefined;
};

/**
 * Parses a query by the operation's own schema, leniently: empty form fields count as absent, unknown parameters (utm_…) are
 * skipped, and values that do not fit are left out and reported in `ignored`.
 */
export const parseQuery = <O extends TObject>(schema: O, query: Query): { input: Static<O>; ignored: IgnoredParam[] } => {
  const input: Record<string, unknown> = {};
  const ignored: IgnoredParam[] = [];
  for (const [name, property] of Object.entries(schema.properties)) {
    if ('default' in property) input[name] = property.default;
    const text = textParam(query[name]);
    if (text === undefined) continue;
    const value = 'type' in property && property.type === 'integer' && WHOLE_NUMBER.test(text) ? Number(text) : text;
    if (!UNPRINTABLE.test(text) && Value.Check(property, value)) input[name] = value;
    else ignored.push({ name, sent: text, hint: hintFor(name) });
  }
  return { input: input as Static<O>, ignored };
};
