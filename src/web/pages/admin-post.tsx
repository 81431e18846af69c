import type { Ctx } from '../../kernel/context.ts';
import { postToEdit } from '../../modules/content/posts.ts';
import { actsAbout, type LoggedAct } from '../../modules/team/log.ts';
import { to } from '../addresses.ts';
import { team } from '../admin-addresses.ts';
import { numberIn, typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Acts } from '../parts/acts.tsx';
import { AdminFields, AdminForm } from '../parts/admin-form.tsx';
import { FAQ_ROWS, fieldsOf } from '../parts/admin-lists.ts';
import { OfficeHead, Part } from '../parts/admin-parts.tsx';
import { Form, sentTo } from '../parts/form.tsx';
import { markdownToHtml } from '../parts/markdown.ts';
import { Moment } from '../parts/moment.tsx';

export const load = async (ctx: Ctx, params: Params, query: Query) => {
  const member = signedIn(ctx);
  const id = params.id === undefined ? null : numberIn(params, 'blog_post_not_found');
  const [post, acts] = id === null ? [null, []] : await Promise.all([postToEdit(member, { id }), actsAbout(member, 'post', id)]);
  return { post, acts, done: typed(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ post }: Data): Head => ({
  title: post?.title ?? 'A new post',
  description: 'A post of the blog, as the site’s team writes it.',
  canonical: post ? team.post(post.id) : team.newPost(),
  trail: [{ name: 'Blog', href: team.posts() }],
  index: false,
});

const DONE: Record<string, string> = {
  edit: 'The post is saved.',
  same: 'Nothing was changed.',
  publish: 'The post is published.',
  withdraw: 'The post is off the blog.',
  restore: 'The earlier text is back.',
};

/** The text as it will be read, of what was typed and not saved. */
const Preview = ({ action, here }: { action: string; here: Here }) => {
  const form = sentTo(action, here);
  if (!form?.told.preview) return null;
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

/** Texts the post had, to go back to. */
const Versions = ({ id, acts, here }: { id: number; acts: LoggedAct[]; here: Here }) => {
  const texts = acts.filter((act) => typeof act.after?.body_markdown === 'string').slice(1);
  return texts.length === 0 ? null : (
    <Part id="versions" title="Earlier texts">
      <ul class="office-rows">
        {texts.map((act) => (
          <li>
            <div>
              <p class="office-title" dir="auto">
                {String(act.after!.title)}
              </p>
              <p class="quiet">
                <Moment at={act.at} now={here.now} /> by <bdi>{act.by ?? 'somebody who has left'}</bdi>
              </p>
            </div>
            <Form action={team.postAct(id, 'restore')} here={{ ...here, form: undefined }} hidden={{ act_id: String(act.id) }}>
              <button class="button" type="submit">
                Bring it back<span class="unseen"> as it was in act {act.id}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </Part>
  );
};

export const view = ({ post, acts, done }: Data, here: Here) => {
  const action = post ? team.postAct(post.id, 'edit') : team.newPost();
  return (
    <>
      <OfficeHead title={post?.title ?? 'A new post'} done={done && DONE[done]} />
      {post?.published_at && (
        <p>
          <a href={to.post(post.slug)}>Read it as everybody does</a>
        </p>
      )}
      <Preview action={action} here={here} />
      <AdminForm
        action={action}
        here={here}
        submit="Save it"
        beside={
          <button class="button" type="submit" name="preview" value="on">
            Preview
          </button>
        }
        fields={[
          { name: 'title', label: 'Title', value: post?.title, most: 200, required: true },
          {
            name: 'slug',
            label: 'Slug',
            value: post?.slug,
            most: 220,
            hint: post?.published_at ? 'It stays: the post is published under it.' : 'Left empty, it is made from the title.',
          },
          { name: 'author_name', label: 'Author', value: post?.author_name, most: 120, required: true },
          { name: 'excerpt', label: 'In a sentence or two', value: post?.excerpt, rows: 3, most: 500, required: true },
          { name: 'body_markdown', label: 'Text, in Markdown', value: post?.body_markdown, rows: 20, most: 60_000, required: true },
        ]}
      >
        <fieldset class="office-pairs">
          <legend>Questions and answers</legend>
          <AdminFields action={action} here={here} fields={fieldsOf(FAQ_ROWS, post?.faqs ?? [])} />
        </fieldset>
      </AdminForm>
      {post && (
        <Part id="publish" title={post.published_at ? 'Take it off the blog' : 'Publish it'}>
          <AdminForm
            action={team.postAct(post.id, post.published_at ? 'withdraw' : 'publish')}
            here={here}
            submit={post.published_at ? 'Take it off the blog' : 'Publish it as saved'}
            grave={post.published_at !== null}
          />
        </Part>
      )}
      {post && <Versions id={post.id} acts={acts} here={here} />}
      {acts.length > 0 && (
        <Part id="acts" title="What the team did">
          <Acts acts={acts} here={here} />
        </Part>
      )}
    </>
  );
};
