import type { Ctx } from '../../../kernel/context.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listDrafts } from '../../../modules/drafts/drafts.ts';
import { ListDrafts } from '../../../modules/drafts/schema.ts';
import { accountPaths, draftPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Params, parseQuery, type Query, requireSignedIn } from '../../server/page.ts';
import { Empty, PagedList } from '../../ui/list.tsx';
import { DraftList } from './draft-list.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) =>
  toValue(await listDrafts(requireSignedIn(ctx), parseQuery(ListDrafts, query).input));

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'Your drafts',
  description: 'Your drafts.',
  canonical: draftPaths.drafts(),
  trail: [{ name: 'Your account', href: accountPaths.home() }],
  index: false,
});

export const view = (drafts: Data, context: PageContext) => (
  <>
    <header class="page-head split">
      <h1>Your drafts</h1>
      <a class="button button-main" href={draftPaths.submit()}>
        Submit a product
      </a>
    </header>
    <PagedList
      list={drafts}
      href={(page) => draftPaths.drafts({ page })}
      empty={
        <Empty title="No drafts yet">
          <p>
            <a href={draftPaths.submit()}>Enter the address of a product</a> to start one.
          </p>
        </Empty>
      }
    >
      <DraftList drafts={drafts.items} context={context} level={2} />
    </PagedList>
  </>
);
