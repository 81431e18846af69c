import type { Caller, Ctx } from '../../../kernel/context.ts';
import { invalidInput, type Refusal, requireFound } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { asTeamMember, requireTeam } from '../../accounts/team.ts';
import { deleteReplyRow, findReply, insertReply, type SavedReply, selectSavedReplies } from './queries.ts';

/** Texts that the team uses again. For the site's team. */
export const listReplies = async (ctx: Ctx<Caller>): Promise<SavedReply[]> => {
  await requireTeam(ctx);
  return selectSavedReplies(ctx);
};

const reasonFault = (message: string): Refusal => invalidInput({ path: 'reason', code: 'required', message });

/** What the team tells somebody: what was typed, or else the saved reply that was chosen. */
export const resolveReason = async (ctx: Ctx<Caller>, { reason, reply_id }: { reason?: string; reply_id?: number }): Promise<string> => {
  if (reason) return reason;
  if (reply_id === undefined) throw reasonFault(t('is required. Type it or choose a saved reply'));
  return requireFound('reply_not_found', await findReply(ctx, reply_id)).body;
};

/** Saves a reply under a title. Also used for undo. For the site's team. */
export const saveReply = (ctx: Ctx<Caller>, { title, body }: { title: string; body: string }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const reply = await insertReply(ctx, { title, body });
    if (!reply) throw invalidInput({ path: 'title', code: 'taken', message: t('is already the title of another reply'), actual: title });
    return { act: 'save_reply', record: 'reply', record_id: reply.id, title, after: { title, body } };
  });

/** Deletes a saved reply. For the site's team. */
export const deleteReply = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { title, body } = requireFound('reply_not_found', await deleteReplyRow(ctx, id));
    return { act: 'delete_reply', record: 'reply', record_id: id, title, before: { title, body } };
  });
