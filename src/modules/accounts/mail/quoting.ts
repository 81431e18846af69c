import { t } from '../../../kernel/language/messages.ts';
import { normalize } from '../../../kernel/unicode.ts';

/**
 * One user's words in a mail to another, who did not request it. They are plain text, without anything that mail programs turn into
 * a link, and in quotes, so that nobody takes them for ours.
 */

/** Control characters, invisible characters and direction overrides. Joiners stay: some scripts need them. */
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
/** The same except line breaks. */
const INVISIBLE_EXCEPT_NEWLINES =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Text in one line, as headers require. */
export const toOneLine = (text: string): string => text.toWellFormed().replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim();

export const cleanLines = (text: string): string => text.toWellFormed().replace(/\r\n?/g, '\n').replace(INVISIBLE_EXCEPT_NEWLINES, ' ');

/** Characters that browsers treat as the dot in a host name. */
const DOTS = /[.\u2024\u3002\ufe52\uff0e\uff61]/g;
const DOTTED = /[^\s.\u2024\u3002\ufe52\uff0e\uff61][.\u2024\u3002\ufe52\uff0e\uff61][\p{L}\p{N}]/u;

/** Whether a word is an address: it has a scheme, is a mailbox, or is a host name with a path or port. */
const looksLikeAddress = (word: string): boolean => {
  const plain = normalize(word, 'NFKC').toLowerCase();
  if (plain.includes('://') || plain.includes('@') || /(^|[^a-z])(www|mailto|tel|sms|javascript|data|https?)[.:]/.test(plain)) return true;
  return DOTTED.test(plain) && /[/\\?#]|:\d/.test(plain);
};

/** A name with a dot, such as a product's, stays readable but is no longer a link. */
const unlinkWord = (word: string, replacement: string): string => {
  if (looksLikeAddress(word)) return replacement;
  return DOTTED.test(word) ? word.replace(DOTS, '·') : word;
};

const MAX_WORD_LENGTH = 200;

const unlinkLine = (line: string, replacement: string): string =>
  line
    .split(' ')
    .map((word) => unlinkWord(word.slice(0, MAX_WORD_LENGTH), replacement))
    .filter((word) => word !== '')
    .join(' ');

const QUOTES = /["“”„‟«»‹›＂]/g;

/** The first letters of a text, with an ellipsis if there are more. */
export const truncate = (text: string, max: number): string => {
  const letters = [...text];
  if (letters.length <= max) return text;
  const start = letters.slice(0, max - 1).join('');
  return `${start.trimEnd()}…`;
};

const MAX_NAME_LENGTH = 60;

/** A user-chosen name in the quotes of the language; `fallback` if nothing of it is left. */
export const quoteName = (name: string, fallback: string): string => {
  const plain = truncate(unlinkLine(toOneLine(name), '').replace(QUOTES, '’'), MAX_NAME_LENGTH);
  return /[\p{L}\p{N}]/u.test(plain) ? t('“{name}”', { name: plain }) : fallback;
};

/** A user's words in one line without links, where it is plain whose they are, as in a list of products. May be empty. */
export const plainLine = (text: string, max: number): string => truncate(unlinkLine(toOneLine(text), ''), max);

const MAX_TEXT_LENGTH = 4000;

export const quoteParagraphs = (text: string): string[] =>
  truncate(cleanLines(text), MAX_TEXT_LENGTH)
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => unlinkLine(line.replaceAll('\t', ' '), '[link]'))
        .join('\n')
        .trim(),
    )
    .filter((paragraph) => paragraph !== '');
