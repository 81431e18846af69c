import { parseWith, type ResponseHead } from '../../../integrations/fetch/fetch-parsed.ts';
import { isFetched } from '../../../integrations/fetch/guarded-fetch.ts';
import { msg } from '../../../kernel/language/messages.ts';
import { inEnglish } from '../../../kernel/language/stored.ts';
import { isTooCostly } from '../../../kernel/parsing/task.ts';
import type { CrawledPageParts } from '../parse/crawled-page.ts';
import { read_page } from '../tasks.ts';
import type { HomepageFacts } from './candidates.ts';
import { type CrawlSession, type FetchRefusal, refusalFrom } from './session.ts';
import type { CrawlFailure, CrawlLimits } from './types.ts';

/** What a later request can be made conditional with. */
export interface PageValidators {
  etag: string | null;
  last_modified: string | null;
}

/** A fetched and parsed page. Pages with `noindex` are not used, except for the homepage, which its maker asked us to read. */
export interface CrawledPage extends CrawledPageParts {
  url: URL;
  status: number;
  read_at: Date;
  validators: PageValidators;
}

/** The answer to a conditional request for a page that is as it was. */
interface UnchangedPage {
  unchanged: true;
  url: URL;
}

const ACCEPT = 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1';
const MAX_REFRESHES = 2;
const HTML = /^\s*(text\/html|application\/xhtml\+xml)\b/i;

export const isCrawled = (outcome: CrawledPage | FetchRefusal | UnchangedPage): outcome is CrawledPage => 'packed' in outcome;

interface FetchPageOptions {
  limits: CrawlLimits;
  now(): Date;
  timeout_ms: number;
  may_follow(url: URL): boolean;
  /** The site's homepage, once it was fetched. */
  home: HomepageFacts | null;
  /** Of the last time, to fetch the page only if it changed. */
  validators?: PageValidators;
}

const conditionalHeaders = ({ etag, last_modified }: PageValidators): Record<string, string> => ({
  ...(etag && { 'if-none-match': etag }),
  ...(last_modified && { 'if-modified-since': last_modified }),
});

const MAX_VALIDATOR_LENGTH = 300;
const validatorOf = (headers: Headers, name: string): string | null => {
  const value = headers.get(name);
  return value && value.length <= MAX_VALIDATOR_LENGTH ? value : null;
};

/** Why a response is not a page, by its head; null if the body must be checked. */
const failureFromHead = (answer: ResponseHead, url: URL): FetchRefusal | null => {
  const refuse = (code: CrawlFailure, detail: string): FetchRefusal => ({ code, detail, at: url, status: answer.status });
  if (answer.status < 200 || answer.status >= 300)
    return refuse('unreachable', inEnglish(msg('the page returned status {status}'), { status: answer.status }));
  const type = answer.headers.get('content-type');
  if (type && !HTML.test(type))
    return refuse(
      'not_a_website',
      inEnglish(msg('the address serves {type}, not a web page'), { type: type.split(';')[0]!.slice(0, 100) }),
    );
  return null;
};

const fetchOnce = async (
  session: CrawlSession,
  url: URL,
  options: FetchPageOptions,
): Promise<CrawledPage | FetchRefusal | UnchangedPage | { to: URL }> => {
  let status = 0;
  let validators: PageValidators = { etag: null, last_modified: null };
  const headers = conditionalHeaders(options.validators ?? validators);
  const request = { timeout_ms: options.timeout_ms, max_bytes: options.limits.page_bytes, accept: ACCEPT, headers };
  try {
    const outcome = await session.fetch(url, request, read_page, (answer) => {
      if (isFetched(answer) && answer.to !== undefined) return { to: new URL(answer.to) };
      if (!isFetched(answer)) return refusalFrom(answer, url);
      if (answer.status === 304 && options.validators) return { unchanged: true, url } as const;
      const refused = failureFromHead(answer, url);
      if (refused) return refused;
      status = answer.status;
      const { headers } = answer;
      validators = { etag: validatorOf(headers, 'etag'), last_modified: validatorOf(headers, 'last-modified') };
      return parseWith({
        url: answer.url,
        content_type: headers.get('content-type'),
        x_robots_tag: headers.get('x-robots-tag'),
        home: options.home,
      });
    });
    if ('not_a_page' in outcome) return { code: 'not_a_website', detail: outcome.not_a_page, at: url };
    return 'packed' in outcome ? { ...outcome, url, status, read_at: options.now(), validators } : outcome;
  } catch (error) {
    if (!isTooCostly(error)) throw error;
    const detail = error.code === 'timed_out' ? 'the page takes too long to read' : 'the page is too large to read';
    return { code: error.code, detail, at: url, ended: true };
  }
};

/** Fetches a page through redirects and refreshes. Each step must be allowed by `may_follow` and by its host's robots.txt. */
export const fetchPage = async (
  session: CrawlSession,
  start: URL,
  options: Omit<FetchPageOptions, 'validators'>,
): Promise<CrawledPage | FetchRefusal> => {
  const outcome = await fetchIfChanged(session, start, options);
  if ('unchanged' in outcome) throw new Error('Only a conditional request is answered with 304.');
  return outcome;
};

/** Letters and tags of a page that is more than a note about where its content is now. */
const MORE_THAN_NOTE = 4000;
/** A page that refreshes to an address where nobody answers is read itself, if it has content. */
const insteadOf = (refused: FetchRefusal, left: CrawledPage | null): CrawledPage | FetchRefusal =>
  left && left.letters >= MORE_THAN_NOTE && (refused.code === 'unreachable' || refused.code === 'timed_out') ? left : refused;

/** The same, unless the page is as it was when its validators were sent. */
export const fetchIfChanged = async (
  session: CrawlSession,
  start: URL,
  options: FetchPageOptions,
): Promise<CrawledPage | FetchRefusal | UnchangedPage> => {
  const { limits, may_follow } = options;
  let url = start;
  let refreshes = 0;
  let left: CrawledPage | null = null;
  for (let hops = 0; hops <= limits.hops; hops++) {
    const refused = await session.mayFetch(url);
    if (refused) return insteadOf(refused, left);
    const outcome = await fetchOnce(session, url, options);
    if ('unchanged' in outcome) return outcome;
    const page = 'to' in outcome ? null : outcome;
    if (page && !isCrawled(page)) return insteadOf(page, left);
    if (page && (!page.refresh || refreshes++ >= MAX_REFRESHES)) return page;
    left = page ?? left;
    const next = page ? new URL(page.refresh!) : (outcome as { to: URL }).to;
    next.hash = '';
    if (next.href === url.href && page) return page;
    if (!may_follow(next))
      return page ?? { code: 'unreachable', detail: inEnglish(msg('the page redirects to {host}'), { host: next.host }), at: url };
    url = next;
  }
  return { code: 'unreachable', detail: inEnglish(msg('more than {n} redirects'), { n: limits.hops }), at: url };
};
