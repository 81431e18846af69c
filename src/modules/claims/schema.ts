import {
  Email,
  Id,
  Instant,
  ListOf,
  Named,
  NextSteps,
  Nullable,
  OneOf,
  PAGING,
  RequiredText,
  type Static,
  Strict,
  T,
} from '../../kernel/schema.ts';

export const CLAIM_STATUSES = ['pending', 'verified', 'expired', 'superseded'] as const;
export const CLAIM_METHOD_NAMES = ['dns', 'meta', 'file', 'email'] as const;
export type ClaimMethodName = (typeof CLAIM_METHOD_NAMES)[number];

export const ClaimListing = Strict({
  slug: RequiredText(220, 'Slug of the listing, from search_listings (domain finds it by website).'),
  method: OneOf([...CLAIM_METHOD_NAMES], {
    description: 'How to verify it: dns (a TXT record), meta (a tag on the homepage), file (an uploaded file), email (an email link).',
  }),
  email: T.Optional(Email('For method email, and only for it: an address at the company’s domain, such as ada@ledgerly.example.')),
});
export type ClaimListing = Static<typeof ClaimListing>;
export const VerifyClaim = Strict({ claim_id: Id('Your claim, from claim_listing or list_my_claims.') });
export const ListClaims = Strict({
  status: T.Optional(OneOf([...CLAIM_STATUSES], { description: 'Only claims with this status.' })),
  ...PAGING,
});
export type ListClaims = Static<typeof ListClaims>;

const Instructions = Named(
  'ClaimInstructions',
  {
    what: T.String({ description: 'What to do, in words.' }),
    where: T.String({ description: 'The record’s name, the address, or the mailbox.' }),
    value: Nullable(T.String(), { description: 'What to publish there, unchanged; null for method email.' }),
    token: Nullable(T.String(), { description: 'Only its token; null for method email.' }),
  },
  { description: 'What to publish, and where.' },
);
export type Instructions = Static<typeof Instructions>;

const LastClaimCheck = Named('ClaimCheck', {
  checked_at: Instant('Check time.'),
  found: T.Boolean({ description: 'Whether it was found.' }),
  detail: T.String({ description: 'What we found.' }),
});
export type LastClaimCheck = Static<typeof LastClaimCheck>;

export const Claim = Named('Claim', {
  id: Id('The claim_id for verify_claim.'),
  listing_id: Id('The claimed listing.'),
  listing_slug: T.String({ description: 'Its slug.' }),
  listing_name: T.String({ description: 'Its name.' }),
  method: OneOf([...CLAIM_METHOD_NAMES], { description: 'The method used.' }),
  email: Nullable(T.String(), { description: 'For method email: who got the link; otherwise null.' }),
  status: OneOf([...CLAIM_STATUSES], {
    description: 'pending: not verified; verified: the listing is yours; expired after 14 days; superseded: another claim came first.',
  }),
  instructions: Instructions,
  last_check: Nullable(LastClaimCheck, { description: 'Result of the last check; null before it.' }),
  next_check_at: Nullable(Instant(), { description: 'Next automatic check; null if there is none.' }),
  expires_at: Instant('When it expires.'),
  verified_at: Nullable(Instant(), { description: 'When it was verified; otherwise null.' }),
  created_at: Instant('Creation time.'),
  next_steps: NextSteps,
});
export type Claim = Static<typeof Claim>;
export const ClaimPage = ListOf(Claim);
