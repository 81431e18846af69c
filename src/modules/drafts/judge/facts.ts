import { emailsIn } from './emails.ts';
import { isText } from './given.ts';
import { linkOf, linksIn, sameAddress } from './links.ts';
import { around, type Found } from './page-index.ts';
import { answer, type Check, NOT_SAID, textOf, where } from './ruling.ts';
import { foundingYearsIn } from './years.ts';

const LONGEST_EMAIL = 254;
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/;
/** Longer than any address, so that one is never seen cut. */
const REACH = 320;

/** An address that a quote holds whole: "ann@acme.test" cut out of "mary.ann@acme.test" is not held. */
export const email: Check<string> = (value, quotes) => {
  const read = textOf(value, LONGEST_EMAIL);
  if (isText(read)) return read;
  const wanted = read.text.toLowerCase();
  if (!EMAIL.test(wanted)) return 'is no address';
  const holds = (text: string) => emailsIn(text).includes(wanted);
  return answer(
    read.text,
    quotes.filter(({ quote, places }) => holds(quote) && places.some((place) => holds(around(place, REACH).text))),
  );
};

const LONGEST_LINK = 500;

/** A link that a quote holds, as it is read on the quote's page; or the usual address of the same thing, where it has one. */
export const link =
  (fitting: (url: URL) => boolean = () => true, usual: (url: URL) => string | undefined = () => undefined): Check<string> =>
  (value, quotes) => {
    const read = textOf(value, LONGEST_LINK);
    const wanted = isText(read) ? null : linkOf(read.text);
    if (!wanted) return 'is no link';
    const called = usual(wanted);
    const heldBy = (quote: Found): string | undefined => {
      const links = linksIn(quote).filter(fitting);
      const same = links.find((url) => sameAddress(url, wanted))?.href;
      return same ?? (called !== undefined && links.some((url) => usual(url) === called) ? called : undefined);
    };
    const first = quotes.map(heldBy).find((href) => href !== undefined);
    if (first === undefined) return NOT_SAID;
    return answer(
      first,
      quotes.filter((quote) => heldBy(quote) === first),
    );
  };

/** A year that a quote calls the year of founding. */
export const foundedYear: Check<string> = (value, quotes) => {
  const wanted = typeof value === 'number' ? String(value) : isText(value) && value.length < 20 ? value.trim() : '';
  if (!/^(?:1[89]|20)\d\d$/.test(wanted)) return 'is no year';
  return answer(
    wanted,
    where(quotes, (text) => foundingYearsIn(text).filter(({ year }) => year === wanted)),
  );
};
