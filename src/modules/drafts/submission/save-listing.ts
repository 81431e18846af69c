import { isDeepStrictEqual } from 'node:util';
import type { Ctx, Db, SiteCtx } from '../../../kernel/context.ts';
import { invalidInput, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { fold } from '../../../kernel/words.ts';
import { attributeName } from '../../catalog/attributes/names.ts';
import { selectCategoryOptions } from '../../catalog/queries.ts';
import { buildOwnerNotification } from '../../launches/mails.tsx';
import { notifyOwner } from '../../launches/notifications.ts';
import { makeListingSlug, slugify } from '../../listings/addresses.ts';
import { writeListingAttributes } from '../../listings/attributes/queries.ts';
import { pickRemainingEvidence, recordVersion } from '../../listings/history/history.ts';
import { type LockedListing, lockListingsForEdit, updateListingColumns } from '../../listings/history/queries.ts';
import {
  insertListing,
  type PublishedProfile,
  replaceMilestones,
  selectListingProfiles,
  updateListing,
  writePrimaryCategory,
} from '../../listings/queries.ts';
import { indexListings } from '../../listings/search/search-index.ts';
import { listingMoves } from '../../listings/states.ts';
import { insertFounder, linkFounders, selectFoundersOf, updateFounderBio } from '../../people/queries.ts';
import { listingUrl } from '../../sites/addresses.ts';
import type { ListingParts } from '../content.ts';
import {
  type DraftOwner,
  type DraftRow,
  findWebsiteListing,
  linkListing,
  lockDraftsOfListing,
  selectPagesRead,
  unlinkListing,
  type WebsiteListing,
} from '../queries.ts';
import { computeCompleteness } from '../rules.ts';
import { draftMoves } from '../states.ts';
import { buildListingParts, findChanges, showListing } from './listing-parts.ts';

/** What to do about a website that already has a listing. */
const describeExisting = ({ site }: Pick<Ctx, 'site'>, listing: WebsiteListing, account_id: number): string => {
  const { slug, status, owner_id, verified, draft_id } = listing;
  if (owner_id === null || (owner_id !== account_id && !verified))
    return t('This website already has the listing "{slug}". If the product is yours, claim it with claim_listing.', { slug });
  if (owner_id !== account_id)
    return t('This website already has the listing "{slug}" with a verified owner. If the product is yours, tell the team at {address}.', {
      slug,
      address: `${listingUrl(site, slug)}/claim`,
    });
  if (status === 'removed')
    return t('Your listing "{slug}" for this website was removed or is hidden. Its page on your dashboard says why.', { slug });
  if (draft_id)
    return t('You already have the listing "{slug}" for this website. Edit it with update_draft and the id {draft_id}.', {
      slug,
      draft_id,
    });
  return t('You already have the listing "{slug}" for this website. Edit it with update_my_listing.', { slug });
};

/** An unpublished listing gives way to whoever submits its website next, unless its owner has proved that the website is theirs. */
const givesWay = ({ status, owner_id, verified }: WebsiteListing, account_id: number): boolean =>
  status === 'draft' && !verified && owner_id !== account_id;

/** Returns the listing that has to give way, if there is one. Refuses a website whose listing stays. */
export const requireFreeWebsite = async (
  ctx: Pick<Ctx, 'sql' | 'site'>,
  owner: DraftOwner,
  domain: string,
): Promise<WebsiteListing | null> => {
  const existing = await findWebsiteListing(ctx.sql, owner, domain);
  if (!existing || givesWay(existing, owner.account_id)) return existing ?? null;
  throw new Refusal('listing_exists', {
    detail: describeExisting(ctx, existing, owner.account_id),
    errors: [
      { path: 'url', code: 'taken', message: t('is the website of the listing "{slug}"', { slug: existing.slug }), actual: existing.slug },
    ],
  });
};

const gaveWayNotification = ({ site }: SiteCtx, { id, name }: WebsiteListing, draft_id: string | undefined) =>
  buildOwnerNotification(site, {
    kind: 'listing',
    key: `gave way ${id}`,
    title: t('Someone else submitted the website of {product}', { product: name }),
    says: [
      t(
        '{product} was saved but not published, and its website wasn’t verified. Someone else has now submitted the same website, so your unpublished listing was withdrawn.',
        { product: name },
      ),
      t(
        'Your draft is still there. You can submit it again until another listing for this website is published or verified. Whoever publishes or verifies first keeps the listing.',
      ),
    ],
    link: t('Open your draft'),
    url: draft_id ? `/drafts/${draft_id}` : '/drafts',
  });

/** Withdraws a listing whose website somebody else submits: it loses the website and its owner, whose draft can be submitted again. */
const withdrawListing = async (ctx: SiteCtx, { id }: WebsiteListing, owner: DraftOwner, domain: string): Promise<void> => {
  const { sql } = ctx;
  const drafts = await lockDraftsOfListing(sql, id);
  await lockListingsForEdit(sql, [id]);
  // It may have been published, proved or withdrawn before it was locked.
  const listing = await requireFreeWebsite(ctx, owner, domain);
  if (listing?.id !== id) return;
  await listingMoves.make(ctx, id, 'give_way', { reason: 'Someone else submitted the same website.' });
  await updateListing(sql, id, { owner_id: null });
  for (const draft_id of drafts) {
    await unlinkListing(sql, draft_id);
    await draftMoves.try(ctx, draft_id, 'give_way');
  }
  await notifyOwner(ctx, listing.owner_id, () => gaveWayNotification(ctx, listing, drafts[0]));
};

/** Frees the website for the caller's listing. Refuses if its listing stays. */
const freeWebsite = async (ctx: SiteCtx, owner: DraftOwner, domain: string): Promise<void> => {
  const existing = await requireFreeWebsite(ctx, owner, domain);
  if (existing) await withdrawListing(ctx, existing, owner, domain);
};

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
export const writeFounders = async (sql: Db, site_id: number, listing_id: number, founders: ListingParts['founders']): Promise<void> => {
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

const writeParts = async (sql: Db, { site_id }: DraftRow, listing_id: number, parts: Partial<ListingParts>): Promise<void> => {
  if (parts.category) {
    const category = (await selectCategoryOptions(sql, site_id)).find(({ name }) => name === parts.category);
    if (!category)
      throw invalidInput({
        path: 'fields.categories[0]',
        code: 'not_allowed',
        message: t('is no longer a category of this site'),
        actual: parts.category,
      });
    await writePrimaryCategory(sql, site_id, listing_id, category.id);
  }
  if (parts.founders) await writeFounders(sql, site_id, listing_id, parts.founders);
  if (parts.milestones) await replaceMilestones(sql, { site_id, listing_id }, parts.milestones);
  if (parts.attributes) await writeListingAttributes(sql, { id: listing_id, site_id }, parts.attributes);
};

/** The changed values of attributes that the listing has, as its history names them. */
const pickOwnAttributes = ({ values }: LockedListing, attributes: ListingParts['attributes'] = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([key, stated]) =>
      attributeName(key) in values ? [[attributeName(key), stated?.value ?? null]] : [],
    ),
  );

const buildParts = async (sql: Db, draft: DraftRow): Promise<ListingParts> => {
  const pages = await selectPagesRead(sql, draft.id);
  return buildListingParts(draft, new Map(pages.map(({ url, read_at }) => [url, read_at.toISOString()])));
};

/** Makes the unpublished listing of a draft. The content must be listable. */
export const createListing = async (ctx: SiteCtx, draft: DraftRow): Promise<number> => {
  const parts = await buildParts(ctx.sql, draft);
  const listing_id = await insertUnpublished(ctx, draft, parts.columns);
  await writeParts(ctx.sql, draft, listing_id, parts);
  await indexListings(ctx.sql, [listing_id]);
  await linkListing(ctx.sql, draft.id, listing_id);
  return listing_id;
};

/**
 * A submitted draft as its listing shows it. The listing is what both write to, so the last write by either way stands. With `lock` nobody
 * else edits the listing until the transaction ends.
 */
export const withListing = async (sql: Db, draft: DraftRow, lock?: 'lock'): Promise<DraftRow> => {
  const { listing_id, account_id } = draft;
  if (draft.status !== 'submitted' || listing_id === null) return draft;
  if (lock) await lockListingsForEdit(sql, [listing_id]);
  const [listing] = await selectListingProfiles(sql, [listing_id]);
  return listing?.values.owner_id === account_id ? applyListing(draft, listing) : draft;
};

/** Submitted drafts of a list as their listings show them. */
export const withListings = async (sql: Db, drafts: DraftRow[]): Promise<DraftRow[]> => {
  const ids = drafts.flatMap(({ status, listing_id }) => (status === 'submitted' && listing_id !== null ? [listing_id] : []));
  const listings = new Map(ids.length ? (await selectListingProfiles(sql, ids)).map((one) => [one.id, one]) : []);
  return drafts.map((draft) => {
    const listing = listings.get(draft.listing_id ?? 0);
    return listing?.values.owner_id === draft.account_id ? applyListing(draft, listing!) : draft;
  });
};

const applyListing = (draft: DraftRow, listing: PublishedProfile): DraftRow => {
  const content = showListing(draft, listing);
  const edited_at = new Date(String(listing.values.updated_at));
  return {
    ...draft,
    ...content,
    completeness: computeCompleteness(content),
    updated_at: edited_at > draft.updated_at ? edited_at : draft.updated_at,
    listing,
  };
};

/**
 * The listing's evidence after an edit of its draft: quotes that the edit brings, and the listing's own as far as they speak for its
 * values. The listing may know more than the draft, because its website is read again from time to time.
 */
const mergeEvidence = async (listing: LockedListing, columns: ListingParts['columns'], before: ListingParts, after: ListingParts) => {
  const [old_quotes, new_quotes] = [before, after].map((parts) => parts.columns.evidence as Record<string, object[]>);
  const { evidence: _, ...changed } = columns;
  const remaining = await pickRemainingEvidence(listing, changed);
  const brought = Object.entries(new_quotes!).filter(([path, quotes]) => !isDeepStrictEqual(old_quotes![path], quotes));
  return { evidence: { ...(remaining.evidence as object), ...Object.fromEntries(brought) } };
};

/** Values that stay the same keep the listing's quotes, also in another category. */
const keepQuotes = (attributes: ListingParts['attributes'], known: PublishedProfile['attributes']): ListingParts['attributes'] =>
  Object.fromEntries(
    Object.entries(attributes).map(([key, stated]) => {
      const listed = known[key];
      return [key, listed?.evidence.length && isDeepStrictEqual(listed.value, stated?.value) ? listed : stated];
    }),
  );

/** Writes to the listing what an edit of its draft changes. Call it in the transaction that changes the draft. */
export const saveListing = async (sql: Db, before: DraftRow, after: DraftRow, now: Date): Promise<void> => {
  const listing_id = before.listing_id!;
  const [listing] = await lockListingsForEdit(sql, [listing_id]);
  if (listing?.values.owner_id !== before.account_id)
    throw new Refusal('listing_exists', { detail: t('The listing made from this draft now belongs to another account.') });
  const [parts_before, parts_after] = [await buildParts(sql, before), await buildParts(sql, after)];
  const found = findChanges(parts_before, parts_after);
  const changes = found.attributes ? { ...found, attributes: keepQuotes(found.attributes, before.listing?.attributes ?? {}) } : found;
  if (Object.keys(changes).length === 0) return;
  const evidence = changes.columns && (await mergeEvidence(listing, changes.columns, parts_before, parts_after));
  await updateListingColumns(sql, listing_id, { ...changes.columns, ...evidence }, now);
  await writeParts(sql, before, listing_id, changes);
  const edited = { ...changes.columns, ...pickOwnAttributes(listing, changes.attributes) };
  await recordVersion(sql, listing, edited, { account_id: before.account_id, source: 'draft', at: now });
  await indexListings(sql, [listing_id]);
};
