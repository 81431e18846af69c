import type { Ctx, SiteCtx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { buildOwnerNotification } from '../../launches/mails.tsx';
import { notifyOwner } from '../../launches/notifications.ts';
import { lockListingsForEdit } from '../../listings/history/queries.ts';
import { updateListing } from '../../listings/queries.ts';
import { listingMoves } from '../../listings/states.ts';
import { listingUrl } from '../../sites/addresses.ts';
import { type DraftOwner, findWebsiteListing, lockDraftsOfListing, unlinkListing, type WebsiteListing } from '../queries.ts';
import { draftMoves } from '../states.ts';

/** What to do about a website that already has a listing. */
const describeExisting = ({ site }: Pick<Ctx, 'site'>, listing: WebsiteListing, account_id: number): string => {
  const { slug, status, owner_id, draft_id } = listing;
  if (owner_id === null) return `This website already has the listing "${slug}". If the product is yours, claim it with claim_listing.`;
  if (owner_id !== account_id)
    return `This website already has the listing "${slug}", and the listing has an owner. If the product is yours, tell the team at ${listingUrl(site, slug)}/claim.`;
  if (status === 'removed') return `Your listing "${slug}" of this website was removed by the team of the site. Write to them about it.`;
  if (draft_id) return `This website is already that of your listing "${slug}". Edit it with update_draft and the id ${draft_id}.`;
  return `This website is already that of your listing "${slug}". Edit it with update_my_listing.`;
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
    errors: [{ path: 'url', code: 'taken', message: `is the website of the listing "${existing.slug}"`, actual: existing.slug }],
  });
};

const gaveWayNotification = ({ site }: SiteCtx, { id, name }: WebsiteListing, draft_id: string | undefined) =>
  buildOwnerNotification(site, {
    kind: 'listing',
    key: `gave way ${id}`,
    title: `Somebody else submitted the website of ${name}`,
    says: [
      `${name} was saved but not published, and nobody had proved that its website is theirs. Somebody else has now submitted the same website, so your unpublished listing was withdrawn.`,
      'Your draft is kept. You can submit it again as long as no other listing of the website is public or has a proved owner. Whoever publishes first, or proves the website, keeps it.',
    ],
    link: 'Open your draft',
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
  await listingMoves.make(ctx, id, 'give_way', { reason: 'Somebody else submitted the same website.' });
  await updateListing(sql, id, { owner_id: null });
  for (const draft_id of drafts) {
    await unlinkListing(sql, draft_id);
    await draftMoves.try(ctx, draft_id, 'give_way');
  }
  await notifyOwner(ctx, listing.owner_id, gaveWayNotification(ctx, listing, drafts[0]));
};

/** Frees the website for the caller's listing. Refuses if its listing stays. */
export const freeWebsite = async (ctx: SiteCtx, owner: DraftOwner, domain: string): Promise<void> => {
  const existing = await requireFreeWebsite(ctx, owner, domain);
  if (existing) await withdrawListing(ctx, existing, owner, domain);
};
