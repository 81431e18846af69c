import type { Ctx } from '../../kernel/context.ts';
import { PAGING, Strict } from '../../kernel/schema.ts';
import { postsToEdit } from '../../modules/content/posts.ts';
import { team } from '../admin-addresses.ts';
import { asked, typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { OfficeHead, OfficeRows, Turn } from '../parts/admin-parts.tsx';
import { Moment } from '../parts/moment.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input } = asked(Strict(PAGING), query);
  return { ...(await postsToEdit(signedIn(ctx), input)), page: input.page, done: typed(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({ title: 'Blog', description: 'The site’s posts.', canonical: team.posts(), index: false });

export const view = ({ posts, has_more, page, done }: Data, here: Here) => (
  <>
    <OfficeHead title="Blog" done={done === 'written' ? 'The post is saved. Nobody else sees it until it is published.' : null} />
    <p class="office-acts">
      <a class="button button-main" href={team.newPost()}>
        Write a post
      </a>
    </p>
    <div class="more">
      <OfficeRows
        rows={posts.map((post) => ({
          href: team.post(post.id),
          title: post.title,
          more: (
            <>
              <bdi>{post.author_name}</bdi> · changed <Moment at={post.updated_at} now={here.now} />
            </>
          ),
          status: (
            <span class={`own-status own-status-${post.published_at ? 'live' : 'draft'}`}>
              {post.published_at ? 'Published' : 'Not published'}
            </span>
          ),
        }))}
        empty="Nothing is written yet."
      />
    </div>
    <Turn page={page} has_more={has_more} href={(page) => team.posts({ page })} />
  </>
);
