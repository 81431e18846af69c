import { getDomain } from 'tldts';
import type { TextPiece } from '../parse/page.ts';
import { lettersOnly } from '../propose/site.ts';
import { pricesIn } from '../verify/pricing.ts';
import { hedgeOf, isPlannedText } from '../words/hedges.ts';
import { containsWhole, decodeEscapes, flattenText, paragraphsOf } from '../words/text.ts';

/** What the model saw of the site, and what is known about it. */
export interface ShownText {
  pieces: TextPiece[];
  domain: string | null;
  product: string | null;
  /** Names of the product, its makers and its domains, as bare letters. */
  own_names: string[];
}

/** Longer than any title; sentences that only mention something are longer. */
const SHORT = 80;
/** Allows a label next to an address: "E-mail:", "Write to us:". */
const BESIDE_ADDRESS = 20;
const PARTED = /(?<!\s)\s+[|–—·•»›~-]\s+|(?:(?<!\s)\s+)?[|·•｜]\s*|[:：]\s+/;
const ENDS = /(?<![\s.!?。！？…])[\s.!?。！？…]+$/;
/** A value of structured data, without its key. */
const VALUE = /^"[^"]*": "(.*)"$/;
/** The start of a line or sentence. After a colon or quotation mark, something is only mentioned. */
const BEGINS = /(?:^|[.!?•·|。！？]\s*)$/;
/** The end of a line, sentence or label. */
const ITEM_ENDS = /^(?:$|\s?[.!?:;,(|•·。！？：、–—]|\s-\s)/;
const SENTENCE_ENDS = /[.!?…。！？]["”’»)]?$/;

const getPieceText = ({ source, text }: TextPiece): string => (source === 'json_ld' ? (VALUE.exec(text)?.[1] ?? text) : text);
const comparable = (text: string): string => text.replace(ENDS, '').toLowerCase();

/** Whether a text is a whole line of the site, or a whole part of a title. */
const isLine = (value: string, { pieces }: ShownText): boolean =>
  pieces.some((piece) => {
    const parts = piece.source === 'visible' ? [] : getPieceText(piece).split(PARTED);
    return [getPieceText(piece), ...parts].some((part) => comparable(part) === comparable(value));
  });

/** Whether a text is a whole line: an answer cut short may say the opposite. */
export const isWholeLine = (value: string, { pieces }: ShownText): boolean =>
  pieces.some((piece) => comparable(getPieceText(piece)) === comparable(value));

/** Whether a text is one or more whole sentences of a line: part of a sentence may say the opposite. */
const isSentences = (value: string, { pieces }: ShownText): boolean =>
  pieces.some((piece) => {
    const text = getPieceText(piece);
    const at = text.indexOf(value);
    if (at < 0 || !BEGINS.test(text.slice(Math.max(0, at - 3), at))) return false;
    const end = at + value.length;
    return end === text.length || SENTENCE_ENDS.test(value) || /^[.!?…。！？]/.test(text.slice(end));
  });

export const keepSentences = (value: unknown, shown: ShownText): string | null => {
  const kept = typeof value === 'string' ? paragraphsOf(value).filter((part) => isSentences(part, shown)) : [];
  return kept.length > 0 ? kept.join('\n\n') : null;
};

/** A product is named more than once, and at least once on its own or in a title. */
const isName = (value: string, { pieces }: ShownText): boolean => {
  const matching_pieces = pieces.filter((piece) => containsWhole(value.toLowerCase(), getPieceText(piece).toLowerCase()));
  return matching_pieces.length >= 2 && matching_pieces.some((piece) => getPieceText(piece).length <= SHORT);
};

/** An email address that is linked, in structured data, on the site's own domain, or nearly alone on its line. */
const isOwnAddress = (value: string, { pieces, domain }: ShownText): boolean => {
  const matching_pieces = pieces.filter(({ text }) => text.toLowerCase().includes(value.toLowerCase()));
  const own = domain !== null && getDomain(value.split('@')[1] ?? '') === domain;
  return (
    own ||
    matching_pieces.some(
      (piece) => piece.source === 'json_ld' || /^mailto:/i.test(piece.text) || piece.text.length <= value.length + BESIDE_ADDRESS,
    )
  );
};

/** A place that is in structured data, appears more than once, or is written like one: next to a comma or after a number. */
const isPlace = (value: string, { pieces }: ShownText): boolean => {
  const matching_pieces = pieces.filter((piece) => containsWhole(value, getPieceText(piece)));
  const written = matching_pieces.map((piece) => getPieceText(piece).split(value));
  return (
    matching_pieces.length >= 2 ||
    matching_pieces.some(({ source }) => source === 'json_ld') ||
    written.some((parts) =>
      parts.some((part, at) => (at > 0 && /^\s*[,(（，、]/.test(part)) || (at < parts.length - 1 && /[\d,，、]\s*$/.test(part))),
    )
  );
};

/** A link target on the site, not an address mentioned in its text. */
const isLinked = (value: string, { pieces }: ShownText): boolean => {
  const end = value.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  return pieces.some(
    (piece) =>
      piece.source !== 'visible' &&
      !/\s/.test(getPieceText(piece)) &&
      (getPieceText(piece).includes(end) || value.endsWith(getPieceText(piece))),
  );
};

const GENERIC_FILE =
  /^(?:apple-?touch-?|og-?|site-?|app-?|main-?|header-?)?(?:logo|icon|favicon|image|brand)(?:[-_.](?:dark|light|white|black|color|full|mark|\d{1,4}(?:x\d{1,4})?)){0,3}$/i;
/** A logo that is named after the product, or after nobody. Others on a page are those of customers and partners. */
const isOwnLogo = (value: string, shown: ShownText): boolean => {
  const file = decodeEscapes(value).split(/[?#]/)[0]!.split('/').at(-1)!;
  const name = file.replace(/\.[a-z0-9]{2,5}$/i, '');
  return isLinked(value, shown) && (GENERIC_FILE.test(name) || shown.own_names.some((own) => lettersOnly(name).includes(own)));
};

/** A profile whose handle has the product's, the company's or the domain's name. */
export const isOwnProfile = (value: unknown, shown: ShownText): boolean => {
  if (typeof value !== 'string' || !isLinked(value, shown)) return false;
  const handle = lettersOnly(URL.parse(value)?.pathname ?? '');
  return shown.own_names.some((own) => handle.includes(own) || (handle.length > 3 && own.includes(handle)));
};

/** Something the product does now, that begins a line or sentence and is not cut off: "Offline mode" of "Offline mode is coming" is. */
const isItem = (value: string, { pieces }: ShownText): boolean =>
  pieces.some((piece) => {
    const text = getPieceText(piece);
    const at = text.indexOf(value);
    if (at < 0 || !BEGINS.test(text.slice(Math.max(0, at - 3), at))) return false;
    const end = at + value.length;
    return (
      ITEM_ENDS.test(text.slice(end, end + 3)) && hedgeOf(text, { start: at, end }) === null && !isPlannedText(text.slice(end, end + 60))
    );
  });

/** Prices that say what they are for, each a whole line or sentence: names and amounts in a new order would be new prices. */
const keepPrices = (value: string, shown: ShownText): string | null => {
  const kept = value
    .split(' · ')
    .map(flattenText)
    .filter(
      (part) =>
        /\p{L}{2}/u.test(part) &&
        (pricesIn(part).length > 0 || /free|gratis|kostenlos|gratuit|無料|免费/i.test(part)) &&
        isSentences(part, shown),
    );
  return kept.length > 0 ? kept.join(' · ') : null;
};

const isPaid = ({ pieces }: ShownText): boolean =>
  pieces.some(({ source, text }) => source === 'visible' && pricesIn(text).some(({ zero }) => !zero));

const keepIf =
  (isPlausible: (value: string, shown: ShownText) => boolean) =>
  (value: unknown, shown: ShownText): unknown =>
    typeof value === 'string' && isPlausible(flattenText(value), shown) ? value : null;
const keepItems = (value: unknown, shown: ShownText): unknown =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string' && isItem(flattenText(item), shown)) : null;

/**
 * The part of a value that appears as such values do on an honest site, in any language. Text that merely mentions a value, is cut out of
 * its sentence or instructs the reader to write it does not look like that. Rules propose values from where they stand on a page; a model
 * may take them from anywhere, so its answers are checked more strictly. Other fields are left to verification.
 */
export const PLAUSIBLE_PARTS: Record<string, (value: unknown, shown: ShownText) => unknown> = {
  name: keepIf(isName),
  tagline: keepIf(isLine),
  short_description: keepSentences,
  description: keepSentences,
  pricing_model: keepIf((value, shown) => !(value === 'free' && isPaid(shown))),
  pricing_summary: (value, shown) => (typeof value === 'string' ? keepPrices(value, shown) : null),
  city: keepIf(isPlace),
  contact_email: keepIf(isOwnAddress),
  logo_url: keepIf(isOwnLogo),
  demo_video_url: keepIf(isLinked),
  features: keepItems,
  usps: keepItems,
};
