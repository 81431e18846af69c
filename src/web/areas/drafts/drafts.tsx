import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listDrafts } from '../../../modules/drafts/drafts.ts';
import { ListDrafts } from '../../../modules/drafts/schema.ts';
import { accountPaths, draftPaths } from '../../paths.ts';
import { type PageHead, type Params, parseQuery, type Query, requireSignedIn } from '../../server/page.ts';
import { Empty, PagedList } from '../../ui/list.tsx';
import { DraftList } from './draft-list.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) =>
  toValue(await listDrafts(requireSignedIn(ctx), parseQuery(ListDrafts, query).input));

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: t('Your drafts'),
  description: t('Your drafts.'),
  canonical: draftPaths.drafts(),
  trail: [{ name: t('Your account'), href: accountPaths.home() }],
  index: false,
});

export const view = (drafts: Data) => (
  <>
    <header class="page-head split">
      <h1>{t('Your drafts')}</h1>
      <a class="button button-main" href={draftPaths.submit()}>
        {t('Submit a product')}
      </a>
    </header>
    <PagedList
      list={drafts}
      href={(page) => draftPaths.drafts({ page })}
      empty={
        <Empty title={t('No drafts yet')}>
          <p>
            {rich('<link>Enter the address of a product</link> to start one.', {
              link: (text) => <a href={draftPaths.submit()}>{text}</a>,
            })}
          </p>
        </Empty>
      }
    >
      <DraftList drafts={drafts.items} level={2} />
    </PagedList>
  </>
);
