import { t } from '../../../kernel/language/messages.ts';
import { RequiredText, T } from '../../../kernel/schema.ts';
import { confirmClaim, describeClaim } from '../../../modules/claims/claims.ts';
import { objectToOwner } from '../../../modules/claims/disputes.ts';
import { claim_listing, verify_claim } from '../../../modules/claims/operations.ts';
import { getListingName } from '../../../modules/listings/profile/profile.ts';
import { claimPaths } from '../../paths.ts';
import { memberAction, openAction, submitOperation } from '../../server/form-action.ts';

export const CLAIM_ACTIONS = [
  memberAction({
    path: claimPaths.claim,
    page: claimPaths.claim,
    fields: { method: RequiredText(10), email: T.Optional(T.String()) },
    resume: describeClaim,
    async run(ctx, { slug, method, email }, sender) {
      // The address field counts only if the mail method was chosen.
      await submitOperation(claim_listing, { ctx, sender }, { slug, method, ...(method === 'email' && { email }) });
      return { go_to: claimPaths.claim({ slug, done: method === 'email' ? 'mailed' : 'begun' }) };
    },
  }),
  memberAction({
    path: claimPaths.check,
    page: claimPaths.claims,
    async run(ctx, { claim_id }, sender) {
      const { listing_slug } = await submitOperation(verify_claim, { ctx, sender }, { claim_id });
      return { go_to: `${claimPaths.claim({ slug: listing_slug, done: 'checked' })}#claim-${claim_id}` };
    },
  }),
  memberAction({
    path: claimPaths.objectToOwner,
    page: claimPaths.claim,
    fields: { message: RequiredText(2000) },
    resume: async (ctx, input) => t('to send your message about {name}', { name: await getListingName(ctx, input) }),
    async run(ctx, input) {
      await objectToOwner(ctx, input);
      return { go_to: claimPaths.claim({ slug: input.slug, done: 'objected' }) };
    },
  }),
  // The link in the mail proves the address, so no account is needed.
  openAction({
    path: claimPaths.confirm,
    page: claimPaths.confirm,
    fields: { token: RequiredText(100) },
    async run(ctx, input) {
      await confirmClaim(ctx, input);
      return { go_to: claimPaths.confirmed() };
    },
  }),
];
