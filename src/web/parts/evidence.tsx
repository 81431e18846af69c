import { quoteAddress } from '../addresses.ts';
import { shortAddress } from '../wording.ts';
import { Outward } from './outward.tsx';
import { Day } from './time.tsx';

export interface Quote {
  quote: string;
  url: string;
  /** When its page was read, where that is known. */
  read_at?: string | null;
}

/** The words a fact rests on, page by page: where they stand, opened at the words, and when they were read there. */
export const Quotes = ({ evidence }: { evidence: Quote[] }) => (
  <>
    {[...Map.groupBy(evidence, ({ url }) => url)].map(([url, quotes]) => {
      const [{ read_at }] = quotes as [Quote];
      return (
        <figure class="quoted">
          <blockquote>
            {quotes.map(({ quote }) => (
              <p dir="auto">
                <mark>{quote}</mark>
              </p>
            ))}
          </blockquote>
          <figcaption>
            Read at <Outward href={quoteAddress(quotes[0]!)}>{shortAddress(url)}</Outward>
            {read_at && (
              <>
                , <Day on={read_at} />
              </>
            )}
          </figcaption>
        </figure>
      );
    })}
  </>
);

/** Where a fact was read, one press away; or that its owner typed it. */
export const Evidence = ({ of, evidence }: { of: string; evidence: Quote | null }) =>
  evidence ? (
    <details class="evidence">
      <summary>
        Where we read this<span class="unseen">: {of}</span>
      </summary>
      <Quotes evidence={[evidence]} />
    </details>
  ) : (
    <p class="evidence-typed">Stated by the owner</p>
  );
