import { inTransaction } from '../../../kernel/context.ts';
import { job } from '../../../kernel/jobs.ts';
import { sendMails } from '../../accounts/mail/outbox.ts';
import { notify } from '../../accounts/notifications.ts';
import { listingPath } from '../../sites/addresses.ts';
import { getSiteById } from '../../sites/sites.ts';
import { formatUpdateTitle, updateMail } from '../mails.tsx';
import { getUnsubscribeKey, makeUnsubscribeToken } from './follows.ts';
import { findPublicUpdate, selectFollowers } from './queries.ts';

/** Followers notified in one transaction. */
const BATCH_SIZE = 200;

/**
 * Notifies everyone who followed a listing when its update was posted. Notifications and mail of a batch are written in one
 * transaction, so a retry after a crash continues where it stopped.
 */
export const notify_followers = job<{ update_id: number }>({
  name: 'tell_followers',
  async run({ sql, clock, site_root, signal }, { update_id }) {
    const update = await findPublicUpdate(sql, update_id);
    if (!update) return;
    const site = await getSiteById(sql, update.site_id, site_root);
    const key = await getUnsubscribeKey(sql);
    const { listing_id, created_at } = update;
    const notification = {
      site_id: site.id,
      kind: 'update',
      key: `update ${update_id}`,
      title: formatUpdateTitle(update),
      body: update.body,
      url: listingPath(update.slug),
      created_at,
    };
    for (let after = 0; !signal.aborted; ) {
      const followers = await selectFollowers(sql, listing_id, created_at, after, BATCH_SIZE);
      if (followers.length === 0) return;
      await inTransaction({ sql, site, clock }, async (ctx) => {
        const new_ids = await notify(
          ctx.sql,
          followers.map(({ account_id }) => account_id),
          notification,
        );
        const recipients = followers.filter(({ account_id, wants_mail }) => wants_mail && new_ids.includes(account_id));
        await sendMails(
          ctx,
          recipients.map(({ account_id, email }) => ({
            to: email,
            mail: updateMail(site, update, makeUnsubscribeToken(key, { account_id, listing_id })),
          })),
        );
      });
      after = followers.at(-1)!.account_id;
    }
  },
});
