import fc from 'fast-check';
import type { Page } from 'playwright-core';

/** Errors of a strict parser (the browser's) for each document; null if none. */
export const findXmlErrors = (page: Page, documents: string[]): Promise<(string | null)[]> =>
  page.evaluate((texts) => {
    const browser = globalThis as unknown as {
      DOMParser: new () => { parseFromString(text: string, type: string): { querySelector(of: string): { textContent: string } | null } };
    };
    return texts.map(
      (text) => new browser.DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror')?.textContent ?? null,
    );
  }, documents);

const BITS = [
  ']]>',
  '<!--',
  '-->',
  '<![CDATA[',
  '</title>',
  '</script>',
  '&amp;',
  '&#0;',
  '&nbsp;',
  '<?xml ?>',
  '"',
  "'",
  '\r\n',
  '\u2028',
  '\u0000',
  '\u000b',
  '\ufffe',
  '\ud800',
  '\udc00',
  '\u202e',
  '👩‍🚀',
  'مرحبا',
];

/** Arbitrary text: any code unit, lone surrogates, and markup characters. */
export const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...BITS),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.string(),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
