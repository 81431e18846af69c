import type { Db } from '../../../kernel/context.ts';
import { selectColumn } from '../../../kernel/database.ts';
import { vectorOf } from '../../../kernel/words.ts';

/** The posts of a site for its export. */
export const selectExportedPosts = (sql: Db, site_id: number): Promise<string[]> =>
  selectColumn<string>(sql`
    select json_build_object('slug', slug, 'title', title, 'excerpt', excerpt, 'body_markdown', body_markdown, 'author_name', author_name, 'faqs', faqs,
      'cover', cover, 'published_at', published_at, 'updated_at', updated_at)::text
    from blog_posts where site_id = ${site_id} order by slug`);

/** Inserts posts that the site does not have. Returns their ids. */
export const insertExportedPosts = (sql: Db, site_id: number, lines: string[]): Promise<number[]> => {
  const rows = lines.map((line) => {
    const post = JSON.parse(line) as { title: string; excerpt: string; body_markdown: string };
    return { ...post, words: vectorOf({ A: post.title, B: post.excerpt, C: post.body_markdown }) };
  });
  return selectColumn<number>(sql`
    insert into blog_posts (site_id, slug, title, excerpt, body_markdown, author_name, faqs, cover, words, published_at, updated_at)
    select ${site_id}, slug, title, excerpt, body_markdown, author_name, faqs, cover, words::tsvector, published_at, updated_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (slug text, title text, excerpt text, body_markdown text, author_name text, faqs json,
      cover jsonb, words text, published_at timestamptz, updated_at timestamptz)
    on conflict (site_id, slug) do nothing returning id`);
};

/** Deletes those of the posts that nobody edited since a time. */
export const deleteUneditedPosts = (sql: Db, site_id: number, ids: number[], since: Date) =>
  sql`delete from blog_posts where site_id = ${site_id} and id = any(${ids}::bigint[]) and updated_at <= ${since}`;

/** The interview questions of a site, in order. */
export const selectExportedQuestions = (sql: Db, site_id: number): Promise<string[]> =>
  selectColumn<string>(sql`
    select json_build_object('question', question, 'hint', hint, 'position', position, 'retired', retired_at is not null)::text
    from interview_questions where site_id = ${site_id} order by position`);

/** Adds questions that the site does not ask yet, after its own. Returns their ids. */
export const insertExportedQuestions = (sql: Db, site_id: number, lines: string[], at: Date): Promise<number[]> =>
  selectColumn<number>(sql`
  insert into interview_questions (site_id, position, question, hint, retired_at)
  select ${site_id}, (select coalesce(max(position), 0) from interview_questions where site_id = ${site_id}) + row_number() over (order by t.position),
    t.question, t.hint, case when t.retired then ${at}::timestamptz end
  from json_to_recordset(${`[${lines.join()}]`}::text::json) as t (question text, hint text, position integer, retired boolean)
  where not exists (select from interview_questions q where q.site_id = ${site_id} and q.question = t.question) returning id`);

/** Deletes those of the questions that nobody answered. */
export const deleteUnansweredQuestions = (sql: Db, site_id: number, ids: number[]) => sql`
  delete from interview_questions q where q.site_id = ${site_id} and q.id = any(${ids}::int[])
    and not exists (select from interview_answers a where a.question_id = q.id)`;

/** The legal pages of a site: of each kind the text that the team works on, or else the one in force. */
export const selectExportedLegalPages = (sql: Db, site_id: number): Promise<string[]> =>
  selectColumn<string>(sql`
    select json_build_object('kind', kind, 'title', title, 'body_markdown', body_markdown)::text from (
      select distinct on (kind) kind, title, body_markdown from (
        select kind, title, body_markdown, null::integer as number from legal_drafts where site_id = ${site_id}
        union all
        select kind, title, body_markdown, number from legal_versions where site_id = ${site_id} and withdrawn_at is null) t
      order by kind, number desc nulls first) t order by kind`);

/** Inserts legal pages as drafts, for the team to read and publish. A site that has a page of the kind keeps it. */
export const insertExportedLegalPages = (sql: Db, site_id: number, lines: string[], kinds: string[], at: Date) => sql`
  insert into legal_drafts (site_id, kind, title, body_markdown, updated_at)
  select ${site_id}, kind, title, body_markdown, ${at}
  from json_to_recordset(${`[${lines.join()}]`}::text::json) as t (kind text, title text, body_markdown text)
  where kind = any(${kinds}::text[]) and not exists (select from legal_versions v where v.site_id = ${site_id} and v.kind = t.kind)
  on conflict (site_id, kind) do nothing`;

export interface ExportedSitePicture {
  hash: string;
  width: number;
  height: number;
}

/** The pictures of a site itself: those of its brand, by their hashes, and the covers of its posts. */
export const selectExportedSitePictures = (sql: Db, site_id: number, hashes: string[]): Promise<ExportedSitePicture[]> => sql<
  ExportedSitePicture[]
>`
  select hash, width, height from brand_pictures p where site_id = ${site_id} and (
    p.hash = any(${hashes}::text[]) or exists (select from blog_posts b where b.site_id = p.site_id and b.cover->>'hash' = p.hash))
  order by hash`;
