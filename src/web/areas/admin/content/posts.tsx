import type { Ctx } from '../../../../kernel/context.ts';
import { PAGING, Strict } from '../../../../kernel/schema.ts';
import { listPostsForTeam } from '../../../../modules/content/blog.ts';
import { adminPaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Params, parseQuery, type Query, requireSignedIn, textParam } from '../../../server/page.ts';
import { RelativeTime } from '../../../ui/format.tsx';
import { AdminHeading, AdminRows, PreviousNext } from '../components.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input } = parseQuery(Strict(PAGING), query);
  return { ...(await listPostsForTeam(requireSignedIn(ctx), input)), page: input.page, done: textParam(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({ title: 'Blog', description: 'The site’s posts.', canonical: adminPaths.posts(), index: false });

export const view = ({ posts, has_more, page, done }: Data, context: PageContext) => (
  <>
    <AdminHeading title="Blog" done={done === 'written' ? 'The post is saved. Nobody else sees it until it is published.' : null} />
    <p class="actions">
      <a class="button button-main" href={adminPaths.newPost()}>
        Write a post
      </a>
    </p>
    <div class="more">
      <AdminRows
        rows={posts.map((post) => ({
          href: adminPaths.post({ id: post.id }),
          title: post.title,
          more: (
            <>
              <bdi>{post.author_name}</bdi> · changed <RelativeTime at={post.updated_at} now={context.now} />
            </>
          ),
          status: (
            <span class={`pill pill-${post.published_at ? 'live' : 'draft'}`}>{post.published_at ? 'Published' : 'Not published'}</span>
          ),
        }))}
        empty="Nothing is written yet."
      />
    </div>
    <PreviousNext page={page} has_more={has_more} href={(page) => adminPaths.posts({ page })} />
  </>
);
