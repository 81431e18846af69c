import { describeAct } from '../../../modules/moderation/act-texts.ts';
import { getOverview, type Overview } from '../../../modules/moderation/audit-log.ts';
import type { TeamWorkload } from '../../../modules/moderation/queries.ts';
import { adminPaths } from '../../paths.ts';
import { formatCount, RelativeTime } from '../../ui/format.tsx';
import { Empty } from '../../ui/list.tsx';
import { AdminRows, AdminSection } from './components.tsx';
import { ADMIN_TASKS } from './frame.tsx';
import { adminPage } from './page.tsx';

const LISTING_COUNTS: { status: keyof TeamWorkload; name: string }[] = [
  { status: 'live', name: 'live' },
  { status: 'scheduled', name: 'scheduled' },
  { status: 'awaiting_badge', name: 'waiting for their badge' },
];

const TaskOverview = ({ waiting, is_admin }: Pick<Overview, 'waiting' | 'is_admin'>) => {
  const tasks = ADMIN_TASKS.filter(({ count, admin }) => waiting[count] > 0 && (is_admin || !admin));
  if (tasks.length === 0)
    return (
      <Empty title="Nothing waits for you.">
        <p>What owners changed is among the edits, if you have a minute.</p>
      </Empty>
    );
  return (
    <ul class="tiles office-tasks">
      {tasks.map(({ count, href, one, many, todo }) => (
        <li>
          <a href={href}>
            <strong>{formatCount(waiting[count])}</strong> <span>{waiting[count] === 1 ? one : many}</span>
          </a>
          <p class="quiet">{todo}</p>
        </li>
      ))}
    </ul>
  );
};

export const overviewPage = adminPage({
  name: 'admin',
  path: adminPaths.home,
  load: (ctx) => getOverview(ctx),
  title: 'Site team',
  description: 'What needs a person now.',
  lede: (_data, { site }) => `What needs a person on ${site.name} now.`,
  view: ({ waiting, latest, is_admin }, context) => (
    <>
      <TaskOverview waiting={waiting} is_admin={is_admin} />
      <AdminSection id="stands" title="Listings">
        <ul class="chips">
          {LISTING_COUNTS.map(({ status, name }) => (
            <li>
              <a class="chip" href={adminPaths.listings({ status })}>
                {formatCount(waiting[status])} {name}
              </a>
            </li>
          ))}
        </ul>
      </AdminSection>
      <AdminSection id="latest" title="Done last">
        <AdminRows
          rows={latest.map((act) => ({
            title: `${describeAct(act.act)} ${act.title ?? act.person ?? 'somebody who has left'}`,
            more: (
              <>
                <RelativeTime at={act.at} now={context.now} /> by <bdi>{act.by ?? 'somebody who has left'}</bdi>
              </>
            ),
          }))}
          empty="The team has done nothing yet."
        />
        <p class="more">
          <a href={adminPaths.log()}>The whole log</a> · <a href={adminPaths.moderationLog()}>What everybody may read of it</a>
        </p>
      </AdminSection>
    </>
  ),
});
