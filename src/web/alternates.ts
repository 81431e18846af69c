import type { Operation } from '../kernel/operation.ts';
import { SERVED } from '../registry.ts';
import { to, withQuery } from './addresses.ts';
import { FEED_FORMATS, FEED_TYPES } from './feeds/feed.ts';

/** The same as a page, or what goes with it, in another form. */
export interface Alternate {
  type: string;
  /** Without the site's root. */
  href: string;
  title: string;
}

/** A feed in each way it is written. */
export const feedOf = (of: string, title: string): Alternate[] =>
  FEED_FORMATS.map((format) => ({
    type: FEED_TYPES[format].type,
    href: to.feed(of, format),
    title: `${title} (${FEED_TYPES[format].name})`,
  }));

export const calendarOfWeeks: Alternate = { type: 'text/calendar', href: to.weekCalendar(), title: 'Launch weeks' };

/** Where other sites learn how to show a listing. */
export const embedOf = (root: string, slug: string, title: string): Alternate[] =>
  ['json', 'xml'].map((format) => ({
    type: `${format === 'json' ? 'application/json' : 'text/xml'}+oembed`,
    href: withQuery('/oembed', { url: root + to.listing(slug), format }),
    title,
  }));

/** The one page whose address is not its operation's. */
const ELSEWHERE: Record<string, string> = { '/': '/site' };

const readable = new Map(
  SERVED.filter(({ method, access }) => method === 'GET' && access === 'public').map((row) => [row.path.replace(/\{(\w+)\}/g, ':$1'), row]),
);

/** What the operation cannot do without must be in the page's address. */
const isWhole = ({ input, path }: Operation, canonical: string): boolean => {
  const sent = new URLSearchParams(canonical.split('?')[1]);
  return (input.required ?? []).every((name) => path.includes(`{${name}}`) || sent.has(name) || 'default' in input.properties[name]!);
};

/** A page's data as JSON: its operation's answer, at the page's own address under /api/v1. */
export const operationOf = (path: string, canonical: string): Alternate[] => {
  const row = readable.get(ELSEWHERE[path] ?? path);
  if (!row || !isWhole(row, canonical)) return [];
  return [{ type: 'application/json', href: `/api/v1${ELSEWHERE[path] ?? canonical}`, title: row.summary }];
};
