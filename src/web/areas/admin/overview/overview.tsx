import { msg, rich, t, texts } from '../../../../kernel/language/messages.ts';
import { LEGAL_KINDS, type LegalKind } from '../../../../modules/content/legal/kinds.ts';
import { describeAct } from '../../../../modules/moderation/act-texts.ts';
import { getOverview, type Overview } from '../../../../modules/moderation/audit-log.ts';
import type { TeamWorkload } from '../../../../modules/moderation/queries.ts';
import { getSetup, type Setup } from '../../../../modules/setup/setup.ts';
import { adminPaths } from '../../../paths.ts';
import { formatCount } from '../../../ui/format.tsx';
import { Empty } from '../../../ui/list.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminRows, AdminSection } from '../components.tsx';
import { ADMIN_TASKS } from '../frame.tsx';
import { adminPage } from '../page.tsx';

const LISTING_COUNTS: { status: keyof TeamWorkload; name: string }[] = texts([
  { status: 'live', name: msg('live') },
  { status: 'scheduled', name: msg('scheduled') },
  { status: 'awaiting_badge', name: msg('waiting for the badge') },
]);

/** How far the setup is, until all is done or the team has finished it. */
const SetupReminder = ({ steps, finished_at }: Setup) => {
  const open = steps.filter(({ state }) => state.status !== 'ok');
  if (open.length === 0 || finished_at) return null;
  const { key, title } = open[0]!;
  return (
    <div class="notice stack office-missing">
      <p>
        {t('Your site isn’t set up yet: {done} of {all} steps are done.', { done: steps.length - open.length, all: steps.length })}{' '}
        {rich('Next: <link>{title}</link>.', { title, link: (text) => <a href={`${adminPaths.setup()}#${key}`}>{text}</a> })}
      </p>
      <p class="actions">
        <a class="button button-main" href={adminPaths.setup()}>
          {t('Continue setup')}
        </a>
      </p>
    </div>
  );
};

const TaskOverview = ({ waiting, is_admin }: Pick<Overview, 'waiting' | 'is_admin'>) => {
  const tasks = ADMIN_TASKS.filter(({ count, admin }) => waiting[count] > 0 && (is_admin || !admin));
  if (tasks.length === 0)
    return (
      <Empty title={t('All done. Nothing to review.')}>
        <p>{t('You can review recent edits by owners.')}</p>
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
        {kinds.includes('imprint') ? t('This site sells without an imprint.') : t('This site sells, and these pages are missing.')}{' '}
        {t('Publish before your next sale:')}
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
  async load(ctx) {
    const [overview, setup] = await Promise.all([getOverview(ctx), getSetup(ctx)]);
    return { ...overview, setup };
  },
  title: () => t('Back office'),
  get description() {
    return t('What needs your attention.');
  },
  lede: (_data, { site }) => t('What needs your attention right now on {site}.', { site: site.name }),
  view: ({ waiting, latest, is_admin, missing_legal, setup }) => (
    <>
      <SetupReminder {...setup} />
      <MissingLegal kinds={missing_legal} />
      <TaskOverview waiting={waiting} is_admin={is_admin} />
      <AdminSection id="stands" title={t('Listings')}>
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
      <AdminSection id="latest" title={t('Recent actions')}>
        <AdminRows
          rows={latest.map((act) => ({
            title: describeAct(act.act, act.title ?? act.person ?? t('a deleted account')).join(''),
            more: rich('{time} by {name}', {
              time: <RelativeTime at={act.at} />,
              name: <bdi>{act.by ?? t('a deleted account')}</bdi>,
            }),
          }))}
          empty={t('No actions yet.')}
        />
        <p class="more">
          <a href={adminPaths.log()}>{t('Full log')}</a> · <a href={adminPaths.moderationLog()}>{t('Public moderation log')}</a>
        </p>
      </AdminSection>
    </>
  ),
});
