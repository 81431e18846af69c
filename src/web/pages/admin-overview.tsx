import type { Ctx } from '../../kernel/context.ts';
import { type Overview, overviewOf } from '../../modules/team/overview.ts';
import type { Waiting } from '../../modules/team/overview-queries.ts';
import { sayAct } from '../../modules/team/words.ts';
import { to } from '../addresses.ts';
import { team } from '../admin-addresses.ts';
import { type Head, type Here, signedIn } from '../page.ts';
import { OfficeHead, OfficeRows, Part } from '../parts/admin-parts.tsx';
import { TASKS } from '../parts/admin-tasks.ts';
import { Empty } from '../parts/empty.tsx';
import { Moment } from '../parts/moment.tsx';
import { count } from '../wording.ts';

export const load = (ctx: Ctx): Promise<Overview> => overviewOf(signedIn(ctx));

export const head = (): Head => ({
  title: 'Site team',
  description: 'What needs a person now.',
  canonical: team.home(),
  trail: [{ name: 'Your account', href: to.account() }],
  index: false,
});

const STANDS: { counts: keyof Waiting; status: string; name: string }[] = [
  { counts: 'live', status: 'live', name: 'live' },
  { counts: 'scheduled', status: 'scheduled', name: 'scheduled' },
  { counts: 'awaiting_badge', status: 'awaiting_badge', name: 'waiting for their badge' },
];

const Needed = ({ waiting, is_admin }: Pick<Overview, 'waiting' | 'is_admin'>) => {
  const tasks = TASKS.filter(({ waits, admin }) => waiting[waits] > 0 && (is_admin || !admin));
  if (tasks.length === 0)
    return (
      <Empty title="Nothing waits for you.">
        <p>What owners changed is among the edits, if you have a minute.</p>
      </Empty>
    );
  return (
    <ul class="office-tasks">
      {tasks.map(({ waits, href, one, many, todo }) => (
        <li>
          <a href={href}>
            <strong>{count(waiting[waits])}</strong> <span>{waiting[waits] === 1 ? one : many}</span>
          </a>
          <p class="quiet">{todo}</p>
        </li>
      ))}
    </ul>
  );
};

export const view = ({ waiting, latest, is_admin }: Overview, here: Here) => (
  <>
    <OfficeHead title="Site team" lede={<>What needs a person on {here.site.name} now.</>} />
    <Needed waiting={waiting} is_admin={is_admin} />
    <Part id="stands" title="Listings">
      <ul class="chips">
        {STANDS.map(({ counts, status, name }) => (
          <li>
            <a class="chip" href={team.listings({ status })}>
              {count(waiting[counts])} {name}
            </a>
          </li>
        ))}
      </ul>
    </Part>
    <Part id="latest" title="Done last">
      <OfficeRows
        rows={latest.map((act) => ({
          title: `${sayAct(act.act)} ${act.title ?? act.person ?? 'somebody who has left'}`,
          more: (
            <>
              <Moment at={act.at} now={here.now} /> by <bdi>{act.by ?? 'somebody who has left'}</bdi>
            </>
          ),
        }))}
        empty="The team has done nothing yet."
      />
      <p class="more">
        <a href={team.log()}>The whole log</a> · <a href={team.moderationLog()}>What everybody may read of it</a>
      </p>
    </Part>
  </>
);
