import type { Ctx } from '../../kernel/context.ts';
import { roomOfWeeks } from '../../modules/launches/room.ts';
import { to } from '../addresses.ts';
import { team } from '../admin-addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { AdminForm } from '../parts/admin-form.tsx';
import { OfficeHead } from '../parts/admin-parts.tsx';
import { sayWeek } from '../parts/time.tsx';
import { count } from '../wording.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query) => ({
  ...(await roomOfWeeks(signedIn(ctx))),
  done: typed(query.done),
});

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Weeks',
  description: 'How many may launch in each week.',
  canonical: team.weeks(),
  index: false,
});

const DONE: Record<string, string> = { set: 'The room is set.', same: 'Nothing was changed.' };

export const view = ({ weeks, usual, done }: Data, here: Here) => (
  <>
    <OfficeHead
      title="Weeks"
      lede={
        <>
          {count(usual)} may launch in a week, unless it says otherwise here. The usual number is among{' '}
          <a href={team.settings()}>the settings</a>.
        </>
      }
      done={done && DONE[done]}
    />
    <ul class="office-rows">
      {weeks.map(({ week_on, room, taken, held }) => (
        <li>
          <div>
            <p class="office-title">
              <a href={to.week(week_on)} dir="auto">
                {sayWeek(week_on)}
              </a>
            </p>
            <p class="quiet">
              {count(taken)} of {count(room ?? usual)} taken
              {held > 0 && `, ${count(held)} of them while they are being paid`}
            </p>
          </div>
          <div class="office-room">
            <AdminForm
              action={team.room(week_on)}
              here={here}
              submit="Set it"
              about={sayWeek(week_on)}
              fields={[{ name: 'room', label: 'Room', value: room, type: 'whole' }]}
            />
          </div>
        </li>
      ))}
    </ul>
  </>
);
