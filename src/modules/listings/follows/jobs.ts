import { inTransaction, type SiteCtx } from '../../../kernel/context.ts';
import { enqueue, job } from '../../../kernel/jobs.ts';
import { t } from '../../../kernel/language/messages.ts';
import { sendMails } from '../../accounts/mail/outbox.ts';
import type { OptionalMail } from '../../accounts/mail/render-mail.tsx';
import { notifyAll } from '../../accounts/notifications.ts';
import { listingPath } from '../../sites/addresses.ts';
import { getSiteById } from '../../sites/sites.ts';
import { formatUpdateTitle, launchMail, liveNotificationKey, updateMail } from '../mails.tsx';
import { getUnsubscribeKey, makeUnsubscribeToken } from './follows.ts';
import { countFollowers, findLaunchedListing, findPublicUpdate, selectFollowers } from './queries.ts';

/** Followers notified in one transaction. */
const BATCH_SIZE = 200;

interface FollowerNotification {
  listing_id: number;
  slug: string;
  /** Unique per event, so that everybody gets it once. */
  key: string;
  /** In the language of the moment. */
  write(): { title: string; body: string };
  /** When it happened. Who followed later is not notified. */
  created_at: Date;
  writeMail(token: string): OptionalMail;
}

/**
 * Notifies everyone who followed a listing when something happened to it. Notifications and mail of a batch are written in one
 * transaction, so a retry after a crash continues where it stopped.
 */
const notifyEachFollower = async (
  ctx: SiteCtx,
  { listing_id, slug, key: event_key, write, created_at, writeMail }: FollowerNotification,
  signal: AbortSignal,
): Promise<void> => {
  const key = await getUnsubscribeKey(ctx.sql);
  for (let after = 0; !signal.aborted; ) {
    const followers = await selectFollowers(ctx.sql, listing_id, created_at, after, BATCH_SIZE);
    if (followers.length === 0) return;
    await inTransaction(ctx, async (ctx) => {
      const new_ids = await notifyAll(
        ctx,
        followers.map(({ account_id }) => account_id),
        () => ({ ...write(), kind: 'update', key: event_key, url: listingPath(slug), created_at }),
      );
      const recipients = followers.filter(({ account_id, wants_mail }) => wants_mail && new_ids.includes(account_id));
      await sendMails(
        ctx,
        recipients.map(({ account_id, email }) => ({
          to: email,
          mail: () => writeMail(makeUnsubscribeToken(key, { account_id, listing_id })),
        })),
      );
    });
    after = followers.at(-1)!.account_id;
  }
};

/** Notifies the followers of a listing of an update. */
export const notify_followers = job<{ update_id: number }>({
  name: 'tell_followers',
  async run({ sql, clock, site_root, signal }, { update_id }) {
    const update = await findPublicUpdate(sql, update_id);
    if (!update) return;
    const site = await getSiteById(sql, update.site_id, site_root);
    const { listing_id, slug, body, created_at } = update;
    const write = () => ({ title: formatUpdateTitle(update), body });
    const event = { listing_id, slug, key: `update ${update_id}`, write, created_at };
    await notifyEachFollower({ sql, site, clock }, { ...event, writeMail: (token) => updateMail(site, update, token) }, signal);
  },
});

/** Notifies the followers of a listing that it launched and can be voted for. */
export const notify_launch_followers = job<{ listing_id: number; launched_at: string }>({
  name: 'notify_launch_followers',
  async run({ sql, clock, site_root, signal }, { listing_id, launched_at }) {
    const listing = await findLaunchedListing(sql, listing_id);
    if (!listing) return;
    const site = await getSiteById(sql, listing.site_id, site_root);
    const { slug, name, launch_week_on } = listing;
    const event = {
      listing_id,
      slug,
      key: liveNotificationKey(listing_id, launch_week_on),
      write: () => ({ title: t('{name} has launched', { name }), body: t('You can vote for it now. Voting ends on Sunday.') }),
      created_at: new Date(launched_at),
    };
    await notifyEachFollower({ sql, site, clock }, { ...event, writeMail: (token) => launchMail(site, listing, token) }, signal);
  },
});

/** Tells those who follow a listing that it is live, in the transaction of its launch. */
export const enqueueLaunchNotifications = async ({ sql, clock }: SiteCtx, listing_id: number): Promise<void> => {
  if ((await countFollowers(sql, listing_id)) > 0)
    await enqueue(sql, notify_launch_followers, { listing_id, launched_at: clock.now().toISOString() });
};
