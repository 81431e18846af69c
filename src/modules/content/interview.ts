import type { Ctx } from '../../kernel/context.ts';
import type { JsonText } from '../../kernel/json.ts';
import { type ListAnswer, wholeList } from '../../kernel/paging.ts';
import { selectInterviewQuestions } from './queries.ts';
import type { InterviewQuestion } from './schema.ts';

/** The questions founders are asked, in their order. */
export const listInterviewQuestions = async (ctx: Ctx): Promise<JsonText<ListAnswer<InterviewQuestion>>> =>
  wholeList(await selectInterviewQuestions(ctx));
