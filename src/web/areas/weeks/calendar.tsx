import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { PAGING, Strict, T } from '../../../kernel/schema.ts';
import { weekAt } from '../../../kernel/time/weeks.ts';
import type { CalendarWeek } from '../../../modules/launches/weeks/queries.ts';
import { getCalendarMonth, listComingWeeks, listPastWeeks } from '../../../modules/launches/weeks/weeks.ts';
import { feedPaths, listingPaths, weekPaths } from '../../paths.ts';
import { calendarAlternate, feedAlternates } from '../../server/metadata.ts';
import { currentPage, type PageContext, type PageHead, type Params, parseQuery, type Query } from '../../server/page.ts';
import { Block } from '../../ui/elements.tsx';
import { DayText } from '../../ui/format.tsx';
import { Empty, IgnoredParamsNotice, PagedList, Subscribe } from '../../ui/list.tsx';
import { describePlaces, describeReserved } from '../../ui/weeks/weekly.ts';
import { formatMonth, MonthView } from './month.tsx';

const PER_PAGE = 26;
const CalendarQuery = Strict({
  page: PAGING.page,
  month: T.Optional(T.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' })),
});

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input, ignored } = parseQuery(CalendarQuery, query);
  const [month, coming, past] = await Promise.all([
    input.page === 1 ? getCalendarMonth(ctx, input.month) : null,
    input.page === 1 ? listComingWeeks(ctx) : [],
    listPastWeeks(ctx, { page: input.page, per_page: PER_PAGE }),
  ]);
  return { month, is_named: input.month !== undefined, coming, past, ignored };
};

type Data = Awaited<ReturnType<typeof load>>;

const titleOf = ({ past: { page }, month, is_named }: Data): string => {
  if (page > 1) return t('Launch weeks, page {page}', { page });
  return is_named && month ? t('Launch weeks in {month}', { month: formatMonth(month.month) }) : t('Launch weeks');
};

export const head = (data: Data): PageHead => ({
  title: titleOf(data),
  description: t('Every launch week: scheduled launches, open slots, the current week and past winners.'),
  canonical: weekPaths.calendar({ page: data.past.page, month: data.is_named ? data.month?.month : undefined }),
  alternates: [...feedAlternates(feedPaths.weeks(), t('Launch weeks')), calendarAlternate],
  trail: [{ name: t('Launches'), href: weekPaths.launches() }],
});

const WeekLink = ({ week_on }: CalendarWeek) => (
  <a class="strong-link" href={weekPaths.week({ week: week_on })}>
    <DayText on={week_on} />
  </a>
);

const UpcomingWeeks = ({ weeks }: { weeks: CalendarWeek[] }) => (
  <Block id="coming" heading={t('Upcoming')}>
    <p class="quiet section-says">{describeReserved()}</p>
    <ul class="rows rows-ruled weeks">
      {weeks.map((week) => {
        const [taken, left] = describePlaces(week);
        return (
          <li>
            <WeekLink {...week} />
            <span>{taken}</span>
            <span>{left}</span>
          </li>
        );
      })}
    </ul>
  </Block>
);

const PastWeeks = ({ weeks }: { weeks: CalendarWeek[] }) => {
  const { now, site } = currentPage();
  const running = weekAt(now, site.time_zone);
  return (
    <ul class="rows rows-ruled weeks">
      {weeks.map((week) => (
        <li class={week.week_on === running ? 'row-marked' : undefined}>
          <WeekLink {...week} />
          <span>
            {t('{n, plural, one {# launch} other {# launches}}', { n: week.launches })},{' '}
            {t('{n, plural, one {# vote} other {# votes}}', { n: week.counted_votes })}
          </span>
          <span>
            {week.winner_slug
              ? rich('won by {winner_name}', {
                  winner_name: (
                    <a href={listingPaths.listing({ slug: week.winner_slug })} dir="auto">
                      {week.winner_name}
                    </a>
                  ),
                })
              : week.week_on === running && t('running now')}
          </span>
        </li>
      ))}
    </ul>
  );
};

export const view = ({ month, coming, past, ignored }: Data, context: PageContext) => (
  <>
    <header class="page-head">
      <h1>{t('Launch weeks')}</h1>
      <p class="lede">
        {t('Weeks start on Monday at midnight,')}{' '}
        {context.site.time_zone === 'UTC' ? 'UTC' : t('{time_zone} time', { time_zone: context.site.time_zone })}.
      </p>
    </header>
    <IgnoredParamsNotice ignored={ignored} />
    {month && <MonthView month={month} />}
    {coming.length > 0 && <UpcomingWeeks weeks={coming} />}
    <Block id="past" heading={coming.length > 0 ? t('This week and earlier') : t('Earlier weeks')}>
      <PagedList list={past} href={(page) => weekPaths.calendar({ page })} empty={<Empty title={t('No launch weeks yet')} />}>
        <PastWeeks weeks={past.items} />
      </PagedList>
      <Subscribe feed={feedPaths.weeks()} calendar />
    </Block>
  </>
);
