import type { VNode } from 'preact';
import type { Caller, Ctx } from '../../src/kernel/context.ts';
import { type Head, type Here, type OpenPage, type PageRow, type Params, page } from '../../src/web/page.ts';
import { renderOpen, renderPage } from '../../src/web/render.tsx';
import { here, site } from './samples.ts';

export interface Drawable<D> {
  head(data: D, here: Here): Head;
  view(data: D, here: Here): VNode;
}

/** A page as a browser would get it, with a way to change its data before it is drawn. */
export type Drawing = (change?: <D>(data: D) => D) => Promise<string>;

/** Who is signed in where somebody must be. */
export const ADA: Caller = { account_id: 1, kind: 'session', scopes: [], client: null, expires_at: null, credential_id: 1 };

const ctx = { site, clock: { now: () => here.now }, caller: null, request_id: 'r' } as unknown as Ctx;

/** A page drawn from data, whole, as a browser would get it. */
export const draw = async <D>({ head, view }: Drawable<D>, data: D, caller: Caller | null = null): Promise<string> => {
  // A member's page does not ask for the member's votes: a drawing brings its own.
  const drawn = page({ name: 'drawn', path: '/', for: caller ? 'member' : 'anyone', load: async () => data, head, view });
  return (await renderPage(drawn, { ...ctx, caller }, {}, {})).html;
};

/** A page as strangers see it, unless it is said who looks. */
export const drawing =
  <D>(drawable: Drawable<D>, data: D, caller: Caller | null = null): Drawing =>
  (change = (same) => same) =>
    draw(drawable, change(data), caller);

/** A page as somebody sees it who is signed in. */
export const ownDrawing = <D>(drawable: Drawable<D>, data: D): Drawing => drawing(drawable, data, ADA);

/** A page of no table, which is opened by whoever needs it. */
export const openDrawing =
  <D>(open: (data: D) => OpenPage, data: D, caller: Caller | null = null): Drawing =>
  async (change = (same) => same) =>
    renderOpen({ site, caller }, open(change(data))).html;

/** A page that loads words of ours alone: there is nothing in it to change. */
export const loadedDrawing =
  <D>(row: Pick<PageRow<D>, 'load' | 'head' | 'view'>, params: Params = {}): Drawing =>
  async () =>
    (await renderPage(page({ name: 'drawn', path: '/', ...row }), ctx, params, {})).html;
