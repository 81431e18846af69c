import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import type { ListResponse } from '../../../kernel/responses.ts';
import { PagingInput } from '../../../kernel/schema.ts';
import type { LatestUpdate } from '../../../modules/listings/follows/queries.ts';
import { listLatestUpdates } from '../../../modules/listings/follows/updates.ts';
import { feedPaths, listingPaths, searchPaths } from '../../paths.ts';
import { feedAlternates } from '../../server/metadata.ts';
import { type PageHead, type Params, parseQuery, type Query } from '../../server/page.ts';
import { Logo, Prose } from '../../ui/elements.tsx';
import { Empty, PagedList, Subscribe } from '../../ui/list.tsx';
import { TimeAgo } from '../../ui/times.tsx';

export const load = (ctx: Ctx, _params: Params, query: Query): Promise<ListResponse<LatestUpdate>> =>
  listLatestUpdates(ctx, parseQuery(PagingInput, query).input);

export const head = ({ page }: ListResponse<LatestUpdate>): PageHead => ({
  title: page > 1 ? t('Latest updates, page {page}', { page }) : t('Latest updates'),
  description: t('News from makers, newest first.'),
  canonical: listingPaths.updates({ page }),
  alternates: feedAlternates(feedPaths.updates(), t('Latest updates')),
  island: 'times.js',
});

export const view = (updates: ListResponse<LatestUpdate>) => (
  <>
    <header class="page-head">
      <h1>{t('Latest updates')}</h1>
      <p class="lede">{t('News from makers. Follow a product to get its updates.')}</p>
    </header>
    <PagedList
      list={updates}
      href={(page) => listingPaths.updates({ page })}
      empty={
        <Empty title={t('No updates yet')}>
          <p>{rich('<link>Browse products</link> meanwhile.', { link: (text) => <a href={searchPaths.listings()}>{text}</a> })}</p>
        </Empty>
      }
    >
      <ol class="rows news">
        {updates.items.map(({ id, title, body, created_at, name, slug, logo_url }) => (
          <li id={`update-${id}`}>
            <Logo name={name} src={logo_url} size={40} />
            <div>
              <p class="quiet">
                <a href={listingPaths.listing({ slug })} dir="auto">
                  {name}
                </a>{' '}
                · <TimeAgo at={created_at} />
              </p>
              <h2 dir="auto">{title}</h2>
              <Prose text={body} />
            </div>
          </li>
        ))}
      </ol>
    </PagedList>
    <Subscribe feed={feedPaths.updates()} />
  </>
);
