import type { ComponentChildren, VNode } from 'preact';
import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { type ClaimOverview, getClaimOverview } from '../../../modules/claims/claims.ts';
import { claimPaths, dashboardPaths, listingPaths, searchPaths } from '../../paths.ts';
import { type PageHead, type Query, textParam } from '../../server/page.ts';
import { Field, Form } from '../../ui/form.tsx';
import { ClaimMethods, PendingClaimCard } from './claim-proof.tsx';

export const load = async (ctx: Ctx, { slug }: { slug: string }, query: Query) => ({
  overview: await getClaimOverview(ctx, { slug }),
  done: textParam(query.done),
});

type ClaimData = Awaited<ReturnType<typeof load>>;

export const head = ({ overview: { listing } }: ClaimData): PageHead => ({
  title: t('Claim {name}', { name: listing.name }),
  description: t('Verify that you own a product and manage its listing.'),
  canonical: claimPaths.claim({ slug: listing.slug }),
  trail: [
    { name: t('Products'), href: searchPaths.listings() },
    { name: listing.name, href: listingPaths.listing({ slug: listing.slug }) },
  ],
  index: false,
  island: 'copy.js',
});

/** The submitter of a listing owns it without proof, and can add one. */
const UnverifiedOwner = (data: ClaimData) => (
  <>
    <p>
      {rich(
        'Verify that you own {domain}. Then nobody else can claim the listing, and you can use the Verified badge. You can <link>manage the listing</link> either way.',
        {
          domain: <span dir="auto">{data.overview.listing.domain}</span>,
          link: (text) => <a href={dashboardPaths.overview({ listing_id: data.overview.listing.id })}>{text}</a>,
        },
      )}
    </p>
    {MethodChoice(data, 'block')}
  </>
);

const VerifiedOwner = ({ overview: { listing } }: ClaimData) => (
  <>
    <p class="done" role="status">
      {rich('<strong>You own this listing.</strong> You can now remove what you published for the verification.', {
        strong: (text) => <strong>{text}</strong>,
      })}
    </p>
    <p>{t('You can now edit the listing, post updates and tell its story. Claiming is free and doesn’t change the listing’s plan.')}</p>
    <p class="actions more">
      <a class="button button-main" href={dashboardPaths.overview({ listing_id: listing.id })}>
        {t('Manage listing')}
      </a>
      <a href={listingPaths.listing({ slug: listing.slug })}>{t('View listing')}</a>
    </p>
  </>
);

const ClaimedByOther = ({ overview: { listing }, done }: ClaimData) => {
  const action = claimPaths.objectToOwner({ slug: listing.slug });
  return (
    <>
      <p class="notice">{t('This listing has a verified owner, so you can’t claim it.')}</p>
      {done === 'objected' ? (
        <p class="done" role="status">
          {t('We received your message and will reply to your account’s email address.')}
        </p>
      ) : (
        <section class="block" aria-labelledby="objection">
          <h2 id="objection">{t('Is this your product?')}</h2>
          <p>{t('Tell us why. We’ll review it and reply by email. We may also ask the current owner.')}</p>
          <Form action={action}>
            <Field action={action} name="message" label={t('Your message')} rows={6} required maxlength={2000} />
            <button class="button button-main" type="submit">
              {t('Send message')}
            </button>
          </Form>
        </section>
      )}
    </>
  );
};

const MethodChoice = ({ overview, done }: ClaimData, first_class: string) => {
  const pending = overview.claims.filter(({ status }) => status === 'pending');
  return (
    <>
      {done === 'mailed' && (
        <p class="done" role="status">
          {t('We sent the link. You can request another one in five minutes.')}
        </p>
      )}
      {pending.length > 0 && (
        <section class={first_class} aria-labelledby="to-do">
          <h2 id="to-do">{t('Next step')}</h2>
          {pending.map((claim) => (
            <PendingClaimCard claim={claim} />
          ))}
        </section>
      )}
      <section class={pending.length > 0 ? 'block' : first_class} aria-labelledby="ways">
        <h2 id="ways">{pending.length > 0 ? t('Use another method') : t('Choose a method')}</h2>
        <ClaimMethods overview={overview} />
      </section>
    </>
  );
};

const BY_OWNER: Record<ClaimOverview['owner'], (data: ClaimData) => VNode> = {
  nobody: (data) => MethodChoice(data, 'block block-first'),
  you: (data) => (data.overview.proved ? VerifiedOwner(data) : UnverifiedOwner(data)),
  somebody: (data) => (data.overview.proved ? ClaimedByOther(data) : MethodChoice(data, 'block block-first')),
};

const LEDES: Record<ClaimOverview['owner'], (domain: string, proved: boolean) => ComponentChildren> = {
  nobody: (domain) => (
    <>{rich('Verify that you own {domain} to manage this listing. It’s free.', { domain: <strong dir="auto">{domain}</strong> })}</>
  ),
  you: () => <>{t('You manage this listing.')}</>,
  somebody: (domain, proved) =>
    proved
      ? t('This listing already has an owner.')
      : rich('This listing’s owner hasn’t verified {domain}. If it’s yours, verify it and you’ll get the listing.', {
          domain: <strong dir="auto">{domain}</strong>,
        }),
};

export const view = (data: ClaimData) => {
  const { listing, owner, proved } = data.overview;
  return (
    <div class="medium claim">
      <header class="page-head">
        <h1>
          {owner === 'you' && !proved ? t('Verify') : t('Claim')} <span dir="auto">{listing.name}</span>
        </h1>
        <p class="lede">{LEDES[owner](listing.domain, proved)}</p>
      </header>
      {BY_OWNER[owner](data)}
    </div>
  );
};
