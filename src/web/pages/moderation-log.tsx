import type { Ctx } from '../../kernel/context.ts';
import { PAGING, Strict } from '../../kernel/schema.ts';
import { readModerationLog } from '../../modules/team/log.ts';
import { to } from '../addresses.ts';
import { team } from '../admin-addresses.ts';
import { asked } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { Turn } from '../parts/admin-parts.tsx';
import { Empty } from '../parts/empty.tsx';
import { Day } from '../parts/time.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input } = asked(Strict(PAGING), query);
  return { ...(await readModerationLog(ctx, input)), page: input.page };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ page }: Data, { site }: Here): Head => ({
  title: 'Moderation log',
  description: `What the team of ${site.name} removed, merged and decided about, newest first.`,
  canonical: team.moderationLog(page),
});

export const view = ({ acts, page, has_more }: Data) => (
  <div class="narrow">
    <header class="page-head">
      <h1>Moderation log</h1>
      <p class="lede">
        What the team removed, merged and decided about. Nobody’s name and nobody’s words are in it. How votes are judged is{' '}
        <a href={to.ranking()}>written down too</a>.
      </p>
    </header>
    {acts.length === 0 ? (
      <Empty title="Nothing has been removed or decided yet." />
    ) : (
      <ol class="happenings">
        {acts.map(({ at, says, why, undone }) => (
          <li>
            <p dir="auto">
              {says} {why}
            </p>
            <p class="quiet">
              <Day on={at.toISOString()} />
              {undone && ' · undone since'}
            </p>
          </li>
        ))}
      </ol>
    )}
    <Turn page={page} has_more={has_more} href={team.moderationLog} />
  </div>
);
