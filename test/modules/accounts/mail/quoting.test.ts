import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quoteName, quoteParagraphs, toOneLine } from '../../../../src/modules/accounts/mail/quoting.ts';
import { anyText } from '../../../support/any-text.ts';

describe('quoting a name', () => {
  test.each([
    ['Acme Notes', '“Acme Notes”'],
    ['  Acme\nNotes\r\n', '“Acme Notes”'],
    ['Café für Äpfel 東京 مرحبا', '“Café für Äpfel 東京 مرحبا”'],
    // Product names may contain dots but must not become links.
    ['Cal.com', '“Cal·com”'],
    ['Node.js v2.0', '“Node·js v2·0”'],
    ['St. Pauli e.V.', '“St. Pauli e·V·”'],
    ['evil.example', '“evil·example”'],
    ['evil。example', '“evil·example”'],
    ['evil．example', '“evil·example”'],
    ['evil․example', '“evil·example”'],
    ['Win now evil.example/x', '“Win now”'],
    ['Win now evil.example:8080', '“Win now”'],
    ['Win now evil.example?x=1', '“Win now”'],
    ['Win now https://evil.example', '“Win now”'],
    ['Win now HTTPS://EVIL.EXAMPLE/', '“Win now”'],
    ['Win now ｈｔｔｐｓ：／／evil.example', '“Win now”'],
    ['Win now (http://evil.example)', '“Win now”'],
    ['Win now www.evil.example', '“Win now”'],
    ['Win now mailto:a@evil.example', '“Win now”'],
    ['Win now a@evil.example', '“Win now”'],
    ['Win now tel:+19005550100', '“Win now”'],
    ['evil\u200b.exa\u00admple', '“evil .exa mple”'],
    ['x\u0327.example', '“x\u0327·example”'],
    ['😀.example', '“😀·example”'],
    ['.NET and ASP.NET', '“.NET and ASP·NET”'],
    ['Acme\u202egnp.elif', '“Acme gnp·elif”'],
    ['Acme\u2066x\u2069\u2028Bcc: a', '“Acme x Bcc: a”'],
    ['Acme\u0000\u0007\u0085Bell', '“Acme Bell”'],
    ['Acme” says Launchweek. Call us: “', '“Acme’ says Launchweek. Call us: ’”'],
    ['https://evil.example', 'a product'],
    ['a@b.example', 'a product'],
    ['…', 'a product'],
    ['', 'a product'],
  ])('%j becomes %s', (name, quoted) => {
    expect(quoteName(name, 'a product')).toBe(quoted);
  });

  test('truncates it to 60 characters', () => {
    const quoted = quoteName('word '.repeat(100), '');
    expect([...quoted].length).toBeLessThanOrEqual(62);
    expect(quoted).toMatch(/^“word word .*…”$/);
    expect([...quoteName(`${'😀'.repeat(300)}a`, 'x')].length).toBeLessThanOrEqual(62);
  });

  test('always gives one line without links', () => {
    const nasty = fc.constantFrom(
      '.',
      '@',
      '://',
      'http',
      'www.',
      '/',
      '\n',
      '\r',
      '\u202e',
      '\u200b',
      '“',
      '"',
      'evil',
      '.example',
      ' ',
      '。',
      ':',
      'a',
      '\ud800',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(nasty, anyText(4)), { maxLength: 40 }), (parts) => {
        const quoted = quoteName(parts.join(''), 'nothing');
        expect(quoted).not.toMatch(/[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
        expect(quoted).not.toMatch(/:\/\/|@|[^\s.。．｡․“][.。．｡․][\p{L}\p{N}]/u);
        expect(quoted === 'nothing' || /^“[^“”"]+”$/.test(quoted)).toBe(true);
        expect(quoted.isWellFormed()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('quoting paragraphs', () => {
  test('keeps paragraphs and removes links', () => {
    expect(
      quoteParagraphs('Hello.\n\nSee https://evil.example/x for it,\nor write to a@evil.example.\r\n\r\n\u202eBye evil.example'),
    ).toEqual(['Hello.', 'See [link] for it,\nor write to [link]', 'Bye evil·example']);
  });

  test('limits the length and takes linear time', () => {
    for (const text of [
      'a.'.repeat(50_000),
      '@'.repeat(100_000),
      'http://'.repeat(20_000),
      '\n'.repeat(100_000),
      ' '.repeat(100_000),
      'www'.repeat(50_000),
    ]) {
      const started = performance.now();
      quoteParagraphs(text);
      quoteName(text, '');
      expect(performance.now() - started).toBeLessThan(2000);
    }
    expect(quoteParagraphs('word '.repeat(10_000)).join('').length).toBeLessThanOrEqual(4000);
  });
});

test('toOneLine gives one line', () => {
  expect(toOneLine('Hello\r\nBcc: a@evil.example\u2028\u0000x\t y')).toBe('Hello Bcc: a@evil.example x y');
});
