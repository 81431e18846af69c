import { LEGAL_KINDS, type LegalKind } from '../../../modules/content/legal/kinds.ts';
import { describeAct } from '../../../modules/moderation/act-texts.ts';
import { getOverview, type Overview } from '../../../modules/moderation/audit-log.ts';
import type { TeamWorkload } from '../../../modules/moderation/queries.ts';
import { adminPaths } from '../../paths.ts';
import { formatCount } from '../../ui/format.tsx';
import { Empty } from '../../ui/list.tsx';
import { RelativeTime } from '../../ui/times.tsx';
import { AdminRows, AdminSection } from './components.tsx';
import { ADMIN_TASKS } from './frame.tsx';
import { adminPage } from './page.tsx';

const LISTING_COUNTS: { status: keyof TeamWorkload; name: string }[] = [
  { status: 'live', name: 'live' },
  { status: 'scheduled', name: 'scheduled' },
  { status: 'awaiting_badge', name: 'waiting for the badge' },
];

const TaskOverview = ({ waiting, is_admin }: Pick<Overview, 'waiting' | 'is_admin'>) => {
  const tasks = ADMIN_TASKS.filter(({ count, admin }) => waiting[count] > 0 && (is_admin || !admin));
  if (tasks.length === 0)
    return (
      <Empty title="All done. Nothing to review.">
        <p>You can review recent edits by owners.</p>
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

/** Says that the site sells without pages that the law of most countries requires. */
const MissingLegal = ({ kinds }: { kinds: LegalKind[] }) =>
  kinds.length === 0 ? null : (
    <div class="notice office-missing">
      <p>
        {kinds.includes('imprint') ? 'This site sells without an imprint.' : 'This site sells, and these pages are missing.'} Publish before
        your next sale:
      </p>
      <ul>
        {Object.entries(LEGAL_KINDS)
          .filter(([kind]) => kinds.some((missing) => missing === kind))
          .map(([kind, { title }]) => (
            <li>
              <a href={adminPaths.legalPage({ kind })}>{title}</a>
            </li>
          ))}
      </ul>
    </div>
  );

export const overviewPage = adminPage({
  name: 'admin',
  path: adminPaths.home,
  load: (ctx) => getOverview(ctx),
  title: 'Back office',
  description: 'What needs your attention.',
  lede: (_data, { site }) => `What needs your attention right now on ${site.name}.`,
  view: ({ waiting, latest, is_admin, missing_legal }, context) => (
    <>
      <MissingLegal kinds={missing_legal} />
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
      <AdminSection id="latest" title="Recent actions">
        <AdminRows
          rows={latest.map((act) => ({
            title: describeAct(act.act, act.title ?? act.person ?? 'a deleted account').join(''),
            more: (
              <>
                <RelativeTime at={act.at} now={context.now} /> by <bdi>{act.by ?? 'a deleted account'}</bdi>
              </>
            ),
          }))}
          empty="No actions yet."
        />
        <p class="more">
          <a href={adminPaths.log()}>Full log</a> · <a href={adminPaths.moderationLog()}>Public moderation log</a>
        </p>
      </AdminSection>
    </>
  ),
});
