import { type Fetched, isFetched } from '../../../outside/guarded-fetch.ts';
import { decodePage } from './decode.ts';
import { type Outline, outlineOf } from './outline.ts';
import type { Bounds, ReadFailure } from './reading.ts';
import { TOKEN } from './robots.ts';
import { type Refused, refusedBy, type Visits } from './visits.ts';

/**
 * A page with what it says about itself. One that asks not to be shown (`noindex`) is not used, except for the homepage: its
 * maker asks for it. Links of one that asks so (`nofollow`) are not followed.
 */
export interface OutlinedPage {
  url: URL;
  status: number;
  read_at: Date;
  html: string;
  outline: Outline;
  noindex: boolean;
  nofollow: boolean;
}

const ACCEPT = 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1';
const NAMES = ['robots', TOKEN.toLowerCase()];
const MOST_REFRESHES = 2;

export const isOutlined = (outcome: OutlinedPage | Refused): outcome is OutlinedPage => 'outline' in outcome;

/** The directives of X-Robots-Tag for everybody or for us: `noindex`, `launchweek: none`, `otherbot: noindex`. */
const directivesOf = (header: string | null): string[] => {
  let named = '';
  return (header ?? '')
    .toLowerCase()
    .split(',')
    .flatMap((part) => {
      const [, name, directive] = /^(?:([a-z_-]+)\s*:)?\s*(.*)$/s.exec(part.trim())!;
      if (name && !/^(unavailable_after|max-)/.test(name)) named = name;
      return named === '' || NAMES.includes(named) ? [directive!] : [];
    });
};

const HTML = /^\s*(text\/html|application\/xhtml\+xml)\b/i;

const isHtml = ({ headers, body }: Fetched): boolean => {
  const type = headers.get('content-type');
  return type ? HTML.test(type) : /^[\s\ufeff]*<(!doctype\s+html|html|head|body|title|meta|!--)/i.test(body.toString('latin1', 0, 500));
};

const pageFrom = (fetched: Fetched, read_at: Date): OutlinedPage | Refused => {
  const { status, headers, body } = fetched;
  const url = new URL(fetched.url);
  const refuse = (code: ReadFailure, detail: string): Refused => ({ code, detail, at: url });
  if (status < 200 || status >= 300) return refuse('unreachable', `the page answered ${status}`);
  if (!isHtml(fetched)) {
    const type = headers.get('content-type')?.split(';')[0]?.slice(0, 100) ?? 'something else';
    return refuse('not_a_website', `the address holds ${type}, not a web page`);
  }
  const html = decodePage(body, headers.get('content-type'));
  if (html.trim() === '') return refuse('not_a_website', 'the page is empty');
  const outline = outlineOf(html, url, NAMES);
  if (outline.too_deep) return refuse('not_a_website', 'the page nests deeper than any page made for people');
  const said = [...outline.directives, ...directivesOf(headers.get('x-robots-tag'))];
  const says = (directive: string) => said.includes(directive) || said.includes('none');
  return { url, status, read_at, html, outline, noindex: says('noindex'), nofollow: says('nofollow') };
};

/** Reads one page, through redirects and refreshes, each step of the way allowed by `may_go` and by robots.txt of its host. */
export const readPage = async (
  visits: Visits,
  start: URL,
  { bounds, now, timeout_ms, may_go }: { bounds: Bounds; now(): Date; timeout_ms: number; may_go(url: URL): boolean },
): Promise<OutlinedPage | Refused> => {
  let url = start;
  let refreshes = 0;
  for (let hops = 0; hops <= bounds.hops; hops++) {
    const refused = await visits.mayVisit(url);
    if (refused) return refused;
    const fetched = await visits.visit(url, { timeout_ms, max_bytes: bounds.page_bytes, accept: ACCEPT });
    if (!isFetched(fetched)) return refusedBy(fetched, url);
    const page = fetched.to === undefined ? pageFrom(fetched, now()) : null;
    if (page && (!isOutlined(page) || !page.outline.refresh || refreshes++ >= MOST_REFRESHES)) return page;
    const next = page ? (page as OutlinedPage).outline.refresh! : new URL(fetched.to!);
    next.hash = '';
    if (next.href === url.href && page) return page;
    if (!may_go(next)) return page ?? { code: 'unreachable', detail: `the page redirects to ${next.host}`, at: url };
    url = next;
  }
  return { code: 'unreachable', detail: `more than ${bounds.hops} redirects`, at: url };
};
