import * as claim from '../../src/web/pages/claim.tsx';
import * as claimConfirm from '../../src/web/pages/claim-confirm.tsx';
import * as claims from '../../src/web/pages/claims.tsx';
import * as draft from '../../src/web/pages/draft.tsx';
import * as draftInvites from '../../src/web/pages/draft-invites.tsx';
import * as draftPreview from '../../src/web/pages/draft-preview.tsx';
import * as drafts from '../../src/web/pages/drafts.tsx';
import * as invite from '../../src/web/pages/invite.tsx';
import * as submit from '../../src/web/pages/submit.tsx';
import { aClaim, aClaiming, aMailedClaim } from './claim-samples.ts';
import { aDraft, aDraftSummary, aFailure, anInvite, aReading } from './draft-samples.ts';
import { type Drawing, drawing, ownDrawing } from './page-drawing.ts';
import { aTree, listOf } from './samples.ts';

/** The ways to a listing of one's own: by a draft, and by a claim. */
export const DRAFT_DRAWINGS: Record<string, Drawing> = {
  submit: ownDrawing(submit, { url: 'tidewater.example', drafts: [aDraftSummary(), aDraftSummary({ name: null, status: 'failed' })] }),
  'submit, by a stranger': drawing(submit, { url: undefined, drafts: null }),
  drafts: ownDrawing(drafts, listOf([aDraftSummary(), aDraftSummary({ status: 'submitted' })])),
  'draft, being read': ownDrawing(draft, {
    draft: aReading(),
    reading: 'https://tidewater.example/about',
    categories: aTree,
    done: undefined,
  }),
  'draft, not begun': ownDrawing(draft, {
    draft: aReading({ robots: null, pages_read: [] }),
    reading: null,
    categories: aTree,
    done: undefined,
  }),
  'draft, failed': ownDrawing(draft, { draft: aFailure(), reading: null, categories: aTree, done: undefined }),
  draft: ownDrawing(draft, { draft: aDraft(), reading: null, categories: aTree, done: 'saved' }),
  'draft, submitted': ownDrawing(draft, {
    draft: aDraft({ status: 'submitted', listing_id: 3, redrafting: ['stage'] }),
    reading: null,
    categories: aTree,
    done: 'submitted',
  }),
  draft_preview: ownDrawing(draftPreview, { draft: aDraft(), categories: aTree }),
  draft_invites: ownDrawing(draftInvites, { draft: aDraft(), invites: [anInvite(), anInvite({ status: 'accepted' })], sent: true }),
  invite: drawing(invite, {
    invite: { email: 'co@tidewater.example', product: 'Tidewater', url: 'https://tidewater.example/', inviter: 'Inês Carvalho' },
    token: 'a-token',
  }),
  claim: ownDrawing(claim, { claiming: aClaiming(), done: undefined }),
  'claim, under way': ownDrawing(claim, {
    claiming: aClaiming({
      claims: [aClaim(), aMailedClaim(), aClaim({ id: 3, status: 'expired' })],
      obstacles: { dns: null, meta: null, file: null, email: 'is not possible here: Tidewater is on a host shared by many' },
    }),
    done: 'mailed',
  }),
  'claim, proved': ownDrawing(claim, { claiming: aClaiming({ owner: 'you', proved: true }), done: 'checked' }),
  'claim, owned and unproved': ownDrawing(claim, { claiming: aClaiming({ owner: 'you', claims: [aClaim()] }), done: undefined }),
  'claim, of somebody else’s': ownDrawing(claim, { claiming: aClaiming({ owner: 'somebody' }), done: undefined }),
  claims: ownDrawing(
    claims,
    listOf([aClaim(), aMailedClaim(), aClaim({ id: 3, status: 'verified' }), aClaim({ id: 4, status: 'superseded' })]),
  ),
  claim_confirm: drawing(claimConfirm, {
    link: {
      claim_id: 1,
      listing_id: 1,
      listing_name: 'Tidewater',
      listing_slug: 'tidewater',
      website: 'https://tidewater.example/',
      email: 'Ines@tidewater.example',
      account_email: 'ada@elsewhere.example',
    },
    token: 'a-token',
  }),
};
