import { msg } from '../../kernel/language/messages.ts';
import { refusals } from '../../kernel/refusals.ts';

export const DRAFT_REFUSALS = {
  ...refusals(400, {
    listing_exists: msg('This website already has a listing. If the product is yours, claim it. Over the API: claim_listing.'),
    draft_not_ready: msg('We’re still reading the website. Call get_draft every few seconds until the status is ready.'),
    draft_incomplete: msg('Fill in what errors lists with update_draft, then submit again.'),
    too_many_invites: msg('A draft can have at most 10 invites.'),
    too_many_founders: msg('A draft can have at most 6 founders.'),
  }),
  ...refusals(404, { draft_not_found: msg('You have no draft with this id. list_my_drafts shows them all.') }),
};
