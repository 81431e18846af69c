import type { WeekCapacity, WeekListing } from '../../../../modules/launches/team/queries.ts';
import { getWeekForTeam, listWeekCapacities } from '../../../../modules/launches/team/week-capacity.ts';
import { adminPaths, weekPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { formatCount, formatWeek } from '../../../ui/format.tsx';
import { LISTING_STATUS_NAMES } from '../../../ui/frames/owner-frame.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm, AdminRows, AdminSection } from '../components.tsx';
import { adminPage } from '../page.tsx';

/** What takes the slots of a week, such as "12 launched, 3 paid". */
const describeSlots = ({ launched, free, paid, held }: WeekCapacity, has_begun: boolean): string =>
  [
    has_begun ? `${formatCount(launched)} launched` : '',
    free > 0 && !has_begun ? `${formatCount(free)} free` : '',
    paid > 0 && !has_begun ? `${formatCount(paid)} paid` : '',
    held > 0 ? `${formatCount(held)} reserved by unpaid orders` : '',
  ]
    .filter(Boolean)
    .join(', ');

/** Before a week begins its slots are taken one by one; once it has begun, what launched in it counts. */
const countTaken = ({ taken, launched }: WeekCapacity, has_begun: boolean): number => (has_begun ? Math.max(taken, launched) : taken);

const SlotsForm = ({ week_on, room, context }: Pick<WeekCapacity, 'week_on' | 'room'> & { context: PageContext }) => (
  <div class="office-room">
    <AdminForm
      action={adminPaths.setWeekSlots({ week: week_on })}
      context={context}
      submit="Save"
      about={formatWeek(week_on)}
      fields={[{ name: 'room', label: 'Slots', value: room, type: 'whole' }]}
    />
  </div>
);

interface WeekRowProps {
  week: WeekCapacity;
  usual: number;
  has_begun: boolean;
  /** Past weeks have no form. */
  context?: PageContext;
}

const WeekRow = ({ week, usual, has_begun, context }: WeekRowProps) => (
  <li>
    <div>
      <p class="office-title">
        <a href={adminPaths.week({ week: week.week_on })} dir="auto">
          {formatWeek(week.week_on)}
        </a>
      </p>
      <p class="quiet">
        {context && `${formatCount(countTaken(week, has_begun))} of ${formatCount(week.room ?? usual)} slots taken`}
        {context && describeSlots(week, has_begun) && ': '}
        {describeSlots(week, has_begun)}
        {week.is_final && ' · results final'}
      </p>
    </div>
    {context && <SlotsForm {...week} context={context} />}
  </li>
);

export const weeksPage = adminPage({
  name: 'admin_weeks',
  path: adminPaths.weeks,
  load: (ctx) => listWeekCapacities(ctx),
  title: 'Weeks',
  description: 'Launch slots per week.',
  lede: ({ usual }) => (
    <>
      {formatCount(usual)} products can launch per week unless you set another number here. Change the default in{' '}
      <a href={adminPaths.settings()}>the settings</a>.
    </>
  ),
  done: { set: 'Slots saved.', same: 'No changes to save.' },
  view: ({ weeks: [current, ...coming], past, usual }, context) => (
    <>
      <AdminSection id="current" title="This week">
        <ul class="rows rows-ruled rows-split">
          <WeekRow week={current!} usual={usual} has_begun context={context} />
        </ul>
      </AdminSection>
      <AdminSection id="coming" title="Coming weeks">
        <ul class="rows rows-ruled rows-split">
          {coming.map((week) => (
            <WeekRow week={week} usual={usual} has_begun={false} context={context} />
          ))}
        </ul>
      </AdminSection>
      <AdminSection id="past" title="Past weeks">
        <ul class="rows rows-ruled rows-split">
          {past.map((week) => (
            <WeekRow week={week} usual={usual} has_begun />
          ))}
        </ul>
      </AdminSection>
    </>
  ),
});

const SLOT_NAMES: Record<NonNullable<WeekListing['kind']>, string> = {
  free: 'Free plan',
  paid: 'Paid',
  held: 'Reserved by an unpaid order',
};

const describeSlot = ({ kind, is_relaunch }: WeekListing): string =>
  [kind === null ? 'Published without a slot' : SLOT_NAMES[kind], is_relaunch && 'launches again'].filter(Boolean).join(', ');

export const weekPage = adminPage({
  name: 'admin_week',
  path: adminPaths.week,
  menu: adminPaths.weeks,
  not_found: 'launch_week_not_found',
  load: (ctx, { week }) => getWeekForTeam(ctx, { week }),
  title: ({ week }) => formatWeek(week.week_on),
  description: 'What takes the slots of a launch week.',
  canonical: ({ week }) => adminPaths.week({ week: week.week_on }),
  lede: ({ week, usual, is_past }) =>
    is_past
      ? describeSlots(week, true)
      : `${formatCount(Math.max(week.taken, week.launched))} of ${formatCount(week.room ?? usual)} slots taken.`,
  view: ({ week, listings }, context) => (
    <>
      <p class="more">
        <a href={weekPaths.week({ week: week.week_on })}>View public page</a>
      </p>
      <AdminRows
        rows={listings.map((listing) => ({
          href: adminPaths.listing({ id: listing.listing_id }),
          title: listing.name,
          more: (
            <>
              {describeSlot(listing)}
              {listing.until && (
                <>
                  {' '}
                  until <RelativeTime at={listing.until} now={context.now} />
                </>
              )}{' '}
              · {listing.owner ? <bdi>{listing.owner}</bdi> : 'no owner'}
            </>
          ),
          status: <span class={`pill pill-${listing.status}`}>{LISTING_STATUS_NAMES[listing.status]}</span>,
        }))}
        empty="Nothing in this week yet."
      />
    </>
  ),
});
