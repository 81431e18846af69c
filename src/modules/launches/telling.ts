import type { Ctx } from '../../kernel/context.ts';
import { sendMail } from '../accounts/mail.ts';
import { notify } from '../accounts/notifications.ts';
import type { News } from './mails.tsx';
import { findAddress } from './owner-queries.ts';

/** Tells the owner of a listing something once, in the transaction of what is told. A listing without an owner has nobody to tell. */
export const tellOwner = async (
  ctx: Pick<Ctx, 'sql' | 'site' | 'clock'>,
  owner_id: number | null,
  { letter, ...news }: News,
): Promise<void> => {
  if (owner_id === null) return;
  const told = await notify(ctx.sql, [owner_id], { ...news, site_id: ctx.site.id, created_at: ctx.clock.now() });
  const email = told.length ? await findAddress(ctx.sql, owner_id) : null;
  if (email) await sendMail(ctx, email, letter);
};
