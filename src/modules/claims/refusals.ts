import type { RefusalText } from '../../kernel/refusals.ts';

export const CLAIM_REFUSALS = {
  claim_not_found: { status: 404, title: 'Claim not found', detail: 'You have no claim with this id. list_my_claims shows them all.' },
  already_owned: {
    status: 400,
    title: 'Already owned',
    detail: 'This listing has an owner, so it cannot be claimed. If that is wrong, write to the team of the site.',
  },
  claim_not_pending: {
    status: 400,
    title: 'Claim not pending',
    detail: 'This claim is over. Claim the listing again with claim_listing.',
  },
  too_many_claims: {
    status: 400,
    title: 'Too many claims',
    detail: 'You have 20 pending claims. Prove some of them, or wait until they expire.',
  },
  objection_not_found: { status: 404, title: 'Objection not found', detail: 'This site has no such objection.' },
  objection_settled: { status: 400, title: 'Objection settled', detail: 'Somebody decided about this objection meanwhile.' },
} as const satisfies Record<string, RefusalText>;

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof CLAIM_REFUSALS, RefusalText> {}
}
