import type { Caller, Ctx, Db } from '../../kernel/context.ts';
import { findRow, findValue, firstValue, hasRows, isoTime, selectColumn } from '../../kernel/database.ts';
import { offsetOf, type Paging } from '../../kernel/responses.ts';
import type { BlogPost, InterviewAnswer, InterviewQuestion, ListBlogPosts } from './schema.ts';

const postSummaryColumns = (sql: Db, root: string) => sql`
  p.slug, p.title, p.excerpt, p.author_name, ${isoTime(sql, 'p.published_at')} as published_at, ${root}::text || '/blog/' || p.slug as url`;

const isPublished = ({ sql, site, clock }: Ctx) => sql`p.site_id = ${site.id} and p.published_at <= ${clock.now()}`;

/** A page of published posts as JSON text: the best match first, or the newest without words. */
export const selectBlogPosts = (ctx: Ctx, input: ListBlogPosts, words: string | null): Promise<string[]> => {
  const { sql, site } = ctx;
  return selectColumn<string>(sql`
    select row_to_json(t)::text as json from (
      select ${postSummaryColumns(sql, site.root)} from blog_posts p
      where ${isPublished(ctx)} ${words ? sql`and p.words @@ ${words}::tsquery` : sql``}
      order by ${words ? sql`ts_rank(p.words, ${words}::tsquery) desc,` : sql``} p.published_at desc, p.id desc
      limit ${input.per_page} offset ${offsetOf(input)}) t`);
};

export const countBlogPosts = (ctx: Ctx, words: string | null, limit: number): Promise<number> => {
  const { sql } = ctx;
  return firstValue<number>(sql`
    select count(*)::int as count from (
      select 1 from blog_posts p where ${isPublished(ctx)} ${words ? sql`and p.words @@ ${words}::tsquery` : sql``} limit ${limit + 1}) t`);
};

export const findBlogPost = (ctx: Ctx, slug: string): Promise<string | null> => {
  const { sql, site } = ctx;
  return findValue<string>(sql`
    select row_to_json(t)::text as json from (
      select ${postSummaryColumns(sql, site.root)}, p.body_markdown, p.faqs, ${isoTime(sql, 'p.updated_at')} as updated_at from blog_posts p
      where ${isPublished(ctx)} and p.slug = ${slug}) t`);
};

/** The questions as JSON text, with the answers of an account. */
export const selectInterviewQuestions = ({ sql, site }: Ctx, account_id: number | null): Promise<string[]> =>
  selectColumn<string>(sql`
    select row_to_json(t)::text as json from (
      select q.id, q.question, q.hint, a.answer, ${isoTime(sql, 'a.updated_at')} as answered_at from interview_questions q
      left join interview_answers a on a.question_id = q.id and a.account_id = ${account_id}
      where q.site_id = ${site.id} and q.retired_at is null order by q.position) t`);

export type PostDetails = Pick<BlogPost, 'slug' | 'title' | 'excerpt' | 'body_markdown' | 'author_name' | 'faqs'>;

export interface EditablePost extends PostDetails {
  id: number;
  published_at: Date | null;
  updated_at: Date;
}

const POST_COLUMNS = ['id', 'slug', 'title', 'excerpt', 'body_markdown', 'author_name', 'faqs', 'published_at', 'updated_at'] as const;

/** Posts of the site, unpublished ones first; one row more than the page to know whether there are others. */
export const selectPosts = ({ sql, site }: Ctx, paging: Paging): Promise<EditablePost[]> => sql<EditablePost[]>`
  select ${sql(POST_COLUMNS)} from blog_posts where site_id = ${site.id}
  order by published_at desc nulls first, id desc limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;

/** A post of the site, locked until the transaction ends. */
export const lockPost = ({ sql, site }: Ctx, id: number): Promise<EditablePost | undefined> =>
  findRow(sql<EditablePost[]>`select ${sql(POST_COLUMNS)} from blog_posts where site_id = ${site.id} and id = ${id} for update`);

export const findPostId = ({ sql, site }: Ctx, slug: string): Promise<number | null> =>
  findValue<number>(sql`select id from blog_posts where site_id = ${site.id} and slug = ${slug}`);

/** The picture of a post. Its bytes are a picture of the site. */
export interface PostCover {
  hash: string;
  width: number;
  height: number;
  alt: string;
}

export const findCover = ({ sql, site }: Ctx, id: number): Promise<PostCover | null> =>
  findValue<PostCover>(sql`select cover from blog_posts where site_id = ${site.id} and id = ${id}`);

export const selectCovers = ({ sql, site }: Ctx, slugs: string[]): Promise<{ slug: string; cover: PostCover }[]> => sql<
  { slug: string; cover: PostCover }[]
>`
  select slug, cover from blog_posts where site_id = ${site.id} and slug = any(${slugs}::text[]) and cover is not null`;

export const updateCover = ({ sql, site, clock }: Ctx, id: number, cover: PostCover | null) => sql`
  update blog_posts set cover = ${cover && JSON.stringify(cover)}::text::jsonb, updated_at = ${clock.now()} where site_id = ${site.id} and id = ${id}`;

/** Null if the slug is taken. */
export const insertPost = ({ sql, site, clock }: Ctx, { faqs, ...post }: PostDetails, words: string): Promise<number | null> =>
  findValue<number>(sql`
    insert into blog_posts (site_id, slug, title, excerpt, body_markdown, author_name, faqs, words, updated_at)
    values (${site.id}, ${post.slug}, ${post.title}, ${post.excerpt}, ${post.body_markdown}, ${post.author_name},
      ${JSON.stringify(faqs)}::text::json, ${words}::tsvector, ${clock.now()}) on conflict (site_id, slug) do nothing returning id`);

/** False if the slug is taken by another post. */
export const updatePost = ({ sql, site, clock }: Ctx, id: number, { faqs, ...post }: PostDetails, words: string): Promise<boolean> =>
  hasRows(sql`
    update blog_posts set slug = ${post.slug}, title = ${post.title}, excerpt = ${post.excerpt}, body_markdown = ${post.body_markdown},
      author_name = ${post.author_name}, faqs = ${JSON.stringify(faqs)}::text::json, words = ${words}::tsvector, updated_at = ${clock.now()}
    where id = ${id} and not exists (select from blog_posts o where o.site_id = ${site.id} and o.slug = ${post.slug} and o.id <> ${id})
    returning id`);

export const updatePostPublished = (sql: Db, id: number, published_at: Date | null) =>
  sql`update blog_posts set published_at = ${published_at} where id = ${id}`;

export interface EditableQuestion extends Pick<InterviewQuestion, 'id' | 'question' | 'hint'> {
  position: number;
  retired_at: Date | null;
  answers: number;
}

/** The site's questions in order, including retired ones. */
export const selectQuestions = ({ sql, site }: Ctx): Promise<EditableQuestion[]> => sql<EditableQuestion[]>`
  select q.id, q.position, q.question, q.hint, q.retired_at,
    (select count(*)::int from interview_answers a where a.question_id = q.id) as answers
  from interview_questions q where q.site_id = ${site.id} order by q.position`;

/** Locks all of the site's questions, so that concurrent moves do not mix. */
export const lockQuestions = async (ctx: Ctx): Promise<EditableQuestion[]> => {
  await ctx.sql`select from interview_questions where site_id = ${ctx.site.id} order by id for update`;
  return selectQuestions(ctx);
};

export const insertQuestion = ({ sql, site }: Ctx, position: number, question: string, hint: string | null): Promise<number> =>
  firstValue<number>(sql`
    insert into interview_questions (site_id, position, question, hint) values (${site.id}, ${position}, ${question}, ${hint}) returning id`);

export const updateQuestion = (sql: Db, id: number, question: string, hint: string | null) =>
  sql`update interview_questions set question = ${question}, hint = ${hint} where id = ${id}`;

export const swapPositions = (sql: Db, a: EditableQuestion, b: EditableQuestion) => sql`
  update interview_questions set position = case id when ${a.id} then ${b.position}::int else ${a.position}::int end
  where id in (${a.id}, ${b.id})`;

export const updateQuestionRetired = (sql: Db, id: number, retired_at: Date | null) =>
  sql`update interview_questions set retired_at = ${retired_at} where id = ${id}`;

export const selectQuestionIds = ({ sql, site }: Ctx): Promise<number[]> =>
  selectColumn<number>(sql`select id from interview_questions where site_id = ${site.id} and retired_at is null`);

export type InterviewAnswerInput = Pick<InterviewAnswer, 'question_id' | 'answer'>;

export const deleteAnswers = ({ sql, site, caller }: Ctx<Caller>, question_ids: number[]) => sql`
  delete from interview_answers where account_id = ${caller.account_id} and site_id = ${site.id} and question_id = any(${question_ids}::int[])`;

export const writeAnswers = ({ sql, site, caller, clock }: Ctx<Caller>, answers: InterviewAnswerInput[]) => sql`
  insert into interview_answers as a (account_id, question_id, site_id, answer, updated_at)
  select ${caller.account_id}, question_id, ${site.id}, answer, ${clock.now()}
  from json_to_recordset(${JSON.stringify(answers)}::text::json) as t (question_id integer, answer text) order by question_id
  on conflict (account_id, question_id) do update set answer = excluded.answer, updated_at = excluded.updated_at
    where a.answer <> excluded.answer`;

/** The caller's answers on the site as JSON, in the questions' order. */
export const selectAnswers = ({ sql, site, caller }: Ctx<Caller>): Promise<string[]> =>
  selectColumn<string>(sql`
    select row_to_json(t)::text as json from (
      select a.question_id, q.question, a.answer, ${isoTime(sql, 'a.updated_at')} as updated_at from interview_answers a join interview_questions q on q.id = a.question_id
      where a.account_id = ${caller.account_id} and a.site_id = ${site.id} order by q.position) t`);

export type InterviewEntry = Pick<InterviewAnswer, 'question' | 'answer'>;

/** The answers of a live listing's owner, in the questions' order. */
export const selectListingInterview = ({ sql, site }: Ctx, slug: string): Promise<InterviewEntry[]> => sql<InterviewEntry[]>`
  select q.question, a.answer from live_listings l
  join interview_answers a on a.account_id = l.owner_id and a.site_id = l.site_id
  join interview_questions q on q.id = a.question_id
  where l.site_id = ${site.id} and l.slug = ${slug} order by q.position, q.id`;

/** A founder's live listings whose owner has answered questions, newest first. */
export const selectInterviewedListings = ({ sql, site }: Ctx, founder_slug: string) => sql<{ slug: string; name: string }[]>`
  select l.slug, l.name from listing_credits f join live_listings l on l.id = f.listing_id
  where f.site_id = ${site.id} and f.slug = ${founder_slug}
    and exists (select from interview_answers a where a.account_id = l.owner_id and a.site_id = l.site_id)
  order by l.launched_at desc, l.id`;
