import type { Caller, Ctx } from '../../kernel/context.ts';

export const selectQuestionIds = async ({ sql, site }: Ctx): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`select id from interview_questions where site_id = ${site.id} and retired_at is null`;
  return rows.map(({ id }) => id);
};

export interface Answered {
  question_id: number;
  answer: string;
}

/** Takes the caller's answers to questions back. */
export const deleteAnswers = ({ sql, site, caller }: Ctx<Caller>, question_ids: number[]) => sql`
  delete from interview_answers where account_id = ${caller.account_id} and site_id = ${site.id} and question_id = any(${question_ids}::int[])`;

export const writeAnswers = ({ sql, site, caller, clock }: Ctx<Caller>, answers: Answered[]) => sql`
  insert into interview_answers as a (account_id, question_id, site_id, answer, updated_at)
  select ${caller.account_id}, question_id, ${site.id}, answer, ${clock.now()}
  from json_to_recordset(${JSON.stringify(answers)}::text::json) as t (question_id integer, answer text) order by question_id
  on conflict (account_id, question_id) do update set answer = excluded.answer, updated_at = excluded.updated_at
    where a.answer <> excluded.answer`;

/** The caller's answers on the site as JSON, in the questions' order. */
export const selectAnswers = async ({ sql, site, caller }: Ctx<Caller>): Promise<string[]> => {
  const rows = await sql<{ json: string }[]>`
    select row_to_json(t)::text as json from (
      select a.question_id, q.question, a.answer, a.updated_at from interview_answers a join interview_questions q on q.id = a.question_id
      where a.account_id = ${caller.account_id} and a.site_id = ${site.id} order by q.position) t`;
  return rows.map(({ json }) => json);
};

export interface Told {
  question: string;
  answer: string;
}

/** What the owner of a live listing answered, in the questions' order. */
export const selectInterview = ({ sql, site }: Ctx, slug: string): Promise<Told[]> => sql<Told[]>`
  select q.question, a.answer from listings l
  join interview_answers a on a.account_id = l.owner_id and a.site_id = l.site_id
  join interview_questions q on q.id = a.question_id
  where l.site_id = ${site.id} and l.slug = ${slug} and l.status = 'live' order by q.position, q.id`;

/** A founder's live listings whose owner has answered, the newest first. */
export const selectInterviewed = ({ sql, site }: Ctx, founder_slug: string): Promise<{ slug: string; name: string }[]> => sql<
  { slug: string; name: string }[]
>`
  select l.slug, l.name from founders f join listing_founders lf on lf.founder_id = f.id join listings l on l.id = lf.listing_id
  where f.site_id = ${site.id} and f.slug = ${founder_slug} and l.status = 'live'
    and exists (select from interview_answers a where a.account_id = l.owner_id and a.site_id = l.site_id)
  order by l.launched_at desc, l.id`;
