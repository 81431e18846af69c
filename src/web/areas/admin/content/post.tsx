import type { Ctx } from '../../../../kernel/context.ts';
import { getPostForTeam } from '../../../../modules/content/blog.ts';
import { type AuditLogEntry, listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { adminPaths, blogPaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Query, requireSignedIn, textParam } from '../../../server/page.ts';
import { Form, submittedTo } from '../../../ui/form.tsx';
import { RelativeTime } from '../../../ui/format.tsx';
import { markdownToHtml } from '../../../ui/markdown.ts';
import { AuditLog } from '../audit-log.tsx';
import { AdminFields, AdminForm, AdminHeading, AdminSection, FAQ_ROWS, rowFields } from '../components.tsx';

export const load = async (ctx: Ctx, { id }: { id?: number }, query: Query) => {
  const member = requireSignedIn(ctx);
  const [post, acts] =
    id === undefined ? [null, []] : await Promise.all([getPostForTeam(member, { id }), listActsAbout(member, 'post', id)]);
  return { post, acts, done: textParam(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ post }: Data): PageHead => ({
  title: post?.title ?? 'A new post',
  description: 'A post of the blog, as the site’s team writes it.',
  canonical: post ? adminPaths.post({ id: post.id }) : adminPaths.newPost(),
  trail: [{ name: 'Blog', href: adminPaths.posts() }],
  index: false,
});

const DONE: Record<string, string> = {
  edit: 'The post is saved.',
  same: 'Nothing was changed.',
  publish: 'The post is published.',
  withdraw: 'The post is off the blog.',
  restore: 'The earlier text is back.',
};

/** Rendered preview of the submitted text, which is not saved yet. */
const Preview = ({ action, context }: { action: string; context: PageContext }) => {
  const form = submittedTo(action, context);
  if (!form?.result.preview) return null;
  return (
    <section class="office-preview" aria-label="Preview">
      <p class="quiet">A preview. Nothing is saved yet.</p>
      <p class="office-preview-title" dir="auto">
        {form.values.title}
      </p>
      <div class="prose prose-long" dangerouslySetInnerHTML={{ __html: markdownToHtml(form.values.body_markdown ?? '') }} />
    </section>
  );
};

/** Earlier texts of the post, each with a restore button. */
const Versions = ({ id, acts, context }: { id: number; acts: AuditLogEntry[]; context: PageContext }) => {
  const texts = acts.filter((act) => typeof act.after?.body_markdown === 'string').slice(1);
  return texts.length === 0 ? null : (
    <AdminSection id="versions" title="Earlier texts">
      <ul class="rows rows-ruled rows-split">
        {texts.map((act) => (
          <li>
            <div>
              <p class="office-title" dir="auto">
                {String(act.after!.title)}
              </p>
              <p class="quiet">
                <RelativeTime at={act.at} now={context.now} /> by <bdi>{act.by ?? 'somebody who has left'}</bdi>
              </p>
            </div>
            <Form action={adminPaths.restorePost({ id })} context={{ ...context, form: undefined }} hidden={{ act_id: String(act.id) }}>
              <button class="button" type="submit">
                Bring it back<span class="unseen"> as it was in act {act.id}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </AdminSection>
  );
};

export const view = ({ post, acts, done }: Data, context: PageContext) => {
  const action = post ? adminPaths.editPost({ id: post.id }) : adminPaths.newPost();
  return (
    <>
      <AdminHeading title={post?.title ?? 'A new post'} done={done && DONE[done]} />
      {post?.published_at && (
        <p>
          <a href={blogPaths.post({ slug: post.slug })}>Read it as everybody does</a>
        </p>
      )}
      <Preview action={action} context={context} />
      <AdminForm
        action={action}
        context={context}
        submit="Save it"
        extra_button={
          <button class="button" type="submit" name="preview" value="on">
            Preview
          </button>
        }
        fields={[
          { name: 'title', label: 'Title', value: post?.title, max_length: 200, required: true },
          {
            name: 'slug',
            label: 'Slug',
            value: post?.slug,
            max_length: 220,
            hint: post?.published_at ? 'It stays: the post is published under it.' : 'Left empty, it is made from the title.',
          },
          { name: 'author_name', label: 'Author', value: post?.author_name, max_length: 120, required: true },
          { name: 'excerpt', label: 'In a sentence or two', value: post?.excerpt, rows: 3, max_length: 500, required: true },
          { name: 'body_markdown', label: 'Text, in Markdown', value: post?.body_markdown, rows: 20, max_length: 60_000, required: true },
        ]}
      >
        <fieldset class="pairs">
          <legend>Questions and answers</legend>
          <AdminFields action={action} context={context} fields={rowFields(FAQ_ROWS, post?.faqs ?? [])} />
        </fieldset>
      </AdminForm>
      {post && (
        <AdminSection id="publish" title={post.published_at ? 'Take it off the blog' : 'Publish it'}>
          <AdminForm
            action={(post.published_at ? adminPaths.withdrawPost : adminPaths.publishPost)({ id: post.id })}
            context={context}
            submit={post.published_at ? 'Take it off the blog' : 'Publish it as saved'}
            destructive={post.published_at !== null}
          />
        </AdminSection>
      )}
      {post && <Versions id={post.id} acts={acts} context={context} />}
      {acts.length > 0 && (
        <AdminSection id="acts" title="What the team did">
          <AuditLog acts={acts} context={context} />
        </AdminSection>
      )}
    </>
  );
};
