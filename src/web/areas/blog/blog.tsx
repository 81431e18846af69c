import type { Ctx } from '../../../kernel/context.ts';
import { t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listBlogPosts } from '../../../modules/content/blog.ts';
import { listCovers } from '../../../modules/content/covers.ts';
import { ListBlogPosts } from '../../../modules/content/schema.ts';
import { blogPaths, feedPaths } from '../../paths.ts';
import { feedAlternates } from '../../server/metadata.ts';
import { type PageContext, type PageHead, type Params, parseQuery, type Query } from '../../server/page.ts';
import { PostList } from '../../ui/card.tsx';
import { Empty, IgnoredParamsNotice, PagedList, SearchBox, Subscribe } from '../../ui/list.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input, ignored } = parseQuery(ListBlogPosts, query);
  const posts = toValue(await listBlogPosts(ctx, input));
  return { input, ignored, posts, covers: await listCovers(ctx, posts.items) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ input, ignored }: Data, { site }: PageContext): PageHead => ({
  title: input.q ? t('“{q}” in the blog', { q: input.q }) : t('Blog'),
  description: t('News from {name}, and what we learn about launching.', { name: site.name }),
  canonical: blogPaths.posts({ page: input.page }),
  alternates: feedAlternates(feedPaths.blog(), t('Blog')),
  index: input.q === undefined && ignored.length === 0,
  status: ignored.length > 0 ? 400 : 200,
});

export const view = ({ input, ignored, posts, covers }: Data) => (
  <div class="narrow">
    <header class="page-head">
      <h1>{t('Blog')}</h1>
      <SearchBox id="find-post" label={t('Search the blog')} action={blogPaths.posts()} placeholder={t('Search the blog')} q={input.q} />
    </header>
    <IgnoredParamsNotice ignored={ignored} />
    <PagedList
      list={posts}
      href={(page) => blogPaths.posts({ ...input, page })}
      empty={
        <Empty title={input.q ? t('No posts match “{q}”', { q: input.q }) : t('No posts yet')}>
          {input.q && (
            <p>
              <a href={blogPaths.posts()}>{t('See all posts')}</a>
            </p>
          )}
        </Empty>
      }
    >
      <PostList posts={posts.items} covers={covers} />
    </PagedList>
    <Subscribe feed={feedPaths.blog()} />
  </div>
);
