import type { Ctx } from '../../kernel/context.ts';
import { to } from '../addresses.ts';
import { FEED_FORMATS, FEED_TYPES } from '../feeds/feed.ts';
import { FEEDS, openFeed } from '../feeds/feeds.ts';
import { FEED_WRITERS } from '../feeds/writers.ts';
import type { Params, Query } from '../page.ts';
import { llmsTxt } from './llms.ts';
import { AskEmbed, embedListing } from './oembed.ts';
import { robotsTxt } from './robots.ts';
import { securityTxt } from './security.ts';
import { suggestions } from './suggestions.ts';
import { weekCalendar } from './week-calendar.ts';

export interface Written {
  status?: number;
  type: string;
  text: string;
}

/** Something for machines to read: where it is, which questions its address may ask, and how it is written. */
export interface Machine {
  path: string;
  asks?: string[];
  write(ctx: Ctx, params: Params, query: Query, path: string): Promise<Written>;
}

const PLAIN = 'text/plain; charset=utf-8';
const text = (path: string, type: string, write: (ctx: Ctx) => string | Promise<string>): Machine => ({
  path,
  write: async (ctx) => ({ type, text: await write(ctx) }),
});

/** Every feed in every way it is written. */
const feeds = FEEDS.flatMap((feed) =>
  FEED_FORMATS.map(
    (format): Machine => ({
      path: `${feed.path}.${format}`,
      write: async (ctx, params, _query, path) => ({
        type: `${FEED_TYPES[format].type}; charset=utf-8`,
        text: FEED_WRITERS[format](await openFeed(feed, ctx, params, path), ctx.site.name),
      }),
    }),
  ),
);

export const MACHINES: Machine[] = [
  text('/robots.txt', PLAIN, ({ site }) => robotsTxt(site)),
  text('/llms.txt', PLAIN, llmsTxt),
  text('/.well-known/security.txt', PLAIN, securityTxt),
  text(to.weekCalendar(), 'text/calendar; charset=utf-8', weekCalendar),
  { path: '/oembed', asks: Object.keys(AskEmbed.properties), write: (ctx, _params, query) => embedListing(ctx, query) },
  {
    path: to.suggestions(),
    asks: ['q'],
    write: async (ctx, _params, query) => ({ type: 'application/json; charset=utf-8', text: await suggestions(ctx, query) }),
  },
  ...feeds,
];
