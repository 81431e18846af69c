import { operation } from '../../kernel/operation.ts';
import { claimListing, countClaimMails, listClaims } from './claims.ts';
import { Claim, ClaimListing, ClaimPage, ListClaims, VerifyClaim } from './schema.ts';
import { checkProof, verifyClaim } from './verification.ts';

const tag = 'Claims';

export const claim_listing = operation({
  id: 'claim_listing',
  method: 'POST',
  path: '/claims',
  refusals: ['already_owned', 'too_many_claims'],
  access: 'listings:write',
  status: 201,
  idempotent: true,
  tag,
  summary: 'Claim an existing listing',
  description:
    'Returns what to publish: a DNS TXT record, a meta tag on the homepage, a file, or (method email) nothing, since a link is emailed. Publish it, then call verify_claim; we also look by ourselves. A claim is open for 14 days. A listing that has an owner is not taken; its owner may claim it too, to have it verified.',
  input: ClaimListing,
  output: Claim,
  example: { slug: 'ledgerly', method: 'dns' },
  location: () => '/claims',
  before: countClaimMails,
  handler: claimListing,
});

export const verify_claim = operation({
  id: 'verify_claim',
  method: 'POST',
  path: '/claims/{claim_id}/verify',
  refusals: ['already_owned', 'claim_not_found', 'claim_not_pending'],
  access: 'listings:write',
  status: 200,
  idempotent: true,
  tag,
  summary: 'Check a pending claim now',
  description:
    'Looks for the record, tag or file of a pending claim; once it is there, the listing is yours and verified. The claim stays pending when it is not there yet; last_check says what was seen. A claim by email is verified by the emailed link. Each check counts against the limit of drafts; we also look by ourselves.',
  input: VerifyClaim,
  output: Claim,
  example: { claim_id: 1 },
  before: checkProof,
  handler: verifyClaim,
});

export const list_my_claims = operation({
  id: 'list_my_claims',
  method: 'GET',
  path: '/claims',
  access: 'account:read',
  status: 200,
  tag,
  summary: 'Your claims',
  description: 'Your own claims with status and instructions, newest first.',
  input: ListClaims,
  output: ClaimPage,
  example: {},
  handler: listClaims,
});
