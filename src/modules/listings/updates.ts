import { type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/job.ts';
import type { Limit } from '../../kernel/limits.ts';
import { COUNT_LIMIT, type ListAnswer, type Paging } from '../../kernel/paging.ts';
import { countFollowers } from './follow-queries.ts';
import { tell_followers } from './jobs.ts';
import { ownListing } from './own-listing.ts';
import type { PostedUpdate, PostUpdate } from './own-schema.ts';
import { countLatestUpdates, insertUpdate, type LatestUpdate, selectLatestUpdates } from './update-queries.ts';

const PUBLIC = ['live', 'scheduled', 'awaiting_badge'];

/** Each writes to everybody who follows. */
const UPDATES_A_DAY: Limit = { name: 'updates', limit: 10, window_seconds: 86_400 };

/** Counts the updates of a listing of the caller's, before its transaction begins. */
export const countUpdate = async (ctx: Ctx, { listing_id }: { listing_id: number }): Promise<undefined> => {
  const { id } = await ownListing(ctx, listing_id);
  const limit = await ctx.limits.take(`listing ${id}`, UPDATES_A_DAY);
  if (!limit.granted) throw new Refusal('rate_limited', { limit });
};

/** Posts an update of your listing. The followers are told by a job: however many they are, nobody waits for them. */
export const postUpdate = (ctx: Ctx, { listing_id, title, body }: PostUpdate): Promise<PostedUpdate> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, clock } = ctx;
    const { site_id, status } = await ownListing(ctx, listing_id);
    const created_at = clock.now();
    const id = await insertUpdate(sql, { site_id, listing_id, title, body, created_at });
    const followers_told = PUBLIC.includes(status) ? await countFollowers(sql, listing_id) : 0;
    if (followers_told > 0) await enqueue(sql, tell_followers, { update_id: id });
    return { id, listing_id, title, body, created_at: created_at.toISOString(), followers_told };
  });

/** The newest few of the latest news. */
export const newestUpdates = (ctx: Ctx, most: number): Promise<LatestUpdate[]> => selectLatestUpdates(ctx, { page: 1, per_page: most });

/** The latest news of all live listings. */
export const listUpdates = async (ctx: Ctx, paging: Paging): Promise<ListAnswer<LatestUpdate>> => {
  const [items, counted] = await Promise.all([selectLatestUpdates(ctx, paging), countLatestUpdates(ctx, COUNT_LIMIT)]);
  const total = Math.min(counted, COUNT_LIMIT);
  const exact = counted <= COUNT_LIMIT;
  return {
    items,
    ...paging,
    total,
    total_is_exact: exact,
    has_more: exact ? paging.page * paging.per_page < total : items.length === paging.per_page,
  };
};
