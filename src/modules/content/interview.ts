import type { AuditEntry } from '../../kernel/audit-log.ts';
import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { type InputError, invalidInput, Refusal } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { type JsonText, type ListResponse, unpagedList } from '../../kernel/responses.ts';
import { asTeamMember, requireTeam } from '../accounts/team.ts';
import {
  deleteAnswers,
  type EditableQuestion,
  type InterviewAnswerInput,
  type InterviewEntry,
  insertQuestion,
  lockQuestions,
  selectAnswers,
  selectInterviewedListings,
  selectInterviewQuestions,
  selectListingInterview,
  selectQuestionIds,
  selectQuestions,
  swapPositions,
  updateQuestion,
  updateQuestionRetired,
  writeAnswers,
} from './queries.ts';
import type { InterviewAnswer, InterviewQuestion } from './schema.ts';

/** The questions; callers who may read their account also get their own answers. */
export const listInterviewQuestions = async (ctx: Ctx): Promise<JsonText<ListResponse<InterviewQuestion>>> => {
  const answers_of = ctx.caller?.scopes.includes('account:read') ? ctx.caller.account_id : null;
  return unpagedList(await selectInterviewQuestions(ctx, answers_of));
};

const findAnswerErrors = (
  { question_id }: InterviewAnswerInput,
  at: number,
  answers: InterviewAnswerInput[],
  question_ids: number[],
): InputError[] => {
  const path = `answers[${at}].question_id`;
  if (!question_ids.includes(question_id))
    return [
      { path, code: 'not_allowed', message: t('is not a question of this site; list_interview_questions shows them'), actual: question_id },
    ];
  if (answers.findIndex((one) => one.question_id === question_id) < at)
    return [{ path, code: 'repeated', message: t('is answered twice in this request'), actual: question_id }];
  return [];
};

/** The caller's answers, in the questions' order. */
export const listOwnAnswers = async (ctx: Ctx<Caller>): Promise<JsonText<ListResponse<InterviewAnswer>>> =>
  unpagedList(await selectAnswers(ctx));

/** Saves the caller's answers. Questions left out keep their answers; an empty answer deletes it. */
export const answerInterview = (
  ctx: Ctx<Caller>,
  { answers }: { answers: InterviewAnswerInput[] },
): Promise<JsonText<ListResponse<InterviewAnswer>>> =>
  inTransaction(ctx, async (ctx) => {
    const question_ids = await selectQuestionIds(ctx);
    const errors = answers.flatMap((answer, at) => findAnswerErrors(answer, at, answers, question_ids));
    if (errors.length) throw invalidInput(...errors);
    const [to_save, to_delete] = [answers.filter(({ answer }) => answer), answers.filter(({ answer }) => !answer)];
    if (to_save.length) await writeAnswers(ctx, to_save);
    if (to_delete.length)
      await deleteAnswers(
        ctx,
        to_delete.map(({ question_id }) => question_id),
      );
    return listOwnAnswers(ctx);
  });

export const getListingInterview = (ctx: Ctx, { slug }: { slug: string }): Promise<InterviewEntry[]> => selectListingInterview(ctx, slug);

export const listFounderInterviews = (ctx: Ctx, { slug }: { slug: string }): Promise<{ slug: string; name: string }[]> =>
  selectInterviewedListings(ctx, slug);

/** All interview questions, including retired ones. For the site's team. */
export const listQuestionsForTeam = async (ctx: Ctx<Caller>): Promise<EditableQuestion[]> => {
  await requireTeam(ctx);
  return selectQuestions(ctx);
};

/** Runs a change to one question with all of the site's questions locked. */
const withLockedQuestion = (
  ctx: Ctx<Caller>,
  id: number,
  work: (
    ctx: Ctx<Caller>,
    question: EditableQuestion,
    all: EditableQuestion[],
  ) => Promise<Omit<AuditEntry, 'record' | 'record_id' | 'title'> | null>,
): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
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
  asTeamMember(ctx, async (ctx) => {
    const all = await lockQuestions(ctx);
    const id = await insertQuestion(ctx, (all.at(-1)?.position ?? 0) + 1, question, hint);
    return { act: 'add_question', record: 'question', record_id: id, title: question, after: { question, hint } };
  });

/** Rewords a question; its answers stay. For the site's team. */
export const editQuestion = (
  ctx: Ctx<Caller>,
  { id, question, hint = null }: { id: number; question: string; hint?: string | null },
): Promise<number | null> =>
  withLockedQuestion(ctx, id, async ({ sql }, current) => {
    if (current.question === question && current.hint === hint) return null;
    await updateQuestion(sql, id, question, hint);
    const before = { question: current.question, hint: current.hint };
    return { act: 'edit_question', before, after: { question, hint } };
  });

/** Moves a question up or down by one. For the site's team. */
export const moveQuestion = (ctx: Ctx<Caller>, { id, way: direction }: { id: number; way: 'up' | 'down' }): Promise<number | null> =>
  withLockedQuestion(ctx, id, async ({ sql }, current, all) => {
    const active = all.filter(({ retired_at }) => retired_at === null);
    const other = active[active.findIndex((one) => one.id === id) + (direction === 'up' ? -1 : 1)];
    if (current.retired_at || !other) return null;
    await swapPositions(sql, current, other);
    return { act: 'move_question', before: { position: current.position }, after: { position: other.position, way: direction } };
  });

/** Retires a question; its answers are kept. For the site's team. */
export const retireQuestion = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> =>
  withLockedQuestion(ctx, id, async ({ sql, clock }, { retired_at }) => {
    if (retired_at) return null;
    await updateQuestionRetired(sql, id, clock.now());
    return { act: 'retire_question' };
  });

/** Makes a retired question active again. For the site's team. */
export const reinstateQuestion = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> =>
  withLockedQuestion(ctx, id, async ({ sql }, { retired_at }) => {
    if (!retired_at) return null;
    await updateQuestionRetired(sql, id, null);
    return { act: 'ask_question_again' };
  });
