import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { listDrafts } from '../../modules/drafts/draft.ts';
import { ListDrafts } from '../../modules/drafts/schema.ts';
import { to } from '../addresses.ts';
import { asked } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { DraftList } from '../parts/draft-list.tsx';
import { Empty } from '../parts/empty.tsx';
import { Pages } from '../parts/pager.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) =>
  valueIn(await listDrafts(signedIn(ctx), asked(ListDrafts, query).input));

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Your drafts',
  description: 'Profiles you are writing.',
  canonical: to.drafts(),
  trail: [{ name: 'Your account', href: to.account() }],
  index: false,
});

export const view = (drafts: Data, here: Here) => (
  <>
    <header class="page-head drafts-head">
      <h1>Your drafts</h1>
      <a class="button button-main" href={to.submit()}>
        Submit a product
      </a>
    </header>
    <Pages
      list={drafts}
      href={to.drafts}
      empty={
        <Empty title="You have no drafts yet">
          <p>
            <a href={to.submit()}>Give us the address of a product</a>, and a few seconds later there is one.
          </p>
        </Empty>
      }
    >
      <DraftList drafts={drafts.items} here={here} level={2} />
    </Pages>
  </>
);
