import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { PAGING } from '../../../../kernel/schema.ts';
import { getPostForTeam, listPostsForTeam } from '../../../../modules/content/blog.ts';
import { getCoverForTeam } from '../../../../modules/content/covers.ts';
import type { PostCover } from '../../../../modules/content/queries.ts';
import { type AuditLogEntry, listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { adminPaths, blogPaths } from '../../../paths.ts';
import { Cover } from '../../../ui/cover.tsx';
import { Form, FormError, submittedTo } from '../../../ui/form.tsx';
import { markdownToHtml } from '../../../ui/markdown.ts';
import { RelativeTime } from '../../../ui/times.tsx';
import { RecordActs } from '../audit-log.tsx';
import { AdminFields, AdminForm, AdminRows, AdminSection, PreviousNext, RowButton } from '../components.tsx';
import { adminPage } from '../page.tsx';
import { FAQ_ROWS, rowFields } from './row-fields.ts';

export const postsPage = adminPage({
  name: 'admin_posts',
  path: adminPaths.posts,
  query: PAGING,
  load: async (ctx, input) => ({ input, ...(await listPostsForTeam(ctx, input)) }),
  title: msg('Blog'),
  description: msg('The site’s posts.'),
  done: { written: msg('Post saved as a draft.') },
  view: ({ input, posts, has_more }) => (
    <>
      <p class="actions">
        <a class="button button-main" href={adminPaths.newPost()}>
          {t('Write a post')}
        </a>
      </p>
      <div class="more">
        <AdminRows
          rows={posts.map((post) => ({
            href: adminPaths.post({ id: post.id }),
            title: post.title,
            more: (
              <>
                <bdi>{post.author_name}</bdi> · {rich('updated {when}', { when: <RelativeTime at={post.updated_at} /> })}
              </>
            ),
            status: (
              <span class={`pill pill-${post.published_at ? 'live' : 'draft'}`}>
                {post.published_at ? t('Published') : t('Not published')}
              </span>
            ),
          }))}
          empty={t('No posts yet.')}
        />
      </div>
      <PreviousNext path={adminPaths.posts} input={input} has_more={has_more} />
    </>
  ),
});

/** Rendered preview of the submitted text, which is not saved yet. */
const Preview = ({ action, is_published }: { action: string; is_published: boolean }) => {
  const form = submittedTo(action);
  if (!form?.result.preview) return null;
  return (
    <section class="office-preview" aria-label={t('Preview')}>
      <p class="quiet">{t('This is a preview. It isn’t saved yet.')}</p>
      <p class="office-preview-title" dir="auto">
        {form.values.title}
      </p>
      <div class="prose prose-long" dangerouslySetInnerHTML={{ __html: markdownToHtml(form.values.body_markdown ?? '') }} />
      <div class="actions">
        <button class="button" type="submit">
          {is_published ? t('Save and update the public page') : t('Save')}
        </button>
        {!is_published && (
          <button class="button button-main" type="submit" name="publish" value="on">
            {t('Save and publish')}
          </button>
        )}
      </div>
    </section>
  );
};

/** Earlier versions of the post, each with a restore button. */
const Versions = ({ id, acts }: { id: number; acts: AuditLogEntry[] }) => {
  const versions = acts.filter((act) => typeof act.after?.body_markdown === 'string').slice(1);
  return versions.length === 0 ? null : (
    <AdminSection id="versions" title={t('Earlier versions')}>
      <ul class="rows rows-ruled rows-split">
        {versions.map((act) => (
          <li>
            <div>
              <p class="office-title" dir="auto">
                {String(act.after!.title)}
              </p>
              <p class="quiet">
                {rich('{when} by {name}', {
                  when: <RelativeTime at={act.at} />,
                  name: <bdi>{act.by ?? t('a former member')}</bdi>,
                })}
              </p>
            </div>
            <RowButton action={adminPaths.restorePost({ id })} hidden={{ act_id: String(act.id) }}>
              {rich('Restore<hidden>: version {id}</hidden>', { id: act.id, hidden: (text) => <span class="unseen">{text}</span> })}
            </RowButton>
          </li>
        ))}
      </ul>
    </AdminSection>
  );
};

const CoverForm = ({ id, cover }: { id: number; cover: PostCover | null }) => {
  const action = adminPaths.setCover({ id });
  const form = submittedTo(action);
  return (
    <AdminSection id="cover" title={t('Cover')}>
      {cover && (
        <div class="narrow">
          <Cover cover={cover} />
        </div>
      )}
      <Form action={action} class="form narrow" takes_files>
        <div class="field">
          <label for="cover-picture">{cover ? t('Another picture') : t('Picture')}</label>
          <input id="cover-picture" name="picture" type="file" accept="image/*" aria-describedby="cover-hint" />
          <p class="quiet" id="cover-hint">
            {t('Shown on the post, in lists, in feeds and when the post is shared. Wide pictures look best, such as 1200 × 630 pixels.')}
          </p>
          {form?.errors.map(({ path, message }) => path === 'picture' && <FormError>{t('The picture {message}.', { message })}</FormError>)}
        </div>
        <AdminFields
          action={action}
          fields={[
            {
              name: 'alt',
              label: t('Alt text'),
              value: cover?.alt,
              max_length: 300,
              hint: t('What the picture shows, for people who can’t see it.'),
            },
          ]}
        />
        <div class="actions">
          <button class="button" type="submit">
            {t('Save cover')}
          </button>
          {cover && (
            <button class="button button-grave" type="submit" name="remove" value="on">
              {t('Remove cover')}
            </button>
          )}
        </div>
      </Form>
    </AdminSection>
  );
};

interface PostData {
  /** Null for a new one. */
  post: Awaited<ReturnType<typeof getPostForTeam>> | null;
  cover: PostCover | null;
  acts: AuditLogEntry[];
}

const POST_PAGE = {
  menu: adminPaths.posts,
  title: ({ post }: PostData) => post?.title ?? t('New post'),
  description: msg('Edit a blog post.'),
  canonical: ({ post }: PostData) => (post ? adminPaths.post({ id: post.id }) : adminPaths.newPost()),
  done: {
    edit: msg('Post saved.'),
    same: msg('No changes to save.'),
    cover: msg('Cover saved.'),
    publish: msg('Post published.'),
    withdraw: msg('Post unpublished.'),
    restore: msg('Earlier version restored.'),
  },
  view({ post, cover, acts }: PostData) {
    const form = { action: post ? adminPaths.editPost({ id: post.id }) : adminPaths.newPost() };
    return (
      <>
        {post?.published_at && (
          <p>
            <a href={blogPaths.post({ slug: post.slug })}>{t('View public page')}</a>
          </p>
        )}
        <AdminForm
          {...form}
          submit={t('Save')}
          lead={<Preview {...form} is_published={Boolean(post?.published_at)} />}
          extra_button={
            <button class="button" type="submit" name="preview" value="on">
              {t('Preview')}
            </button>
          }
          fields={[
            { name: 'title', label: t('Title'), value: post?.title, max_length: 200, required: true },
            {
              name: 'slug',
              label: t('Slug'),
              value: post?.slug,
              max_length: 220,
              hint: post?.published_at ? t('Can’t be changed after publishing.') : t('Leave empty to create it from the title.'),
            },
            { name: 'author_name', label: t('Author'), value: post?.author_name, max_length: 120, required: true },
            { name: 'excerpt', label: t('Summary'), value: post?.excerpt, rows: 3, max_length: 500, required: true },
            {
              name: 'body_markdown',
              label: t('Text (Markdown)'),
              value: post?.body_markdown,
              rows: 20,
              max_length: 60_000,
              required: true,
            },
          ]}
        >
          <fieldset class="pairs">
            <legend>{t('Questions and answers')}</legend>
            <AdminFields {...form} fields={rowFields(FAQ_ROWS, post?.faqs ?? [])} />
          </fieldset>
        </AdminForm>
        {post && <CoverForm id={post.id} cover={cover} />}
        {post && (
          <AdminSection id="publish" title={post.published_at ? t('Unpublish') : t('Publish')}>
            <AdminForm
              action={(post.published_at ? adminPaths.withdrawPost : adminPaths.publishPost)({ id: post.id })}
              submit={post.published_at ? t('Unpublish') : t('Publish saved version')}
              destructive={post.published_at !== null}
            />
          </AdminSection>
        )}
        {post && <Versions id={post.id} acts={acts} />}
        <RecordActs acts={acts} />
      </>
    );
  },
};

export const newPostPage = adminPage({
  ...POST_PAGE,
  name: 'admin_post_new',
  path: adminPaths.newPost,
  load: async (): Promise<PostData> => ({ post: null, cover: null, acts: [] }),
});

export const postPage = adminPage({
  ...POST_PAGE,
  name: 'admin_post',
  path: adminPaths.post,
  not_found: 'blog_post_not_found',
  async load(ctx, { id }): Promise<PostData> {
    const [post, cover, acts] = await Promise.all([
      getPostForTeam(ctx, { id }),
      getCoverForTeam(ctx, { id }),
      listActsAbout(ctx, 'post', id),
    ]);
    return { post, cover, acts };
  },
});
