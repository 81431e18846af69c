import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { type InputError, Refusal } from '../../kernel/errors.ts';
import type { JsonText } from '../../kernel/json.ts';
import { type ListAnswer, wholeList } from '../../kernel/paging.ts';
import {
  type Answered,
  deleteAnswers,
  selectAnswers,
  selectInterview,
  selectInterviewed,
  selectQuestionIds,
  type Told,
  writeAnswers,
} from './answer-queries.ts';
import { selectInterviewQuestions } from './queries.ts';
import type { InterviewAnswer, InterviewQuestion } from './schema.ts';

/** The questions founders are asked, in their order. */
export const listInterviewQuestions = async (ctx: Ctx): Promise<JsonText<ListAnswer<InterviewQuestion>>> =>
  wholeList(await selectInterviewQuestions(ctx));

const faultOf = ({ question_id }: Answered, at: number, answers: Answered[], known: number[]): InputError[] => {
  const path = `answers[${at}].question_id`;
  if (!known.includes(question_id))
    return [
      { path, code: 'not_allowed', message: 'is not a question of this site; list_interview_questions shows them', actual: question_id },
    ];
  if (answers.findIndex((one) => one.question_id === question_id) < at)
    return [{ path, code: 'repeated', message: 'is answered twice in this request', actual: question_id }];
  return [];
};

/** Your answers so far, in the questions' order. */
export const listAnswers = async (ctx: Ctx): Promise<JsonText<ListAnswer<InterviewAnswer>>> =>
  wholeList(await selectAnswers(ctx as Ctx<Caller>));

/** Saves your answers; what you leave out keeps its answer, and an empty one takes it back. */
export const answerInterview = (ctx: Ctx, { answers }: { answers: Answered[] }): Promise<JsonText<ListAnswer<InterviewAnswer>>> =>
  inTransaction(ctx, async (ctx) => {
    const known = await selectQuestionIds(ctx);
    const errors = answers.flatMap((answer, at) => faultOf(answer, at, answers, known));
    if (errors.length) throw new Refusal('invalid_input', { errors });
    const [given, empty] = [answers.filter(({ answer }) => answer), answers.filter(({ answer }) => !answer)];
    if (given.length) await writeAnswers(ctx as Ctx<Caller>, given);
    if (empty.length)
      await deleteAnswers(
        ctx as Ctx<Caller>,
        empty.map(({ question_id }) => question_id),
      );
    return listAnswers(ctx);
  });

/** The interview on a live listing's page: what its owner was asked and answered. */
export const interviewOf = (ctx: Ctx, { slug }: { slug: string }): Promise<Told[]> => selectInterview(ctx, slug);

/** Where a founder's interviews can be read. */
export const interviewsOf = (ctx: Ctx, { slug }: { slug: string }): Promise<{ slug: string; name: string }[]> =>
  selectInterviewed(ctx, slug);
