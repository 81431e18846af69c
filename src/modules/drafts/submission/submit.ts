import { type Ctx, inTransaction } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { findListingHead } from '../../listings/queries.ts';
import { listingUrl } from '../../sites/addresses.ts';
import { draftOwner, draftResponse, requireOwnDraft, requireOwnDraftForUpdate } from '../drafts.ts';
import type { SubmittedDraft } from '../schema.ts';
import { draftMoves } from '../states.ts';
import { requireListable } from './listing-parts.ts';
import { createListing, saveListing } from './save-listing.ts';

/** Saves a draft as the caller's unpublished listing. Afterwards both are one profile, and submitting again changes nothing. */
export const submitDraft = (ctx: Ctx, { id }: { id: string }): Promise<SubmittedDraft> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, site } = ctx;
    const draft = await requireOwnDraftForUpdate(ctx, id);
    const now = ctx.clock.now();
    if (!(await draftMoves.try({ sql, at: now }, id, 'submit', { account_id: draftOwner(ctx).account_id })))
      throw new Refusal('draft_not_ready', {
        ...(draft.status === 'failed' && {
          detail: t('We couldn’t read the website. Fill in the draft with update_draft, then submit it.'),
        }),
      });
    requireListable(draft);
    const listing_id = draft.listing_id ?? (await createListing(ctx, draft));
    if (draft.listing_id !== null) await saveListing(sql, draft, draft, now);
    const { slug, status } = (await findListingHead(sql, listing_id))!;
    const { warnings, next_steps } = await draftResponse(ctx, await requireOwnDraft(ctx, id));
    return { listing_id, draft_id: id, slug, status, url: listingUrl(site, slug), warnings, next_steps };
  });
