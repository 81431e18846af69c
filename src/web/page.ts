import type { VNode } from 'preact';
import type { Caller, Ctx, Site } from '../kernel/context.ts';
import { type InputError, Refusal } from '../kernel/errors.ts';
import type { Alternate } from './alternates.ts';
import type { Thing } from './linked-data.ts';
import type { Card } from './pictures/card.ts';

export type Params = Record<string, string | undefined>;
export type Query = Record<string, unknown>;

export interface Crumb {
  name: string;
  href: string;
}

/** What is said about a page outside its body. */
export interface Head {
  title: string;
  description: string;
  /** Path and query of the one address this page should be known by. */
  canonical: string;
  /** The way from the home page to here, without the page itself. */
  trail?: Crumb[];
  /** False keeps search engines from listing it. */
  index?: boolean;
  /** True where the page has a search for products of its own (with the id `find`), so that the header needs none. */
  has_search?: boolean;
  type?: 'website' | 'article' | 'profile';
  /** Feeds and the like that go with it. */
  alternates?: Alternate[];
  /** What it is about, for search engines. */
  things?: Thing[];
  /** What its picture says where its address is shared; the site's own otherwise. */
  card?: Card;
  status?: number;
  /** A script of the page's own, by its file's name. */
  island?: string;
  /** Where something is under way: in how many seconds a browser without script asks again. */
  refresh?: number;
  /** Where the page leads on to by itself, be it another site; a form's policy would not let a redirect go there. */
  leads_to?: string;
}

export type Section = 'launches' | 'leaderboards' | 'listings' | 'categories' | 'founders' | 'compare' | 'blog';

/** A form that was sent to an action and came back: refused, with what was typed (never passwords), or with something to tell once. */
export interface SentForm {
  action: string;
  values: Record<string, string>;
  errors: InputError[];
  /** Of a refusal: what to do about it, and the answer's status. */
  message: string | null;
  status: number;
  /** What is told in this answer and nowhere else, such as a new key. */
  told: Record<string, string>;
}

/** Where and when a page is being read, and by whom. */
export interface Here {
  site: Site;
  now: Date;
  caller?: Caller | null;
  form?: SentForm;
}

/** Whom a page or an action is for: strangers to it are asked to sign in; to who is not of the site's team or no admin, theirs are not there. */
export type Audience = 'anyone' | 'member' | 'team' | 'admin';

/** A page: the address it answers at, what it loads, what it says about itself and what it shows. */
export interface PageRow<D> {
  name: string;
  path: string;
  section?: Section;
  for?: Audience;
  /** True for a page that is never kept: its address or content is one person's. */
  personal?: boolean;
  /** True for a listing's page: looks at it are counted. */
  counts_views?: boolean;
  load(ctx: Ctx, params: Params, query: Query): Promise<D>;
  head(data: D, here: Here): Head;
  view(data: D, here: Here): VNode;
}

export interface OpenPage {
  head: Head;
  body: VNode;
}

export interface Page {
  name: string;
  path: string;
  section?: Section;
  for: Audience;
  personal: boolean;
  counts_views: boolean;
  open(ctx: Ctx, params: Params, query: Query, form?: SentForm): Promise<OpenPage>;
}

/** Ties a row's three parts together, so that the table can hold pages of any data. */
export const page = <D>({
  name,
  path,
  section,
  for: audience = 'anyone',
  personal = audience !== 'anyone',
  counts_views = false,
  load,
  head,
  view,
}: PageRow<D>): Page => ({
  name,
  path,
  section,
  for: audience,
  personal,
  counts_views,
  async open(ctx, params, query, form) {
    const here = { site: ctx.site, now: ctx.clock.now(), caller: ctx.caller, form };
    const data = await load(ctx, params, query);
    return { head: head(data, here), body: view(data, here) };
  },
});

/** What was asked for is at another address for good. */
export class MovedTo extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`moved to ${path}`);
    this.path = path;
  }
}

/** The context of somebody who is signed in. */
export const signedIn = (ctx: Ctx): Ctx<Caller> => {
  if (!ctx.caller) throw new Refusal('sign_in_needed');
  return ctx as Ctx<Caller>;
};
