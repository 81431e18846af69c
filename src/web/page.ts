import type { VNode } from 'preact';
import type { Ctx, Site } from '../kernel/context.ts';

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
  status?: number;
}

export type Section = 'listings' | 'categories' | 'founders' | 'compare' | 'blog';

/** Where and when a page is being read. */
export interface Here {
  site: Site;
  now: Date;
}

/** A page: the address it answers at, what it loads, what it says about itself and what it shows. */
export interface PageRow<D> {
  name: string;
  path: string;
  section?: Section;
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
  open(ctx: Ctx, params: Params, query: Query): Promise<OpenPage>;
}

/** Ties a row's three parts together, so that the table can hold pages of any data. */
export const page = <D>({ name, path, section, load, head, view }: PageRow<D>): Page => ({
  name,
  path,
  section,
  async open(ctx, params, query) {
    const here = { site: ctx.site, now: ctx.clock.now() };
    const data = await load(ctx, params, query);
    return { head: head(data, here), body: view(data, here) };
  },
});
