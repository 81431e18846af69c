import type { Brand } from '../../../kernel/context.ts';
import { msg, texts } from '../../../kernel/language/messages.ts';

interface Typeface {
  name: string;
  /** For headings and names. */
  headings: string;
  text: string;
  /** For headings in mails, which know few fonts. */
  mail: string;
}

const SANS = '-apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "Helvetica Neue", Arial, sans-serif';
const BOOK =
  '"Iowan Old Style", "Palatino Nova", "Palatino Linotype", Palatino, "URW Palladio L", P052, "Book Antiqua", "Noto Serif", Georgia, "Liberation Serif", serif';

/** Fonts that come with phones and computers: nothing is downloaded, and each stack ends with what every system has. */
export const TYPEFACES: Record<string, Typeface> = texts({
  book: { name: msg('Book: serif headings, plain text'), headings: BOOK, text: SANS, mail: 'Georgia,serif' },
  plain: { name: msg('Plain: the system’s own font'), headings: SANS, text: SANS, mail: 'Arial,sans-serif' },
  humanist: {
    name: msg('Humanist: soft headings, plain text'),
    headings: 'Optima, Candara, "Noto Sans", "Gill Sans", "Liberation Sans", sans-serif',
    text: SANS,
    mail: 'Candara,Verdana,sans-serif',
  },
  geometric: {
    name: msg('Geometric: round headings, plain text'),
    headings: 'Avenir, "Avenir Next", Montserrat, Corbel, "URW Gothic", "Century Gothic", "DejaVu Sans", sans-serif',
    text: SANS,
    mail: 'Verdana,sans-serif',
  },
  slab: {
    name: msg('Slab: strong headings, plain text'),
    headings: 'Rockwell, "Rockwell Nova", "Roboto Slab", "DejaVu Serif", "Sitka Small", "Courier New", serif',
    text: SANS,
    mail: 'Rockwell,Georgia,serif',
  },
  literary: { name: msg('Literary: serif headings and text'), headings: BOOK, text: BOOK, mail: 'Georgia,serif' },
  code: {
    name: msg('Code: monospaced headings, plain text'),
    headings: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
    text: SANS,
    mail: 'Consolas,monospace',
  },
});

export const DEFAULT_TYPEFACE = 'book';

export const typefaceOf = ({ typeface = DEFAULT_TYPEFACE }: Brand = {}): Typeface => TYPEFACES[typeface] ?? TYPEFACES[DEFAULT_TYPEFACE]!;
