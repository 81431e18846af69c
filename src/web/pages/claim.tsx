import type { VNode } from 'preact';
import type { Ctx } from '../../kernel/context.ts';
import { type Claiming, findClaiming } from '../../modules/claims/claim.ts';
import { to } from '../addresses.ts';
import { slugIn, typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { PendingClaim } from '../parts/claim-card.tsx';
import { ClaimMethods } from '../parts/claim-methods.tsx';
import { Field, Form } from '../parts/form.tsx';

interface ClaimData {
  claiming: Claiming;
  done: string | undefined;
}

export const load = async (ctx: Ctx, params: Params, query: Query): Promise<ClaimData> => ({
  claiming: await findClaiming(signedIn(ctx), { slug: slugIn(params, 'listing_not_found') }),
  done: typed(query.done),
});

export const head = ({ claiming: { listing } }: ClaimData): Head => ({
  title: `Claim ${listing.name}`,
  description: 'Prove that a product is yours, and look after its listing.',
  canonical: to.claim(listing.slug),
  trail: [
    { name: 'Products', href: to.listings() },
    { name: listing.name, href: to.listing(listing.slug) },
  ],
  index: false,
  island: 'copy.js',
});

const Yours = (data: ClaimData, here: Here) => (data.claiming.proved ? Proved(data) : Unproved(data, here));

/** Whoever submitted a listing has proved nothing by it, and may. */
const Unproved = (data: ClaimData, here: Here) => (
  <>
    <p>
      Nobody can take it from you. Prove that <span dir="auto">{data.claiming.listing.domain}</span> is yours as well, and it may show the
      Verified badge. <a href={to.ownListing(data.claiming.listing.id)}>Look after it</a> as before either way.
    </p>
    {Ways(data, here, 'block')}
  </>
);

const Proved = ({ claiming: { listing } }: ClaimData) => (
  <>
    <p class="done" role="status">
      <strong>It is yours.</strong> What you published for the proof may be taken away again.
    </p>
    <p>
      You can edit the listing now, post updates and tell its story. A claimed listing is not a paid one: what a plan includes is chosen
      separately.
    </p>
    <p class="claim-ways">
      <a class="button button-main" href={to.ownListing(listing.id)}>
        Look after it
      </a>
      <a href={to.listing(listing.slug)}>See the listing</a>
    </p>
  </>
);

const Theirs = ({ claiming: { listing }, done }: ClaimData, here: Here) => {
  const action = to.claimObjection(listing.slug);
  return (
    <>
      <p class="notice">This listing has an owner already, so it cannot be claimed.</p>
      {done === 'objected' ? (
        <p class="done" role="status">
          The team has your message, and will answer to the address of your account.
        </p>
      ) : (
        <section class="block" aria-labelledby="objection">
          <h2 id="objection">Should it be yours?</h2>
          <p>Tell the team why. A person looks at it and writes to you; the owner may be asked as well.</p>
          <Form action={action} here={here}>
            <Field action={action} here={here} name="message" label="Your message" rows={6} required maxlength={2000} />
            <button class="button button-main" type="submit">
              Tell the team
            </button>
          </Form>
        </section>
      )}
    </>
  );
};

/** What is under way, and the ways there are. */
const Ways = ({ claiming, done }: ClaimData, here: Here, first: string) => {
  const pending = claiming.claims.filter(({ status }) => status === 'pending');
  return (
    <>
      {done === 'mailed' && (
        <p class="done" role="status">
          The link is on its way. It is sent once in five minutes at most.
        </p>
      )}
      {pending.length > 0 && (
        <section class={first} aria-labelledby="to-do">
          <h2 id="to-do">What to do now</h2>
          {pending.map((claim) => (
            <PendingClaim claim={claim} here={here} />
          ))}
        </section>
      )}
      <section class={pending.length > 0 ? 'block' : first} aria-labelledby="ways">
        <h2 id="ways">{pending.length > 0 ? 'Another way' : 'Choose a way'}</h2>
        <ClaimMethods claiming={claiming} here={here} />
      </section>
    </>
  );
};

const Nobodys = (data: ClaimData, here: Here) => Ways(data, here, 'block block-first');

const BY_OWNER = { nobody: Nobodys, you: Yours, somebody: Theirs };

const LEDES: Record<Claiming['owner'], (domain: string) => VNode> = {
  nobody: (domain) => (
    <>
      Prove that <strong dir="auto">{domain}</strong> is yours, and so is this listing. It costs nothing.
    </>
  ),
  you: () => <>You look after this listing.</>,
  somebody: () => <>Somebody looks after this listing.</>,
};

export const view = (data: ClaimData, here: Here) => {
  const { listing, owner, proved } = data.claiming;
  return (
    <div class="claim">
      <header class="page-head">
        <h1>
          {owner === 'you' && !proved ? 'Verify' : 'Claim'} <span dir="auto">{listing.name}</span>
        </h1>
        <p class="lede">{LEDES[owner](listing.domain)}</p>
      </header>
      {BY_OWNER[owner](data, here)}
    </div>
  );
};
