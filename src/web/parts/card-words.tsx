import type { ListingSummary } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';

interface CardWordsProps {
  listing: Pick<ListingSummary, 'slug' | 'name'>;
  says: string | null;
  level?: 2 | 3;
}

/** What a product is called, as a link to its page, and what it says it does. */
export const CardWords = ({ listing, says, level = 3 }: CardWordsProps) => {
  const Name = `h${level}` as 'h2' | 'h3';
  return (
    <>
      <Name class="card-name">
        <a href={to.listing(listing.slug)} dir="auto">
          {listing.name}
        </a>
      </Name>
      {says && (
        <p class="card-tagline" dir="auto">
          {says}
        </p>
      )}
    </>
  );
};
