import { msg } from '../../kernel/language/messages.ts';
import { refusals } from '../../kernel/refusals.ts';

export const CLAIM_REFUSALS = {
  ...refusals(400, {
    already_owned: msg('This listing has a verified owner, so it can’t be claimed. If that’s wrong, contact the site’s team.'),
    claim_not_pending: msg('This claim has ended. Claim the listing again. Over the API: claim_listing.'),
    too_many_claims: msg('You have 20 pending claims. Verify some of them, or wait until they expire.'),
    objection_settled: msg('Someone already decided this dispute.'),
  }),
  ...refusals(404, {
    claim_not_found: msg('You have no claim with this id. list_my_claims shows them all.'),
    objection_not_found: msg('This site has no such dispute.'),
  }),
};
