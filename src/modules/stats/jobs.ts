import type { SiteCtx } from '../../kernel/context.ts';
import { enqueue, job } from '../../kernel/jobs.ts';
import { addDays } from '../../kernel/time/weeks.ts';
import { findDueWeeks, sendMailing } from '../accounts/mail/mailings.ts';
import { selectOptedIn } from '../accounts/mail/queries.ts';
import type { WeeklySchedule } from '../accounts/rules.ts';
import { dashboardPath } from '../sites/addresses.ts';
import { selectSites } from '../sites/queries.ts';
import { getSiteById } from '../sites/sites.ts';
import { weeklyStatsMail } from './mails.tsx';
import { type MakerRow, selectDayCounts, selectMakers } from './queries.ts';
import { sumCounts } from './rules.ts';

const KIND = 'stats';
/** Monday morning, when the week is over. */
const SCHEDULE: WeeklySchedule = { day: 1, hour: 8 };

/** The mails about the week before `week_on`. Listings without a view or vote are left out, and so is a mail without listings. */
const writeMails = async (ctx: SiteCtx, week_on: string, makers: MakerRow[]) => {
  const [last_week, week_before] = [addDays(week_on, -7), addDays(week_on, -14)];
  const ids = makers.flatMap(({ listings }) => listings.map(({ id }) => id));
  const counts = await selectDayCounts(ctx, ids, { from: week_before, to: addDays(week_on, -1) });
  const by_listing = Map.groupBy(counts, ({ listing_id }) => listing_id);
  return makers.flatMap(({ email, listings }) => {
    const numbers = listings.flatMap(({ id, name }) => {
      const days = by_listing.get(id) ?? [];
      const totals = sumCounts(days.filter(({ day }) => day >= last_week));
      const previous = sumCounts(days.filter(({ day }) => day < last_week));
      return totals.views + totals.votes > 0 ? [{ name, path: `${dashboardPath(id)}/stats`, totals, previous }] : [];
    });
    return numbers.length > 0 ? [{ to: email, mail: () => weeklyStatsMail(ctx.site, last_week, numbers) }] : [];
  });
};

/** Sends the weekly numbers of one site to the makers who chose it. */
export const send_weekly_stats = job<{ site_id: number; week_on: string }>({
  name: 'send_weekly_stats',
  async run({ sql, clock, site_root, signal }, { site_id, week_on }) {
    const site = await getSiteById(sql, site_id, site_root);
    await sendMailing(
      { sql, site, clock },
      {
        kind: KIND,
        week_on,
        signal,
        select: ({ sql }, after, limit) => selectOptedIn(sql, KIND, after, limit),
        write: async (ctx, accounts) =>
          writeMails(
            ctx,
            week_on,
            await selectMakers(
              ctx,
              accounts.map(({ id }) => id),
            ),
          ),
      },
    );
  },
});

/** Starts the weekly numbers of the sites whose hour has come, and continues those that were interrupted. */
export const start_weekly_stats = job<unknown>({
  name: 'start_weekly_stats',
  attempts: 3,
  cron: '7 * * * *',
  at_start: true,
  async run({ sql, clock, site_root }) {
    for (const row of await selectSites(sql)) {
      const site = { ...row, root: row.root ?? site_root };
      for (const week_on of await findDueWeeks({ sql, site, clock }, KIND, SCHEDULE))
        await enqueue(sql, send_weekly_stats, { site_id: site.id, week_on }, { key: `${KIND} ${site.id} ${week_on}` });
    }
  },
});
