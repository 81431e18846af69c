import type { Ctx } from '../../../kernel/context.ts';
import { msg, texts } from '../../../kernel/language/messages.ts';
import { COUNT_LIMIT, type JsonText, type ListResponse, listResponse, type Paging } from '../../../kernel/responses.ts';
import { dayAt, startOfDay, weekAt } from '../../../kernel/time/weeks.ts';
import type { ListingSort } from '../../listings/browse/queries.ts';
import type { ListingSummary } from '../../listings/schema.ts';
import { searchListings } from '../../listings/search/search.ts';
import type { ListLaunches, SectionName } from '../schema.ts';
import { countLaunchedSince, countLaunches, selectLaunchedSince, selectRunningWeek } from './queries.ts';

type ListSection = (ctx: Ctx, paging: Paging) => Promise<JsonText<ListResponse<ListingSummary>>>;

interface Section {
  title: string;
  /** What the section lists, and in which order; shown on its page. */
  description: string;
  list: ListSection;
}

const listLive =
  (sort: ListingSort): ListSection =>
  (ctx, paging) =>
    searchListings(ctx, { status: 'live', sort, ...paging });

const listToday: ListSection = async (ctx, paging) => {
  const { clock, site } = ctx;
  const since = startOfDay(dayAt(clock.now(), site.time_zone), site.time_zone);
  const [items, count] = await Promise.all([selectLaunchedSince(ctx, since, paging), countLaunchedSince(ctx, since, COUNT_LIMIT + 1)]);
  return listResponse(paging, items, count);
};

const listThisWeek: ListSection = async (ctx, paging) => {
  const week = weekAt(ctx.clock.now(), ctx.site.time_zone);
  const [items, count] = await Promise.all([selectRunningWeek(ctx, week, paging), countLaunches(ctx, week)]);
  return listResponse(paging, items, count);
};

export const SECTIONS: Record<SectionName, Section> = texts({
  today: { title: msg('Today'), description: msg('Launched today, newest first.'), list: listToday },
  'this-week': { title: msg('This week'), description: msg('This week’s launches, ranked by votes cast this week.'), list: listThisWeek },
  trending: {
    title: msg('Trending'),
    description: msg('Ranked by recent votes. A vote loses half its weight every three days.'),
    list: listLive('trending'),
  },
  'most-voted': { title: msg('Most voted'), description: msg('Ranked by all counted votes, all time.'), list: listLive('votes') },
  recent: { title: msg('Recent'), description: msg('Every launch, newest first.'), list: listLive('newest') },
  'most-viewed': { title: msg('Most viewed'), description: msg('Ranked by page views.'), list: listLive('most_viewed') },
  'most-followed': { title: msg('Most followed'), description: msg('Ranked by followers.'), list: listLive('most_followed') },
  upcoming: {
    title: msg('Upcoming'),
    description: msg('Scheduled for a later week, soonest first.'),
    list: (ctx, paging) => searchListings(ctx, { status: 'upcoming', sort: 'relevance', ...paging }),
  },
});

/** Launches by section. Paid products never affect the order. */
export const listLaunches = (ctx: Ctx, { section, ...paging }: ListLaunches) => SECTIONS[section].list(ctx, paging);
