import { memberRead, memberWrite } from '../../kernel/operation.ts';
import { claimListing, countClaimMails, listClaims } from './claims.ts';
import { Claim, ClaimListing, ClaimPage, ListClaims, VerifyClaim } from './schema.ts';
import { checkProof, verifyClaim } from './verification.ts';

const tag = 'Claims';

export const claim_listing = memberWrite({
  id: 'claim_listing',
  method: 'POST',
  path: '/claims',
  refusals: ['already_owned', 'too_many_claims'],
  access: 'listings:write',
  status: 201,
  tag,
  summary: 'Claim an existing listing',
  description:
    'Starts a claim to a public listing made by someone else, or verifies you as owner of your own. Returns a DNS record, tag or file to publish: do so, then call verify_claim. Method email sends a link at once to an address at the company’s domain (ask your user first); a person must open it. Open for 14 days; until verified, nothing changes on the listing. A verified owner: already_owned.',
  input: ClaimListing,
  output: Claim,
  example: { slug: 'ledgerly', method: 'dns' },
  location: () => '/claims',
  before: countClaimMails,
  handler: claimListing,
});

export const verify_claim = memberWrite({
  id: 'verify_claim',
  method: 'POST',
  path: '/claims/{claim_id}/verify',
  refusals: ['already_owned', 'claim_not_found', 'claim_not_pending'],
  access: 'listings:write',
  tag,
  summary: 'Check a pending claim now',
  description:
    'Checks the record, tag or file of one pending claim on the web now. If it is there, the listing is yours and verified. If not, the claim stays pending and last_check says what was found: publish it and try again. Claims by email are verified by the emailed link, not by this. Each check counts against the hourly limit of drafts.',
  input: VerifyClaim,
  output: Claim,
  example: { claim_id: 1 },
  before: checkProof,
  handler: verifyClaim,
});

export const list_my_claims = memberRead({
  id: 'list_my_claims',
  path: '/claims',
  tag,
  summary: 'Your claims',
  description:
    'Lists your claims, newest first, with status (pending, verified, expired, superseded), instructions and last check. Use it to find a claim_id or read the instructions again.',
  input: ListClaims,
  output: ClaimPage,
  example: {},
  handler: listClaims,
});
