import type { Ctx, Db } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';

export interface PostFacts {
  slug: string;
  title: string;
  excerpt: string;
  body_markdown: string;
  author_name: string;
  faqs: { question: string; answer: string }[];
}

export interface StandingPost extends PostFacts {
  id: number;
  published_at: Date | null;
  updated_at: Date;
}

const POST = ['id', 'slug', 'title', 'excerpt', 'body_markdown', 'author_name', 'faqs', 'published_at', 'updated_at'] as const;

/** Posts of the site, unpublished ones first; one more than asked for says that there are others. */
export const selectPosts = ({ sql, site }: Ctx, paging: Paging): Promise<StandingPost[]> => sql<StandingPost[]>`
  select ${sql(POST)} from blog_posts where site_id = ${site.id}
  order by published_at desc nulls first, id desc limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;

/** A post of the site, locked until the transaction ends. */
export const lockPost = async ({ sql, site }: Ctx, id: number): Promise<StandingPost | undefined> => {
  const [row] = await sql<StandingPost[]>`select ${sql(POST)} from blog_posts where site_id = ${site.id} and id = ${id} for update`;
  return row;
};

/** Null where the slug is taken. */
export const insertPost = async ({ sql, site, clock }: Ctx, { faqs, ...post }: PostFacts, words: string): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`
    insert into blog_posts (site_id, slug, title, excerpt, body_markdown, author_name, faqs, words, updated_at)
    values (${site.id}, ${post.slug}, ${post.title}, ${post.excerpt}, ${post.body_markdown}, ${post.author_name},
      ${JSON.stringify(faqs)}::text::json, ${words}::tsvector, ${clock.now()}) on conflict (site_id, slug) do nothing returning id`;
  return row?.id ?? null;
};

/** False where the slug is another's. */
export const updatePost = async ({ sql, site, clock }: Ctx, id: number, { faqs, ...post }: PostFacts, words: string): Promise<boolean> => {
  const rows = await sql`
    update blog_posts set slug = ${post.slug}, title = ${post.title}, excerpt = ${post.excerpt}, body_markdown = ${post.body_markdown},
      author_name = ${post.author_name}, faqs = ${JSON.stringify(faqs)}::text::json, words = ${words}::tsvector, updated_at = ${clock.now()}
    where id = ${id} and not exists (select from blog_posts o where o.site_id = ${site.id} and o.slug = ${post.slug} and o.id <> ${id})
    returning id`;
  return rows.length > 0;
};

export const writePublished = (sql: Db, id: number, published_at: Date | null) =>
  sql`update blog_posts set published_at = ${published_at} where id = ${id}`;
