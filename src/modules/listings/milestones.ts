import { type Ctx, inTransaction } from '../../kernel/context.ts';
import { type InputError, Refusal } from '../../kernel/errors.ts';
import { isDay } from '../../kernel/week.ts';
import { linkOf } from './forms.ts';
import { countMilestones, insertMilestone, removeMilestone } from './milestone-queries.ts';
import { ownListing } from './own-listing.ts';
import type { AddMilestone } from './own-schema.ts';
import type { Milestone } from './schema.ts';
import { lockListings } from './version-queries.ts';

const MOST = 100;

const faultsIn = ({ date, url }: AddMilestone, any_host: boolean): InputError[] => [
  ...(isDay(date) ? [] : [{ path: 'date', code: 'wrong_form', message: 'must be a day that exists, as YYYY-MM-DD', actual: date }]),
  ...(url && !linkOf(url, any_host)
    ? [{ path: 'url', code: 'wrong_form', message: 'must be an https link', actual: url.slice(0, 100) }]
    : []),
];

/** Adds a milestone to your listing; it is shown where the section is unlocked. */
export const addMilestone = (ctx: Ctx, sent: AddMilestone): Promise<Milestone> =>
  inTransaction(ctx, async (ctx) => {
    const { listing_id, date, title, description, url } = sent;
    const { site_id } = await ownListing(ctx, listing_id);
    const any_host = ctx.allow_private ?? false;
    const errors = faultsIn(sent, any_host);
    if (errors.length) throw new Refusal('invalid_input', { errors });
    await lockListings(ctx.sql, [listing_id]);
    if ((await countMilestones(ctx.sql, listing_id)) >= MOST) throw new Refusal('too_many_milestones');
    const link = url ? linkOf(url, any_host) : null;
    return insertMilestone(ctx.sql, { site_id, listing_id, date, title, description: description || null, url: link });
  });

/** Deletes a milestone of your listing. */
export const deleteMilestone = (
  ctx: Ctx,
  { listing_id, milestone_id }: { listing_id: number; milestone_id: number },
): Promise<{ deleted: boolean; milestone_id: number }> =>
  inTransaction(ctx, async (ctx) => {
    await ownListing(ctx, listing_id);
    if (!(await removeMilestone(ctx.sql, listing_id, milestone_id))) throw new Refusal('milestone_not_found');
    return { deleted: true, milestone_id };
  });
