import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/modules/drafts/judge/judge.ts';
import type { Source } from '../../../src/modules/drafts/page/page.ts';
import { ABOUT, HOME, pageOf, piece, quoted } from './site.ts';

/** Whether a quote is taken as evidence: it proves a value that it holds, and nothing else. */
const isTaken = (quote: unknown, url: unknown, ...pieces: (string | ReturnType<typeof piece>)[]): boolean => {
  const value = typeof quote === 'string' ? quote.slice(0, 500) : 'anything';
  const proposal = { fields: { name: { value, evidence: [{ quote, url }] } } };
  return judge(proposal, [pageOf(HOME, ...pieces), pageOf(ABOUT, 'Another page.')], []).fields.name !== undefined;
};

describe('a quote', () => {
  test.each([
    ['a whole piece', 'Files, found again.', ['Files, found again.']],
    ['a part of a piece', 'found again', ['Files, found again.']],
    ['pieces that follow each other', 'Ann Lee Founder', ['Ann Lee', 'Founder']],
    ['white space of any kind', 'Files, found   again.', ['Files,\u00a0found\n\t\u2009again.']],
    ['white space in the quote of any kind', 'Files,\u00a0\n found again.', ['Files, found again.']],
    ['soft hyphens and marks without width', 'Terminwerkstatt', ['Termin\u00adwerk\u200bstatt']],
    ['the same letters composed otherwise', 'Cafe\u0301 Zoë', ['Café Zoe\u0308']],
    ['words around a hidden piece', 'one two', ['one', piece('never', 'hidden'), 'two']],
    ['Han without spaces', '東京', ['私たちは東京にいます']],
    ['Thai without spaces', 'กรุงเทพ', ['เราอยู่กรุงเทพมหานคร']],
    ['Latin beside Han', 'Prince', ['使用Prince软件']],
    ['a number where a piece begins after one that ends with a number', '500 customers', ['Step 1', '500 customers']],
    ['a number where a sentence ends', 'in 2015', ['It began in 2015. Later it grew.']],
  ])('may be %s', (_, quote, pieces) => expect(isTaken(quote, HOME, ...pieces)).toBe(true));

  test.each([
    ['what the page does not say', 'Files, lost again.', ['Files, found again.']],
    ['in other letters', 'files, Found again.', ['Files, found again.']],
    ['a part of a word', 'art', ['start']],
    ['a word without its end', 'found', ['foundation']],
    ['a letter without its mark', 'The Faq', ['The Faq\u0303 page']],
    ['half of a picture made of two', 'Ann 👩', ['Ann 👩‍🚀']],
    ['a part of a number', '19', ['$1950']],
    ['a price without its cents', 'costs 19', ['it costs 19.90']],
    ['a price without its cents, elsewhere', 'kostet 19', ['es kostet 19,90']],
    ['cents without their price', '90 EUR', ['19,90 EUR']],
    ['a part of a number with spaces', '900 EUR', ['1 900 EUR']],
    ['one letter', 'A', ['A B C']],
    ['signs alone', '!?', ['What !?']],
    ['empty', '', ['What']],
    ['pieces in another order', 'Founder Ann Lee', ['Ann Lee', 'Founder']],
    ['pieces with others between', 'Ann Lee Founder', ['Ann Lee', 'Chair', 'Founder']],
    ['a piece and an attribute', 'Ann Lee Founder', ['Ann Lee', piece('Founder', 'attribute')]],
    ['two attributes', 'Ann Lee Founder', [piece('Ann Lee', 'attribute'), piece('Founder', 'attribute')]],
    ['longer than a quote is', 'word '.repeat(500).trim(), ['word '.repeat(500)]],
    ['with a control character', 'Files\u0007found', ['Files\u0007found']],
    ['with half of a character', 'Files \ud83d', ['Files \ud83d']],
  ])('may not be %s', (_, quote, pieces) => expect(isTaken(quote, HOME, ...pieces)).toBe(false));

  test.each<[Source, boolean]>([
    ['visible', true],
    ['meta', true],
    ['json_ld', true],
    ['attribute', true],
    ['hidden', false],
    ['template', false],
  ])('of %s text is evidence: %s', (source, taken) => expect(isTaken('Found again', HOME, piece('Found again', source))).toBe(taken));

  test.each([
    ['another page that was read', ABOUT],
    ['a page that was not read', 'https://acme.test/pricing/'],
    ['the same page written otherwise', 'https://acme.test'],
    ['its page with a fragment', `${HOME}#top`],
    ['no page', undefined],
    ['a list of pages', [HOME]],
  ])('is of the page it names, not of %s', (_, url) => expect(isTaken('Found again', url, 'Found again')).toBe(false));

  test('joined from two pages is no quote', () => {
    const pages = [pageOf(HOME, 'Ann Lee'), pageOf(ABOUT, 'Founder')];
    const proposal = {
      fields: { tagline: { value: 'Ann Lee Founder', evidence: [quoted('Ann Lee Founder'), quoted('Ann Lee Founder', ABOUT)] } },
    };
    expect(judge(proposal, pages, []).fields).toEqual({});
  });

  test('with control characters is none, even of a page that has them', () => {
    const evidence = [quoted('Files\u0007found again')];
    expect(judge({ fields: { name: { value: 'again', evidence } } }, [pageOf(HOME, 'Files\u0007found again')], []).dropped[0]).toEqual({
      what: 'fields.name',
      why: 'a quote holds control characters',
    });
  });

  test('that is false takes only itself away', () => {
    const evidence = [quoted('Acme is new'), quoted('Acme is old')];
    const judgement = judge({ fields: { name: { value: 'Acme', evidence } } }, [pageOf(HOME, 'Acme is old')], []);
    expect(judgement.fields.name).toEqual({ value: 'Acme', evidence: [quoted('Acme is old')], rule: 'literal' });
    expect(judgement.dropped).toEqual([{ what: 'fields.name', why: 'a quote is not on its page' }]);
  });

  test('that says nothing about the value is not shown beside it', () => {
    const evidence = [quoted('It is old'), quoted('Acme is old'), quoted('Acme is old')];
    const judgement = judge({ fields: { name: { value: 'Acme', evidence } } }, [pageOf(HOME, 'Acme is old', 'It is old')], []);
    expect(judgement.fields.name?.evidence).toEqual([quoted('Acme is old')]);
  });
});
