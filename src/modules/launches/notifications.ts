import type { Ctx, SiteCtx } from '../../kernel/context.ts';
import { sendMail } from '../accounts/mail/outbox.ts';
import { inLanguageOf, notify } from '../accounts/notifications.ts';
import { findVerifiedEmail } from '../accounts/queries.ts';
import { enqueueLaunchNotifications } from '../listings/follows/jobs.ts';
import { liveNotification, type NotifiedListing, type OwnerNotification } from './mails.tsx';

/**
 * Notifies a listing's owner, if any, once, on the site and by mail, in their language and in the transaction of the change itself.
 * `mailed_id` is an account that gets another mail which says the same.
 */
export const notifyOwner = async (
  ctx: Pick<Ctx, 'sql' | 'site' | 'clock'>,
  owner_id: number | null,
  write: () => OwnerNotification,
  mailed_id: number | null = null,
): Promise<void> => {
  if (owner_id === null) return;
  await inLanguageOf(ctx, owner_id, async () => {
    const { mail, ...notification } = write();
    const notified = await notify(ctx.sql, [owner_id], { ...notification, site_id: ctx.site.id, created_at: ctx.clock.now() });
    const email = notified.length && owner_id !== mailed_id ? await findVerifiedEmail(ctx.sql, owner_id) : null;
    if (email) await sendMail(ctx, email, mail);
  });
};

/** Notifies the owner of a listing that launches, and those who follow it. */
export const notifyOfLaunch = async (
  ctx: SiteCtx,
  listing: NotifiedListing & { owner_id: number | null },
  week_on: string,
  mailed_id: number | null = null,
): Promise<void> => {
  await notifyOwner(ctx, listing.owner_id, () => liveNotification(ctx.site, listing, week_on), mailed_id);
  await enqueueLaunchNotifications(ctx, listing.listing_id);
};
