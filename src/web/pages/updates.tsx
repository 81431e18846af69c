import type { Ctx } from '../../kernel/context.ts';
import type { ListAnswer } from '../../kernel/paging.ts';
import { Paging } from '../../kernel/schema.ts';
import type { LatestUpdate } from '../../modules/listings/update-queries.ts';
import { listUpdates } from '../../modules/listings/updates.ts';
import { to } from '../addresses.ts';
import { feedOf } from '../alternates.ts';
import { asked } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { Logo } from '../parts/logo.tsx';
import { Moment } from '../parts/moment.tsx';
import { Pages } from '../parts/pager.tsx';
import { Prose } from '../parts/prose.tsx';
import { Subscribe } from '../parts/subscribe.tsx';

export const load = (ctx: Ctx, _params: Params, query: Query): Promise<ListAnswer<LatestUpdate>> =>
  listUpdates(ctx, asked(Paging, query).input);

export const head = ({ page }: ListAnswer<LatestUpdate>): Head => ({
  title: page > 1 ? `Latest updates, page ${page}` : 'Latest updates',
  description: 'What the makers of the listed products have to tell, newest first.',
  canonical: to.updates(page),
  alternates: feedOf('updates', 'Latest updates'),
});

export const view = (updates: ListAnswer<LatestUpdate>, here: Here) => (
  <>
    <header class="page-head">
      <h1>Latest updates</h1>
      <p class="lede">What makers have to tell. Follow a product, and you are told as it happens.</p>
    </header>
    <Pages
      list={updates}
      href={to.updates}
      empty={
        <Empty title="Nobody has posted anything yet">
          <p>
            <a href={to.listings()}>Look at the products</a> meanwhile.
          </p>
        </Empty>
      }
    >
      <ol class="news">
        {updates.items.map(({ id, title, body, created_at, name, slug, logo_url }) => (
          <li id={`update-${id}`}>
            <Logo name={name} src={logo_url} size={40} />
            <div>
              <p class="quiet">
                <a href={to.listing(slug)} dir="auto">
                  {name}
                </a>{' '}
                · <Moment at={created_at} now={here.now} />
              </p>
              <h2 dir="auto">{title}</h2>
              <Prose text={body} />
            </div>
          </li>
        ))}
      </ol>
    </Pages>
    <Subscribe feed="updates" />
  </>
);
