import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { PagingInput } from '../../../kernel/schema.ts';
import { readModerationLog } from '../../../modules/moderation/audit-log.ts';
import { adminPaths, boardPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Params, parseQuery, type Query } from '../../server/page.ts';
import { DayText } from '../../ui/format.tsx';
import { Empty } from '../../ui/list.tsx';
import { PreviousNext } from './components.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input } = parseQuery(PagingInput, query);
  return { ...(await readModerationLog(ctx, input)), page: input.page };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ page }: Data, { site }: PageContext): PageHead => ({
  title: t('Moderation log'),
  description: t('What the {site} team removed, merged and decided, newest first.', { site: site.name }),
  canonical: adminPaths.moderationLog({ page }),
});

export const view = ({ acts, page, has_more }: Data) => (
  <div class="narrow">
    <header class="page-head">
      <h1>{t('Moderation log')}</h1>
      <p class="lede">
        {rich(
          'What the team removed, merged and decided, without names or quotes. The rules for counting votes are <link>public too</link>.',
          {
            link: (text) => <a href={boardPaths.howRankingWorks()}>{text}</a>,
          },
        )}
      </p>
    </header>
    {acts.length === 0 ? (
      <Empty title={t('No actions yet.')} />
    ) : (
      <ol class="rows rows-tight">
        {acts.map(({ at, says, why, undone }) => (
          <li>
            <p dir="auto">
              {says} {why}
            </p>
            <p class="quiet">
              <DayText on={at.toISOString()} />
              {undone && ` · ${t('undone')}`}
            </p>
          </li>
        ))}
      </ol>
    )}
    <PreviousNext path={adminPaths.moderationLog} input={{ page }} has_more={has_more} />
  </div>
);
