import { describe, expect, test } from 'vitest';
import type { TextSource } from '../../../../src/modules/extraction/parse/page.ts';
import { verifyProposal } from '../../../../src/modules/extraction/verify/verify.ts';
import { ABOUT, HOME, makePageText, makePiece, makeQuote } from '../../../support/extraction/verified-site.ts';

/** Whether a quote is accepted as evidence for a value that it contains. */
const isTaken = (quote: unknown, url: unknown, ...pieces: (string | ReturnType<typeof makePiece>)[]): boolean => {
  const value = typeof quote === 'string' ? quote.slice(0, 500) : 'anything';
  const proposal = { fields: { name: { value, evidence: [{ quote, url }] } } };
  return verifyProposal(proposal, [makePageText(HOME, ...pieces), makePageText(ABOUT, 'Another page.')], []).fields.name !== undefined;
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
    ['words around a hidden piece', 'one two', ['one', makePiece('never', 'hidden'), 'two']],
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
    ['a piece and an attribute', 'Ann Lee Founder', ['Ann Lee', makePiece('Founder', 'attribute')]],
    ['two attributes', 'Ann Lee Founder', [makePiece('Ann Lee', 'attribute'), makePiece('Founder', 'attribute')]],
    ['longer than a quote is', 'word '.repeat(500).trim(), ['word '.repeat(500)]],
    ['with a control character', 'Files\u0007found', ['Files\u0007found']],
    ['with half of a character', 'Files \ud83d', ['Files \ud83d']],
  ])('may not be %s', (_, quote, pieces) => expect(isTaken(quote, HOME, ...pieces)).toBe(false));

  test.each<[TextSource, boolean]>([
    ['visible', true],
    ['meta', true],
    ['json_ld', true],
    ['attribute', true],
    ['hidden', false],
    ['template', false],
  ])('from %s text is evidence: %s', (source, taken) => expect(isTaken('Found again', HOME, makePiece('Found again', source))).toBe(taken));

  test.each([
    ['another page that was read', ABOUT],
    ['a page that was not read', 'https://acme.test/pricing/'],
    ['the same page written otherwise', 'https://acme.test'],
    ['its page with a fragment', `${HOME}#top`],
    ['no page', undefined],
    ['a list of pages', [HOME]],
  ])('must be on the page it names, not on %s', (_, url) => expect(isTaken('Found again', url, 'Found again')).toBe(false));

  test('joined from two pages is rejected', () => {
    const pages = [makePageText(HOME, 'Ann Lee'), makePageText(ABOUT, 'Founder')];
    const proposal = {
      fields: { tagline: { value: 'Ann Lee Founder', evidence: [makeQuote('Ann Lee Founder'), makeQuote('Ann Lee Founder', ABOUT)] } },
    };
    expect(verifyProposal(proposal, pages, []).fields).toEqual({});
  });

  test('with control characters is rejected, even if the page has them', () => {
    const evidence = [makeQuote('Files\u0007found again')];
    expect(
      verifyProposal({ fields: { name: { value: 'again', evidence } } }, [makePageText(HOME, 'Files\u0007found again')], []).dropped[0],
    ).toEqual({
      what: 'fields.name',
      why: 'a quote holds control characters',
    });
  });

  test('that is false does not affect the others', () => {
    const evidence = [makeQuote('Acme is new'), makeQuote('Acme is old')];
    const judgement = verifyProposal({ fields: { name: { value: 'Acme', evidence } } }, [makePageText(HOME, 'Acme is old')], []);
    expect(judgement.fields.name).toEqual({ value: 'Acme', evidence: [makeQuote('Acme is old')], rule: 'literal' });
    expect(judgement.dropped).toEqual([{ what: 'fields.name', why: 'a quote is not on its page' }]);
  });

  test('that does not support the value is not returned', () => {
    const evidence = [makeQuote('It is old'), makeQuote('Acme is old'), makeQuote('Acme is old')];
    const judgement = verifyProposal(
      { fields: { name: { value: 'Acme', evidence } } },
      [makePageText(HOME, 'Acme is old', 'It is old')],
      [],
    );
    expect(judgement.fields.name?.evidence).toEqual([makeQuote('Acme is old')]);
  });
});
