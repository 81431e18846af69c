import { perLanguage } from '../../kernel/language/locale.ts';
import { rich, t } from '../../kernel/language/messages.ts';
import type { QueryReading } from '../../modules/listings/profile/profile.ts';
import type { SearchListings } from '../../modules/listings/schema.ts';
import { searchPaths } from '../paths.ts';

const describePartial = () => t('No product has all of these words. These have some of them.');

const lists = perLanguage(({ dates }) => new Intl.ListFormat(dates, { type: 'disjunction' }));

const quoteWords = (words: string[]): string => lists().format(words.map((word) => t('“{word}”', { word })));

/** What to say above results that are not for the words as typed; null if they are. */
export const describeReading = ({ searched_for, unmatched_words, is_partial }: QueryReading): string | null => {
  if (is_partial) return describePartial();
  if (searched_for === null) return null;
  return t('{nothing}Showing results for “{searched_for}”', {
    nothing: unmatched_words.length > 0 ? t('Nothing found for {unmatched_words}. ', { unmatched_words: quoteWords(unmatched_words) }) : '',
    searched_for,
  });
};

/** The same with links: to the words searched for, and back to the typed words. */
export const SearchNotice = ({ input, reading }: { input: SearchListings; reading: QueryReading }) => {
  const { searched_for, unmatched_words, is_partial } = reading;
  if (is_partial) return <p class="corrected">{describePartial()}</p>;
  if (searched_for === null) return null;
  return (
    <p class="corrected">
      {unmatched_words.length > 0 && (
        <>{rich('Nothing found for {unmatched_words}.', { unmatched_words: <span dir="auto">{quoteWords(unmatched_words)}</span> })} </>
      )}
      {rich('Showing results for {value}.', {
        value: (
          <a href={searchPaths.listings({ ...input, q: searched_for, page: 1 })}>
            <strong dir="auto">{searched_for}</strong>
          </a>
        ),
      })}
      {unmatched_words.length === 0 && (
        <>
          {' '}
          {rich('Search instead for {q}', {
            q: (
              <a href={searchPaths.listings({ ...input, q: `"${input.q}"`, page: 1 })} rel="nofollow" dir="auto">
                {input.q}
              </a>
            ),
          })}
        </>
      )}
    </p>
  );
};
