import { listWeekCapacities } from '../../../../modules/launches/team/week-capacity.ts';
import { adminPaths, weekPaths } from '../../../paths.ts';
import { formatCount, formatWeek } from '../../../ui/format.tsx';
import { AdminForm } from '../components.tsx';
import { adminPage } from '../page.tsx';

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
  view: ({ weeks, usual }, context) => (
    <ul class="rows rows-ruled rows-split">
      {weeks.map(({ week_on, room, taken, held }) => (
        <li>
          <div>
            <p class="office-title">
              <a href={weekPaths.week({ week: week_on })} dir="auto">
                {formatWeek(week_on)}
              </a>
            </p>
            <p class="quiet">
              {formatCount(taken)} of {formatCount(room ?? usual)} taken
              {held > 0 && `, ${formatCount(held)} reserved by unpaid orders`}
            </p>
          </div>
          <div class="office-room">
            <AdminForm
              action={adminPaths.setWeekSlots({ week: week_on })}
              context={context}
              submit="Save"
              about={formatWeek(week_on)}
              fields={[{ name: 'room', label: 'Slots', value: room, type: 'whole' }]}
            />
          </div>
        </li>
      ))}
    </ul>
  ),
});
