import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { refuseStrangers } from '../accounts/team.ts';
import type { PostFacts } from '../content/post-queries.ts';
import { editPost } from '../content/posts.ts';
import { findActAbout } from './log-queries.ts';

/** Gives a post the text it had after an act, which is an edit again. For the site's team. */
export const restorePost = async (ctx: Ctx<Caller>, { id, act_id }: { id: number; act_id: number }): Promise<number | null> => {
  await refuseStrangers(ctx);
  const act = await findActAbout(ctx, 'post', String(id), act_id);
  if (typeof act?.after?.body_markdown !== 'string') throw new Refusal('act_not_found');
  return editPost(ctx, { id, ...(act.after as unknown as PostFacts) });
};
