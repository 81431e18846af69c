import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/modules/drafts/judge/judge.ts';
import { HOME, judged, pageOf, quoted } from './site.ts';

describe('a literal value', () => {
  test.each([
    ['name', 'Aya', 'Aya finds large files.'],
    ['name', 'Prince', 'Prince’s layout'],
    ['name', 'Terminwerkstatt', 'Terminwerkstatt.de'],
    ['name', '거위', '거위은 게임입니다'],
    ['name', 'Goslings (거위)', 'Goslings (거위)'],
    ['name', 'C++ Builder', 'C++ Builder 12'],
    ['tagline', 'Find. Make sure. Delete.', 'Find. Make sure. Delete.'],
    ['tagline', 'العربية هنا', 'كل العربية هنا الآن'],
    ['city', 'Viereth', '96191 Viereth'],
    ['city', 'São Paulo', 'Rua A, São Paulo – SP'],
    ['city', '東京', '東京都港区'],
  ] as const)('%s %s follows from "%s"', (field, value, text) => expect(judged(field, value, [text])).toBe(value));

  test.each([
    ['name', 'art', 'start'],
    ['name', 'aya', 'Aya finds files'],
    ['name', 'Aya Pro', 'Aya is not Pro'],
    ['name', 'acme', 'mailto:hello@acme.test'],
    ['name', 'hero', '/img/hero.mp4'],
    ['name', 'acme', 'https://www.acme.test/'],
    ['name', 'A', 'A new thing'],
    ['name', 'a'.repeat(501), 'a'.repeat(501)],
    ['tagline', 'Costs $1', 'Costs $1.99'],
    ['tagline', 'Costs $1', 'Costs $1,999'],
    ['city', '96191', '96191 Viereth'],
    ['city', '96191 Viereth', '96191 Viereth'],
    ['name', 42, '42 things'],
    ['name', ['Aya'], 'Aya'],
    ['name', 'Ay\u0000a', 'Ay\u0000a'],
  ] as const)('%s %s does not follow from "%s"', (field, value, text) => expect(judged(field, value, [text])).toBeNull());

  test('with control characters is refused for them', () => {
    const proposal = { fields: { name: { value: 'Ay\u0007a', evidence: [quoted('Aya')] } } };
    expect(judge(proposal, [pageOf(HOME, 'Aya')], []).dropped).toEqual([{ what: 'fields.name', why: 'holds control characters' }]);
  });

  test('is given back with its white space folded', () =>
    expect(judged('tagline', '  Files,\n found\u00a0again ', ['Files, found again'])).toBe('Files, found again'));

  test('a value of two quotes stands in neither', () =>
    expect(judged('tagline', 'Fast and free', ['Fast and', 'free for all'], ['Fast and', 'free for all'])).toBeNull());

  test('at most five quotes are shown', () => {
    const texts = Array.from({ length: 9 }, (_, i) => `Acme number ${i}`);
    const proposal = { fields: { name: { value: 'Acme', evidence: texts.map((text) => quoted(text)) } } };
    expect(judge(proposal, [pageOf(HOME, ...texts)], []).fields.name?.evidence).toHaveLength(5);
  });
});

describe('a composed value', () => {
  const first = 'Acme finds what you lost.';
  const second = 'It runs on Windows 7 or later.';

  test('a description is paragraphs of quotes', () =>
    expect(judged('description', `${first}\n\n${second}`, [first, second])).toBe(`${first}\n\n${second}`));
  test('whatever stands between paragraphs', () =>
    expect(judged('description', ` ${first} \r\n \t\r\n\n${second}\n`, [first, second])).toBe(`${first}\n\n${second}`));
  test('a paragraph that no quote holds is left out', () =>
    expect(judged('description', `${first}\n\nIt is the best.\n\n${second}`, [first, second])).toBe(`${first}\n\n${second}`));
  test('a paragraph of two quotes is in neither', () =>
    expect(judged('description', `${first} Or not.`, [first, 'Or not.'], [first])).toBeNull());
  test('a paragraph said twice is said once', () => expect(judged('description', `${first}\n\n${first}`, [first])).toBe(first));
  test('a description that is too long is none', () => {
    const long = 'word '.repeat(390).trim();
    const pieces = Array.from({ length: 11 }, (_, i) => `${i}${long}`);
    expect(judged('description', pieces.join('\n\n'), pieces)).toBeNull();
    expect(judged('description', pieces.slice(0, 10).join('\n\n'), pieces)).toBe(pieces.slice(0, 10).join('\n\n'));
  });

  test.each(['features', 'usps', 'keywords', 'tags'] as const)('of %s only items that stand in quotes are kept, each once', (field) => {
    const value = ['Big files first', 'invented', 'Fast scan', 'big files first', 'scan', 7, null, 'an', '', 'x'.repeat(201)];
    expect(judged(field, value, ['Big files first', 'Fast scan engine'])).toEqual(['Big files first', 'Fast scan', 'scan']);
  });
  test('no more items than a field takes', () => {
    const texts = Array.from({ length: 30 }, (_, i) => `Feature ${'abcdefghijklmnopqrstuvwxyzABCD'[i]}${i}`);
    expect(judged('features', texts, texts)).toEqual(texts.slice(0, 20));
  });
  test('a list shows the first quote of each item and no other', () => {
    const texts = ['About us', 'Fast scan', 'Fast scan engine', 'Big files'];
    const proposal = { fields: { features: { value: ['Fast scan', 'Big files'], evidence: texts.map((text) => quoted(text)) } } };
    const shown = judge(proposal, [pageOf(HOME, ...texts)], []).fields.features?.evidence;
    expect(shown).toEqual([quoted('Fast scan'), quoted('Big files')]);
  });
  test('nothing left is no list', () => expect(judged('features', ['invented'], ['Fast scan'])).toBeNull());
  test('a list is no text', () => expect(judged('features', 'Fast scan', ['Fast scan'])).toBeNull());

  test('prices in one line are pieces of quotes', () =>
    expect(judged('pricing_summary', 'Free · $19.95 per year · $5 a day', ['Free', 'Advanced: $19.95 per year'])).toBe(
      'Free · $19.95 per year',
    ));
  test('a price is not shortened', () => expect(judged('pricing_summary', '$19', ['$19.95 per year'])).toBeNull());
  test('nor made bigger', () => expect(judged('pricing_summary', '9,90 €', ['19,90 €'])).toBeNull());

  test('a section of the story is paragraphs of quotes', () => {
    const proposal = {
      story: {
        why_started: { value: `${first}\n\nInvented.`, evidence: [quoted(first)] },
        invented: { value: first, evidence: [quoted(first)] },
      },
    };
    expect(judge(proposal, [pageOf(HOME, first)], []).story).toEqual({
      why_started: { value: first, evidence: [quoted(first)], rule: 'composed' },
    });
  });
});
