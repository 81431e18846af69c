/** Bytes of a page as text: the byte order mark decides, then the header, then what the page says of itself, then what fits. */

const MARKS: [number[], string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];

/** What pages without a word about it were written in, by their language; elsewhere it is windows-1252. */
const LEGACY: Record<string, string> = {
  ja: 'shift_jis',
  zh: 'gb18030',
  ko: 'euc-kr',
  ru: 'windows-1251',
  uk: 'windows-1251',
  bg: 'windows-1251',
  pl: 'windows-1250',
  cs: 'windows-1250',
  sk: 'windows-1250',
  hu: 'windows-1250',
  hr: 'windows-1250',
  sl: 'windows-1250',
  ro: 'windows-1250',
  tr: 'windows-1254',
  el: 'windows-1253',
  he: 'windows-1255',
  ar: 'windows-1256',
  th: 'windows-874',
};

const SNIFFED_BYTES = 4096;

/** The name the decoder knows this charset by, or null. */
const known = (label: string | undefined): string | null => {
  try {
    return label ? new TextDecoder(label.trim()).encoding : null;
  } catch {
    return null;
  }
};

const isUtf8 = (bytes: Buffer): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

const charsetOf = (bytes: Buffer, content_type: string | null): string => {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return marked[1];
  const said = known(/charset\s*=\s*["']?([^"';\s]+)/i.exec(content_type ?? '')?.[1]);
  // Servers say latin1 of everything by default. Bytes that are good UTF-8 are not latin1 by chance.
  if (said) return said === 'windows-1252' && isUtf8(bytes) ? 'utf-8' : said;
  const start = bytes.subarray(0, SNIFFED_BYTES).toString('latin1');
  const own = known(
    /<meta[^>]{0,500}?charset\s*=\s*["']?\s*([^"'\s/>;]+)/i.exec(start)?.[1] ??
      /<\?xml[^>]{0,200}encoding\s*=\s*["']([^"']+)/i.exec(start)?.[1],
  );
  // A page whose declaration could be read byte by byte is not in UTF-16.
  if (own) return own.startsWith('utf-16') || (own === 'windows-1252' && isUtf8(bytes)) ? 'utf-8' : own;
  if (isUtf8(bytes)) return 'utf-8';
  const language = /<html[^>]{0,500}?\blang\s*=\s*["']?([a-z]{2,3})/i.exec(start)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(LEGACY, language) ? LEGACY[language]! : 'windows-1252';
};

/** The text of a page. Bytes that mean nothing become the replacement character, and so does NUL, which no database keeps. */
export const decodePage = (bytes: Buffer, content_type: string | null): string =>
  new TextDecoder(charsetOf(bytes, content_type)).decode(bytes).replaceAll('\0', '\ufffd');
