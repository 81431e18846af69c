import type { QueryReading } from '../../modules/listings/profile/profile.ts';
import type { SearchListings } from '../../modules/listings/schema.ts';
import { searchPaths } from '../paths.ts';

const PARTIAL = 'No product has all of these words. These have some of them.';

const quoteWords = (words: string[]): string => words.map((word) => `“${word}”`).join(' or ');

/** What to say above results that are not for the words as typed; null if they are. */
export const describeReading = ({ searched_for, unmatched_words, is_partial }: QueryReading): string | null => {
  if (is_partial) return PARTIAL;
  if (searched_for === null) return null;
  return `${unmatched_words.length > 0 ? `Nothing found for ${quoteWords(unmatched_words)}. ` : ''}Showing results for “${searched_for}”`;
};

/** The same with links: to the words searched for, and back to the typed words. */
export const SearchNotice = ({ input, reading }: { input: SearchListings; reading: QueryReading }) => {
  const { searched_for, unmatched_words, is_partial } = reading;
  if (is_partial) return <p class="corrected">{PARTIAL}</p>;
  if (searched_for === null) return null;
  return (
    <p class="corrected">
      {unmatched_words.length > 0 && (
        <>
          Nothing found for <span dir="auto">{quoteWords(unmatched_words)}</span>.{' '}
        </>
      )}
      Showing results for{' '}
      <a href={searchPaths.listings({ ...input, q: searched_for, page: 1 })}>
        <strong dir="auto">{searched_for}</strong>
      </a>
      .
      {unmatched_words.length === 0 && (
        <>
          {' '}
          Search instead for{' '}
          <a href={searchPaths.listings({ ...input, q: `"${input.q}"`, page: 1 })} rel="nofollow" dir="auto">
            {input.q}
          </a>
        </>
      )}
    </p>
  );
};
