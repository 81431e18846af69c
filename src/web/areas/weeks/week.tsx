import type { Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { addDays, dayAt, startOfDay } from '../../../kernel/time/weeks.ts';
import type { LaunchWeek } from '../../../modules/launches/schema.ts';
import { getLaunchWeek, hasEarlierWeek } from '../../../modules/launches/weeks/weeks.ts';
import { boardPaths, draftPaths, feedPaths, weekPaths } from '../../paths.ts';
import { calendarAlternate, feedAlternates, weekThing } from '../../server/metadata.ts';
import { currentPage, type PageContext, type PageHead } from '../../server/page.ts';
import type { ShareCard } from '../../share-images/share-card.ts';
import { ListingCards } from '../../ui/card.tsx';
import { formatWeek, WeekText } from '../../ui/format.tsx';
import { Empty } from '../../ui/list.tsx';
import { Countdown, WeekStrip } from '../../ui/times.tsx';
import { RankedLaunches } from '../../ui/weeks/week-launches.tsx';

/** Anything that cannot be a week is "not found" rather than invalid. */
const IS_WEEK = /^(this|next|last|\d{4}-\d{2}-\d{2})$/;

interface Data extends LaunchWeek {
  /** Whether there is a page of the week before. */
  has_earlier: boolean;
}

export const load = async (ctx: Ctx, { week }: { week: string }): Promise<Data> => {
  if (!IS_WEEK.test(week)) throw new Refusal('launch_week_not_found');
  const found = toValue(
    await getLaunchWeek(ctx, { week }).catch((error) => {
      throw error instanceof Refusal && error.code === 'invalid_input' ? new Refusal('launch_week_not_found') : error;
    }),
  );
  return { ...found, has_earlier: await hasEarlierWeek(ctx, found.launch_week_on) };
};

const STATE_DESCRIPTIONS: Record<LaunchWeek['state'], string> = texts({
  running: msg('These products launched on Monday. Vote until Sunday.'),
  future: msg('Voting starts on Monday.'),
  finished: msg('Voting has ended. These are the launches, ranked by votes.'),
});

const titleOf = ({ launch_week_on: week }: LaunchWeek): string =>
  t('Launch week {week} {year}', { week: formatWeek(week), year: week.slice(0, 4) });

/** The top three of a finished week. */
const describeWinners = ({ launches }: LaunchWeek): string =>
  launches
    .filter(({ rank }) => rank !== null && rank <= 3)
    .map(({ rank, listing }) => `${rank}. ${listing.name}`)
    .join(' · ');

const cardOf = (week: LaunchWeek, site: string): ShareCard => ({
  kind: week.state === 'future' ? t('Upcoming launch week') : week.state === 'running' ? t('This launch week') : t('Launch week'),
  titles: [`${formatWeek(week.launch_week_on)} ${week.launch_week_on.slice(0, 4)}`],
  text: (week.state === 'finished' && describeWinners(week)) || STATE_DESCRIPTIONS[week.state],
  notes: [
    week.state === 'future'
      ? t('{n, plural, one {# launch} other {# launches}} scheduled', { n: week.scheduled_total })
      : t('{n, plural, one {# launch} other {# launches}}', { n: week.launches_total }),
    ...(week.is_final ? [t('{n, plural, one {# vote} other {# votes}} counted', { n: week.counted_votes })] : []),
  ],
  site,
});

export const head = (data: Data, { site }: PageContext): PageHead => ({
  title: titleOf(data),
  description: STATE_DESCRIPTIONS[data.state],
  canonical: weekPaths.week({ week: data.launch_week_on }),
  alternates: [...feedAlternates(feedPaths.weeks(), t('Launch weeks')), calendarAlternate],
  things: [weekThing(titleOf(data), data, site)],
  card: cardOf(data, site.name),
  trail: [
    { name: t('Launches'), href: weekPaths.launches() },
    { name: t('Calendar'), href: weekPaths.calendar() },
  ],
  island: data.state === 'finished' ? undefined : 'times.js',
});

const Clock = ({ week: { launch_week_on: week, state } }: { week: LaunchWeek }) => {
  if (state === 'finished') return null;
  const until = startOfDay(state === 'running' ? addDays(week, 7) : week, currentPage().site.time_zone);
  return <Countdown to={state === 'running' ? 'voting_ends' : 'week_starts'} until={until} />;
};

const Neighbours = ({ week: { launch_week_on: week, state, has_earlier } }: { week: Data }) => (
  <nav class="actions board-weeks" aria-label={t('Weeks')}>
    {has_earlier && (
      <a class="button" rel="prev" href={weekPaths.week({ week: addDays(week, -7) })}>
        {t('Previous week')}
      </a>
    )}
    <a class="button" rel="next" href={weekPaths.week({ week: addDays(week, 7) })}>
      {t('Next week')}
    </a>
    <p class="actions week-links">
      {state !== 'running' && <a href={weekPaths.week({ week: 'this' })}>{t('This week')}</a>}
      <a href={weekPaths.calendar()}>{t('All weeks')}</a>
    </p>
  </nav>
);

const Result = ({ week: { launch_week_on: week, state, is_final, counted_votes, uncounted_votes } }: { week: LaunchWeek }) => (
  <p class="quiet week-result">
    {is_final && t('Final result: ')}
    {t('{n, plural, one {# vote} other {# votes}} counted', { n: counted_votes })}
    {uncounted_votes > 0 && t(', {n, plural, one {# vote} other {# votes}} not counted', { n: uncounted_votes })}.{' '}
    <a href={boardPaths.howRankingWorks()}>{t('How votes are counted')}</a>
    {state === 'finished' && (
      <>
        {' '}
        · <a href={weekPaths.ledgerFile({ week })}>{t('Recount from the ledger')}</a>
      </>
    )}
  </p>
);

const Launched = ({ week }: { week: LaunchWeek }) => {
  const { launches, launches_total } = week;
  return (
    <section aria-labelledby="launched">
      <h2 id="launched">{t('{n, plural, one {# launch} other {# launches}}', { n: launches_total })}</h2>
      <Result week={week} />
      <RankedLaunches week={week} />
      {launches.length < launches_total && (
        <p class="more">
          {rich('Showing the top {length}. <link>See all</link>', {
            length: launches.length,
            link: (text) => <a href={boardPaths.leaderboard({ board: 'community-weekly', week: week.launch_week_on })}>{text}</a>,
          })}
        </p>
      )}
    </section>
  );
};

export const view = (week: Data, context: PageContext) => (
  <div>
    <header class="page-head with-aside with-week week-head">
      <div>
        <p class="eyebrow">{week.state === 'running' ? t('This week') : week.state === 'future' ? t('Upcoming week') : t('Past week')}</p>
        <h1>
          <WeekText monday={week.launch_week_on} />
        </h1>
        <p class="lede">{STATE_DESCRIPTIONS[week.state]}</p>
        <Clock week={week} />
      </div>
      <WeekStrip monday={week.launch_week_on} today={dayAt(context.now, context.site.time_zone)} />
    </header>
    <Neighbours week={week} />
    {week.launches.length > 0 && <Launched week={week} />}
    {week.scheduled.length > 0 && (
      <section class="block" aria-labelledby="scheduled">
        <h2 id="scheduled">{t('{n, plural, one {# launch} other {# launches}} scheduled', { n: week.scheduled_total })}</h2>
        <ListingCards listings={week.scheduled} />
      </section>
    )}
    {week.launches.length === 0 && week.scheduled.length === 0 && (
      <Empty title={week.state === 'future' ? t('No launches scheduled for this week yet') : t('No launches in this week')}>
        <p>
          {rich('<link>Submit a product</link>, or see <link2>what has launched</link2>.', {
            link: (text) => <a href={draftPaths.submit()}>{text}</a>,
            link2: (text) => <a href={weekPaths.launches({ section: 'recent' })}>{text}</a>,
          })}
        </p>
      </Empty>
    )}
  </div>
);
