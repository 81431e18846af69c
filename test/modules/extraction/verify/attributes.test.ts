import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TextPiece } from '../../../../src/modules/extraction/parse/page.ts';
import { verifyProposal } from '../../../../src/modules/extraction/verify/verify.ts';
import { BUILT_IN_ATTRIBUTES } from '../../../../src/modules/extraction/words/attributes.ts';
import { ABOUT, fuzzRuns, HOME, makePageText, makePiece, makeQuote } from '../../../support/extraction/verified-site.ts';

/** The verified value of an attribute that anyone proposed with these quotes. */
const verify = (key: string, value: unknown, pieces: (string | TextPiece)[], quotes: string[], url = HOME): unknown => {
  const proposal = { attributes: { [key]: { value, evidence: quotes.map((quote) => makeQuote(quote, url)) } } };
  return verifyProposal(proposal, [makePageText(HOME, ...pieces)], [], BUILT_IN_ATTRIBUTES).attributes[key]?.value;
};
const one = (key: string, value: unknown, text: string, quote = text): unknown => verify(key, value, [text], [quote]);

test('a value that its quote says is kept', () => {
  expect(one('sso', true, 'SSO is included.')).toBe(true);
  expect(one('sso', false, 'There is no SSO.')).toBe(false);
  expect(one('platforms', ['iOS', 'Android'], 'Available on iOS and Android.')).toEqual(['iOS', 'Android']);
  expect(one('price_from', { amount: 9, currency: 'EUR', period: 'month' }, 'From €9 per month')).toMatchObject({ amount: 9 });
});

test.each([
  ['the opposite', 'sso', true, 'There is no SSO.', undefined],
  ['no where it says yes', 'sso', false, 'SSO is included.', undefined],
  ['no where it says nothing', 'sso', false, 'We are a small team.', undefined],
  ['a word cut out of its denial', 'open_source', true, 'Acme is not open source.', 'open source'],
  ['what is planned', 'sso', true, 'SSO is coming soon.', 'SSO'],
  ['what is asked', 'sso', true, 'Do you offer SSO?', 'SSO'],
  ['a condition', 'self_hosted', true, 'If you want to self-host, ask us.', 'self-host'],
  ['what a rival has', 'sso', true, 'Unlike Rival, which has SSO.', 'SSO'],
  ['what others are', 'open_source', true, 'It uses open source libraries.', 'open source'],
  ['another amount', 'price_from', { amount: 8, currency: 'EUR', period: 'month' }, '€9 per month', undefined],
  ['another currency', 'price_from', { amount: 9, currency: 'USD', period: 'month' }, '€9 per month', undefined],
  ['another period', 'price_from', { amount: 9, currency: 'EUR', period: 'year' }, '€9 per month', undefined],
  ['no period', 'price_from', { amount: 9, currency: 'EUR', period: null }, '€9 per month', undefined],
  ['what is saved', 'price_from', { amount: 9, currency: 'EUR', period: 'month' }, 'Save €9 per month', undefined],
  ['a part of an amount', 'price_from', { amount: 9, currency: 'EUR', period: null }, '1,299 € for all', '299 €'],
  ['a name in an address', 'integrations', ['GitHub'], 'https://github.com/acme', undefined],
  ['the ending of a file', 'export_formats', ['PNG'], '/pictures/card.png', undefined],
  ['a number', 'sso', 1, 'SSO is included.', undefined],
  ['a list as a text', 'platforms', 'iOS', 'Available on iOS.', undefined],
])('%s is dropped', (_, key, value, text, quote) => expect(one(key, value, text, quote)).toBeUndefined());

test('of a list only the items that quotes say are kept, and only known ones', () => {
  expect(one('platforms', ['iOS', 'Linux', 'Amiga'], 'Available on iOS, Amiga and Android.')).toEqual(['iOS']);
});

test('a name that stands alone counts unless what follows takes it back', () => {
  expect(verify('platforms', ['Android'], ['Android', 'Install it from here.'], ['Android'])).toEqual(['Android']);
  expect(verify('platforms', ['Android'], ['Android', 'Coming soon.'], ['Android'])).toBeUndefined();
  expect(verify('sso', true, ['SSO', '✗'], ['SSO'])).toBeUndefined();
  expect(verify('sso', false, ['SSO', '✗'], ['SSO ✗'])).toBe(false);
});

test('hidden text, other pages and invented quotes are no evidence', () => {
  expect(verify('sso', true, [makePiece('SSO is included.', 'hidden')], ['SSO is included.'])).toBeUndefined();
  expect(verify('sso', true, ['SSO is included.'], ['SSO is included.'], ABOUT)).toBeUndefined();
  expect(verify('sso', true, ['We are a small team.'], ['SSO is included.'])).toBeUndefined();
});

test('attributes without a definition are ignored', () => {
  const proposal = { attributes: { other: { value: true, evidence: [makeQuote('SSO is included.')] } } };
  expect(verifyProposal(proposal, [makePageText(HOME, 'SSO is included.')], [], BUILT_IN_ATTRIBUTES).attributes).toEqual({});
});

test('any proposal of any shape is verified without throwing', () => {
  const keys = fc.constantFrom(...BUILT_IN_ATTRIBUTES.map(({ key }) => key), 'value', 'evidence', 'quote', 'url', 'amount', '__proto__');
  const anything = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.anything(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  fc.assert(
    fc.property(anything, (attributes) => {
      const judged = verifyProposal({ attributes }, [makePageText(HOME, 'SSO is included.')], [], BUILT_IN_ATTRIBUTES);
      expect(judged.attributes).toEqual({});
    }),
    fuzzRuns(300),
  );
});
