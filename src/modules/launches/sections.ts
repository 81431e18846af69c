import type { Ctx } from '../../kernel/context.ts';
import type { JsonText } from '../../kernel/json.ts';
import { COUNT_LIMIT, type ListAnswer, listAnswer, type Paging } from '../../kernel/paging.ts';
import { beginningOf, dayIn, weekAt } from '../../kernel/week.ts';
import type { ListingSummary } from '../listings/schema.ts';
import { searchListings } from '../listings/search.ts';
import type { Sort } from '../listings/shelf-queries.ts';
import type { ListLaunches, SectionName } from './schema.ts';
import { countLaunchedSince, selectLaunchedSince, selectRunningWeek } from './section-queries.ts';
import { countLaunches } from './standing-queries.ts';

type List = (ctx: Ctx, paging: Paging) => Promise<JsonText<ListAnswer<ListingSummary>>>;

interface Section {
  title: string;
  /** What is in it, and in which order. */
  says: string;
  list: List;
}

const live =
  (sort: Sort): List =>
  (ctx, paging) =>
    searchListings(ctx, { status: 'live', sort, ...paging });

const today: List = async (ctx, paging) => {
  const { clock, site } = ctx;
  const since = beginningOf(dayIn(clock.now(), site.time_zone), site.time_zone);
  const [items, count] = await Promise.all([selectLaunchedSince(ctx, since, paging), countLaunchedSince(ctx, since, COUNT_LIMIT + 1)]);
  return listAnswer(paging, items, count);
};

const thisWeek: List = async (ctx, paging) => {
  const week = weekAt(ctx.clock.now(), ctx.site.time_zone);
  const [items, count] = await Promise.all([selectRunningWeek(ctx, week, paging), countLaunches(ctx, week)]);
  return listAnswer(paging, items, count);
};

/** The eight sections of launches. */
export const SECTIONS: Record<SectionName, Section> = {
  today: { title: 'Today', says: 'Launched since midnight, the newest first.', list: today },
  'this-week': { title: 'This week', says: 'This week’s launches, by the votes cast in it.', list: thisWeek },
  trending: {
    title: 'Trending',
    says: 'Votes that fade: one cast three days ago weighs half of one cast now.',
    list: live('trending'),
  },
  'most-voted': { title: 'Most voted', says: 'All counted votes of all time.', list: live('votes') },
  recent: { title: 'Recent', says: 'Every launch, the newest first.', list: live('newest') },
  'most-viewed': { title: 'Most viewed', says: 'By how often their pages were opened by people.', list: live('most_viewed') },
  'most-followed': { title: 'Most followed', says: 'By how many people follow them.', list: live('most_followed') },
  upcoming: {
    title: 'Upcoming',
    says: 'Scheduled for a later week, the nearest first.',
    list: (ctx, paging) => searchListings(ctx, { status: 'upcoming', sort: 'relevance', ...paging }),
  },
};

/** Launches by section (SPEC 4.2). Money orders none of them. */
export const listLaunches = (ctx: Ctx, { section, ...paging }: ListLaunches) => SECTIONS[section].list(ctx, paging);
