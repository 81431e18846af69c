import type { Ctx } from '../../../kernel/context.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listBlogPosts } from '../../../modules/content/blog.ts';
import { ListBlogPosts } from '../../../modules/content/schema.ts';
import { blogPaths, feedPaths } from '../../paths.ts';
import { feedAlternates } from '../../server/metadata.ts';
import { type PageContext, type PageHead, type Params, parseQuery, type Query } from '../../server/page.ts';
import { PostList } from '../../ui/card.tsx';
import { Empty, IgnoredParamsNotice, PagedList, SearchBox, Subscribe } from '../../ui/list.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input, ignored } = parseQuery(ListBlogPosts, query);
  return { input, ignored, posts: toValue(await listBlogPosts(ctx, input)) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ input, ignored }: Data, { site }: PageContext): PageHead => ({
  title: input.q ? `“${input.q}” in the blog` : 'Blog',
  description: `News from ${site.name}, and what we learn about launching.`,
  canonical: blogPaths.posts({ page: input.page }),
  alternates: feedAlternates(feedPaths.blog(), 'Blog'),
  index: input.q === undefined && ignored.length === 0,
  status: ignored.length > 0 ? 400 : 200,
});

export const view = ({ input, ignored, posts }: Data) => (
  <div class="narrow">
    <header class="page-head">
      <h1>Blog</h1>
      <SearchBox id="find-post" label="Search the blog" action={blogPaths.posts()} placeholder="Search the blog" q={input.q} />
    </header>
    <IgnoredParamsNotice ignored={ignored} />
    <PagedList
      list={posts}
      href={(page) => blogPaths.posts({ ...input, page })}
      empty={
        <Empty title={input.q ? `No posts match “${input.q}”` : 'No posts yet'}>
          {input.q && (
            <p>
              <a href={blogPaths.posts()}>See all posts</a>
            </p>
          )}
        </Empty>
      }
    >
      <PostList posts={posts.items} />
    </PagedList>
    <Subscribe feed={feedPaths.blog()} />
  </div>
);
