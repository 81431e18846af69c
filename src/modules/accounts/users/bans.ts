import type { Caller, Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { deleteSessionsExcept } from '../credentials/queries.ts';
import { banLiftedMail, bannedMail } from '../mail/mails.tsx';
import { sendMail } from '../mail/outbox.ts';
import { asTeamMember } from '../team.ts';
import { deleteBan, findBan, insertBan } from './queries.ts';
import { requireUser } from './users.ts';

/** Refuses what a banned account wants to write on this site. Reading, signing in and leaving stay possible. */
export const requireNotBanned = async (ctx: Ctx<Caller>): Promise<void> => {
  const ban = await findBan(ctx, ctx.caller.account_id);
  if (ban)
    throw new Refusal('account_banned', {
      detail: t('The {site} team banned this account: {reason}', { site: ctx.site.name, reason: ban.reason }),
    });
};

/** The ban of the caller on this site, or null. */
export const getOwnBan = async (ctx: Ctx<Caller>) => (await findBan(ctx, ctx.caller.account_id)) ?? null;

/**
 * Bans an account from this site and tells the person why. It is signed out, and can no longer submit, vote, comment, review, claim or
 * order here. What it did before stays. For the site's team.
 */
export const banAccount = (ctx: Ctx<Caller>, { account_id, reason }: { account_id: number; reason: string }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { site, sql, clock } = ctx;
    const user = await requireUser(ctx, account_id);
    if (user.is_site_admin || user.is_network_admin) throw new Refusal('user_is_admin');
    if (!(await insertBan(ctx, account_id, { reason, banned_at: clock.now() }))) return null;
    await deleteSessionsExcept(sql, account_id, null);
    await sendMail(ctx, user.email, () => bannedMail(site, reason));
    return { act: 'ban_account', record: 'account', record_id: account_id, reason };
  });

/** Lifts a ban and tells the person; also used for undo. For the site's team. */
export const liftBan = (ctx: Ctx<Caller>, { account_id }: { account_id: number }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const user = await requireUser(ctx, account_id);
    const ban = await deleteBan(ctx, account_id);
    if (!ban) return null;
    await sendMail(ctx, user.email, () => banLiftedMail(ctx.site));
    return { act: 'lift_ban', record: 'account', record_id: account_id, before: { reason: ban.reason } };
  });
