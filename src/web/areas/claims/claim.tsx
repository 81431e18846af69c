import type { VNode } from 'preact';
import type { Ctx } from '../../../kernel/context.ts';
import { type ClaimOverview, getClaimOverview } from '../../../modules/claims/claims.ts';
import { claimPaths, dashboardPaths, listingPaths, searchPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Query, textParam } from '../../server/page.ts';
import { Field, Form } from '../../ui/form.tsx';
import { ClaimMethods, PendingClaimCard } from './claim-proof.tsx';

export const load = async (ctx: Ctx, { slug }: { slug: string }, query: Query) => ({
  overview: await getClaimOverview(ctx, { slug }),
  done: textParam(query.done),
});

type ClaimData = Awaited<ReturnType<typeof load>>;

export const head = ({ overview: { listing } }: ClaimData): PageHead => ({
  title: `Claim ${listing.name}`,
  description: 'Verify that you own a product and manage its listing.',
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
      Verify that you own <span dir="auto">{data.overview.listing.domain}</span>. Then nobody else can claim the listing, and you can use
      the Verified badge. You can <a href={dashboardPaths.overview({ listing_id: data.overview.listing.id })}>manage the listing</a> either
      way.
    </p>
    {MethodChoice(data, context, 'block')}
  </>
);

const VerifiedOwner = ({ overview: { listing } }: ClaimData) => (
  <>
    <p class="done" role="status">
      <strong>You own this listing.</strong> You can now remove what you published for the verification.
    </p>
    <p>You can now edit the listing, post updates and tell its story. Claiming is free and doesn’t change the listing’s plan.</p>
    <p class="actions more">
      <a class="button button-main" href={dashboardPaths.overview({ listing_id: listing.id })}>
        Manage listing
      </a>
      <a href={listingPaths.listing({ slug: listing.slug })}>View listing</a>
    </p>
  </>
);

const ClaimedByOther = ({ overview: { listing }, done }: ClaimData, context: PageContext) => {
  const action = claimPaths.objectToOwner({ slug: listing.slug });
  return (
    <>
      <p class="notice">This listing has a verified owner, so you can’t claim it.</p>
      {done === 'objected' ? (
        <p class="done" role="status">
          We received your message and will reply to your account’s email address.
        </p>
      ) : (
        <section class="block" aria-labelledby="objection">
          <h2 id="objection">Is this your product?</h2>
          <p>Tell us why. We’ll review it and reply by email. We may also ask the current owner.</p>
          <Form action={action} context={context}>
            <Field action={action} context={context} name="message" label="Your message" rows={6} required maxlength={2000} />
            <button class="button button-main" type="submit">
              Send message
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
          We sent the link. You can request another one in five minutes.
        </p>
      )}
      {pending.length > 0 && (
        <section class={first_class} aria-labelledby="to-do">
          <h2 id="to-do">Next step</h2>
          {pending.map((claim) => (
            <PendingClaimCard claim={claim} context={context} />
          ))}
        </section>
      )}
      <section class={pending.length > 0 ? 'block' : first_class} aria-labelledby="ways">
        <h2 id="ways">{pending.length > 0 ? 'Use another method' : 'Choose a method'}</h2>
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
      Verify that you own <strong dir="auto">{domain}</strong> to manage this listing. It’s free.
    </>
  ),
  you: () => <>You manage this listing.</>,
  somebody: (domain, proved) =>
    proved ? (
      <>This listing already has an owner.</>
    ) : (
      <>
        This listing’s owner hasn’t verified <strong dir="auto">{domain}</strong>. If it’s yours, verify it and you’ll get the listing.
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
