import type { NewAct } from '../../kernel/acts.ts';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { actAsTeam, refuseStrangers } from '../accounts/team.ts';
import {
  insertQuestion,
  lockQuestions,
  type StandingQuestion,
  selectQuestions,
  swapPositions,
  updateQuestion,
  writeRetired,
} from './question-queries.ts';

/** The interview's questions, also those that are no longer asked. For the site's team. */
export const questionsToEdit = async (ctx: Ctx<Caller>): Promise<StandingQuestion[]> => {
  await refuseStrangers(ctx);
  return selectQuestions(ctx);
};

/** Does something about one of the site's questions, with all of them locked. */
const aboutQuestion = (
  ctx: Ctx<Caller>,
  id: number,
  work: (
    ctx: Ctx<Caller>,
    question: StandingQuestion,
    all: StandingQuestion[],
  ) => Promise<Omit<NewAct, 'record' | 'record_id' | 'title'> | null>,
): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const all = await lockQuestions(ctx);
    const question = all.find((one) => one.id === id);
    if (!question) throw new Refusal('question_not_found');
    const act = await work(ctx, question, all);
    return act && { record: 'question', record_id: id, title: question.question, ...act };
  });

export const addQuestion = (
  ctx: Ctx<Caller>,
  { question, hint = null }: { question: string; hint?: string | null },
): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const all = await lockQuestions(ctx);
    const id = await insertQuestion(ctx, (all.at(-1)?.position ?? 0) + 1, question, hint);
    return { act: 'add_question', record: 'question', record_id: id, title: question, after: { question, hint } };
  });

/** Words a question anew; answers to it stay. For the site's team. */
export const editQuestion = (
  ctx: Ctx<Caller>,
  { id, question, hint = null }: { id: number; question: string; hint?: string | null },
): Promise<number | null> =>
  aboutQuestion(ctx, id, async ({ sql }, standing) => {
    if (standing.question === question && standing.hint === hint) return null;
    await updateQuestion(sql, id, question, hint);
    const before = { question: standing.question, hint: standing.hint };
    return { act: 'edit_question', before, after: { question, hint } };
  });

/** Asks a question one place earlier or later. For the site's team. */
export const moveQuestion = (ctx: Ctx<Caller>, { id, way }: { id: number; way: 'up' | 'down' }): Promise<number | null> =>
  aboutQuestion(ctx, id, async ({ sql }, standing, all) => {
    const asked = all.filter(({ retired_at }) => retired_at === null);
    const other = asked[asked.findIndex((one) => one.id === id) + (way === 'up' ? -1 : 1)];
    if (standing.retired_at || !other) return null;
    await swapPositions(sql, standing, other);
    return { act: 'move_question', before: { position: standing.position }, after: { position: other.position, way } };
  });

/** Stops asking a question; its answers are kept. For the site's team. */
export const retireQuestion = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> =>
  aboutQuestion(ctx, id, async ({ sql, clock }, { retired_at }) => {
    if (retired_at) return null;
    await writeRetired(sql, id, clock.now());
    return { act: 'retire_question' };
  });

/** Asks a question again. For the site's team. */
export const askAgain = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> =>
  aboutQuestion(ctx, id, async ({ sql }, { retired_at }) => {
    if (!retired_at) return null;
    await writeRetired(sql, id, null);
    return { act: 'ask_question_again' };
  });
