import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { listBlogPosts } from '../../modules/content/blog.ts';
import { ListBlogPosts } from '../../modules/content/schema.ts';
import { to } from '../addresses.ts';
import { feedOf } from '../alternates.ts';
import { asked } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { MisreadNotice } from '../parts/misread.tsx';
import { Pages } from '../parts/pager.tsx';
import { Posts } from '../parts/posts.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { Subscribe } from '../parts/subscribe.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input, misread } = asked(ListBlogPosts, query);
  return { input, misread, posts: valueIn(await listBlogPosts(ctx, input)) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ input, misread }: Data, { site }: Here): Head => ({
  title: input.q ? `“${input.q}” in the blog` : 'Blog',
  description: `News from ${site.name}, and what we learn about launching.`,
  canonical: to.blog({ page: input.page }),
  alternates: feedOf('blog', 'Blog'),
  index: input.q === undefined && misread.length === 0,
  status: misread.length > 0 ? 400 : 200,
});

export const view = ({ input, misread, posts }: Data) => (
  <div class="narrow">
    <header class="page-head">
      <h1>Blog</h1>
      <SearchBox id="find-post" label="Search the blog" action={to.blog()} placeholder="Search the blog" q={input.q} />
    </header>
    <MisreadNotice misread={misread} />
    <Pages
      list={posts}
      href={(page) => to.blog({ ...input, page })}
      empty={
        <Empty title={input.q ? `No post speaks of “${input.q}”` : 'No posts yet'}>
          {input.q && (
            <p>
              <a href={to.blog()}>See all posts</a>
            </p>
          )}
        </Empty>
      }
    >
      <Posts posts={posts.items} />
    </Pages>
    <Subscribe feed="blog" />
  </div>
);
