import { inflateSync } from 'node:zlib';

/** A PDF's objects by number, as text with one byte per character; streams are inflated. */
const objectsOf = (pdf: Buffer): Map<number, string> => {
  const text = pdf.toString('latin1');
  const objects = new Map<number, string>();
  for (const found of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const from = found.index + found[0].length;
    const length = /^.{0,400}?\/Length (\d+).{0,400}?>>\nstream\n/s.exec(text.slice(from, from + 900));
    const head = length && !length[0].includes('endobj') ? length[0] : null;
    if (!head) {
      objects.set(Number(found[1]), text.slice(from, text.indexOf('\nendobj', from)));
      continue;
    }
    const body = text.slice(from + head.length, from + head.length + Number(length![1]));
    const plain = head.includes('/FlateDecode') ? inflateSync(Buffer.from(body, 'latin1')).toString('latin1') : body;
    objects.set(Number(found[1]), head + plain);
  }
  return objects;
};

const unicodeOf = (hex: string): string => Buffer.from(hex.replace(/\s/g, ''), 'hex').swap16().toString('utf16le');

/** The text of each glyph of a font, from its own table. */
const glyphsOf = (table: string): Map<number, string> => {
  const glyphs = new Map<number, string>();
  for (const [, from, , list] of table.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/g))
    for (const [i, [, hex]] of [...list!.matchAll(/<([0-9a-f ]*)>/g)].entries())
      glyphs.set(Number.parseInt(from!, 16) + i, unicodeOf(hex!));
  return glyphs;
};

interface Page {
  /** Each piece of text in drawing order. */
  pieces: string[];
  /** The text as copied: with the attached source text, if any. */
  copied: string[];
  /** The distance of the lowest text from the page's lower edge. */
  lowest: number;
}

const pageOf = (contents: string, fonts: Map<string, Map<number, string>>): Page => {
  const page: Page = { pieces: [], copied: [], lowest: Number.POSITIVE_INFINITY };
  let font = new Map<number, string>();
  let meant: string | null = null;
  for (const line of contents.split('\n')) {
    const actual = /^\/ActualText \((.*)\)$/s.exec(line);
    if (actual) meant = decodeString(actual[1]!);
    if (line === 'EMC' && meant !== null) {
      page.copied.push(meant);
      meant = null;
    }
    const place = /^1 0 0 1 \S+ (\S+) Tm$/.exec(line);
    if (place) page.lowest = Math.min(page.lowest, Number(place[1]));
    const chosen = /^\/(F\d+) [\d.]+ Tf$/.exec(line);
    if (chosen) font = fonts.get(chosen[1]!)!;
    if (!line.endsWith('TJ')) continue;
    const glyphs = [...line.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g)!);
    const piece = glyphs.map((glyph) => font.get(Number.parseInt(glyph, 16)) ?? '\ufffd').join('');
    page.pieces.push(piece);
    if (meant === null) page.copied.push(piece);
  }
  return page;
};

/** A PDF string that starts with the UTF-16 byte order mark. */
const decodeString = (text: string): string => {
  const bytes = Buffer.from(
    text.replace(/\\([nrtbf()\\])/g, (_, sign: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[sign] ?? sign),
    'latin1',
  );
  return bytes[0] === 0xfe && bytes[1] === 0xff ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le') : bytes.toString('latin1');
};

/** The pages of a PDF, read with its own glyph tables, as any reader does. */
export const readPdf = (pdf: Buffer): Page[] => {
  const objects = objectsOf(pdf);
  const refsIn = (text: string, name: string): number[] =>
    [...(new RegExp(`/${name} (?:\\[([^\\]]*)\\]|(\\d+) 0 R)`).exec(text)?.slice(1) ?? [])]
      .filter(Boolean)
      .flatMap((list) => (/^\d+$/.test(list) ? [Number(list)] : [...list.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id))));
  const root = [...objects.values()].find((text) => text.includes('/Type /Pages'))!;
  return refsIn(root, 'Kids').map((id) => {
    const page = objects.get(id)!;
    const resources = objects.get(refsIn(page, 'Resources')[0]!)!;
    const fonts = [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, font]) => {
      const table = refsIn(objects.get(Number(font))!, 'ToUnicode')[0]!;
      return [name!, glyphsOf(objects.get(table)!)] as const;
    });
    const contents = refsIn(page, 'Contents').map((part) => objects.get(part)!);
    return pageOf(contents.join('\n'), new Map(fonts));
  });
};
