import { Email, Id, Instant, ListOf, Nullable, OneOf, PAGING, RequiredText, type Static, Strict, T } from '../../kernel/schema.ts';

export const CLAIM_STATUSES = ['pending', 'verified', 'expired', 'superseded'] as const;
export const CLAIM_METHOD_NAMES = ['dns', 'meta', 'file', 'email'] as const;
export type ClaimMethodName = (typeof CLAIM_METHOD_NAMES)[number];

export const ClaimListing = Strict({
  slug: RequiredText(220, 'The listing to claim.'),
  method: OneOf([...CLAIM_METHOD_NAMES], { description: 'How you will prove it.' }),
  email: T.Optional(Email('For method email: an address at the company’s domain.')),
});
export type ClaimListing = Static<typeof ClaimListing>;
export const VerifyClaim = Strict({ claim_id: Id('Your claim.') });
export const ListClaims = Strict({ ...PAGING });

const Instructions = Strict(
  {
    what: T.String({ description: 'What to do, in words.' }),
    where: T.String({ description: 'The name of the record, the address of the page or file, or the mailbox.' }),
    value: Nullable(T.String({ description: 'What to publish there, as it is; null for a mailed link.' })),
    token: Nullable(T.String({ description: 'The token in it by itself.' })),
  },
  { description: 'What to publish and where. The mailed link has no value here.' },
);
export type Instructions = Static<typeof Instructions>;

const LastClaimCheck = Strict({ checked_at: Instant(), found: T.Boolean(), detail: T.String({ description: 'What was seen.' }) });
export type LastClaimCheck = Static<typeof LastClaimCheck>;

export const Claim = Strict({
  id: T.Integer(),
  listing_slug: T.String(),
  listing_name: T.String(),
  method: OneOf([...CLAIM_METHOD_NAMES]),
  email: Nullable(T.String({ description: 'Of method email: where the link went.' })),
  status: OneOf([...CLAIM_STATUSES], { description: 'superseded: somebody else, or another of your claims, was proved first.' }),
  instructions: Instructions,
  last_check: Nullable(LastClaimCheck),
  next_check_at: Nullable(Instant('When we look by ourselves; null where we do not.')),
  expires_at: Instant(),
  verified_at: Nullable(Instant()),
  created_at: Instant(),
});
export type Claim = Static<typeof Claim>;
export const ClaimPage = ListOf(Claim);
