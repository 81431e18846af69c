import type { Caller, Ctx, Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { renderHtml } from '../../kernel/html.ts';
import { splitLanguage } from '../../kernel/language/languages.ts';
import { localPath } from '../../kernel/language/locale.ts';
import { msg, rich, t, texts } from '../../kernel/language/messages.ts';
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
const STATUS_ADVICE: Record<number, { title: string; advice: string }> = texts({
  400: { title: msg('This address isn’t valid'), advice: msg('Check the address for typos, or start from the home page.') },
  404: { title: msg('Page not found'), advice: msg('Check the address for typos. The page may also have been removed. Try searching:') },
  429: {
    title: msg('Too many requests'),
    advice: msg(
      'Your network opened too many pages in a short time. Wait a minute, then try again. If you share a network, sign in to get your own limit.',
    ),
  },
  503: { title: msg('Back in a moment'), advice: msg('The site is starting or under maintenance. Please try again shortly.') },
});

/** Refusals that people meet on pages and forms, which need their own words. */
const CODE_ADVICE: Partial<Record<RefusalCode, { title: string; advice: string }>> = texts({
  link_not_valid: {
    title: msg('This link no longer works'),
    advice: msg('It has expired, was already used, or was replaced by a newer link. Request a new one.'),
  },
  consent_expired: {
    title: msg('This request has expired'),
    advice: msg('The application’s request has expired or was started in another browser. Start again in the application.'),
  },
  clock_differs: {
    title: msg('Please try again in a few minutes'),
    advice: msg('Votes, launches and payments are paused because of a problem on our side. Nothing was changed.'),
  },
  read_only: {
    title: msg('The site is read-only right now'),
    advice: msg('Your changes weren’t saved. Please try again in a few minutes. You can still browse the site.'),
  },
  cross_site_request: {
    title: msg('We couldn’t accept this form'),
    advice: msg('It wasn’t sent from a page on this site, so nothing was changed. Open the page on this site and try again.'),
  },
});

export const refusalPage = (refusal: Refusal): LoadedPage => {
  const { status, detail } = describeRefusal(refusal);
  const { title, advice } = CODE_ADVICE[refusal.code] ??
    STATUS_ADVICE[status] ?? {
      title: status === 403 ? t('You can’t do this') : t('That didn’t work'),
      advice: withoutApiNames(detail ?? '') || t('Please go back and try again.'),
    };
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
        <SearchBox id="find" label={t('Search all products')} action={searchPaths.listings()} placeholder={t('Search products')} big />
        <p>
          {rich('Or go to the <link>home page</link> or browse <link2>categories</link2>.', {
            link: (text) => <a href={homePaths.home()}>{text}</a>,
            link2: (text) => <a href={searchPaths.categories()}>{text}</a>,
          })}
        </p>
      </div>
    ),
  };
};

export const faultPage = (request_id: string): LoadedPage => ({
  head: {
    title: t('Something went wrong on our side'),
    description: t('An error on our side.'),
    canonical: homePaths.home(),
    index: false,
    status: 500,
  },
  body: (
    <div class="stack trouble">
      <p class="eyebrow">500</p>
      <h1>{t('Something went wrong on our side')}</h1>
      <p class="lede">{t('We’ve logged the error. Please try again.')}</p>
      <p>{rich('If you contact us, include this request ID: {request_id}', { request_id: <code>{request_id}</code> })}</p>
      <p>
        <a href={homePaths.home()}>{t('Back to the home page')}</a>
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
  search_miss?: string;
  /** Headers that differ from those of other pages. */
  headers?: Record<string, string>;
}

/** Stands in for the site when a request's host belongs to none. */
export const NO_SITE: Site = texts({ id: 0, key: '', name: 'Launchweek', tagline: '', purpose: '', root: '', time_zone: 'UTC' });

/** Whom a page is for. `account` is null for visitors, and where it was not looked up: the header then shows less. */
type Reader = { site: Site; caller?: Caller | null; account?: AccountHeader | null };

export const renderLoaded = (
  { site, caller = null, account = null }: Reader,
  { head, body }: LoadedPage,
  section?: NavSection,
  back?: string,
): Rendered => ({
  status: head.status ?? 200,
  search_miss: head.search_miss,
  ...(head.policy && { headers: { 'content-security-policy': `${POLICY}; ${head.policy}` } }),
  html: `<!doctype html>\n${renderHtml(
    <Layout site={site} caller={caller} account={account} head={head} section={section} back={back}>
      {body}
    </Layout>,
  )}\n`,
});

export const renderRefusal = (refusal: Refusal, reader: Reader = { site: NO_SITE }): Rendered => renderLoaded(reader, refusalPage(refusal));

export const renderFault = (request_id: string, reader: Reader = { site: NO_SITE }): Rendered =>
  renderLoaded(reader, faultPage(request_id));

/** The address a page was requested with, to return to it: with its search words and filters, which the canonical address leaves out. */
const requestedPath = ({ path }: Page, params: Params, query: Query): string =>
  withQuery(localPath(patternFiller(path)(params)), Object.fromEntries(Object.keys(query).map((name) => [name, textParam(query[name])])));

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
    const head = {
      ...page_head,
      alternates: [...jsonAlternates(page.path, splitLanguage(page_head.canonical).rest), ...(page_head.alternates ?? [])],
    };
    // The values of a rejected form are no query, so it returns to the canonical address.
    const back = form ? head.canonical : requestedPath(page, params, query);
    const voting = { votes, own, back, form };
    const withVotes = <VotingContext.Provider value={voting}>{body}</VotingContext.Provider>;
    return renderLoaded({ ...ctx, account }, { head: form ? { ...head, status: form.status } : head, body: withVotes }, page.section, back);
  } catch (error) {
    // The caller of this function redirects to sign-in, since it has the request.
    if (error instanceof Refusal && error.code !== 'sign_in_needed') return renderRefusal(error, ctx);
    throw error;
  }
};
