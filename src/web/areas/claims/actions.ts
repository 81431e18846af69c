import { RequiredText, Strict, T } from '../../../kernel/schema.ts';
import { confirmClaim } from '../../../modules/claims/claims.ts';
import { objectToOwner } from '../../../modules/claims/disputes.ts';
import { claim_listing, verify_claim } from '../../../modules/claims/operations.ts';
import { to } from '../../server/addresses.ts';
import { memberAction, openAction, submitOperation } from '../../server/form-action.ts';

export const CLAIM_ACTIONS = [
  memberAction({
    path: '/listings/:slug/claim',
    page: 'claim',
    input: Strict({ slug: T.String(), method: RequiredText(10), email: T.Optional(T.String()) }),
    async run(ctx, { slug, method, email }, sender) {
      // The address field counts only if the mail method was chosen.
      await submitOperation(claim_listing, { ctx, sender }, { slug, method, ...(method === 'email' && { email }) });
      return { go_to: to.claim(slug, method === 'email' ? 'mailed' : 'begun') };
    },
  }),
  memberAction({
    path: '/claims/:claim_id/check',
    page: 'claims',
    input: Strict({ claim_id: T.String({ pattern: '^[1-9]\\d{0,14}$' }) }),
    async run(ctx, { claim_id }, sender) {
      const { listing_slug } = await submitOperation(verify_claim, { ctx, sender }, { claim_id: Number(claim_id) });
      return { go_to: to.claim(listing_slug, 'checked') };
    },
  }),
  memberAction({
    path: '/listings/:slug/claim/objection',
    page: 'claim',
    input: Strict({ slug: T.String(), message: RequiredText(2000) }),
    async run(ctx, input) {
      await objectToOwner(ctx, input);
      return { go_to: to.claim(input.slug, 'objected') };
    },
  }),
  // The link in the mail proves the address, so no account is needed.
  openAction({
    path: '/claims/confirm',
    page: 'claim_confirm',
    input: Strict({ token: RequiredText(100) }),
    async run(ctx, input) {
      await confirmClaim(ctx, input);
      return { go_to: '/claims/confirmed' };
    },
  }),
];
