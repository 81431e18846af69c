import type { ListingSummary } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import { countryName, label } from '../wording.ts';
import { CardWords } from './card-words.tsx';
import { Logo } from './logo.tsx';
import { Week } from './time.tsx';
import { VoteOnCard } from './voting.tsx';

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
        <CardWords listing={listing} says={listing.tagline ?? listing.short_description} />
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
      {listing.status === 'live' && <VoteOnCard listing={listing} />}
    </article>
  );
};

export const Cards = ({ listings }: { listings: ListingSummary[] }) => (
  <ul class="cards">
    {listings.map((listing) => (
      <li id={`launch-${listing.slug}`}>
        <Card listing={listing} />
      </li>
    ))}
  </ul>
);
