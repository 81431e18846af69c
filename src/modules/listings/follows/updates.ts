import { type Caller, type Ctx, inTransaction } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/jobs.ts';
import { msg, texts } from '../../../kernel/language/messages.ts';
import type { Limit } from '../../../kernel/limits.ts';
import { COUNT_LIMIT, type ListResponse, type Paging } from '../../../kernel/responses.ts';
import type { Warning } from '../../../kernel/schema.ts';
import { requireOwnListing } from '../owner/listings.ts';
import type { PostedUpdate, PostUpdate } from '../owner/schema.ts';
import { PUBLIC_STATUSES } from '../states.ts';
import { notify_followers } from './jobs.ts';
import { countFollowers, countLatestUpdates, insertUpdate, type LatestUpdate, selectLatestUpdates } from './queries.ts';

/** Each update mails all followers. */
const UPDATE_LIMIT: Limit = { name: 'updates', limit: 10, window_seconds: 86_400 };

/** Rate-limits updates of the caller's listing. It runs before the operation's transaction. */
export const limitUpdates = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<undefined> => {
  const { id } = await requireOwnListing(ctx, listing_id);
  const limit = await ctx.limits.take(`listing ${id}`, UPDATE_LIMIT);
  if (!limit.granted) throw new Refusal('rate_limited', { limit });
};

const NOT_PUBLIC: Warning = texts({
  code: 'listing_not_public',
  path: 'listing_id',
  message: msg('The update is saved, but the listing isn’t public yet. Followers will see the update once the listing is published.'),
});
const PUBLISH = ['Publish the listing with choose_free_listing, or buy launch with create_checkout.'];

/** Posts an update of the caller's listing. A job notifies the followers, so the request does not wait for it. */
export const postUpdate = (ctx: Ctx<Caller>, { listing_id, title, body }: PostUpdate): Promise<PostedUpdate> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, clock } = ctx;
    const { site_id, status } = await requireOwnListing(ctx, listing_id);
    const created_at = clock.now();
    const id = await insertUpdate(sql, { site_id, listing_id, title, body, created_at });
    const is_public = PUBLIC_STATUSES.includes(status);
    const followers_told = is_public ? await countFollowers(sql, listing_id) : 0;
    if (followers_told > 0) await enqueue(sql, notify_followers, { update_id: id });
    const warnings = is_public ? [] : [NOT_PUBLIC];
    return {
      id,
      listing_id,
      title,
      body,
      created_at: created_at.toISOString(),
      followers_told,
      warnings,
      next_steps: is_public ? [] : PUBLISH,
    };
  });

export const listNewestUpdates = (ctx: Ctx, limit: number): Promise<LatestUpdate[]> =>
  selectLatestUpdates(ctx, { page: 1, per_page: limit });

export const listLatestUpdates = async (ctx: Ctx, paging: Paging): Promise<ListResponse<LatestUpdate>> => {
  const [items, counted] = await Promise.all([selectLatestUpdates(ctx, paging), countLatestUpdates(ctx, COUNT_LIMIT)]);
  const total = Math.min(counted, COUNT_LIMIT);
  const is_exact = counted <= COUNT_LIMIT;
  return {
    items,
    ...paging,
    total,
    total_is_exact: is_exact,
    has_more: is_exact ? paging.page * paging.per_page < total : items.length === paging.per_page,
  };
};
