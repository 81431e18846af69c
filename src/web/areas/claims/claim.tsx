import type { VNode } from 'preact';
import type { Ctx } from '../../../kernel/context.ts';
import { type ClaimOverview, getClaimOverview } from '../../../modules/claims/claims.ts';
import { claimPaths, dashboardPaths, listingPaths, searchPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { Field, Form } from '../../ui/form.tsx';
import { ClaimMethods, PendingClaimCard } from './claim-proof.tsx';

export const load = async (ctx: Ctx, { slug }: { slug: string }, query: Query) => ({
  overview: await getClaimOverview(requireSignedIn(ctx), { slug }),
  done: textParam(query.done),
});

type ClaimData = Awaited<ReturnType<typeof load>>;

export const head = ({ overview: { listing } }: ClaimData): PageHead => ({
  title: `Claim ${listing.name}`,
  description: 'Prove that a product is yours, and look after its listing.',
  canonical: claimPaths.claim({ slug: listing.slug }),
  trail: [
    { name: 'Products', href: searchPaths.listings() },
    { name: listing.name, href: listingPaths.listing({ slug: listing.slug }) },
  ],
  index: false,
  island: 'copy.js',
});

/** The submitter of a listing owns it without proof, and can add one. */
const UnverifiedOwner = (data: ClaimData, context: PageContext) => (
  <>
    <p>
      Prove that <span dir="auto">{data.overview.listing.domain}</span> is yours: nobody else can claim the listing then, and it may show
      the Verified badge. <a href={dashboardPaths.overview({ listing_id: data.overview.listing.id })}>Look after it</a> as before either
      way.
    </p>
    {MethodChoice(data, context, 'block')}
  </>
);

const VerifiedOwner = ({ overview: { listing } }: ClaimData) => (
  <>
    <p class="done" role="status">
      <strong>It is yours.</strong> What you published for the proof may be taken away again.
    </p>
    <p>
      You can edit the listing now, post updates and tell its story. A claimed listing is not a paid one: what a plan includes is chosen
      separately.
    </p>
    <p class="actions more">
      <a class="button button-main" href={dashboardPaths.overview({ listing_id: listing.id })}>
        Look after it
      </a>
      <a href={listingPaths.listing({ slug: listing.slug })}>See the listing</a>
    </p>
  </>
);

const ClaimedByOther = ({ overview: { listing }, done }: ClaimData, context: PageContext) => {
  const action = claimPaths.objectToOwner({ slug: listing.slug });
  return (
    <>
      <p class="notice">Its owner has proved that it is theirs, so it cannot be claimed.</p>
      {done === 'objected' ? (
        <p class="done" role="status">
          The team has your message, and will answer to the address of your account.
        </p>
      ) : (
        <section class="block" aria-labelledby="objection">
          <h2 id="objection">Should it be yours?</h2>
          <p>Tell the team why. A person looks at it and writes to you; the owner may be asked as well.</p>
          <Form action={action} context={context}>
            <Field action={action} context={context} name="message" label="Your message" rows={6} required maxlength={2000} />
            <button class="button button-main" type="submit">
              Tell the team
            </button>
          </Form>
        </section>
      )}
    </>
  );
};

const MethodChoice = ({ overview, done }: ClaimData, context: PageContext, first_class: string) => {
  const pending = overview.claims.filter(({ status }) => status === 'pending');
  return (
    <>
      {done === 'mailed' && (
        <p class="done" role="status">
          The link is on its way. It is sent once in five minutes at most.
        </p>
      )}
      {pending.length > 0 && (
        <section class={first_class} aria-labelledby="to-do">
          <h2 id="to-do">What to do now</h2>
          {pending.map((claim) => (
            <PendingClaimCard claim={claim} context={context} />
          ))}
        </section>
      )}
      <section class={pending.length > 0 ? 'block' : first_class} aria-labelledby="ways">
        <h2 id="ways">{pending.length > 0 ? 'Another way' : 'Choose a way'}</h2>
        <ClaimMethods overview={overview} context={context} />
      </section>
    </>
  );
};

const BY_OWNER: Record<ClaimOverview['owner'], (data: ClaimData, context: PageContext) => VNode> = {
  nobody: (data, context) => MethodChoice(data, context, 'block block-first'),
  you: (data, context) => (data.overview.proved ? VerifiedOwner(data) : UnverifiedOwner(data, context)),
  somebody: (data, context) => (data.overview.proved ? ClaimedByOther(data, context) : MethodChoice(data, context, 'block block-first')),
};

const LEDES: Record<ClaimOverview['owner'], (domain: string, proved: boolean) => VNode> = {
  nobody: (domain) => (
    <>
      Prove that <strong dir="auto">{domain}</strong> is yours, and so is this listing. It costs nothing.
    </>
  ),
  you: () => <>You look after this listing.</>,
  somebody: (domain, proved) =>
    proved ? (
      <>Somebody looks after this listing.</>
    ) : (
      <>
        Somebody looks after this listing, but has not proved that <strong dir="auto">{domain}</strong> is theirs. Prove that it is yours,
        and you get the listing.
      </>
    ),
};

export const view = (data: ClaimData, context: PageContext) => {
  const { listing, owner, proved } = data.overview;
  return (
    <div class="medium claim">
      <header class="page-head">
        <h1>
          {owner === 'you' && !proved ? 'Verify' : 'Claim'} <span dir="auto">{listing.name}</span>
        </h1>
        <p class="lede">{LEDES[owner](listing.domain, proved)}</p>
      </header>
      {BY_OWNER[owner](data, context)}
    </div>
  );
};
