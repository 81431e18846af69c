/** Marks without width: soft hyphens, zero-width spaces, writing directions, tags. Nobody sees them, so nobody quotes them. */
const UNSEEN = /\u034f|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
/** White space that is not one plain space; the fillers look like it. */
const GAPS = /[\s\u0085\u115f\u1160\u2800\u3164\uffa0]+/g;
/** Signs other than those that are in their one form already, beside each other too. Most text has none, which is soon seen. */
const UNEVEN =
  /[^\x20-\x7e\xa1-\xac\xae-\u024f\u0391-\u03ce\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u3001-\u3029\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fff\uac00-\ud7a3]| {2}|^ | $/;

/** Text in one form: NFC, without what has no width, each run of white space one space. All comparing is done on this. */
export const flat = (text: string): string =>
  UNEVEN.test(text) ? text.replace(UNSEEN, '').normalize('NFC').replace(GAPS, ' ').trim() : text;

const BLANK_LINE = /\n[^\S\n]*(?:\n[^\S\n]*)+/;

/** The paragraphs of a text, each flat: what blank lines part. */
export const paragraphsOf = (text: string): string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(BLANK_LINE)
    .map(flat)
    .filter((paragraph) => paragraph !== '');

/** Control characters other than white space, and halves of characters. No honest value holds them, and the database takes neither. */
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/;
export const isClean = (text: string): boolean => text.isWellFormed() && !CONTROL.test(text);

/** How long a text is as its readers count: in characters, not in halves. */
export const fits = (text: string, most: number): boolean => text.length <= most || (text.length <= most * 2 && [...text].length <= most);
