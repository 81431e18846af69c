import type { SiteCtx } from '../../../kernel/context.ts';
import { notifyOwner } from '../../launches/notifications.ts';
import { editListing, factValueOf } from '../../listings/history/history.ts';
import type { LockedListing, QuotesByFact } from '../../listings/history/queries.ts';
import { isSameValue } from '../../listings/history/rules.ts';
import { changesNotification } from '../mails.tsx';
import type { Fact, FactReading } from '../reading/tasks.ts';
import { isCertainChange, type RecheckSettings } from '../rules.ts';
import { factChangeMoves } from '../states.ts';
import { columnsFor, isAttribute, toStored } from './evidence.ts';
import { type FactChange, insertChange, selectNewestChanges, selectOpenChanges } from './queries.ts';

/** Whether the owner has given a fact another value since its change was found. An attribute that is archived has none to correct. */
export const isCorrected = ({ status, path, before }: FactChange, values: Record<string, unknown>): boolean =>
  status === 'open' && !(isAttribute(path) && !(path in values)) && !isSameValue(before, factValueOf(values, path));

/** Records what the website says differently. Returns how many changes are new. */
export const recordChanges = async (
  ctx: SiteCtx,
  listing: LockedListing,
  quotes: QuotesByFact,
  { facts, readings }: { facts: Fact[]; readings: FactReading[] },
  settings: RecheckSettings,
): Promise<number> => {
  const now = ctx.clock.now();
  const newest = new Map((await selectNewestChanges(ctx.sql, listing.id)).map((change) => [change.path, change]));
  // The owner has edited these meanwhile.
  for (const change of newest.values())
    if (isCorrected(change, listing.values)) {
      await factChangeMoves.make(ctx, change.id, 'correct');
      newest.set(change.path, { ...change, status: 'corrected' });
    }
  const found: number[] = [];
  let count = 0;
  for (const [at, { path, holds, change }] of readings.entries()) {
    const before = factValueOf(listing.values, path);
    // Somebody edited it while the website was read, or it is not a value of the listing itself.
    if (!isSameValue(before, facts[at]!.value)) continue;
    const known = newest.get(path);
    // A value that the listing took and then lost again is news.
    const is_taken = known?.status === 'accepted' || known?.status === 'published';
    const is_known = change !== null && known !== undefined && !is_taken && isSameValue(known.after, change.value);
    if (known?.status === 'open' && (holds || (change && !is_known))) await factChangeMoves.make(ctx, known.id, 'withdraw');
    if (!change || is_known) continue;
    count++;
    const quotes_before = quotes[path] ?? [];
    const quotes_after = toStored(change.quotes, now);
    const is_certain = isCertainChange(path, { value: before, quotes: quotes_before }, { value: change.value, quotes: quotes_after });
    const columns = settings.publish_price_changes && is_certain ? columnsFor(listing.values, path, change.value) : null;
    const row = { site_id: listing.site_id, listing_id: listing.id, path, before, after: change.value, found_at: now };
    const id = await insertChange(ctx.sql, {
      ...row,
      status: columns ? 'published' : 'open',
      quotes_before,
      quotes_after,
    });
    if (columns)
      await editListing(ctx.sql, listing.id, columns, { account_id: null, source: 'website', at: now, evidence: { [path]: quotes_after } });
    else found.push(id);
  }
  if (found.length > 0) {
    const changes = (await selectOpenChanges(ctx.sql, listing.id)).filter(({ id }) => found.includes(id));
    await notifyOwner(ctx, ownerOf(listing), () => changesNotification(ctx.site, headOf(listing), changes));
  }
  return count;
};

const ownerOf = ({ values }: LockedListing): number | null => values.owner_id as number | null;
export const headOf = ({ id, values }: LockedListing) => ({ listing_id: id, slug: String(values.slug), name: String(values.name) });
