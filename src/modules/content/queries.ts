import type { Ctx, Db } from '../../kernel/context.ts';
import { offsetOf } from '../../kernel/paging.ts';
import type { ListBlogPosts } from './schema.ts';

const summaryColumns = (sql: Db, root: string) => sql`
  p.slug, p.title, p.excerpt, p.author_name, p.published_at, ${root}::text || '/blog/' || p.slug as url`;

const published = ({ sql, site, clock }: Ctx) => sql`p.site_id = ${site.id} and p.published_at <= ${clock.now()}`;

/** A page of published posts as JSON text: the best match first, or the newest without words. */
export const selectBlogPosts = async (ctx: Ctx, input: ListBlogPosts, words: string | null): Promise<string[]> => {
  const { sql, site } = ctx;
  const rows = await sql<{ json: string }[]>`
    select row_to_json(t)::text as json from (
      select ${summaryColumns(sql, site.root)} from blog_posts p
      where ${published(ctx)} ${words ? sql`and p.words @@ ${words}::tsquery` : sql``}
      order by ${words ? sql`ts_rank(p.words, ${words}::tsquery) desc,` : sql``} p.published_at desc, p.id desc
      limit ${input.per_page} offset ${offsetOf(input)}) t`;
  return rows.map((row) => row.json);
};

export const countBlogPosts = async (ctx: Ctx, words: string | null, most: number): Promise<number> => {
  const { sql } = ctx;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from blog_posts p where ${published(ctx)} ${words ? sql`and p.words @@ ${words}::tsquery` : sql``} limit ${most + 1}) t`;
  return row!.count;
};

export const findBlogPost = async (ctx: Ctx, slug: string): Promise<string | undefined> => {
  const { sql, site } = ctx;
  const [row] = await sql<{ json: string }[]>`
    select row_to_json(t)::text as json from (
      select ${summaryColumns(sql, site.root)}, p.body_markdown, p.faqs, p.updated_at from blog_posts p
      where ${published(ctx)} and p.slug = ${slug}) t`;
  return row?.json;
};

export const selectInterviewQuestions = async ({ sql, site }: Ctx): Promise<string[]> => {
  const rows = await sql<{ json: string }[]>`
    select row_to_json(t)::text as json from (
      select id, question, hint from interview_questions where site_id = ${site.id} and retired_at is null order by position) t`;
  return rows.map((row) => row.json);
};
