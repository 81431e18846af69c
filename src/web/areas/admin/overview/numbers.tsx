import { Refusal } from '../../../../kernel/errors.ts';
import { msg, t, texts } from '../../../../kernel/language/messages.ts';
import { T } from '../../../../kernel/schema.ts';
import { getSiteNumbers, missedWordsCsv, type SiteNumbers, siteNumbersCsv } from '../../../../modules/stats/site/numbers.ts';
import type { Funnel } from '../../../../modules/stats/site/queries.ts';
import { groupByWeek, SITE_PERIODS, type SiteCounts, type SiteDay, type SitePeriod } from '../../../../modules/stats/site/rules.ts';
import { adminPaths, searchPaths } from '../../../paths.ts';
import { parseParams } from '../../../server/path.ts';
import { CSV_TYPE, type PrivateFileRow } from '../../../server/private-files.ts';
import { BarChart, formatWeekday } from '../../../ui/charts/charts.tsx';
import { DayTable } from '../../../ui/charts/day-table.tsx';
import { Periods } from '../../../ui/charts/periods.tsx';
import { StatsTotals } from '../../../ui/charts/stats-totals.tsx';
import { formatCount, formatDollars, formatPercent } from '../../../ui/format.tsx';
import { AdminSection } from '../components.tsx';
import { adminPage } from '../page.tsx';

const PERIOD_NAMES: Record<SitePeriod, string> = texts({
  '7': msg('7 days'),
  '28': msg('28 days'),
  '90': msg('90 days'),
  '365': msg('12 months'),
});

interface NumberRow {
  name: keyof SiteCounts;
  label: string;
  /** Names a count: "3 votes". */
  describe: (count: number) => string;
  format: (count: number) => string;
}

const ROWS: NumberRow[] = texts([
  {
    name: 'visitors',
    label: msg('Visitors'),
    describe: (n) => t('{n, plural, one {# visitor} other {# visitors}}', { n }),
    format: formatCount,
  },
  {
    name: 'page_views',
    label: msg('Page views'),
    describe: (n) => t('{n, plural, one {# page view} other {# page views}}', { n }),
    format: formatCount,
  },
  {
    name: 'sign_ups',
    label: msg('Sign-ups'),
    describe: (n) => t('{n, plural, one {# sign-up} other {# sign-ups}}', { n }),
    format: formatCount,
  },
  {
    name: 'submissions',
    label: msg('Submissions'),
    describe: (n) => t('{n, plural, one {# submission} other {# submissions}}', { n }),
    format: formatCount,
  },
  {
    name: 'imported',
    label: msg('Imported by the team'),
    describe: (n) => t('{n, plural, one {# imported listing} other {# imported listings}}', { n }),
    format: formatCount,
  },
  { name: 'votes', label: msg('Votes'), describe: (n) => t('{n, plural, one {# vote} other {# votes}}', { n }), format: formatCount },
  {
    name: 'comments',
    label: msg('Comments'),
    describe: (n) => t('{n, plural, one {# comment} other {# comments}}', { n }),
    format: formatCount,
  },
  {
    name: 'orders',
    label: msg('Paid orders'),
    describe: (n) => t('{n, plural, one {# paid order} other {# paid orders}}', { n }),
    format: formatCount,
  },
  {
    name: 'revenue_cents',
    label: msg('Revenue'),
    describe: (cents) => t('{amount} earned', { amount: formatDollars(cents) }),
    format: formatDollars,
  },
  {
    name: 'refunded_cents',
    label: msg('Refunds'),
    describe: (cents) => t('{amount} refunded', { amount: formatDollars(cents) }),
    format: formatDollars,
  },
]);
const rowOf = Object.fromEntries(ROWS.map((row) => [row.name, row])) as Record<keyof SiteCounts, NumberRow>;

interface ChartRow {
  heading: string;
  series: [keyof SiteCounts, keyof SiteCounts];
  scale?: { format(top: number): string; least: number };
}

/** The first series of a chart is drawn behind the second, so it is the larger one. */
const CHARTS: ChartRow[] = texts([
  { heading: msg('Visits'), series: ['page_views', 'visitors'] },
  { heading: msg('Revenue and refunds'), series: ['revenue_cents', 'refunded_cents'], scale: { format: formatDollars, least: 1000 } },
  { heading: msg('Sign-ups and submissions'), series: ['sign_ups', 'submissions'] },
  { heading: msg('Votes and comments'), series: ['votes', 'comments'] },
]);

const seriesOf = (name: keyof SiteCounts) => ({
  name: rowOf[name].label,
  count: (day: SiteDay) => day[name],
  describe: rowOf[name].describe,
});

/** Charts of what happened at least once. */
const Charts = ({ days, from, to, period, totals }: SiteNumbers) => {
  const by_week = period === '365';
  const drawn = by_week ? groupByWeek(days) : days;
  return (
    <>
      {CHARTS.filter(({ series }) => series.some((name) => totals[name] > 0)).map(({ heading, series, scale }) => (
        <BarChart<SiteDay>
          heading={by_week ? t('{heading} by week', { heading }) : heading}
          days={drawn}
          bars={drawn.length}
          from={from}
          to={to}
          scale={scale}
          nameDay={by_week ? (day) => t('Week of {day}', { day: formatWeekday(day) }) : undefined}
          series={[seriesOf(series[0]), seriesOf(series[1])]}
        />
      ))}
    </>
  );
};

const FUNNEL: { name: keyof Funnel; label: string }[] = texts([
  { name: 'submitted', label: msg('Website submitted') },
  { name: 'drafted', label: msg('Draft ready') },
  { name: 'listed', label: msg('Draft submitted as a listing') },
  { name: 'scheduled', label: msg('In a launch week') },
  { name: 'paid', label: msg('Paid') },
]);

const FunnelTable = ({ funnel }: { funnel: Funnel }) => (
  <AdminSection id="funnel" title={t('From submission to payment')}>
    <p class="quiet">{t('Websites submitted in this period, and how far they have come until now. Without those of the team.')}</p>
    <table>
      <thead>
        <tr>
          <th scope="col">{t('Step')}</th>
          <th scope="col">{t('Products')}</th>
          <th scope="col">{t('Share of all')}</th>
        </tr>
      </thead>
      <tbody>
        {FUNNEL.map(({ name, label }) => (
          <tr>
            <th scope="row">{label}</th>
            <td>{formatCount(funnel[name])}</td>
            <td>{funnel.submitted === 0 ? '–' : formatPercent(funnel[name] / funnel.submitted)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </AdminSection>
);

const MissedSearches = ({ missed, period }: Pick<SiteNumbers, 'missed' | 'period'>) => (
  <AdminSection id="searches" title={t('Searches without a result')}>
    {missed.length === 0 ? (
      <p class="quiet">{t('Every search found something.')}</p>
    ) : (
      <>
        <p class="quiet">
          {t('What people looked for and did not find.')}{' '}
          <a href={adminPaths.numbersFile({ file: `searches-${period}.csv` })}>{t('Download CSV')}</a>
        </p>
        <section class="scroll" aria-label={t('Table of searches')} tabindex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('Search')}</th>
                <th scope="col">{t('Visitors')}</th>
              </tr>
            </thead>
            <tbody>
              {missed.map(({ words, searches }) => (
                <tr>
                  <th scope="row">
                    <a href={searchPaths.listings({ q: words })} dir="auto">
                      {words}
                    </a>
                  </th>
                  <td>{formatCount(searches)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </>
    )}
  </AdminSection>
);

export const numbersPage = adminPage({
  name: 'admin_numbers',
  path: adminPaths.numbers,
  query: { period: T.Optional(T.Enum(SITE_PERIODS)) },
  load: (ctx, { period = '28' }) => getSiteNumbers(ctx, period),
  title: () => t('Numbers'),
  get description() {
    return t('Visits, submissions, votes and sales by day.');
  },
  view: (numbers) => (
    <div class="stats">
      <div class="stats-head">
        <Periods periods={SITE_PERIODS} names={PERIOD_NAMES} current={numbers.period} hrefOf={(period) => adminPaths.numbers({ period })} />
        <a href={adminPaths.numbersFile({ file: `days-${numbers.period}.csv` })} download>
          {t('Download CSV')}
        </a>
      </div>
      <StatsTotals
        totals={ROWS.map(({ name, label, format }) => ({ label, value: numbers.totals[name], before: numbers.previous[name], format }))}
      />
      <p class="quiet">
        {t('Compared with the {n, plural, one {# day} other {# days}} before.', { n: numbers.days.length })}{' '}
        {t('Sign-ups and submissions are without those of the team. Revenue and refunds are without VAT.')}{' '}
        {t('Bots aren’t counted; a visitor counts once a day, without cookies.')}
      </p>
      <Charts {...numbers} />
      <DayTable
        title={t('Daily numbers')}
        days={numbers.days}
        columns={ROWS.map(({ name, label, format }) => ({ label, format: (day: SiteDay) => format(day[name]) }))}
      />
      <FunnelTable funnel={numbers.funnel} />
      <MissedSearches {...numbers} />
    </div>
  ),
});

const FILE_NAME = /^(days|searches)-(7|28|90|365)\.csv$/;

/** The numbers of the site as CSV, for its team. */
export const NUMBERS_FILE: PrivateFileRow = {
  path: adminPaths.numbersFile.pattern,
  type: CSV_TYPE,
  async make(ctx, params) {
    const { file } = parseParams(adminPaths.numbersFile.pattern, params);
    const [, content, days] = FILE_NAME.exec(file) ?? [];
    const period = SITE_PERIODS.find((each) => each === days);
    if (!period) throw new Refusal('not_found');
    const numbers = await getSiteNumbers(ctx, period);
    return { name: `${ctx.site.key}-${file}`, body: content === 'days' ? siteNumbersCsv(numbers) : missedWordsCsv(numbers) };
  },
};
