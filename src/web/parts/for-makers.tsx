import type { Listing } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';

/** What makers come for: on a listing nobody looks after the way to make it one's own, and badges. */
export const ForMakers = ({ listing: { slug, domain, claimed } }: { listing: Listing }) => (
  <section class="aside-block" aria-labelledby="makers">
    <h2 id="makers">{claimed ? 'For its makers' : 'Is it yours?'}</h2>
    {!claimed && (
      <p>
        Nobody looks after this listing yet. <a href={to.claim(slug)}>Claim this listing</a>: it is free, and takes one proof that{' '}
        <span dir="auto">{domain}</span> is yours.
      </p>
    )}
    <p>
      <a href={to.badges(slug)}>Badges for its own pages</a>
    </p>
  </section>
);
