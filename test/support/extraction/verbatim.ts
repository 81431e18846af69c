import type { PageText } from '../../../src/modules/extraction/parse/page.ts';
import type { EvidenceQuote } from '../../../src/modules/extraction/proposal.ts';

/** What "verbatim" means, as plainly as possible. */

const UNSEEN = new Set(['\u00ad', '\u034f', '\u061c', '\u180e', '\u200b', '\u200e', '\u200f', '\ufeff']);
const isUnseen = (sign: string): boolean => {
  const code = sign.codePointAt(0)!;
  const within = (from: number, to: number) => code >= from && code <= to;
  return UNSEEN.has(sign) || within(0x202a, 0x202e) || within(0x2060, 0x2064) || within(0x2066, 0x206f) || within(0xe0000, 0xe007f);
};
const isGap = (sign: string): boolean => sign.trim() === '' || '\u0085\u115f\u1160\u2800\u3164\uffa0'.includes(sign);

/** Collapses white space, character by character. */
export const plain = (text: string): string => {
  const seen = [...text].filter((sign) => !isUnseen(sign)).join('');
  let out = '';
  for (const sign of seen.normalize('NFC')) {
    if (!isGap(sign)) out += sign;
    else if (out !== '' && !out.endsWith(' ')) out += ' ';
  }
  return out.endsWith(' ') ? out.slice(0, -1) : out;
};

const EVIDENCE = ['visible', 'meta', 'json_ld', 'attribute'];

/** Whether a quote is verbatim from the page it names. */
export const isVerbatim = ({ quote, url }: EvidenceQuote, pages: PageText[]): boolean => {
  const pieces = pages.filter((page) => page.url === url).flatMap((page) => page.pieces);
  const worthy = pieces.filter(({ source }) => EVIDENCE.includes(source)).map(({ text }) => plain(text));
  const visible = pieces.filter(({ source }) => source === 'visible').map(({ text }) => plain(text));
  return [...worthy, visible.filter((text) => text !== '').join(' ')].some((text) => text.includes(quote));
};

const isLetter = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
const isUnspaced = (sign: string): boolean =>
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]/u.test(sign);
const partsWord = (left: string | undefined, right: string | undefined): boolean =>
  isLetter(left) && isLetter(right) && !isUnspaced(left!) && !isUnspaced(right!);

/** Whether a text contains another as whole words. */
export const containsWords = (text: string, part: string): boolean => {
  const [signs, wanted] = [[...text], [...part]];
  for (let at = 0; at + wanted.length <= signs.length; at++) {
    if (!wanted.every((sign, i) => signs[at + i] === sign)) continue;
    if (!partsWord(signs[at - 1], wanted[0]) && !partsWord(wanted.at(-1), signs[at + wanted.length])) return true;
  }
  return false;
};
