import type { Db, SiteCtx } from '../../../kernel/context.ts';
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
import { buildListingParts, findChanges, mergeIntoListing } from './listing-parts.ts';
import { freeWebsite, requireFreeWebsite } from './website.ts';

/** The first free slug of `acme`, `acme-2`, `acme-3` … */
const firstFreeSlug = async <T>(slug: string, take: (slug: string) => Promise<T | null>): Promise<T> => {
  for (let number = 1; ; number++) {
    const taken = await take(number === 1 ? slug : `${slug}-${number}`);
    if (taken !== null) return taken;
  }
};

/** Inserts the listing. If somebody else's unpublished listing has the website, that one gives way. */
const insertUnpublished = async (ctx: SiteCtx, draft: DraftRow, columns: ListingParts['columns']): Promise<number> => {
  const { site_id, account_id, domain } = draft;
  const owner = { site_id, account_id };
  const insert = async (slug: string): Promise<number | null> => {
    await freeWebsite(ctx, owner, domain);
    const id = await insertListing(ctx.sql, { site_id, owner_id: account_id, domain, slug, columns, now: ctx.clock.now() });
    // If somebody was faster, their listing has the website and gives way in turn; otherwise the slug is taken.
    return id === null && (await requireFreeWebsite(ctx, owner, domain)) ? insert(slug) : id;
  };
  return firstFreeSlug(makeListingSlug(String(columns.name), domain), insert);
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

const buildParts = async (sql: Db, draft: DraftRow): Promise<ListingParts> => {
  const pages = await selectPagesRead(sql, draft.id);
  return buildListingParts(draft, new Map(pages.map(({ url, read_at }) => [url, read_at.toISOString()])));
};

const saveParts = async (sql: Db, draft: DraftRow, listing_id: number, changes: Partial<ListingParts>, parts: ListingParts) => {
  await writeParts(sql, draft, listing_id, changes);
  await indexListings(sql, [listing_id]);
  await updateSavedListing(sql, draft.id, listing_id, parts);
};

/** Makes the unpublished listing of a draft. The content must be listable. */
export const createListing = async (ctx: SiteCtx, draft: DraftRow): Promise<number> => {
  const parts = await buildParts(ctx.sql, draft);
  const listing_id = await insertUnpublished(ctx, draft, parts.columns);
  await saveParts(ctx.sql, draft, listing_id, parts, parts);
  return listing_id;
};

/** Writes what changed since the last save. The content must be listable; call it in the transaction that changes the draft. */
export const saveListing = async (sql: Db, draft: DraftRow, listing_id: number, now: Date): Promise<void> => {
  const parts = await buildParts(sql, draft);
  const changes = findChanges(draft.saved, parts);
  if (!(await updateExistingListing(sql, draft, changes.columns ?? {}, now)))
    throw new Refusal('listing_exists', { detail: 'The listing made from this draft now belongs to another account.' });
  await saveParts(sql, draft, listing_id, changes, parts);
};
