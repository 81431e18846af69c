import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Ctx, Site } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { Layout } from './layout.tsx';
import type { Head, Page, Params, Query, Section } from './page.ts';
import { faultPage, refusalPage } from './pages/error.tsx';

export interface Rendered {
  status: number;
  html: string;
}

/** For a request that belongs to no site, which still deserves a page. */
const NO_SITE: Site = { id: 0, key: '', name: 'Launchweek', tagline: '', purpose: '', root: '', time_zone: 'UTC' };

const rendered = (site: Site, head: Head, body: VNode, section?: Section): Rendered => ({
  status: head.status ?? 200,
  html: `<!doctype html>\n${renderToString(
    <Layout site={site} head={head} section={section}>
      {body}
    </Layout>,
  )}\n`,
});

export const renderRefusal = (refusal: Refusal, site: Site = NO_SITE): Rendered => {
  const { head, body } = refusalPage(refusal);
  return rendered(site, head, body);
};

export const renderFault = (request_id: string, site: Site = NO_SITE): Rendered => {
  const { head, body } = faultPage(request_id);
  return rendered(site, head, body);
};

/** Loads and draws a page. A refusal becomes a page too; a fault is thrown on, for whoever can log it. */
export const renderPage = async (page: Page, ctx: Ctx, params: Params, query: Query): Promise<Rendered> => {
  try {
    const { head, body } = await page.open(ctx, params, query);
    return rendered(ctx.site, head, body, page.section);
  } catch (error) {
    if (error instanceof Refusal) return renderRefusal(error, ctx.site);
    throw error;
  }
};
