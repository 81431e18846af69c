import { expect, test } from 'vitest';
import { parseMessage } from '../../src/kernel/language/icu.ts';
import { offeredLanguages, type SiteLanguages, splitLanguage } from '../../src/kernel/language/languages.ts';
import { localeFor, localPath, withLocale } from '../../src/kernel/language/locale.ts';
import { loadMessages, msg, rich, t, texts } from '../../src/kernel/language/messages.ts';
import { inEnglish, translateStored } from '../../src/kernel/language/stored.ts';
import { TRANSLATIONS } from '../../src/messages.ts';
import { sources } from '../support/sources.ts';

const SOURCES = sources();
const site: SiteLanguages = { language: 'en', languages: ['de', 'es', 'en-xa', 'ar-xb'] };
const inGerman = <T>(work: () => T): T => withLocale(localeFor({ language: 'en' }, 'de'), work);

/** The texts in the code: what `t`, `rich` and `msg` are called with. */
const TEXT = /(?<![\w.])(?:t|rich|msg)\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/g;
const used = new Map<string, string>();
for (const { path, text } of SOURCES)
  if (!path.startsWith('src/kernel/language/'))
    for (const [, single, double] of text.matchAll(TEXT)) used.set((single ?? double!).replace(/\\(.)/g, '$1'), path);

const namesIn = (nodes: ReturnType<typeof parseMessage>): string[] =>
  nodes
    .flatMap((node) => [
      ...('value' in node && node.type !== 0 ? [String(node.value)] : []),
      ...('children' in node ? namesIn(node.children) : []),
      ...('options' in node ? Object.values(node.options).flatMap(({ value }) => namesIn(value)) : []),
    ])
    .filter((name, at, all) => all.indexOf(name) === at)
    .sort();

const hasValues = (text: string): boolean => /\{\w+[,}]|<\/\w+>/.test(text);

for (const [language, parts] of Object.entries(TRANSLATIONS)) {
  const translations = new Map(parts.flatMap((part) => Object.entries<string>(part)));

  test(`${language}: no text is missing, unused or translated twice`, () => {
    expect([...used.keys()].filter((text) => !translations.has(text))).toEqual([]);
    expect([...translations.keys()].filter((text) => !used.has(text))).toEqual([]);
    expect(parts.reduce<number>((sum, part) => sum + Object.keys(part).length, 0)).toBe(translations.size);
  });

  test(`${language}: translations have the same values and tags, and the same spaces at their ends`, () => {
    const wrong = [...translations].filter(([text, translation]) => {
      if (/^\s/.test(text) !== /^\s/.test(translation) || /\s$/.test(text) !== /\s$/.test(translation) || !translation.trim()) return true;
      return hasValues(text) && String(namesIn(parseMessage(text))) !== String(namesIn(parseMessage(translation)));
    });
    expect(wrong).toEqual([]);
  });
}

test('every text is found in the code: the test reads them all', () => {
  expect(used.size).toBeGreaterThan(1300);
  expect(used.get('Skip to content')).toBe('src/web/server/layout.tsx');
});

test('tables of labels, names, hints and messages pass through the catalogue', () => {
  const LABEL = /\b(?:label|title|name|hint|heading|message|detail|none|description): '[A-Z][a-z’]+(?: [a-z’]+)+[.?]?'/;
  const found = SOURCES.filter(
    ({ path, text }) => /^src\/web\/(ui|server|areas\/(?!admin|docs))/.test(path) && path.endsWith('.ts') && LABEL.test(text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

test('texts, values, plurals and elements in a language', () => {
  loadMessages('de', TRANSLATIONS.de);
  expect(t('Skip to content')).toBe('Skip to content');
  expect(inGerman(() => t('Skip to content'))).toBe('Zum Inhalt springen');
  expect([1, 1200].map((n) => inGerman(() => t('{n, plural, one {# vote} other {# votes}}', { n })))).toEqual([
    '1 Stimme',
    '1.200 Stimmen',
  ]);
  expect(t('{n, plural, one {# vote} other {# votes}}', { n: 1200 })).toBe('1,200 votes');
  expect(inGerman(() => rich('Week of {day}', { day: 'x' }))).toEqual(['Woche vom ', 'x']);
  const TABLE = texts({ saved: msg('Saved.'), deep: [{ name: msg('Votes'), href: '/votes' }] });
  expect([TABLE.saved, inGerman(() => TABLE.saved), inGerman(() => ({ ...TABLE.deep[0] }))]).toEqual([
    'Saved.',
    'Gespeichert.',
    { name: 'Stimmen', href: '/votes' },
  ]);
  // @ts-expect-error a value is missing
  expect(() => t('Week of {day}')).not.toThrow();
});

test('a text that was stored in English is shown in the language of the page, with its values', () => {
  const reason = inEnglish(msg('the server refused the connection'));
  const address = 'https://a.example/';
  const stored = inGerman(() => inEnglish(msg('{address} couldn’t be read: {reason}.'), { address, reason }));
  expect(stored).toBe('https://a.example/ couldn’t be read: the server refused the connection.');
  expect(translateStored(stored)).toBe(stored);
  expect(inGerman(() => translateStored(stored))).toBe(
    'https://a.example/ konnte nicht gelesen werden: der Server hat die Verbindung abgelehnt.',
  );
  const tag = inEnglish(msg("We didn’t find the tag in the '<head>' of {address}."), { address });
  expect(tag).toBe('We didn’t find the tag in the <head> of https://a.example/.');
  expect(inGerman(() => translateStored(tag))).toBe('Wir haben das Tag im <head> von https://a.example/ nicht gefunden.');
  expect(withLocale(localeFor(site, 'en-xa'), () => translateStored(tag))).toContain('https://a.example/');
  // What people or older versions wrote stays as it is.
  for (const text of ['', 'Call me on Monday', 'couldn’t be read: .'] as string[]) expect(inGerman(() => translateStored(text))).toBe(text);
});

test('the pseudo-languages change every text and keep its values', () => {
  expect(withLocale(localeFor(site, 'en-xa'), () => t('Page {page}', { page: 3 }))).toMatch(/^\[.*å.*\]3$/);
  expect(withLocale(localeFor(site, 'ar-xb'), () => t('Page not found'))).toContain('\u202e');
});

test('addresses: the site’s own language has no prefix', () => {
  expect(offeredLanguages(site)).toEqual(['en', 'de', 'es', 'en-xa', 'ar-xb']);
  expect(['/de', '/de/launches?page=2', '/de?x=1', '/den/x', '/fr/x', '/design'].map(splitLanguage)).toEqual([
    { language: 'de', rest: '/' },
    { language: 'de', rest: '/launches?page=2' },
    { language: 'de', rest: '/?x=1' },
    { language: null, rest: '/den/x' },
    { language: null, rest: '/fr/x' },
    { language: null, rest: '/design' },
  ]);
  expect(inGerman(() => ['/', '/?x=1', '/launches', 'https://other.example'].map(localPath))).toEqual([
    '/de',
    '/de?x=1',
    '/de/launches',
    'https://other.example',
  ]);
  expect(withLocale(localeFor({ language: 'de' }), () => localPath('/launches'))).toBe('/launches');
});

test('work that continues later keeps its language', async () => {
  const later = await inGerman(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return t('Saved.');
  });
  expect(later).toBe('Gespeichert.');
});

/** The docs are English by decision 49. */
test('no page or mail writes text past the catalogue', () => {
  const MARKUP = />\s*[A-Z][a-z’]+(?: [a-z’]+)+[.?]?\s*</;
  const found = SOURCES.filter(
    ({ path, text }) =>
      path.startsWith('src/web/') &&
      !path.startsWith('src/web/areas/docs/') &&
      path.endsWith('.tsx') &&
      MARKUP.test(text.replace(/'[^'\n]*'/g, '')),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
  const mails = SOURCES.filter(({ path, text }) => path.endsWith('/mails.tsx') && !text.includes('language/messages.ts'));
  expect(mails.map(({ path }) => path)).toEqual([]);
});
