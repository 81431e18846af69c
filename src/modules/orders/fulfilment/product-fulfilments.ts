import type { Ctx } from '../../../kernel/context.ts';
import { t } from '../../../kernel/language/messages.ts';
import { addDays, dayAt, formatLongDay, formatLongWeek } from '../../../kernel/time/weeks.ts';
import { selectKnownCategories } from '../../catalog/queries.ts';
import { findApprovedWeek } from '../../launches/approval/approval.ts';
import {
  featureListing,
  goLiveNow,
  scheduleRelaunch as launchAgain,
  lockPaidListing,
  schedulePaidLaunch,
  skipQueue,
  UndeliverableError,
} from '../../launches/paid/paid-launch.ts';
import { addCategories } from '../../listings/queries.ts';
import { indexListings } from '../../listings/search/search-index.ts';
import { selectSiteSettings } from '../../sites/queries.ts';
import { MAX_EXTRA_CATEGORIES } from '../rules.ts';
import { ai_review } from './ai-review.ts';
import { buildTeamSteps } from './done-for-you-steps.ts';
import { type Fulfilment, fulfilment, type ListingLine } from './fulfilment.ts';
import { countExtraCategories, findTrophyCabinet, insertContribution, insertTasks, writeTrophyCabinet } from './queries.ts';

const liveNote = (week_on: string): string =>
  t(
    'Your product is live. Its launch week is {week}: people can vote until Sunday. You can’t vote for your own product, so share it with the people who like it.',
    { week: formatLongWeek(week_on) },
  );

/** The Monday and the Sunday of a week. */
const daysOf = (week_on: string) => ({ from: formatLongDay(week_on), to: formatLongDay(addDays(week_on, 6)) });

const scheduledNote = (week_on: string): string =>
  t(
    'Goes live on Monday, {from}; voting ends on Sunday, {to}. You don’t need the badge, and you can still edit the listing until then.',
    daysOf(week_on),
  );

/** Products that need a week cannot be ordered without one. */
const requireWeek = ({ week_on, ...line }: ListingLine) => {
  if (week_on === null) throw new Error(`Line ${line.id} has no week.`);
  return { ...line, week_on };
};

const launch = fulfilment({
  is_launch: true,
  async fulfil(ctx, line) {
    const { week_on: bought_week, ...slot } = line;
    // While the team reviewed the listing, its week may have begun: then it has a slot in a later one.
    const week_on = bought_week && ((await findApprovedWeek(ctx, line.listing_id)) ?? bought_week);
    if (week_on === null) return { note: liveNote(await goLiveNow(ctx, slot)) };
    const launched = await schedulePaidLaunch(ctx, { ...slot, week_on });
    return { note: launched.is_live ? liveNote(launched.week_on) : scheduledNote(launched.week_on) };
  },
});

const skip_queue = fulfilment({
  async fulfil(ctx, line) {
    const slot = requireWeek(line);
    await skipQueue(ctx, slot);
    return { note: t('Scheduled for the week of {week}.', { week: formatLongWeek(slot.week_on) }) };
  },
});

const relaunch = fulfilment({
  async fulfil(ctx, line) {
    const slot = requireWeek(line);
    await launchAgain(ctx, { ...slot, line_id: line.id });
    return { note: t('Launches again on Monday, {from}; voting ends on Sunday, {to}.', daysOf(slot.week_on)) };
  },
});

const featured = fulfilment({
  after_launch: true,
  async fulfil(ctx, { id: line_id, listing_id }) {
    const from_at = await featureListing(ctx, { listing_id, line_id });
    return { note: t('Featured for seven days from {day}.', { day: formatLongDay(dayAt(from_at, ctx.site.time_zone)) }) };
  },
});

const extra_categories = fulfilment({
  async fulfil(ctx, { site_id, listing_id, categories }) {
    const { sql } = ctx;
    await lockPaidListing(ctx, listing_id);
    const known = await selectKnownCategories(sql, site_id, categories);
    const missing_slugs = categories.filter((slug) => !known.has(slug));
    if (missing_slugs.length) throw new UndeliverableError(`The site no longer has the category ${missing_slugs.join(', ')}.`);
    if ((await countExtraCategories(sql, listing_id)) + categories.length > MAX_EXTRA_CATEGORIES)
      throw new UndeliverableError(`The listing would have more than ${MAX_EXTRA_CATEGORIES} extra categories.`);
    await addCategories(sql, { site_id, listing_id, slugs: categories });
    await indexListings(sql, [listing_id]);
    return { note: t('Now also listed in {categories}.', { categories: categories.join(', ') }) };
  },
});

const billboard_min = fulfilment({
  after_launch: true,
  async fulfil(ctx, { id: line_id, site_id, listing_id, order_id, amount_cents }) {
    await lockPaidListing(ctx, listing_id);
    await insertContribution(ctx.sql, { line_id, site_id, listing_id, order_id, amount_cents, at: ctx.clock.now() });
    return { note: t('Your contribution now counts on the billboard.') };
  },
});

const trophy_cabinet = fulfilment({
  async fulfil(ctx, { id: line_id, site_id, listing_id, options }) {
    await lockPaidListing(ctx, listing_id);
    await writeTrophyCabinet(ctx.sql, { line_id, site_id, listing_id, options, at: ctx.clock.now() });
    return { note: t('The trophy cabinet is on your listing’s page and shows every award the product wins.') };
  },
});

/** A listing's trophy cabinet with its awards; null if none was ordered. */
export const getTrophyCabinet = (ctx: Ctx, { slug }: { slug: string }) => findTrophyCabinet(ctx, slug);

const done_for_you = fulfilment({
  async fulfil(ctx, { id: line_id, site_id, listing_id }) {
    const { sql, clock } = ctx;
    await lockPaidListing(ctx, listing_id);
    const steps = buildTeamSteps(await selectSiteSettings(sql, site_id));
    await insertTasks(sql, { line_id, site_id, at: clock.now() }, steps);
    return { note: t('Our team is working on it. You can follow each step in your order.'), with_the_team: true };
  },
});

/** Fulfilment by product code. Bundles are not listed: they are split into the lines of their products. */
export const FULFILMENTS: Readonly<Record<string, Fulfilment<unknown>>> = {
  launch,
  skip_queue,
  featured,
  done_for_you,
  extra_categories,
  relaunch,
  ai_review,
  billboard_min,
  trophy_cabinet,
};
