import type { VNode } from 'preact';
import type { Caller, Ctx, Site } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { myVotes } from '../modules/ballot/vote.ts';
import { operationOf } from './alternates.ts';
import { draw } from './draw.ts';
import { Layout } from './layout.tsx';
import type { Head, OpenPage, Page, Params, Query, Section, SentForm } from './page.ts';
import { faultPage, refusalPage } from './pages/error.tsx';
import { VotingContext } from './parts/voting.tsx';

export interface Rendered {
  status: number;
  html: string;
}

/** For a request that belongs to no site, which still deserves a page. */
const NO_SITE: Site = { id: 0, key: '', name: 'Launchweek', tagline: '', purpose: '', root: '', time_zone: 'UTC' };

/** Who gets the page: strangers have no site or no name. */
type Reader = { site: Site; caller?: Caller | null };

const rendered = ({ site, caller = null }: Reader, head: Head, body: VNode, section?: Section): Rendered => ({
  status: head.status ?? 200,
  html: `<!doctype html>\n${draw(
    <Layout site={site} caller={caller} head={head} section={section}>
      {body}
    </Layout>,
  )}\n`,
});

/** Draws a page that is already open. */
export const renderOpen = (reader: Reader, { head, body }: OpenPage): Rendered => rendered(reader, head, body);

export const renderRefusal = (refusal: Refusal, reader: Reader = { site: NO_SITE }): Rendered => {
  const { head, body } = refusalPage(refusal);
  return rendered(reader, head, body);
};

export const renderFault = (request_id: string, reader: Reader = { site: NO_SITE }): Rendered => {
  const { head, body } = faultPage(request_id);
  return rendered(reader, head, body);
};

/** Loads and draws a page. A refusal becomes a page too; a fault is thrown on, for whoever can log it. */
export const renderPage = async (page: Page, ctx: Ctx, params: Params, query: Query, form?: SentForm): Promise<Rendered> => {
  try {
    const [{ head: said, body }, votes] = await Promise.all([
      page.open(ctx, params, query, form),
      page.for === 'anyone' ? myVotes(ctx) : new Map(),
    ]);
    const head = { ...said, alternates: [...operationOf(page.path, said.canonical), ...(said.alternates ?? [])] };
    const voting = { signed_in: ctx.caller !== null, votes, back: head.canonical, form };
    const withVotes = <VotingContext.Provider value={voting}>{body}</VotingContext.Provider>;
    return rendered(ctx, form ? { ...head, status: form.status } : head, withVotes, page.section);
  } catch (error) {
    // Who has to sign in first is led there, by whoever knows the request.
    if (error instanceof Refusal && error.code !== 'sign_in_needed') return renderRefusal(error, ctx);
    throw error;
  }
};
