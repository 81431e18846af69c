import type { Ctx } from '../../kernel/context.ts';
import { PAGING, Strict } from '../../kernel/schema.ts';
import { weekAt } from '../../kernel/week.ts';
import { comingWeeks, pastWeeks } from '../../modules/launches/calendar.ts';
import type { CalendarWeek } from '../../modules/launches/calendar-queries.ts';
import { to } from '../addresses.ts';
import { calendarOfWeeks, feedOf } from '../alternates.ts';
import { asked } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { MisreadNotice } from '../parts/misread.tsx';
import { Pages } from '../parts/pager.tsx';
import { Subscribe } from '../parts/subscribe.tsx';
import { Day } from '../parts/time.tsx';
import { count, counted } from '../wording.ts';

const PER_PAGE = 26;
const Asked = Strict({ page: PAGING.page });

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input, misread } = asked(Asked, query);
  const [coming, past] = await Promise.all([
    input.page === 1 ? comingWeeks(ctx) : [],
    pastWeeks(ctx, { page: input.page, per_page: PER_PAGE }),
  ]);
  return { coming, past, misread };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ past: { page } }: Data): Head => ({
  title: page > 1 ? `Launch weeks, page ${page}` : 'Launch weeks',
  description: 'Every launch week: what is scheduled and how much room is left, what runs, and who won.',
  canonical: to.calendar(page),
  alternates: [...feedOf('weeks', 'Launch weeks'), calendarOfWeeks],
  trail: [{ name: 'Launches', href: to.launches() }],
});

const WeekLink = ({ week_on }: CalendarWeek) => (
  <a class="strong-link" href={to.week(week_on)}>
    <Day on={week_on} />
  </a>
);

const Coming = ({ weeks }: { weeks: CalendarWeek[] }) => (
  <section class="block block-first" aria-labelledby="coming">
    <h2 id="coming">To come</h2>
    <ul class="weeks">
      {weeks.map((week) => (
        <li>
          <WeekLink {...week} />
          <span>{week.scheduled > 0 ? `${count(week.scheduled)} scheduled` : 'nothing scheduled yet'}</span>
          <span>{week.taken < week.room ? `room for ${count(week.room - week.taken)} more` : 'full'}</span>
        </li>
      ))}
    </ul>
  </section>
);

const Past = ({ weeks, here }: { weeks: CalendarWeek[]; here: Here }) => {
  const running = weekAt(here.now, here.site.time_zone);
  return (
    <ul class="weeks">
      {weeks.map((week) => (
        <li class={week.week_on === running ? 'weeks-running' : undefined}>
          <WeekLink {...week} />
          <span>
            {counted(week.launches, 'launch', 'launches')}, {counted(week.counted_votes, 'vote')}
          </span>
          <span>
            {week.winner_slug ? (
              <>
                won by{' '}
                <a href={to.listing(week.winner_slug)} dir="auto">
                  {week.winner_name}
                </a>
              </>
            ) : (
              week.week_on === running && 'running now'
            )}
          </span>
        </li>
      ))}
    </ul>
  );
};

export const view = ({ coming, past, misread }: Data, here: Here) => (
  <>
    <header class="page-head">
      <h1>Launch weeks</h1>
      <p class="lede">A week begins on Monday at midnight, {here.site.time_zone === 'UTC' ? 'UTC' : `${here.site.time_zone} time`}.</p>
    </header>
    <MisreadNotice misread={misread} />
    {coming.length > 0 && <Coming weeks={coming} />}
    <section class="block" aria-labelledby="past">
      <h2 id="past">{coming.length > 0 ? 'This week and before' : 'Before'}</h2>
      <Pages list={past} href={to.calendar} empty={<Empty title="There are no weeks yet." />}>
        <Past weeks={past.items} here={here} />
      </Pages>
      <Subscribe feed="weeks" calendar />
    </section>
  </>
);
