/** The address if it is http(s), so that a browser may follow it; null for javascript: and everything else. */
export const webUrl = (address: string | null | undefined): string | null => {
  const url = URL.parse(address ?? '');
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
};

const EDGE_WORDS = 6;

/** A dash has a special meaning in text fragments. */
const fragmentText = (words: string[]): string => encodeURIComponent(words.join(' ').toWellFormed()).replaceAll('-', '%2D');

/** Links to a quote on its page with a text fragment; a long quote is matched by its first and last words. */
export const quoteUrl = ({ quote, url }: { quote: string; url: string }): string => {
  const words = quote.split(/\s+/).filter(Boolean);
  if (words.length === 0 || !webUrl(url)) return url;
  const text =
    words.length > 2 * EDGE_WORDS
      ? `${fragmentText(words.slice(0, EDGE_WORDS))},${fragmentText(words.slice(-EDGE_WORDS))}`
      : fragmentText(words);
  return `${url}${url.includes('#') ? '' : '#'}:~:text=${text}`;
};
