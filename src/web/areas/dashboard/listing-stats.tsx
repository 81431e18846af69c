import type { Caller, Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { dayAt, mondayOf } from '../../../kernel/time/weeks.ts';
import { getMailPreferences } from '../../../modules/accounts/mail/preferences.ts';
import type { OwnListing } from '../../../modules/listings/owner/schema.ts';
import { type Counts, choosePeriod, conversionOf, PERIODS, type Period } from '../../../modules/stats/rules.ts';
import { getListingStats, type ListingStats, sourcesCsv, statsCsv } from '../../../modules/stats/stats.ts';
import { dashboardPaths, listingPaths } from '../../paths.ts';
import { type Query, textParam } from '../../server/page.ts';
import { parseParams } from '../../server/path.ts';
import { CSV_TYPE, type PrivateFileRow } from '../../server/private-files.ts';
import { BarChart, formatWeekday } from '../../ui/charts/charts.tsx';
import { DayTable } from '../../ui/charts/day-table.tsx';
import { Periods } from '../../ui/charts/periods.tsx';
import { StatsTotals } from '../../ui/charts/stats-totals.tsx';
import { Form } from '../../ui/form.tsx';
import { formatCount, formatPercent } from '../../ui/format.tsx';
import { loadOwnListing } from '../../ui/frames/owner-frame.tsx';
import { type OwnerData, ownerPage } from './owner-page.tsx';
import { RankChart } from './rank-chart.tsx';
import { Sources } from './stats-sources.tsx';

const PERIOD_NAMES: Record<Period, string> = texts({
  'last-week': msg('Last week'),
  '7': msg('7 days'),
  '28': msg('28 days'),
  '90': msg('90 days'),
  launch: msg('Launch week'),
});

const COUNT_LABELS: { name: keyof Counts; label: string }[] = texts([
  { name: 'views', label: msg('Views') },
  { name: 'clicks', label: msg('Clicks to your site') },
  { name: 'votes', label: msg('Votes') },
  { name: 'follows', label: msg('New followers') },
  { name: 'badge_clicks', label: msg('Badge clicks') },
]);

const formatConversion = (counts: Pick<Counts, 'views' | 'clicks'>): string => {
  const conversion = conversionOf(counts);
  return conversion === null ? '–' : formatPercent(conversion);
};

const isPeriod = (text: string | undefined): text is Period => PERIODS.some((period) => period === text);

const loadStats = async (ctx: Ctx<Caller>, listing: OwnListing, query: Query) => {
  const asked = textParam(query.period);
  const period = isPeriod(asked) ? asked : choosePeriod(dayAt(ctx.clock.now(), ctx.site.time_zone), listing.launch_week_on);
  const [stats, preferences] = await Promise.all([getListingStats(ctx, listing, period), getMailPreferences(ctx)]);
  return { stats, gets_mail: preferences.some(({ kind, wanted }) => kind === 'stats' && wanted) };
};

const Totals = ({ totals, previous }: Pick<ListingStats, 'totals' | 'previous'>) => (
  <StatsTotals totals={COUNT_LABELS.map(({ name, label }) => ({ label, value: totals[name], before: previous?.[name] }))}>
    <div>
      <dt>{t('Conversion')}</dt>
      <dd>
        <strong>{formatConversion(totals)}</strong>
        <p class="quiet">{t('clicks per view')}</p>
      </dd>
    </div>
  </StatsTotals>
);

/** A rank; why there is none in the launch week; nothing on other days. */
const formatRank = ({ day, rank }: ListingStats['days'][number], launch_week_on: string | null): string => {
  if (rank !== null) return `#${rank}`;
  return launch_week_on !== null && mondayOf(day) === launch_week_on ? t('From the first vote') : '–';
};

const WeeklyMail = ({ listing, gets_mail }: { listing: OwnListing; gets_mail: boolean }) => (
  <Form action={dashboardPaths.setStatsMail({ listing_id: listing.id })} hidden={{ wanted: gets_mail ? 'no' : 'yes' }} class="actions">
    <p>{gets_mail ? t('You get last week’s stats by email every Monday.') : t('Get last week’s stats by email every Monday.')}</p>
    <button class="button" type="submit">
      {gets_mail ? t('Turn off weekly email') : t('Turn on weekly email')}
    </button>
  </Form>
);

type Data = OwnerData<Awaited<ReturnType<typeof loadStats>>>;

const Charts = ({ stats: { period, days, from, to, totals }, listing: { launch_week_on } }: Pick<Data, 'stats' | 'listing'>) => {
  const drawn = { days, from, to };
  const ranked = days.find(({ rank }) => rank !== null);
  return days.length === 0 ? (
    <p class="empty">{t('Your launch week hasn’t started yet. Choose another period to see earlier days.')}</p>
  ) : (
    <>
      <BarChart
        heading={t('Views and clicks')}
        {...drawn}
        series={[
          { name: t('Views'), count: ({ views }) => views, describe: (n) => t('{n, plural, one {# view} other {# views}}', { n }) },
          {
            name: t('Clicks to your site'),
            count: ({ clicks }) => clicks,
            describe: (n) => t('{n, plural, one {# click} other {# clicks}}', { n }),
          },
        ]}
      />
      {totals.votes + totals.follows > 0 && (
        <BarChart
          heading={t('Votes and new followers')}
          {...drawn}
          series={[
            { name: t('Votes'), count: ({ votes }) => votes, describe: (n) => t('{n, plural, one {# vote} other {# votes}}', { n }) },
            {
              name: t('New followers'),
              count: ({ follows }) => follows,
              describe: (n) => t('{n, plural, one {# new follower} other {# new followers}}', { n }),
            },
          ]}
        />
      )}
      {ranked && <RankChart days={days} week_on={mondayOf(ranked.day)} />}
      {!ranked && period === 'launch' && <p class="quiet">{t('You’re ranked from your first vote in the launch week.')}</p>}
      <DayTable
        title={t('Daily stats')}
        days={days}
        columns={[
          ...COUNT_LABELS.map(({ name, label }) => ({ label, format: (day: Counts) => formatCount(day[name]) })),
          { label: t('Conversion'), format: formatConversion },
          { label: t('Rank'), format: (day) => formatRank(day, launch_week_on) },
        ]}
      />
    </>
  );
};

export const statsPage = ownerPage({
  path: dashboardPaths.stats,
  tab: 'Stats',
  load: loadStats,
  done: texts({
    mail_on: msg('You’ll get your stats by email every Monday.'),
    mail_off: msg('You won’t get your stats by email any more.'),
  }),
  view: ({ listing, stats, gets_mail }) => (
    <div class="stats">
      <div class="stats-head">
        <Periods
          periods={PERIODS.filter((period) => period !== 'launch' || listing.launch_week_on)}
          names={PERIOD_NAMES}
          current={stats.period}
          hrefOf={(period) => dashboardPaths.stats({ listing_id: listing.id, period })}
        />
        <ul class="stats-files">
          {(['days', 'sources'] as const).map((file) => (
            <li>
              <a href={dashboardPaths.statsFile({ listing_id: listing.id, file: `${file}-${stats.period}.csv` })} download>
                {file === 'days' ? t('Download CSV') : t('Download sources as CSV')}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <Totals {...stats} />
      {stats.previous && (
        <p class="quiet">
          {stats.period === 'last-week' && t('{from} to {to}. ', { from: formatWeekday(stats.from), to: formatWeekday(stats.to) })}
          {t('Compared with the {n, plural, one {# day} other {# days}} before.', { n: stats.days.length })}
        </p>
      )}
      <Charts stats={stats} listing={listing} />
      <Sources {...stats} />
      <section class="block" aria-labelledby="weekly-email">
        <h2 id="weekly-email">{t('Weekly email')}</h2>
        <WeeklyMail listing={listing} gets_mail={gets_mail} />
      </section>
      <section class="block" aria-labelledby="counting">
        <h2 id="counting">{t('How we count')}</h2>
        <p>
          {rich(
            'A visitor counts once a day. Your own visits and bots aren’t counted. We use no cookies and store no IP addresses. Removed votes and unfollows aren’t included. Badge clicks are visits through your <link>badge</link>. If you added it a while ago, copy the code again.',
            { link: (text) => <a href={listingPaths.badges({ slug: listing.slug })}>{text}</a> },
          )}
        </p>
      </section>
    </div>
  ),
});

const STATS_FILE_NAME = /^(days|sources)-(last-week|7|28|90|launch)\.csv$/;

/** The numbers of an own listing as CSV. */
export const STATS_FILE: PrivateFileRow = {
  path: dashboardPaths.statsFile.pattern,
  type: CSV_TYPE,
  async make(ctx, params) {
    const { listing_id, file } = parseParams(dashboardPaths.statsFile.pattern, params);
    const [, content, period] = STATS_FILE_NAME.exec(file) ?? [];
    const listing = await loadOwnListing(ctx, { listing_id });
    if (!isPeriod(period)) throw new Refusal('not_found');
    const stats = await getListingStats(ctx, listing, period);
    return { name: `${listing.slug}-${file}`, body: content === 'days' ? statsCsv(stats) : await sourcesCsv(ctx, listing, stats) };
  },
};
