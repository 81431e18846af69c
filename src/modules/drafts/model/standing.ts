import { getDomain } from 'tldts';
import { flat } from '../judge/flat.ts';
import { standsIn } from '../judge/literal.ts';
import type { Piece } from '../page/page.ts';

/** All that was shown of a site, flat, and the site's own domain. */
export interface Shown {
  pieces: Piece[];
  domain: string | null;
}

/** Longer than any title; a sentence that names something in passing is longer. */
const SHORT = 80;
/** What may stand beside an address: "E-mail:", "Write to us:". */
const BESIDE_ADDRESS = 20;
/** Between the parts of a title. */
const PARTED = /\s+[|–—·•»›~-]\s+|\s*[|·•｜]\s*|[:：]\s+/;
const ENDS = /[\s.!?。！？…]+$/;
/** A value of structured data, without the name it stands under. */
const VALUE = /^"[^"]*": "(.*)"$/;
/** Where something may begin: a line or a sentence. Behind a colon or a quotation mark it is only mentioned. */
const BEGINS = /(?:^|[.!?•·|。！？]\s*)$/;

const saidIn = ({ source, text }: Piece): string => (source === 'json_ld' ? (VALUE.exec(text)?.[1] ?? text) : text);
const bare = (text: string): string => text.replace(ENDS, '').toLowerCase();

/** Whether a text is one whole line of the site, or a whole part of a title. */
const isLine = (value: string, { pieces }: Shown): boolean =>
  pieces.some((piece) => {
    const parts = piece.source === 'visible' ? [] : saidIn(piece).split(PARTED);
    return [saidIn(piece), ...parts].some((part) => bare(part) === bare(value));
  });

/** A product is named more than once, and somewhere by itself or in a title. */
const isName = (value: string, { pieces }: Shown): boolean => {
  const naming = pieces.filter((piece) => standsIn(value.toLowerCase(), saidIn(piece).toLowerCase()));
  return naming.length >= 2 && naming.some((piece) => saidIn(piece).length <= SHORT);
};

/** An address that is linked, or told to machines, or of the site's own domain, or stands nearly by itself. */
const isOwnAddress = (value: string, { pieces, domain }: Shown): boolean => {
  const holding = pieces.filter(({ text }) => text.toLowerCase().includes(value.toLowerCase()));
  const own = domain !== null && getDomain(value.split('@')[1] ?? '') === domain;
  return (
    own ||
    holding.some(
      (piece) => piece.source === 'json_ld' || /^mailto:/i.test(piece.text) || piece.text.length <= value.length + BESIDE_ADDRESS,
    )
  );
};

/** A place is told to machines, or more than once, or as one is written: beside a comma or behind a number. */
const isPlace = (value: string, { pieces }: Shown): boolean => {
  const holding = pieces.filter((piece) => standsIn(value, saidIn(piece)));
  const written = holding.map((piece) => saidIn(piece).split(value));
  return (
    holding.length >= 2 ||
    holding.some(({ source }) => source === 'json_ld') ||
    written.some((parts) =>
      parts.some((part, at) => (at > 0 && /^\s*[,(（，、]/.test(part)) || (at < parts.length - 1 && /[\d,，、]\s*$/.test(part))),
    )
  );
};

/** A link is one that the site links or shows, not one that is written of. */
export const isLinked = (value: string, { pieces }: Shown): boolean => {
  const end = value.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  return pieces.some(
    (piece) => piece.source !== 'visible' && !/\s/.test(saidIn(piece)) && (saidIn(piece).includes(end) || value.endsWith(saidIn(piece))),
  );
};

/** Items begin where something begins. */
export const isItem = (value: string, { pieces }: Shown): boolean =>
  pieces.some((piece) => {
    const text = saidIn(piece);
    const at = text.indexOf(flat(value));
    return at >= 0 && BEGINS.test(text.slice(Math.max(0, at - 3), at));
  });

/**
 * How a value stands on an honest site, in any language. What is on a page only because something tells of it, or tells one to
 * write it, does not stand so. A model may find what rules do not, so its word is measured more closely than theirs.
 */
export const STANDING: Record<string, (value: string, shown: Shown) => boolean> = {
  name: isName,
  tagline: isLine,
  city: isPlace,
  contact_email: isOwnAddress,
  logo_url: isLinked,
  demo_video_url: isLinked,
  features: isItem,
  usps: isItem,
};
