import type { Ctx, Db } from '../../kernel/context.ts';

export interface StandingQuestion {
  id: number;
  position: number;
  question: string;
  hint: string | null;
  retired_at: Date | null;
  answers: number;
}

/** The site's questions in their order, also those that are no longer asked. */
export const selectQuestions = ({ sql, site }: Ctx): Promise<StandingQuestion[]> => sql<StandingQuestion[]>`
  select q.id, q.position, q.question, q.hint, q.retired_at,
    (select count(*)::int from interview_answers a where a.question_id = q.id) as answers
  from interview_questions q where q.site_id = ${site.id} order by q.position`;

/** All of the site's questions, locked: who moves them takes turns. */
export const lockQuestions = async (ctx: Ctx): Promise<StandingQuestion[]> => {
  await ctx.sql`select from interview_questions where site_id = ${ctx.site.id} order by id for update`;
  return selectQuestions(ctx);
};

export const insertQuestion = async ({ sql, site }: Ctx, position: number, question: string, hint: string | null): Promise<number> => {
  const [row] = await sql<{ id: number }[]>`
    insert into interview_questions (site_id, position, question, hint) values (${site.id}, ${position}, ${question}, ${hint}) returning id`;
  return row!.id;
};

export const updateQuestion = (sql: Db, id: number, question: string, hint: string | null) =>
  sql`update interview_questions set question = ${question}, hint = ${hint} where id = ${id}`;

export const swapPositions = (sql: Db, a: StandingQuestion, b: StandingQuestion) => sql`
  update interview_questions set position = case id when ${a.id} then ${b.position}::int else ${a.position}::int end
  where id in (${a.id}, ${b.id})`;

export const writeRetired = (sql: Db, id: number, retired_at: Date | null) =>
  sql`update interview_questions set retired_at = ${retired_at} where id = ${id}`;
