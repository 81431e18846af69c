import type { RefusalText } from '../../kernel/refusals.ts';

export const DRAFT_REFUSALS = {
  draft_not_found: { status: 404, title: 'Draft not found', detail: 'You have no draft with this id. list_my_drafts shows them all.' },
  listing_exists: {
    status: 400,
    title: 'Listing exists',
    detail: 'This website already has a listing. If the product is yours, claim it with claim_listing.',
  },
  draft_not_ready: {
    status: 400,
    title: 'Draft not ready',
    detail: 'The site is still being read. Ask get_draft every few seconds until the status is ready.',
  },
  draft_incomplete: {
    status: 400,
    title: 'Draft incomplete',
    detail: 'Fill in what errors lists with update_draft, then submit again.',
  },
  too_many_invites: { status: 400, title: 'Too many invites', detail: 'A draft can have at most 10 invites.' },
  too_many_founders: { status: 400, title: 'Too many founders', detail: 'A draft can have at most 6 founders.' },
} as const satisfies Record<string, RefusalText>;

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof DRAFT_REFUSALS, RefusalText> {}
}
