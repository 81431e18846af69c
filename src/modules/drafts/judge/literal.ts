import { mayCut } from './boundaries.ts';
import { type Span, spansOf } from './terms.ts';

/** Addresses in a text: a part of one is no word of the page. Each begins where no letter goes before, so it is looked for once. */
const ADDRESS =
  /(?<![a-z0-9+.-])(?:[a-z][a-z0-9+.-]{1,20}:\/\/|mailto:|tel:|www\.)\S+|(?<!\S)\.{0,2}\/\S+|(?<![\w.+%-])[\w.+%-]{1,64}@[\w-]{1,63}\.[\w.-]+/gi;
const MAY_HOLD_ADDRESS = /[/@:]|www\./i;

const addressesIn = (text: string): Span[] => (MAY_HOLD_ADDRESS.test(text) ? spansOf(ADDRESS, text) : []);
const cuts = (address: Span, start: number, end: number): boolean =>
  (start > address.start && start < address.end) || (end > address.start && end < address.end);

const MOST_TRIES = 200;
const MOST_PLACES = 20;

/** Where a value stands in a text, spelled the same, as whole words. Both are flat. */
export const placesIn = (value: string, text: string, most = MOST_PLACES): Span[] => {
  const places: Span[] = [];
  if (value === '' || !text.includes(value)) return places;
  const addresses = addressesIn(text);
  for (
    let at = text.indexOf(value), tries = 0;
    at >= 0 && tries < MOST_TRIES && places.length < most;
    at = text.indexOf(value, at + 1), tries++
  ) {
    const end = at + value.length;
    if (mayCut(text, at) && mayCut(text, end) && !addresses.some((address) => cuts(address, at, end))) places.push({ start: at, end });
  }
  return places;
};

/** Whether a value stands in a quote. */
export const standsIn = (value: string, quote: string): boolean => placesIn(value, quote, 1).length > 0;
