import type { Ctx } from '../../kernel/context.ts';
import { ownDraft } from './draft.ts';
import { type InviteRow, selectInvites } from './invite-queries.ts';

export type Invited = Pick<InviteRow, 'email' | 'status' | 'created_at' | 'expires_at'>;

/** Whom the maker of a draft has invited, and who has come. */
export const listInvites = async (ctx: Ctx, { id }: { id: string }): Promise<Invited[]> =>
  selectInvites(ctx.sql, (await ownDraft(ctx, id)).id);
