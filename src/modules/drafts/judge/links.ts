import type { Found, Place } from './page-index.ts';

const LONGEST = 500;

/** A link as a value: http or https, without credentials, of a bearable length. */
export const linkOf = (text: string, base?: string): URL | null => {
  const url = URL.parse(text, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.username !== '' || url.password !== '') return null;
  return url.href.length <= LONGEST ? url : null;
};

/** What makes two spellings of an address the same: scheme and last slash say nothing. */
const keyOf = ({ host, pathname, search, hash }: URL): string => `${host}${pathname.replace(/\/+$/, '')}${search}${hash}`;
export const sameAddress = (a: URL, b: URL): boolean => keyOf(a) === keyOf(b);

/** An address is cut where more of it stands before or behind. */
const OPENS = /[\s\u0000"'“”„«»‘’<>()[\]{}|,;]$/;
const CLOSES = /^(?:[\s\u0000"'“”„«»‘’<>)\]}|]|[.,;:!?]+(?:[\s\u0000]|$))/;
const standsWhole = ({ text, start, end }: Place): boolean =>
  (start === 0 || OPENS.test(text.slice(start - 1, start))) && (end === text.length || CLOSES.test(text.slice(end, end + 8)));

const ABSOLUTE = /(?<![\p{L}\p{N}=/])https?:\/\/[^\s"'“”„«»‘’<>|]+/giu;
const TRAILING = /[.,;:!?)\]}]+$/;
/** A value of structured data with its name. */
const NAMED = /^"[^"]*": "(.*)"$/;
/** Paths look like paths: a word of a picture's description is none. */
const WITHOUT_HOST = /^(?:\/\/[^\s/]+|\.{0,2}\/|[^\s/?#:]+\/)\S*$|^[^\s/?#:]+\.[a-z0-9]{2,5}(?:[?#]\S*)?$/i;

/** The links a quote holds: addresses written out in it, and what it leads to from its page where it is an attribute by itself. */
export const linksIn = (quote: Found): URL[] => {
  const whole = quote.places.filter(standsWhole);
  if (whole.length === 0) return [];
  const texts = new Set<string>();
  for (const [address] of quote.quote.matchAll(ABSOLUTE)) {
    texts.add(address);
    texts.add(address.replace(TRAILING, ''));
  }
  const value = NAMED.exec(quote.quote)?.[1] ?? quote.quote;
  if (whole.some(({ source }) => source !== 'visible') && WITHOUT_HOST.test(value)) texts.add(value);
  return [...texts].flatMap((text) => linkOf(text, quote.base) ?? []);
};

const PICTURE = /\.(?:png|svg|jpe?g|gif|webp|avif|ico|bmp)(?![a-z0-9])/i;
const LIKE_ONE = /logo|icon|image|img|picture|photo|avatar|brand|asset|media|upload|thumb|gravatar|googleusercontent/i;

/** Whether an address can be a picture's: it ends like one or speaks like one. */
export const isPicture = ({ hostname, pathname, search }: URL): boolean =>
  PICTURE.test(pathname + search) || LIKE_ONE.test(`${hostname}${pathname}${search}`);
