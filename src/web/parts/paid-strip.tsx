import type { ComponentChildren } from 'preact';
import type { ListingSummary } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import { Logo } from './logo.tsx';

interface PaidStripProps {
  id: string;
  heading: string;
  /** What was bought, and what it does not change. */
  says: string;
  places: { listing: Pick<ListingSummary, 'slug' | 'name' | 'tagline' | 'logo_url'>; figure?: ComponentChildren }[];
  more?: { href: string; text: string };
}

/** Places that were bought. Each says so itself, so that no picture of one can be taken without it. */
export const PaidStrip = ({ id, heading, says, places, more }: PaidStripProps) =>
  places.length > 0 ? (
    <section class="block paid-strip" aria-labelledby={id}>
      <h2 id={id}>
        {heading} <span class="paid">Paid</span>
      </h2>
      <p class="quiet">{says}</p>
      <ul class="paid-places">
        {places.map(({ listing: { slug, name, tagline, logo_url }, figure }) => (
          <li>
            <article class="paid-place">
              <Logo name={name} src={logo_url} size={40} />
              <div>
                <h3 class="card-name">
                  <a href={to.listing(slug)} dir="auto">
                    {name}
                  </a>{' '}
                  <span class="paid">Paid</span>
                </h3>
                {tagline && (
                  <p class="card-tagline" dir="auto">
                    {tagline}
                  </p>
                )}
                {figure}
              </div>
            </article>
          </li>
        ))}
      </ul>
      {more && (
        <p class="more">
          <a href={more.href}>{more.text}</a>
        </p>
      )}
    </section>
  ) : null;

/** Listings whose featured days are running. */
export const FeaturedStrip = ({ listings }: { listings: ListingSummary[] }) => (
  <PaidStrip
    id="featured"
    heading="Featured"
    says="Their makers paid to be shown here for seven days. It changes no vote, no rank and no search."
    places={listings.map((listing) => ({ listing }))}
  />
);
