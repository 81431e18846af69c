import type { OwnListing, OwnSummary } from '../../modules/listings/own-schema.ts';
import { to } from '../addresses.ts';

interface Next {
  /** What to do. */
  name: string;
  href: string;
  /** How it stands. */
  says: string;
}

type Of = Pick<OwnSummary, 'id' | 'slug' | 'status'>;

/** What an owner does next, by how the listing stands. */
const NEXT: Record<OwnListing['status'], (listing: Of) => Next> = {
  draft: ({ id }) => ({
    name: 'Choose how it launches',
    href: to.freePlan(id),
    says: 'It is saved, and nobody but you sees it. Choose how it is to be published.',
  }),
  awaiting_badge: ({ id }) => ({
    name: 'Put up the badge',
    href: to.freePlan(id),
    says: 'It has a place in its launch week and goes live then, once our badge is found on its homepage.',
  }),
  scheduled: ({ slug }) => ({ name: 'See its page', href: to.listing(slug), says: 'All is done: it goes live when its week begins.' }),
  live: ({ id }) => ({
    name: 'Post an update',
    href: `${to.ownListing(id)}#post-update`,
    says: 'It is live. What you edit is published at once, and followers hear of your updates.',
  }),
  removed: ({ id }) => ({ name: 'See why', href: to.ownListing(id), says: 'The team of the site has taken it down.' }),
};

export const nextStepOf = (listing: Of): Next => NEXT[listing.status](listing);

/** How a listing stands and what to do about it. */
export const NextStep = ({ listing }: { listing: OwnListing }) => {
  const { name, href, says } = nextStepOf(listing);
  return (
    <section class="block block-first" aria-labelledby="next">
      <h2 id="next">{listing.status === 'removed' ? 'How it stands' : 'Next'}</h2>
      <p>{says}</p>
      {listing.removal_reason && <p dir="auto">Reason: {listing.removal_reason}</p>}
      {listing.status !== 'removed' && (
        <p>
          <a class="button button-main" href={href}>
            {name}
          </a>
        </p>
      )}
    </section>
  );
};
