import words from '../words/contacts.json' with { type: 'json' };
import { termsOf } from '../words/terms.ts';
import { decodeEscapes } from '../words/text.ts';
import { foundingYearsIn } from './dates.ts';
import { type FoundQuote, isText, type QuotePlace, surroundingText } from './page-index.ts';
import { type FieldCheck, NOT_SUPPORTED, quotesWith, readText, supportedBy } from './ruling.ts';

const PLAIN =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_%+-]+(?:\.[\p{L}\p{N}_%+-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])/gu;

const alternatives = (lines: string[]): string =>
  termsOf(...lines)
    .map((word) => word.replace(/[.^$*+?()[\]{}|\\]/g, '\\$&'))
    .join('|');
/** "name [at] company (dot) com": the words in any brackets, with or without spaces; or AT and DOT in capitals between spaces. */
const AT = new RegExp(` ?[[({<] ?(?:${alternatives(words.at)}) ?[\\])}>] ?`, 'giu');
const DOT = new RegExp(` ?[[({<] ?(?:${alternatives(words.dot)}) ?[\\])}>] ?`, 'giu');
/** In Nordic languages "(a)" often stands for @. With spaces around it, it is a list item. */
const NORTHERN_AT = /(?<=[\p{L}\p{N}])[[(]a[\])](?=[\p{L}\p{N}])/giu;
const SPOKEN_AT = / AT /g;
const SPOKEN_DOT = / DOT /g;

/** `icon@2x.png` is a file. */
const FILE = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|js|mp4|webm|pdf|html?)$/;

const plainIn = (text: string): string[] =>
  [...text.matchAll(PLAIN)].map(([email]) => email.toLowerCase()).filter((email) => !FILE.test(email));

/** The email addresses in a text, in lower case: as written, in a `mailto:` link, or obfuscated. */
export const emailsIn = (text: string): string[] => {
  const written = text.replaceAll('＠', '@');
  const link = /^mailto:([^?]*)/i.exec(written)?.[1];
  if (link !== undefined) return plainIn(decodeEscapes(link));
  const spelled = written.replace(AT, '@').replace(NORTHERN_AT, '@').replace(DOT, '.');
  const spoken = written.replace(SPOKEN_AT, '@').replace(SPOKEN_DOT, '.');
  return [...new Set([written, spelled, spoken].flatMap(plainIn))];
};

const LONGEST_LINK = 500;

/** Parses a link: http or https, without credentials, of limited length. */
export const parseLink = (text: string, base?: string): URL | null => {
  const url = URL.parse(text, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.username !== '' || url.password !== '') return null;
  return url.href.length <= LONGEST_LINK ? url : null;
};

/** Equal for spellings of the same address: scheme and trailing slash do not matter. */
const linkKey = ({ host, pathname, search, hash }: URL): string => `${host}${pathname.replace(/(?<!\/)\/+$/, '')}${search}${hash}`;
export const sameAddress = (a: URL, b: URL): boolean => linkKey(a) === linkKey(b);

/** An address is cut off if it continues before or after the quote. */
const OPENS = /[\s\u0000"'“”„«»‘’<>()[\]{}|,;]$/;
const CLOSES = /^(?:[\s\u0000"'“”„«»‘’<>)\]}|]|[.,;:!?]+(?:[\s\u0000]|$))/;
const standsWhole = ({ text, start, end }: QuotePlace): boolean =>
  (start === 0 || OPENS.test(text.slice(start - 1, start))) && (end === text.length || CLOSES.test(text.slice(end, end + 8)));

const ABSOLUTE = /(?<![\p{L}\p{N}=/])https?:\/\/[^\s"'“”„«»‘’<>|]+/giu;
const TRAILING = /(?<![.,;:!?)\]}])[.,;:!?)\]}]+$/;
/** A structured value with its key. */
const NAMED = /^"[^"]*": "(.*)"$/;
/** Relative addresses must look like paths, so that words of an alt text do not count. */
const WITHOUT_HOST = /^(?:\/\/[^\s/]|\.{0,2}\/|[^\s/?#:]+\/)\S*$|^[^\s/?#:]+\.[a-z0-9]{2,5}(?:[?#]\S*)?$/i;

/** The links in a quote: absolute addresses, and the target of a quoted attribute, resolved against its page. */
export const linksIn = (quote: FoundQuote): URL[] => {
  const whole = quote.places.filter(standsWhole);
  if (whole.length === 0) return [];
  const texts = new Set<string>();
  for (const [address] of quote.quote.matchAll(ABSOLUTE)) {
    texts.add(address);
    texts.add(address.replace(TRAILING, ''));
  }
  const value = NAMED.exec(quote.quote)?.[1] ?? quote.quote;
  if (whole.some(({ source }) => source !== 'visible') && WITHOUT_HOST.test(value)) texts.add(value);
  return [...texts].flatMap((text) => parseLink(text, quote.base) ?? []);
};

const PICTURE = /\.(?:png|svg|jpe?g|gif|webp|avif|ico|bmp)(?![a-z0-9])/i;
const LIKE_ONE = /logo|icon|image|img|picture|photo|avatar|brand|asset|media|upload|thumb|gravatar|googleusercontent/i;

/** Whether an address can be an image, by extension or wording. */
export const isPicture = ({ hostname, pathname, search }: URL): boolean =>
  PICTURE.test(pathname + search) || LIKE_ONE.test(`${hostname}${pathname}${search}`);

const LONGEST_EMAIL = 254;
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/;
/** Longer than any address, so that none is cut off. */
const REACH = 320;

/** Verifies an email address that a quote contains in full: "ann@acme.test" from "mary.ann@acme.test" is rejected. */
export const verifyEmail: FieldCheck<string> = (value, quotes) => {
  const read = readText(value, LONGEST_EMAIL);
  if (isText(read)) return read;
  const expected = read.text.toLowerCase();
  if (!EMAIL.test(expected)) return 'is no address';
  const hasEmail = (text: string) => emailsIn(text).includes(expected);
  const isWhole = ({ places }: FoundQuote) => places.some((place) => hasEmail(surroundingText(place, REACH).text));
  const supporting_quotes = quotes.filter((quote) => hasEmail(quote.quote) && isWhole(quote));
  return supportedBy(read.text, supporting_quotes);
};

/** Verifies a link that a quote contains, resolved against its page, or the canonical address of the same thing. */
export const verifyLink =
  (isFitting: (url: URL) => boolean = () => true, toCanonical: (url: URL) => string | undefined = () => undefined): FieldCheck<string> =>
  (value, quotes) => {
    const read = readText(value, LONGEST_LINK);
    const expected = isText(read) ? null : parseLink(read.text);
    if (!expected) return 'is no link';
    const canonical = toCanonical(expected);
    const findLink = (quote: FoundQuote): string | undefined => {
      const links = linksIn(quote).filter(isFitting);
      const same = links.find((url) => sameAddress(url, expected))?.href;
      return same ?? (canonical !== undefined && links.some((url) => toCanonical(url) === canonical) ? canonical : undefined);
    };
    const first = quotes.map(findLink).find((href) => href !== undefined);
    const supporting_quotes = quotes.filter((quote) => findLink(quote) === first);
    return first === undefined ? NOT_SUPPORTED : supportedBy(first, supporting_quotes);
  };

export const verifyFoundedYear: FieldCheck<string> = (value, quotes) => {
  const expected = typeof value === 'number' ? String(value) : isText(value) && value.length < 20 ? value.trim() : '';
  if (!/^(?:1[89]|20)\d\d$/.test(expected)) return 'is no year';
  const supporting_quotes = quotesWith(quotes, (text) => foundingYearsIn(text).filter(({ year }) => year === expected));
  return supportedBy(expected, supporting_quotes);
};
