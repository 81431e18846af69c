import type { Caller, Ctx, Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { renderHtml } from '../../kernel/html.ts';
import type { RefusalCode } from '../../kernel/refusals.ts';
import { getAccountHeader } from '../../modules/accounts/account.ts';
import type { AccountHeader } from '../../modules/accounts/queries.ts';
import { getOwnVotes, listOwnSlugs } from '../../modules/votes/votes.ts';
import { describeRefusal, withoutApiNames } from '../../refusals.ts';
import { homePaths, searchPaths } from '../paths.ts';
import { SearchBox } from '../ui/list.tsx';
import { VotingContext } from '../ui/voting.tsx';
import { Layout } from './layout.tsx';
import { jsonAlternates } from './metadata.ts';
import { type LoadedPage, type NavSection, type Page, type Params, type Query, type SubmittedForm, textParam } from './page.ts';
import { patternFiller, withQuery } from './path.ts';

/** Advice for people; the details in the refusals themselves are written for API clients. */
const STATUS_ADVICE: Record<number, { title: string; advice: string }> = {
  400: { title: 'We could not read that address', advice: 'Part of it is not something this page understands.' },
  404: { title: 'Nothing is here', advice: 'The address may be mistyped, or what stood here has been taken down. Search for it:' },
  429: {
    title: 'Too many requests',
    advice:
      'Too many pages were opened in a short time. Wait a minute, then try again. People who share a network share its limit; once you sign in, you have your own.',
  },
  503: { title: 'Back in a moment', advice: 'The site is starting or resting. Please try again shortly.' },
};

/** Refusals that people meet on pages and forms, which need their own words. */
const CODE_ADVICE: Partial<Record<RefusalCode, { title: string; advice: string }>> = {
  link_not_valid: {
    title: 'This link no longer works',
    advice: 'It has been used, is too old, or was replaced by a newer one. Ask for another where you asked for this one.',
  },
  consent_expired: {
    title: 'There is nothing to allow here',
    advice: 'The application’s request is over, or was begun in another browser. Begin again in the application.',
  },
  clock_differs: {
    title: 'Please try again in a few minutes',
    advice: 'The clock of this server is wrong, so nothing was done. Votes, launches and payments work again once it is right.',
  },
  read_only: {
    title: 'Nothing can be changed right now',
    advice: 'What you sent was not saved. Reading works as usual. Please try again in a few minutes.',
  },
  cross_site_request: {
    title: 'That did not come from here',
    advice: 'The form was not sent from a page of this site, so nothing was done. Open the page here and try again.',
  },
};

export const refusalPage = (refusal: Refusal): LoadedPage => {
  const { status, ...text } = describeRefusal(refusal);
  const { title, advice } = CODE_ADVICE[refusal.code] ??
    STATUS_ADVICE[status] ?? { title: text.title, advice: withoutApiNames(text.detail ?? '') || 'Please go back and try again.' };
  return {
    head: { title, description: advice, canonical: homePaths.home(), index: false, has_search: true, status },
    body: (
      <div class="stack trouble">
        <p class="eyebrow">{status}</p>
        <h1>{title}</h1>
        <p class="lede">{advice}</p>
        {refusal.errors.length > 0 && (
          <ul>
            {refusal.errors.map(({ path, message }) => (
              <li dir="auto">
                {path}: {withoutApiNames(message)}
              </li>
            ))}
          </ul>
        )}
        <SearchBox id="find" label="Search all products" action={searchPaths.listings()} placeholder="Name or what it does" big />
        <p>
          Or begin at <a href={homePaths.home()}>the home page</a> or <a href={searchPaths.categories()}>the categories</a>.
        </p>
      </div>
    ),
  };
};

export const faultPage = (request_id: string): LoadedPage => ({
  head: { title: 'Something broke on our side', description: 'A fault of ours.', canonical: homePaths.home(), index: false, status: 500 },
  body: (
    <div class="stack trouble">
      <p class="eyebrow">500</p>
      <h1>Something broke on our side</h1>
      <p class="lede">It is not your doing, and it has been written down. Trying again may help.</p>
      <p>
        If you write to us about it, name this request: <code>{request_id}</code>
      </p>
      <p>
        <a href={homePaths.home()}>Back to the home page</a>
      </p>
    </div>
  ),
});

/** Scripts and styles come from this site only. Images may come from other sites, because listings link to them. */
const POLICY =
  "default-src 'self'; img-src 'self' https: data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

export interface Rendered {
  status: number;
  html: string;
  /** Headers that differ from those of other pages. */
  headers?: Record<string, string>;
}

/** Stands in for the site when a request's host belongs to none. */
export const NO_SITE: Site = { id: 0, key: '', name: 'Launchweek', tagline: '', purpose: '', root: '', time_zone: 'UTC' };

/** Whom a page is for. `account` is null for visitors, and where it was not looked up: the header then shows less. */
type Reader = { site: Site; caller?: Caller | null; account?: AccountHeader | null };

export const renderLoaded = (
  { site, caller = null, account = null }: Reader,
  { head, body }: LoadedPage,
  section?: NavSection,
): Rendered => ({
  status: head.status ?? 200,
  ...(head.policy && { headers: { 'content-security-policy': `${POLICY}; ${head.policy}` } }),
  html: `<!doctype html>\n${renderHtml(
    <Layout site={site} caller={caller} account={account} head={head} section={section}>
      {body}
    </Layout>,
  )}\n`,
});

export const renderRefusal = (refusal: Refusal, reader: Reader = { site: NO_SITE }): Rendered => renderLoaded(reader, refusalPage(refusal));

export const renderFault = (request_id: string, reader: Reader = { site: NO_SITE }): Rendered =>
  renderLoaded(reader, faultPage(request_id));

/** The address a page was requested with, to return to it: with its search words and filters, which the canonical address leaves out. */
const requestedPath = ({ path }: Page, params: Params, query: Query): string =>
  withQuery(patternFiller(path)(params), Object.fromEntries(Object.keys(query).map((name) => [name, textParam(query[name])])));

/** Loads and renders a page. A refusal becomes a page too; any other error is thrown for the caller to log. */
export const renderPage = async (page: Page, ctx: Ctx, params: Params, query: Query, form?: SubmittedForm): Promise<Rendered> => {
  try {
    const shows_votes = page.for === 'anyone';
    const [{ head: page_head, body }, votes, own, account] = await Promise.all([
      page.open(ctx, params, query, form),
      shows_votes ? getOwnVotes(ctx) : new Map(),
      shows_votes ? listOwnSlugs(ctx) : new Set<string>(),
      getAccountHeader(ctx),
    ]);
    const head = { ...page_head, alternates: [...jsonAlternates(page.path, page_head.canonical), ...(page_head.alternates ?? [])] };
    // The values of a rejected form are no query, so it returns to the canonical address.
    const back = form ? head.canonical : requestedPath(page, params, query);
    const voting = { votes, own, back, form };
    const withVotes = <VotingContext.Provider value={voting}>{body}</VotingContext.Provider>;
    return renderLoaded({ ...ctx, account }, { head: form ? { ...head, status: form.status } : head, body: withVotes }, page.section);
  } catch (error) {
    // The caller of this function redirects to sign-in, since it has the request.
    if (error instanceof Refusal && error.code !== 'sign_in_needed') return renderRefusal(error, ctx);
    throw error;
  }
};
