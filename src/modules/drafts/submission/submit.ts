import { type Ctx, inTransaction } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { findListingHead } from '../../listings/queries.ts';
import { listingUrl } from '../../sites/addresses.ts';
import { draftOwner, requireOwnDraftForUpdate } from '../drafts.ts';
import type { SubmittedDraft } from '../schema.ts';
import { draftMoves } from '../states.ts';
import { requireListable } from './listing-parts.ts';
import { createListing, saveListing } from './save-listing.ts';

const NEXT_STEPS = [
  'Publish it for free with choose_free_listing: it is queued for a launch week and goes live once our badge is on the homepage.',
  'Or publish it with create_checkout and the product launch: a person pays on the page it names.',
  'Edit it at any time with update_draft; the listing follows.',
];

/** Saves a draft as the caller's unpublished listing; later submissions update the same listing. */
export const submitDraft = (ctx: Ctx, { id }: { id: string }): Promise<SubmittedDraft> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, site } = ctx;
    const draft = await requireOwnDraftForUpdate(ctx, id);
    const now = ctx.clock.now();
    if (!(await draftMoves.try({ sql, at: now }, id, 'submit', { account_id: draftOwner(ctx).account_id })))
      throw new Refusal('draft_not_ready', {
        ...(draft.status === 'failed' && { detail: 'The site could not be read. Write the draft with update_draft, then submit it.' }),
      });
    requireListable(draft);
    const listing_id = draft.listing_id ?? (await createListing(ctx, draft));
    if (draft.listing_id !== null) await saveListing(sql, draft, listing_id, now);
    const { slug, status } = (await findListingHead(sql, listing_id))!;
    return {
      listing_id,
      slug,
      status,
      url: listingUrl(site, slug),
      next_steps: status === 'draft' ? NEXT_STEPS : NEXT_STEPS.slice(-1),
    };
  });
