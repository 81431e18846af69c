import { AT_WORDS, DOT_WORDS } from './email-words.ts';

const PLAIN =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_%+-]+(?:\.[\p{L}\p{N}_%+-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])/gu;

const oneOf = (words: readonly string[]): string => words.map((word) => word.replace(/[.^$*+?()[\]{}|\\]/g, '\\$&')).join('|');
/** "name [at] company (dot) com": the words in brackets of any kind, spaces around them or not; or with spaces, AT and DOT in capitals. */
const AT = new RegExp(`\\s*[[({<]\\s*(?:${oneOf(AT_WORDS)})\\s*[\\])}>]\\s*`, 'giu');
const DOT = new RegExp(`\\s*[[({<]\\s*(?:${oneOf(DOT_WORDS)})\\s*[\\])}>]\\s*`, 'giu');
/** In the north an @ is often an a in brackets. With spaces around it is a point of a list. */
const NORTHERN_AT = /(?<=[\p{L}\p{N}])[[(]a[\])](?=[\p{L}\p{N}])/giu;
const SPOKEN_AT = /\s+AT\s+/g;
const SPOKEN_DOT = /\s+DOT\s+/g;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** `icon@2x.png` is a file. */
const FILE = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|js|mp4|webm|pdf|html?)$/;

const plainIn = (text: string): string[] =>
  [...text.matchAll(PLAIN)].map(([email]) => email.toLowerCase()).filter((email) => !FILE.test(email));

/** The addresses a text holds, in lower case: as written, in a `mailto:` link, or spelled out against robots. */
export const emailsIn = (text: string): string[] => {
  const written = text.replaceAll('＠', '@');
  const link = /^mailto:([^?]*)/i.exec(written)?.[1];
  if (link !== undefined) return plainIn(decoded(link));
  const spelled = written.replace(AT, '@').replace(NORTHERN_AT, '@').replace(DOT, '.');
  const spoken = written.replace(SPOKEN_AT, '@').replace(SPOKEN_DOT, '.');
  return [...new Set([written, spelled, spoken].flatMap(plainIn))];
};
