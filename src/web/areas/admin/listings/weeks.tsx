import { msg, rich, t, texts } from '../../../../kernel/language/messages.ts';
import type { WeekCapacity, WeekListing } from '../../../../modules/launches/team/queries.ts';
import { getWeekForTeam, listWeekCapacities } from '../../../../modules/launches/team/week-capacity.ts';
import { adminPaths, weekPaths } from '../../../paths.ts';
import { formatCount, formatWeek } from '../../../ui/format.tsx';
import { LISTING_STATUS_NAMES } from '../../../ui/frames/owner-frame.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm, AdminRows, AdminSection } from '../components.tsx';
import { adminPage } from '../page.tsx';

/** What takes the slots of a week, such as "12 launched, 3 paid". */
const describeSlots = ({ launched, free, paid, held }: WeekCapacity, has_begun: boolean): string =>
  [
    has_begun ? t('{n, plural, other {# launched}}', { n: launched }) : '',
    free > 0 && !has_begun ? t('{n, plural, other {# free}}', { n: free }) : '',
    paid > 0 && !has_begun ? t('{n, plural, other {# paid}}', { n: paid }) : '',
    held > 0 ? t('{n, plural, other {# reserved by unpaid orders}}', { n: held }) : '',
  ]
    .filter(Boolean)
    .join(', ');

/** Before a week begins its slots are taken one by one; once it has begun, what launched in it counts. */
const countTaken = ({ taken, launched }: WeekCapacity, has_begun: boolean): number => (has_begun ? Math.max(taken, launched) : taken);

const describeTaken = (taken: number, room: number): string =>
  t('{taken} of {room} slots taken', { taken: formatCount(taken), room: formatCount(room) });

const SlotsForm = ({ week_on, room }: Pick<WeekCapacity, 'week_on' | 'room'>) => (
  <div class="office-room">
    <AdminForm
      action={adminPaths.setWeekSlots({ week: week_on })}
      submit={t('Save')}
      about={formatWeek(week_on)}
      fields={[{ name: 'room', label: t('Slots'), value: room, type: 'whole' }]}
    />
  </div>
);

interface WeekRowProps {
  week: WeekCapacity;
  usual: number;
  has_begun: boolean;
  /** True for past weeks, which have no form. */
  is_past?: boolean;
}

const WeekRow = ({ week, usual, has_begun, is_past }: WeekRowProps) => (
  <li>
    <div>
      <p class="office-title">
        <a href={adminPaths.week({ week: week.week_on })} dir="auto">
          {formatWeek(week.week_on)}
        </a>
      </p>
      <p class="quiet">
        {!is_past && describeTaken(countTaken(week, has_begun), week.room ?? usual)}
        {!is_past && describeSlots(week, has_begun) && ': '}
        {describeSlots(week, has_begun)}
        {week.is_final && ` · ${t('results final')}`}
      </p>
    </div>
    {!is_past && <SlotsForm {...week} />}
  </li>
);

export const weeksPage = adminPage({
  name: 'admin_weeks',
  path: adminPaths.weeks,
  load: (ctx) => listWeekCapacities(ctx),
  title: msg('Weeks'),
  description: msg('Launch slots per week.'),
  lede: ({ usual }) => (
    <>
      {rich(
        '{n, plural, one {# product} other {# products}} can launch per week unless you set another number here. Change the default in <settings>the settings</settings>.',
        { n: usual, settings: (text) => <a href={adminPaths.settings()}>{text}</a> },
      )}
    </>
  ),
  done: { set: msg('Slots saved.'), same: msg('No changes to save.') },
  view: ({ weeks: [current, ...coming], past, usual }) => (
    <>
      <AdminSection id="current" title={t('This week')}>
        <ul class="rows rows-ruled rows-split">
          <WeekRow week={current!} usual={usual} has_begun />
        </ul>
      </AdminSection>
      <AdminSection id="coming" title={t('Coming weeks')}>
        <ul class="rows rows-ruled rows-split">
          {coming.map((week) => (
            <WeekRow week={week} usual={usual} has_begun={false} />
          ))}
        </ul>
      </AdminSection>
      <AdminSection id="past" title={t('Past weeks')}>
        <ul class="rows rows-ruled rows-split">
          {past.map((week) => (
            <WeekRow week={week} usual={usual} has_begun is_past />
          ))}
        </ul>
      </AdminSection>
    </>
  ),
});

const SLOT_NAMES: Record<NonNullable<WeekListing['kind']>, string> = texts({
  free: msg('Free plan'),
  paid: msg('Paid'),
  held: msg('Reserved by an unpaid order'),
});

const describeSlot = ({ kind, is_relaunch }: WeekListing): string =>
  [kind === null ? t('Published without a slot') : SLOT_NAMES[kind], is_relaunch && t('launches again')].filter(Boolean).join(', ');

export const weekPage = adminPage({
  name: 'admin_week',
  path: adminPaths.week,
  menu: adminPaths.weeks,
  not_found: 'launch_week_not_found',
  load: (ctx, { week }) => getWeekForTeam(ctx, { week }),
  title: ({ week }) => formatWeek(week.week_on),
  description: msg('What takes the slots of a launch week.'),
  canonical: ({ week }) => adminPaths.week({ week: week.week_on }),
  lede: ({ week, usual, is_past }) =>
    is_past ? describeSlots(week, true) : describeTaken(Math.max(week.taken, week.launched), week.room ?? usual),
  view: ({ week, listings }) => (
    <>
      <p class="more">
        <a href={weekPaths.week({ week: week.week_on })}>{t('View public page')}</a>
      </p>
      <AdminRows
        rows={listings.map((listing) => ({
          href: adminPaths.listing({ id: listing.listing_id }),
          title: listing.name,
          more: (
            <>
              {describeSlot(listing)}
              {listing.until && <> · {rich('expires {when}', { when: <RelativeTime at={listing.until} /> })}</>} ·{' '}
              {listing.owner ? <bdi>{listing.owner}</bdi> : t('no owner')}
            </>
          ),
          status: <span class={`pill pill-${listing.status}`}>{LISTING_STATUS_NAMES[listing.status]}</span>,
        }))}
        empty={t('Nothing in this week yet.')}
      />
    </>
  ),
});
