import { inTransaction } from '../../kernel/context.ts';
import { job } from '../../kernel/job.ts';
import type { Outside } from '../../outside/outside.ts';
import { sendMails } from '../accounts/mail.ts';
import { notify } from '../accounts/notifications.ts';
import { siteNumbered } from '../sites/site.ts';
import { selectFollowers } from './follow-queries.ts';
import { sayUpdate, updateLetter } from './mails.tsx';
import { unsubscribeKey, unsubscribeToken } from './unsubscribe.ts';
import { findPublicUpdate } from './update-queries.ts';

/** How many followers are told in one transaction. */
const AT_ONCE = 200;

/**
 * Tells who followed a listing when its update was posted. Whoever has been told on the site has been told by mail too, in
 * one transaction: done again after a crash, it goes on where it was.
 */
export const tell_followers = job<{ update_id: number }, Outside>({
  name: 'tell_followers',
  async run({ sql, clock, site_root, signal }, { update_id }) {
    const update = await findPublicUpdate(sql, update_id);
    if (!update) return;
    const site = await siteNumbered(sql, update.site_id, site_root);
    const key = await unsubscribeKey(sql);
    const { listing_id, created_at } = update;
    const told = {
      site_id: site.id,
      kind: 'update',
      key: `update ${update_id}`,
      title: sayUpdate(update),
      body: update.body,
      url: `/listings/${update.slug}`,
      created_at,
    };
    for (let after = 0; !signal.aborted; ) {
      const followers = await selectFollowers(sql, listing_id, created_at, after, AT_ONCE);
      if (followers.length === 0) return;
      await inTransaction({ sql, site, clock }, async (ctx) => {
        const new_ids = await notify(
          ctx.sql,
          followers.map(({ account_id }) => account_id),
          told,
        );
        const written = followers.filter(({ account_id, wants_mail }) => wants_mail && new_ids.includes(account_id));
        await sendMails(
          ctx,
          written.map(({ account_id, email }) => ({
            to: email,
            letter: updateLetter(site, update, unsubscribeToken(key, { account_id, listing_id })),
          })),
        );
      });
      after = followers.at(-1)!.account_id;
    }
  },
});
