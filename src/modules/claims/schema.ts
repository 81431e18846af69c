import { Email, Id, Instant, ListOf, Nullable, OneOf, PAGING, RequiredText, Strict, T } from '../../kernel/schema.ts';

export const CLAIM_STATUSES = ['pending', 'verified', 'expired', 'superseded'] as const;
const methods = ['dns', 'meta', 'file', 'email'] as const;

export const ClaimListing = Strict({
  slug: RequiredText(220, 'The listing to claim.'),
  method: OneOf([...methods], { description: 'How you will prove it.' }),
  email: T.Optional(Email('For method email: an address at the company’s domain.')),
});
export const VerifyClaim = Strict({ claim_id: Id('Your claim.') });
export const ListClaims = Strict({ ...PAGING });

export const Claim = Strict({
  id: T.Integer(),
  listing_slug: T.String(),
  method: OneOf([...methods]),
  status: OneOf([...CLAIM_STATUSES]),
  instructions: Strict(
    { what: T.String(), where: T.String(), value: Nullable(T.String()) },
    { description: 'What to publish and where; the emailed link has no value here.' },
  ),
  last_check: Nullable(Strict({ checked_at: Instant(), found: T.Boolean(), detail: T.String() })),
  expires_at: Instant(),
  verified_at: Nullable(Instant()),
  created_at: Instant(),
});
export const ClaimPage = ListOf(Claim);
