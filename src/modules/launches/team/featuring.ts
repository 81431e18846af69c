import type { Caller, Ctx } from '../../../kernel/context.ts';
import { invalidInput, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { addDays, dayAt, isDay, startOfDay } from '../../../kernel/time/weeks.ts';
import { asTeamMemberOnWeeks, requireTeam } from '../../accounts/team.ts';
import { deleteTeamPick, findTeamPick, writeTeamPick } from '../paid/queries.ts';
import { auditSubject, requireListing } from './listing-moves.ts';

const MAX_DAYS = 366;

/** The last day on which the team features a listing; null if it does not. */
const findLastDay = async (ctx: Ctx, listing_id: number): Promise<string | null> => {
  const until_at = await findTeamPick(ctx, listing_id);
  return until_at && addDays(dayAt(until_at, ctx.site.time_zone), -1);
};

export const getFeaturedUntil = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<string | null> => {
  await requireTeam(ctx);
  return findLastDay(ctx, listing_id);
};

const requireComingDay = ({ site, clock }: Ctx, until: string): void => {
  const today = dayAt(clock.now(), site.time_zone);
  if (!isDay(until) || until < today || until > addDays(today, MAX_DAYS))
    throw invalidInput({
      path: 'until',
      code: 'wrong',
      message: t('must be today or a day within a year, such as 2026-12-31'),
      actual: until,
    });
};

/**
 * Features a live listing until the end of a day, in a strip of its own beside the paid ones; null ends it. What somebody paid for is not
 * affected. Also used for undo. For the site's team.
 */
export const setFeaturedUntil = (
  ctx: Ctx<Caller>,
  { listing_id, until }: { listing_id: number; until: string | null },
): Promise<number | null> =>
  asTeamMemberOnWeeks(ctx, async (ctx) => {
    const listing = await requireListing(ctx, listing_id);
    const before = await findLastDay(ctx, listing_id);
    if (before === until) return null;
    if (until === null) await deleteTeamPick(ctx.sql, listing_id);
    else {
      requireComingDay(ctx, until);
      if (listing.status !== 'live') throw new Refusal('listing_moved_on', { detail: t('Only live listings can be featured.') });
      await writeTeamPick(ctx, listing_id, startOfDay(addDays(until, 1), ctx.site.time_zone));
    }
    const act = until === null ? 'stop_featuring' : 'feature_listing';
    return { act, ...auditSubject(listing), before: { until: before }, after: { until } };
  });
