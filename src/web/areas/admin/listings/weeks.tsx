import type { Ctx } from '../../../../kernel/context.ts';
import { listWeekCapacities } from '../../../../modules/launches/team/week-capacity.ts';
import { adminPaths, weekPaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, requireSignedIn, textParam } from '../../../server/page.ts';
import { formatCount, formatWeek } from '../../../ui/format.tsx';
import { AdminForm, AdminHeading } from '../components.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => ({
  ...(await listWeekCapacities(requireSignedIn(ctx))),
  done: textParam(query.done),
});

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'Weeks',
  description: 'How many may launch in each week.',
  canonical: adminPaths.weeks(),
  index: false,
});

const DONE: Record<string, string> = { set: 'The room is set.', same: 'Nothing was changed.' };

export const view = ({ weeks, usual, done }: Data, context: PageContext) => (
  <>
    <AdminHeading
      title="Weeks"
      lede={
        <>
          {formatCount(usual)} may launch in a week, unless it says otherwise here. The usual number is among{' '}
          <a href={adminPaths.settings()}>the settings</a>.
        </>
      }
      done={done && DONE[done]}
    />
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
              {held > 0 && `, ${formatCount(held)} of them while they are being paid`}
            </p>
          </div>
          <div class="office-room">
            <AdminForm
              action={adminPaths.setWeekSlots({ week: week_on })}
              context={context}
              submit="Set it"
              about={formatWeek(week_on)}
              fields={[{ name: 'room', label: 'Room', value: room, type: 'whole' }]}
            />
          </div>
        </li>
      ))}
    </ul>
  </>
);
