import { enqueue, job } from '../../kernel/jobs.ts';
import { findDueWeeks, sendMailing } from '../accounts/mail/mailings.ts';
import { selectSites } from '../sites/queries.ts';
import { getSiteById } from '../sites/sites.ts';
import { DIGEST, getDigestSettings, openDigest } from './digest.ts';
import { type Subscriber, selectSubscribers } from './queries.ts';

/** Sends the digest of a site and week to all subscribers, in batches. */
export const send_digest = job<{ site_id: number; week_on: string }>({
  name: 'send_digest',
  async run({ sql, clock, site_root, signal }, { site_id, week_on }) {
    const ctx = { sql, clock, site: await getSiteById(sql, site_id, site_root) };
    const write = await openDigest(ctx, week_on);
    const writeTo = (subscriber: Subscriber) => {
      const { mail, has_news } = write(subscriber);
      return has_news ? [{ to: subscriber.email, mail }] : [];
    };
    await sendMailing(ctx, {
      kind: DIGEST,
      week_on,
      signal,
      select: selectSubscribers,
      write: async (_ctx, subscribers) => subscribers.flatMap(writeTo),
    });
  },
});

/** Starts the digests of the sites whose hour has come, and continues those that were interrupted. */
export const start_digests = job<unknown>({
  name: 'start_digests',
  attempts: 3,
  cron: '3 * * * *',
  at_start: true,
  async run({ sql, clock, site_root }) {
    for (const row of await selectSites(sql)) {
      const ctx = { sql, clock, site: { ...row, root: row.root ?? site_root } };
      const settings = await getDigestSettings(ctx);
      if (!settings.on) continue;
      for (const week_on of await findDueWeeks(ctx, DIGEST, settings))
        await enqueue(sql, send_digest, { site_id: row.id, week_on }, { key: `${DIGEST} ${row.id} ${week_on}` });
    }
  },
});
