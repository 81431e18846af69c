import { type RefusalText, refusals } from '../../kernel/refusals.ts';

export const CLAIM_REFUSALS = {
  ...refusals(400, {
    already_owned:
      'The owner of this listing has proved that it is theirs, so it cannot be claimed. If that is wrong, write to the team of the site.',
    claim_not_pending: 'This claim is over. Claim the listing again with claim_listing.',
    too_many_claims: 'You have 20 pending claims. Prove some of them, or wait until they expire.',
    objection_settled: 'Somebody decided about this objection meanwhile.',
  }),
  ...refusals(404, {
    claim_not_found: 'You have no claim with this id. list_my_claims shows them all.',
    objection_not_found: 'This site has no such objection.',
  }),
};

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof CLAIM_REFUSALS, RefusalText> {}
}
