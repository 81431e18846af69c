import { enqueue, job } from '../../kernel/job.ts';
import type { Outside } from '../../outside/outside.ts';
import { selectSites } from '../sites/queries.ts';
import { siteNumbered } from '../sites/site.ts';
import { lookForBadge } from './look.ts';
import { findLaunch } from './owner-queries.ts';
import { turnWeek } from './turn.ts';
import { concludeLook } from './watch.ts';
import { selectLooks, writeNextLook } from './watch-queries.ts';

/** Looks for a listing's badge without anybody asking. */
export const look_for_badge = job<{ listing_id: number }, Outside>({
  name: 'look_for_badge',
  lane: 'reading',
  attempts: 3,
  async run({ sql, clock, outside, site_root, signal }, { listing_id }) {
    const launch = await findLaunch(sql, listing_id);
    if (!launch?.next_look_at) return;
    // It was paid for or taken down meanwhile: there is nothing to look for any more.
    if (launch.status !== 'awaiting_badge') return writeNextLook(sql, listing_id, null);
    const site = await siteNumbered(sql, launch.site_id, site_root);
    const fetch: Outside['fetch'] = (url, asking) => outside.fetch(url, { ...asking, signal });
    const sighting = await lookForBadge(fetch, site, launch);
    signal.throwIfAborted();
    await sql.begin((sql) => concludeLook({ sql, site, clock }, launch, sighting));
  },
});

/** So many are looked for at a time; the next are a minute away. */
const MOST = 500;

/** Has the badges looked for that are due. */
export const watch_badges = job<unknown, Outside>({
  name: 'watch_badges',
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
  async run({ sql, clock }) {
    for (const listing_id of await selectLooks(sql, clock.now(), MOST))
      await enqueue(sql, look_for_badge, { listing_id }, { key: `badge ${listing_id}` });
  },
});

/** Begins, on every site, the week whose Monday has come; one that began while nobody worked is begun at the next start. */
export const turn_weeks = job<unknown, Outside>({
  name: 'turn_weeks',
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
  async run({ sql, clock, site_root, signal }) {
    const faults: unknown[] = [];
    for (const row of await selectSites(sql)) {
      const site = { ...row, root: row.root ?? site_root };
      await turnWeek({ sql, site, clock }, signal).catch((fault) => faults.push(fault));
    }
    if (faults.length) throw new AggregateError(faults, 'Not every site’s week has begun.');
  },
});
