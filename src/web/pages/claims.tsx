import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { listClaims } from '../../modules/claims/claim.ts';
import { type Claim, ListClaims } from '../../modules/claims/schema.ts';
import { to } from '../addresses.ts';
import { asked } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { ClaimStatus, METHOD_NAMES } from '../parts/claim-card.tsx';
import { Empty } from '../parts/empty.tsx';
import { Form, Trouble } from '../parts/form.tsx';
import { Moment } from '../parts/moment.tsx';
import { OfWhat } from '../parts/of-what.tsx';
import { Pages } from '../parts/pager.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) =>
  valueIn(await listClaims(signedIn(ctx), asked(ListClaims, query).input));

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Your claims',
  description: 'Listings you say are yours, and how far the proof is.',
  canonical: to.claims(),
  trail: [{ name: 'Your account', href: to.account() }],
  index: false,
});

const ClaimLine = ({ claim, here }: { claim: Claim; here: Here }) => (
  <li>
    <div>
      <h2>
        <a href={to.claim(claim.listing_slug)} dir="auto">
          {claim.listing_name}
        </a>
      </h2>
      <p class="quiet">
        {METHOD_NAMES[claim.method]}
        {claim.email && (
          <>
            , <span dir="auto">{claim.email}</span>
          </>
        )}{' '}
        · begun <Moment at={new Date(claim.created_at)} now={here.now} />
      </p>
      {claim.status === 'pending' && claim.last_check && <p dir="auto">{claim.last_check.detail}</p>}
    </div>
    <ClaimStatus status={claim.status} />
    {claim.status === 'pending' && claim.method !== 'email' && (
      <Form action={to.checkClaim(claim.id)} here={here}>
        <button class="button" type="submit">
          Check now
          <OfWhat name={claim.listing_name} />
        </button>
      </Form>
    )}
  </li>
);

export const view = (claims: Data, here: Here) => {
  // Of a claim that is over by now there is no form to say it in.
  const said = here.form?.message;
  const told = claims.items.some(
    ({ id, status, method }) => status === 'pending' && method !== 'email' && here.form?.action === to.checkClaim(id),
  );
  return (
    <div class="claims">
      <header class="page-head">
        <h1>Your claims</h1>
        <p class="lede">Listings you say are yours, and how far the proof is.</p>
      </header>
      {said && !told && <Trouble>{said}</Trouble>}
      <Pages
        list={claims}
        href={to.claims}
        empty={
          <Empty title="You have claimed nothing yet">
            <p>
              Find your product <a href={to.listings()}>among the listings</a>; where nobody looks after it, its page leads to the claim.
            </p>
          </Empty>
        }
      >
        <ul class="claim-list">
          {claims.items.map((claim) => (
            <ClaimLine claim={claim} here={here} />
          ))}
        </ul>
      </Pages>
    </div>
  );
};
