import { type Caller, type Ctx, inTransaction, isSignedIn } from '../../../kernel/context.ts';
import { requireFound } from '../../../kernel/errors.ts';
import { job } from '../../../kernel/jobs.ts';
import { perLanguage } from '../../../kernel/language/locale.ts';
import { t } from '../../../kernel/language/messages.ts';
import { addDays, startOfDay, weekAt } from '../../../kernel/time/weeks.ts';
import { notifyAll } from '../../accounts/notifications.ts';
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

const lists = perLanguage(({ dates }) => new Intl.ListFormat(dates));

/** Alpha, Beta and 3 more. */
const formatLaunchNames = ({ launches, names }: LaunchedCategory): string => {
  const n = launches - names.length;
  return lists().format(n > 0 ? [...names, t('{n, plural, one {# more} other {# more}}', { n })] : names);
};

const categoryNotification = (week_on: string, category: LaunchedCategory) => ({
  kind: 'category',
  // One per category and week, however often the job runs.
  key: `category ${category.category_id} ${week_on}`,
  title: t('{n, plural, one {# launch in {category} this week} other {# launches in {category} this week}}', {
    n: category.launches,
    category: category.name,
  }),
  body: formatLaunchNames(category),
  url: `/listings?category=${category.slug}&sort=newest`,
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
      for (let after = 0; !signal.aborted; ) {
        const followers = await selectCategoryFollowers(ctx, category.category_id, after, BATCH_SIZE);
        if (followers.length === 0) break;
        await inTransaction(ctx, (ctx) => notifyAll(ctx, followers, () => categoryNotification(week_on, category)));
        after = followers.at(-1)!;
      }
      signal.throwIfAborted();
    }
  },
});
