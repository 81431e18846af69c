import { describe, expect, test } from 'vitest';
import { verifyProposal } from '../../../../src/modules/extraction/verify/verify.ts';
import { HOME, makePageText, makeQuote, verifyField } from '../../../support/extraction/verified-site.ts';

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
  ] as const)('%s %s follows from "%s"', (field, value, text) => expect(verifyField(field, value, [text])).toBe(value));

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
  ] as const)('%s %s does not follow from "%s"', (field, value, text) => expect(verifyField(field, value, [text])).toBeNull());

  test('with control characters is refused for that reason', () => {
    const proposal = { fields: { name: { value: 'Ay\u0007a', evidence: [makeQuote('Aya')] } } };
    expect(verifyProposal(proposal, [makePageText(HOME, 'Aya')], []).dropped).toEqual([
      { what: 'fields.name', why: 'holds control characters' },
    ]);
  });

  test('is returned with collapsed white space', () =>
    expect(verifyField('tagline', '  Files,\n found\u00a0again ', ['Files, found again'])).toBe('Files, found again'));

  test('spread over two quotes is not accepted', () =>
    expect(verifyField('tagline', 'Fast and free', ['Fast and', 'free for all'], ['Fast and', 'free for all'])).toBeNull());

  test('has at most five quotes', () => {
    const texts = Array.from({ length: 9 }, (_, i) => `Acme number ${i}`);
    const proposal = { fields: { name: { value: 'Acme', evidence: texts.map((text) => makeQuote(text)) } } };
    expect(verifyProposal(proposal, [makePageText(HOME, ...texts)], []).fields.name?.evidence).toHaveLength(5);
  });
});

describe('a composed value', () => {
  const first = 'Acme finds what you lost.';
  const second = 'It runs on Windows 7 or later.';

  test('a description consists of quoted paragraphs', () =>
    expect(verifyField('description', `${first}\n\n${second}`, [first, second])).toBe(`${first}\n\n${second}`));
  test('whatever separates the paragraphs', () =>
    expect(verifyField('description', ` ${first} \r\n \t\r\n\n${second}\n`, [first, second])).toBe(`${first}\n\n${second}`));
  test('a paragraph without a quote is dropped', () =>
    expect(verifyField('description', `${first}\n\nIt is the best.\n\n${second}`, [first, second])).toBe(`${first}\n\n${second}`));
  test('a paragraph spread over two quotes is dropped', () =>
    expect(verifyField('description', `${first} Or not.`, [first, 'Or not.'], [first])).toBeNull());
  test('a repeated paragraph is kept once', () => expect(verifyField('description', `${first}\n\n${first}`, [first])).toBe(first));
  test('a description that is too long is dropped', () => {
    const long = 'word '.repeat(390).trim();
    const pieces = Array.from({ length: 11 }, (_, i) => `${i}${long}`);
    expect(verifyField('description', pieces.join('\n\n'), pieces)).toBeNull();
    expect(verifyField('description', pieces.slice(0, 10).join('\n\n'), pieces)).toBe(pieces.slice(0, 10).join('\n\n'));
  });

  test.each(['features', 'usps', 'keywords', 'tags'] as const)('of %s only quoted items are kept, each once', (field) => {
    const value = ['Big files first', 'invented', 'Fast scan', 'big files first', 'scan', 7, null, 'an', '', 'x'.repeat(201)];
    expect(verifyField(field, value, ['Big files first', 'Fast scan engine'])).toEqual(['Big files first', 'Fast scan', 'scan']);
  });
  test('a field has a maximum number of items', () => {
    const texts = Array.from({ length: 30 }, (_, i) => `Feature ${'abcdefghijklmnopqrstuvwxyzABCD'[i]}${i}`);
    expect(verifyField('usps', texts, texts)).toEqual(texts.slice(0, 20));
  });
  test('a list has the first quote of each item and no others', () => {
    const texts = ['About us', 'Fast scan', 'Fast scan engine', 'Big files'];
    const proposal = { fields: { features: { value: ['Fast scan', 'Big files'], evidence: texts.map((text) => makeQuote(text)) } } };
    const shown = verifyProposal(proposal, [makePageText(HOME, ...texts)], []).fields.features?.evidence;
    expect(shown).toEqual([makeQuote('Fast scan'), makeQuote('Big files')]);
  });
  test('an empty list is dropped', () => expect(verifyField('features', ['invented'], ['Fast scan'])).toBeNull());
  test('a text is not a list', () => expect(verifyField('features', 'Fast scan', ['Fast scan'])).toBeNull());

  test('a price summary consists of quoted pieces', () =>
    expect(verifyField('pricing_summary', 'Free · $19.95 per year · $5 a day', ['Free', 'Advanced: $19.95 per year'])).toBe(
      'Free · $19.95 per year',
    ));
  test('a price is not truncated', () => expect(verifyField('pricing_summary', '$19', ['$19.95 per year'])).toBeNull());
  test('nor taken from a larger one', () => expect(verifyField('pricing_summary', '9,90 €', ['19,90 €'])).toBeNull());

  test('a story section consists of quoted paragraphs', () => {
    const proposal = {
      story: {
        why_started: { value: `${first}\n\nInvented.`, evidence: [makeQuote(first)] },
        invented: { value: first, evidence: [makeQuote(first)] },
      },
    };
    expect(verifyProposal(proposal, [makePageText(HOME, first)], []).story).toEqual({
      why_started: { value: first, evidence: [makeQuote(first)], rule: 'composed' },
    });
  });
});
