import type { Sql } from 'postgres';
import { inTransaction, type Site, type SiteCtx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Clock } from '../../kernel/time/clock.ts';
import { sendUnsolicitedMail } from '../accounts/mail/unsolicited.ts';
import { claimInvitationMail } from './mails.tsx';
import { type Invitation, lockImport, markInvited, selectInvitations } from './queries.ts';

/** Mails of one transaction: few, so that mail that somebody waits for is not behind them. */
const MAILS_PER_BATCH = 20;
/** What could not be sent for this long is old news. */
const INVITATION_TTL_MS = 14 * 24 * 3_600_000;

/** Queues the invitation of one address, unless its mailbox unsubscribed or had its share of them today. */
const invite = async (ctx: SiteCtx, invitation: Invitation): Promise<void> => {
  try {
    await sendUnsolicitedMail(ctx, invitation.email, 'owner_invites', (close_url) => claimInvitationMail(ctx.site, invitation, close_url));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
};

/**
 * Invites the next owners of an import to claim their listings, one mail per address. Mails and marks are one transaction, so nobody is
 * invited twice. Undo changes the import's status, which ends it. Whether there may be more.
 */
export const inviteNextOwners = (ctx: { sql: Sql; clock: Clock; site: Site }, import_id: number): Promise<boolean> =>
  inTransaction(ctx as SiteCtx, async (ctx) => {
    const { sql, clock } = ctx;
    const row = await lockImport(sql, import_id);
    if (row?.status !== 'done' || !row.invite_owners) return false;
    const now = clock.now();
    const since = new Date(now.getTime() - INVITATION_TTL_MS);
    const invitations = await selectInvitations(sql, import_id, since, MAILS_PER_BATCH);
    for (const invitation of invitations) await invite(ctx, invitation);
    await markInvited(
      sql,
      import_id,
      invitations.flatMap(({ numbers }) => numbers),
      now,
    );
    return invitations.length === MAILS_PER_BATCH;
  });
