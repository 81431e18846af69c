import type { Db } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { fold } from '../../kernel/words.ts';
import { listingSlugOf, slugOf } from '../listings/address.ts';
import { indexListings } from '../listings/search-index.ts';
import { lockListings } from '../listings/version-queries.ts';
import { keepVersion } from '../listings/versions.ts';
import type { ListingParts } from './content.ts';
import { changesSince, listingIn, overStanding, refuseTaken } from './listing.ts';
import {
  insertFounder,
  insertListing,
  linkFounders,
  replaceMilestones,
  selectFoundersOf,
  updateFounder,
  updateListing,
  writePrimaryCategory,
} from './listing-queries.ts';
import { type DraftRow, selectCategoryNames, selectPagesRead, writeSaved } from './queries.ts';

const numbered = (slug: string, number: number): string => (number === 1 ? slug : `${slug}-${number}`);

/** The first of `acme`, `acme-2`, `acme-3` … that can be had. */
const firstFree = async <T>(slug: string, take: (slug: string) => Promise<T | null>): Promise<T> => {
  for (let number = 1; ; number++) {
    const taken = await take(numbered(slug, number));
    if (taken !== null) return taken;
  }
};

/** Makes the listing; of two who make one for the same website at once the second is told so. */
const makeListing = async (sql: Db, draft: DraftRow, columns: ListingParts['columns'], now: Date): Promise<number> => {
  const { site_id, account_id, domain } = draft;
  return firstFree(listingSlugOf(String(columns.name), domain), async (slug) => {
    const id = await insertListing(sql, { site_id, owner_id: account_id, domain, slug, columns, now });
    if (id === null) await refuseTaken({ sql }, { site_id, account_id }, domain);
    return id;
  });
};

/** Founders the listing has by the same name are kept, others are added, and those no longer named go. */
const writeFounders = async (sql: Db, site_id: number, listing_id: number, founders: ListingParts['founders']): Promise<void> => {
  const there = await selectFoundersOf(sql, listing_id);
  const links: { founder_id: number; title: string | null; position: number }[] = [];
  for (const [position, founder] of founders.entries()) {
    const known = there.find(({ id, name }) => fold(name) === fold(founder.name) && !links.some(({ founder_id }) => founder_id === id));
    if (known) await updateFounder(sql, known.id, founder);
    const make = () => firstFree(slugOf(founder.name) || 'founder', (slug) => insertFounder(sql, site_id, slug, founder));
    links.push({ founder_id: known?.id ?? (await make()), title: founder.title, position });
  }
  await linkFounders(sql, site_id, listing_id, links);
};

const writeParts = async (sql: Db, { site_id, saved }: DraftRow, listing_id: number, parts: Partial<ListingParts>): Promise<void> => {
  if (parts.category !== undefined) {
    const category = (await selectCategoryNames(sql, site_id)).find(({ name }) => name === parts.category);
    if (!category)
      throw new Refusal('invalid_input', {
        errors: [
          { path: 'fields.categories[0]', code: 'not_allowed', message: 'is no longer a category of this site', actual: parts.category },
        ],
      });
    await writePrimaryCategory(sql, site_id, listing_id, category.id);
  }
  if (parts.founders) await writeFounders(sql, site_id, listing_id, parts.founders);
  if (parts.milestones) await replaceMilestones(sql, { site_id, listing_id }, saved?.milestones ?? [], parts.milestones);
};

/** Writes changed columns to a listing that is still its owner's, and keeps them in its history; says whether it is. */
const followDraft = async (sql: Db, draft: DraftRow, changed: ListingParts['columns'], now: Date): Promise<boolean> => {
  const { listing_id, account_id, saved } = draft;
  const [standing] = await lockListings(sql, [listing_id!]);
  if (!standing) return false;
  const columns = overStanding(saved, changed, standing.values);
  if (!(await updateListing(sql, { id: standing.id, owner_id: account_id, columns, now }))) return false;
  await keepVersion(sql, standing, columns, { account_id, source: 'draft', at: now });
  return true;
};

/**
 * Writes a draft that nothing is in the way of to its listing, which is made where there is none yet. Only what has changed
 * since the last time is written. To be called in the transaction that changes the draft.
 */
export const saveListing = async (sql: Db, draft: DraftRow, now: Date): Promise<number> => {
  const pages = await selectPagesRead(sql, draft.id);
  const parts = listingIn(draft, new Map(pages.map(({ url, read_at }) => [url, read_at.toISOString()])));
  const changes = changesSince(draft.listing_id === null ? null : draft.saved, parts);
  const { listing_id } = draft;
  const id = listing_id ?? (await makeListing(sql, draft, parts.columns, now));
  if (listing_id !== null && !(await followDraft(sql, draft, changes.columns ?? {}, now)))
    throw new Refusal('listing_exists', { detail: 'The listing made from this draft now belongs to another account.' });
  await writeParts(sql, draft, id, changes);
  await indexListings(sql, [id]);
  await writeSaved(sql, draft.id, id, parts);
  return id;
};
