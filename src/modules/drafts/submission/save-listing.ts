import type { Db } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { fold } from '../../../kernel/words.ts';
import { selectCategoryOptions } from '../../catalog/queries.ts';
import { makeListingSlug, slugify } from '../../listings/addresses.ts';
import { recordVersion } from '../../listings/history/history.ts';
import { lockListingsForEdit, updateListingColumns } from '../../listings/history/queries.ts';
import { insertListing, replaceMilestones, writePrimaryCategory } from '../../listings/queries.ts';
import { indexListings } from '../../listings/search/search-index.ts';
import { insertFounder, linkFounders, selectFoundersOf, updateFounderBio } from '../../people/queries.ts';
import type { ListingParts } from '../content.ts';
import { type DraftRow, selectPagesRead, updateSavedListing } from '../queries.ts';
import { buildListingParts, findChanges, mergeIntoListing, requireFreeWebsite } from './listing-parts.ts';

/** The first free slug of `acme`, `acme-2`, `acme-3` … */
const firstFreeSlug = async <T>(slug: string, take: (slug: string) => Promise<T | null>): Promise<T> => {
  for (let number = 1; ; number++) {
    const taken = await take(number === 1 ? slug : `${slug}-${number}`);
    if (taken !== null) return taken;
  }
};

/** Creates the listing. Of two concurrent attempts for the same website the second is refused. */
const makeListing = async (sql: Db, draft: DraftRow, columns: ListingParts['columns'], now: Date): Promise<number> => {
  const { site_id, account_id, domain } = draft;
  return firstFreeSlug(makeListingSlug(String(columns.name), domain), async (slug) => {
    const id = await insertListing(sql, { site_id, owner_id: account_id, domain, slug, columns, now });
    if (id === null) await requireFreeWebsite(sql, { site_id, account_id }, domain);
    return id;
  });
};

/** Updates founders of the same name, adds new ones and unlinks the rest. */
const writeFounders = async (sql: Db, site_id: number, listing_id: number, founders: ListingParts['founders']): Promise<void> => {
  const current = await selectFoundersOf(sql, listing_id);
  const links: { founder_id: number; title: string | null; position: number }[] = [];
  for (const [position, founder] of founders.entries()) {
    const known = current.find(({ id, name }) => fold(name) === fold(founder.name) && !links.some(({ founder_id }) => founder_id === id));
    if (known) await updateFounderBio(sql, known.id, founder);
    const make = () => firstFreeSlug(slugify(founder.name) || 'founder', (slug) => insertFounder(sql, site_id, slug, founder));
    links.push({ founder_id: known?.id ?? (await make()), title: founder.title, position });
  }
  await linkFounders(sql, site_id, listing_id, links);
};

const writeParts = async (sql: Db, { site_id, saved }: DraftRow, listing_id: number, parts: Partial<ListingParts>): Promise<void> => {
  if (parts.category !== undefined) {
    const category = (await selectCategoryOptions(sql, site_id)).find(({ name }) => name === parts.category);
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

/** Updates a listing that still belongs to the owner and records the version; returns whether it does. */
const updateExistingListing = async (sql: Db, draft: DraftRow, changed: ListingParts['columns'], now: Date): Promise<boolean> => {
  const { listing_id, account_id, saved } = draft;
  const [listing] = await lockListingsForEdit(sql, [listing_id!]);
  if (listing?.values.owner_id !== account_id) return false;
  const columns = mergeIntoListing(saved, changed, listing.values);
  await updateListingColumns(sql, listing.id, columns, now);
  await recordVersion(sql, listing, columns, { account_id, source: 'draft', at: now });
  return true;
};

/** Writes what changed since the last save. The content must be listable; call it in the transaction that changes the draft. */
export const saveListing = async (sql: Db, draft: DraftRow, now: Date): Promise<number> => {
  const pages = await selectPagesRead(sql, draft.id);
  const parts = buildListingParts(draft, new Map(pages.map(({ url, read_at }) => [url, read_at.toISOString()])));
  const changes = findChanges(draft.listing_id === null ? null : draft.saved, parts);
  const { listing_id } = draft;
  const id = listing_id ?? (await makeListing(sql, draft, parts.columns, now));
  if (listing_id !== null && !(await updateExistingListing(sql, draft, changes.columns ?? {}, now)))
    throw new Refusal('listing_exists', { detail: 'The listing made from this draft now belongs to another account.' });
  await writeParts(sql, draft, id, changes);
  await indexListings(sql, [id]);
  await updateSavedListing(sql, draft.id, id, parts);
  return id;
};
