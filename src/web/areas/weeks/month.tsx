import { perLanguage } from '../../../kernel/language/locale.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { addDays, dayAt, mondayOf, monthOf, weekAt } from '../../../kernel/time/weeks.ts';
import type { CalendarWeek } from '../../../modules/launches/weeks/queries.ts';
import type { CalendarMonth } from '../../../modules/launches/weeks/weeks.ts';
import { listingPaths, weekPaths } from '../../paths.ts';
import { currentPage } from '../../server/page.ts';
import { Icon } from '../../ui/elements.tsx';
import { formatWeek } from '../../ui/format.tsx';
import { describePlaces, WEEKDAYS } from '../../ui/weeks/weekly.ts';

const months = perLanguage(({ dates }) => new Intl.DateTimeFormat(dates, { month: 'long', year: 'numeric', timeZone: 'UTC' }));

/** November 2026. */
export const formatMonth = (month: string): string => months().format(new Date(`${month}-15T12:00:00Z`));

/** What a week was or will be, in a few words. */
const WeekSummary = ({ week, this_week }: { week: CalendarWeek; this_week: string }) => {
  const { week_on, launches, winner_slug, winner_name } = week;
  if (week_on > this_week) return describePlaces(week).join(', ');
  return (
    <>
      {launches > 0 ? t('{n, plural, one {# launch} other {# launches}}', { n: launches }) : t('No launches')}
      {week_on === this_week && t(', running now')}
      {winner_slug &&
        rich(', won by {winner_name}', {
          winner_name: (
            <a href={listingPaths.listing({ slug: winner_slug })} dir="auto">
              {winner_name}
            </a>
          ),
        })}
    </>
  );
};

const MonthLinks = ({ month: { month, previous, next } }: { month: CalendarMonth }) => (
  <div class="split month-head">
    <h2 id="month">{formatMonth(month)}</h2>
    <nav class="month-links" aria-label={t('Months')}>
      {previous && (
        <a class="button" rel="prev" href={weekPaths.calendar({ month: previous })}>
          <Icon name="back" size={16} /> {formatMonth(previous)}
        </a>
      )}
      {next && (
        <a class="button" rel="next" href={weekPaths.calendar({ month: next })}>
          {formatMonth(next)} <Icon name="next" size={16} />
        </a>
      )}
    </nav>
  </div>
);

/** The Mondays of the weeks that touch a month. */
const mondaysOf = (month: string): string[] => {
  const mondays: string[] = [];
  for (let monday = mondayOf(`${month}-01`); monthOf(monday) <= month; monday = addDays(monday, 7)) mondays.push(monday);
  return mondays;
};

const dayClass = (day: string, month: string, today: string): string | undefined => {
  if (day === today) return 'month-today';
  return monthOf(day) === month ? undefined : 'month-outside';
};

/** A month with its weeks as rows. On small screens it is a list of weeks. */
export const MonthView = ({ month }: { month: CalendarMonth }) => {
  const { now, site } = currentPage();
  const [today, this_week] = [dayAt(now, site.time_zone), weekAt(now, site.time_zone)];
  const weeks = new Map(month.weeks.map((week) => [week.week_on, week]));
  return (
    <section class="block block-first" aria-labelledby="month">
      <MonthLinks month={month} />
      <table class="month">
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th scope="col">
                <abbr title={name}>{[...name].slice(0, 3).join('')}</abbr>
              </th>
            ))}
            <th scope="col">{t('Launches')}</th>
          </tr>
        </thead>
        <tbody>
          {mondaysOf(month.month).map((monday) => {
            const week = weeks.get(monday);
            return (
              <tr class={monday === this_week ? 'month-running' : undefined}>
                {WEEKDAYS.map((_, at) => addDays(monday, at)).map((day) => (
                  <td class={dayClass(day, month.month, today)} aria-current={day === today ? 'date' : undefined}>
                    <time datetime={day}>{Number(day.slice(8))}</time>
                  </td>
                ))}
                <td>
                  {week && (
                    <>
                      <a class="strong-link" href={weekPaths.week({ week: monday })}>
                        {formatWeek(monday)}
                      </a>
                      <br />
                      <WeekSummary week={week} this_week={this_week} />
                    </>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <ul class="rows rows-ruled month-list">
        {month.weeks.map((week) => (
          <li class={week.week_on === this_week ? 'row-marked' : undefined}>
            <a class="strong-link" href={weekPaths.week({ week: week.week_on })}>
              {formatWeek(week.week_on)}
            </a>
            <br />
            <WeekSummary week={week} this_week={this_week} />
          </li>
        ))}
      </ul>
    </section>
  );
};
