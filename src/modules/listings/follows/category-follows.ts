import { type Caller, type Ctx, inTransaction, isSignedIn } from '../../../kernel/context.ts';
import { requireFound } from '../../../kernel/errors.ts';
import { job } from '../../../kernel/jobs.ts';
import { addDays, startOfDay, weekAt } from '../../../kernel/time/weeks.ts';
import { notify } from '../../accounts/notifications.ts';
import { findCategory } from '../../catalog/queries.ts';
import { getSiteById } from '../../sites/sites.ts';
import {
  deleteCategoryFollow,
  type FollowedCategory,
  findCategoryFollow,
  insertCategoryFollow,
  type LaunchedCategory,
  selectCategoryFollowers,
  selectFollowedCategories,
  selectLaunchedCategories,
} from './category-queries.ts';

const requireCategory = async (ctx: Ctx, slug: string) => requireFound('category_not_found', await findCategory(ctx, slug));
const requireCategoryId = async (ctx: Ctx, slug: string): Promise<number> => (await requireCategory(ctx, slug)).id;

export const getCategoryName = async (ctx: Ctx, { slug }: { slug: string }): Promise<string> => (await requireCategory(ctx, slug)).name;

/** Follows a category: its launches come as a notification, once a week. */
export const followCategory = async (ctx: Ctx<Caller>, { slug }: { slug: string }): Promise<void> => {
  await insertCategoryFollow(ctx, await requireCategoryId(ctx, slug), ctx.clock.now());
};

export const unfollowCategory = async (ctx: Ctx<Caller>, { slug }: { slug: string }): Promise<void> => {
  await deleteCategoryFollow(ctx, await requireCategoryId(ctx, slug));
};

export const isFollowingCategory = async (ctx: Ctx, { slug }: { slug: string }): Promise<boolean> =>
  isSignedIn(ctx) && (await findCategoryFollow(ctx, slug));

/** The first and the last moment of a week. */
const weekSpan = (week: string, time_zone: string): [Date, Date] => [startOfDay(week, time_zone), startOfDay(addDays(week, 7), time_zone)];

/** The categories that the caller follows, with how many products launched in each this week. */
export const listFollowedCategories = (ctx: Ctx<Caller>): Promise<FollowedCategory[]> => {
  const { site, clock } = ctx;
  return selectFollowedCategories(ctx, weekSpan(weekAt(clock.now(), site.time_zone), site.time_zone));
};

/** Alpha, Beta and 3 more. */
export const formatLaunchNames = ({ launches, names }: Pick<LaunchedCategory, 'launches' | 'names'>): string => {
  const others = launches - names.length;
  const parts = others > 0 ? [...names, `${others} more`] : names;
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');
};

const categoryNotification = (week_on: string, { category_id, slug, name, launches, names }: LaunchedCategory) => ({
  kind: 'category',
  // One per category and week, however often the job runs.
  key: `category ${category_id} ${week_on}`,
  title: `${launches === 1 ? '1 launch' : `${launches} launches`} in ${name} this week`,
  body: formatLaunchNames({ launches, names }),
  url: `/listings?category=${slug}&sort=newest`,
});

/** Followers notified in one transaction. */
const BATCH_SIZE = 200;

/** Notifies the followers of every category in which something launched in a week. Enqueued once the week has begun. */
export const notify_category_followers = job<{ site_id: number; week_on: string }>({
  name: 'notify_category_followers',
  async run({ sql, clock, site_root, signal }, { site_id, week_on }) {
    const site = await getSiteById(sql, site_id, site_root);
    const ctx = { sql, site, clock };
    for (const category of await selectLaunchedCategories(ctx, weekSpan(week_on, site.time_zone))) {
      const notification = { ...categoryNotification(week_on, category), site_id, created_at: clock.now() };
      for (let after = 0; !signal.aborted; ) {
        const followers = await selectCategoryFollowers(ctx, category.category_id, after, BATCH_SIZE);
        if (followers.length === 0) break;
        await inTransaction(ctx, (ctx) => notify(ctx.sql, followers, notification));
        after = followers.at(-1)!;
      }
      signal.throwIfAborted();
    }
  },
});
