import type { ListingSummary } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import { count, countryName, label } from '../wording.ts';
import { Logo } from './logo.tsx';
import { Week } from './time.tsx';

export const Votes = ({ votes }: { votes: number }) => (
  <p class="votes">
    <strong>{count(votes)}</strong> {votes === 1 ? 'vote' : 'votes'}
  </p>
);

interface CardProps {
  listing: ListingSummary;
  /** Said beside the facts, such as who approved it. */
  note?: string;
  /** A link beneath, such as to a comparison. */
  more?: { href: string; text: string };
}

/** A product in a list: what it is called, what it does, where it belongs, what it asks, what people think. */
export const Card = ({ listing, note, more }: CardProps) => {
  const [primary] = listing.categories;
  return (
    <article class="card">
      <Logo name={listing.name} src={listing.logo_url} size={56} />
      <div class="card-body">
        <h3 class="card-name">
          <a href={to.listing(listing.slug)} dir="auto">
            {listing.name}
          </a>
        </h3>
        {(listing.tagline ?? listing.short_description) && (
          <p class="card-tagline" dir="auto">
            {listing.tagline ?? listing.short_description}
          </p>
        )}
        <ul class="facts-line">
          {primary && (
            <li>
              <a href={to.category(primary.slug)} dir="auto">
                {primary.name}
              </a>
            </li>
          )}
          {listing.pricing_model && <li dir="auto">{label(listing.pricing_model)}</li>}
          {listing.country && <li>{countryName(listing.country)}</li>}
          {listing.status !== 'live' && listing.launch_week_on && (
            <li>
              <Week monday={listing.launch_week_on} />
            </li>
          )}
          {note && <li class="facts-note">{note}</li>}
          {more && (
            <li>
              <a href={more.href}>{more.text}</a>
            </li>
          )}
        </ul>
      </div>
      {listing.status === 'live' && <Votes votes={listing.votes} />}
    </article>
  );
};

export const Cards = ({ listings }: { listings: ListingSummary[] }) => (
  <ul class="cards">
    {listings.map((listing) => (
      <li>
        <Card listing={listing} />
      </li>
    ))}
  </ul>
);
