import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_PROPOSAL, PROFILE_FIELD_NAMES } from '../../../../src/modules/extraction/proposal.ts';
import { verifyProposal } from '../../../../src/modules/extraction/verify/verify.ts';
import { findFaults } from '../../../support/extraction/oracle.ts';
import { CATEGORIES, fuzzRuns, HOME, makePageText, makePiece, makeQuote } from '../../../support/extraction/verified-site.ts';

const PAGES = [makePageText(HOME, 'Acme finds files.', 'Ann Lee, Founder', makePiece('Secret', 'hidden'))];
const acme = { value: 'Acme', evidence: [makeQuote('Acme finds files.')] };

describe('a proposal may be anything', () => {
  const anything = fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
    withUnicodeString: true,
  });
  const parts = ['fields', 'faqs', 'founders', 'company_socials', 'founder_socials', 'story', 'milestones'];
  const names = fc.constantFrom(
    ...PROFILE_FIELD_NAMES,
    'x',
    'story',
    'value',
    'evidence',
    'question',
    'answer',
    'name',
    '__proto__',
    'constructor',
    'length',
    '0',
  );
  const shaped = fc.dictionary(
    fc.constantFrom(...parts),
    fc.oneof(anything, fc.dictionary(names, anything), fc.array(fc.dictionary(names, anything), { maxLength: 4 })),
  );

  test('and nothing unsupported is accepted', () =>
    fc.assert(
      fc.property(fc.oneof(anything, shaped), (proposal) => {
        const judgement = verifyProposal(proposal, PAGES, CATEGORIES);
        expect(findFaults(judgement, PAGES, CATEGORIES)).toEqual([]);
        expect(Object.keys(judgement)).toEqual([...Object.keys(EMPTY_PROPOSAL), 'dropped']);
      }),
      fuzzRuns(400),
    ));

  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const throwing = new Proxy(
    {},
    {
      get: () => {
        throw new Error('get');
      },
      getOwnPropertyDescriptor: () => {
        throw new Error('describe');
      },
      ownKeys: () => {
        throw new Error('keys');
      },
    },
  );
  let told = 0;
  const fickle = new Proxy({ value: 1 }, { getOwnPropertyDescriptor: () => ({ configurable: true, value: told++ % 2 ? 'Acme' : 7n }) });
  const circle: Record<string, unknown> = { fields: {}, faqs: [] };
  circle.fields = circle;
  circle.faqs = [circle];

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'fields'],
    ['a number', Number.NaN],
    ['a function', () => acme],
    ['a revoked proxy', revoked.proxy],
    ['a proxy that throws', throwing],
    ['a proxy that throws inside', { fields: throwing, faqs: [throwing], founders: throwing, story: { story: throwing } }],
    [
      'a proxy that changes its mind',
      { fields: { name: fickle, description: fickle }, faqs: [fickle], founders: [fickle], milestones: [fickle] },
    ],
    ['a circle', circle],
    [
      'a getter that throws',
      {
        get fields() {
          throw new Error('read');
        },
      },
    ],
    [
      'a list with a length only',
      { faqs: { length: 3 }, fields: { features: { value: { length: 9, 0: 'Acme' }, evidence: acme.evidence } } },
    ],
    ['a list that is sparse and endless', { faqs: Object.assign([], { length: 2 ** 32 - 1 }) }],
  ])('even %s', (_, proposal) => {
    const { dropped, ...rest } = verifyProposal(proposal, PAGES, CATEGORIES);
    expect(rest).toEqual(EMPTY_PROPOSAL);
    expect(dropped.length).toBeLessThanOrEqual(100);
  });

  test('inherited values are ignored, and no prototype is changed', () => {
    const inherited = Object.create({ fields: { name: acme } }) as unknown;
    const inside = { fields: Object.create({ name: acme }) as unknown };
    const evil = JSON.parse(
      '{"__proto__": {"fields": {}}, "fields": {"__proto__": {"value": "Acme", "evidence": []}, "constructor": {"value": "x"}, "toString": {"value": "x"}}, "company_socials": {"__proto__": {"value": "https://x.com/a"}}}',
    ) as unknown;
    for (const proposal of [inherited, inside, evil]) {
      const { dropped: _, ...rest } = verifyProposal(proposal, PAGES, CATEGORIES);
      expect(rest).toEqual(EMPTY_PROPOSAL);
    }
    expect(({} as Record<string, unknown>).value).toBeUndefined();
    expect(Object.getPrototypeOf(verifyProposal(evil, PAGES, CATEGORIES).fields)).toBe(Object.prototype);
  });

  test('unknown names are ignored', () => {
    const judgement = verifyProposal(
      { fields: { name: acme, password: acme, title: acme }, story: { name: acme }, company_socials: { name: acme } },
      PAGES,
      CATEGORIES,
    );
    expect(Object.keys(judgement.fields)).toEqual(['name']);
    expect([judgement.story, judgement.company_socials]).toEqual([{}, {}]);
  });

  test('the result is a copy', () => {
    const proposal = structuredClone({ fields: { name: acme } });
    const judgement = verifyProposal(proposal, PAGES, CATEGORIES);
    proposal.fields.name.evidence[0]!.quote = 'changed';
    expect(judgement.fields.name?.evidence).toEqual(acme.evidence);
  });
});

describe('dropped parts are reported', () => {
  test('by path and in a few words', () => {
    const proposal = {
      fields: {
        name: { value: 'Evil', evidence: acme.evidence },
        tagline: { value: 'Secret', evidence: [makeQuote('Secret')] },
        city: { value: 'Bonn', evidence: [] },
      },
      faqs: [{ question: 7, answer: 'x', evidence: [] }],
      founders: [{ name: 'Ann Lee', evidence: [makeQuote('Ann Lee', 'https://evil.test/')] }],
    };
    expect(verifyProposal(proposal, PAGES, CATEGORIES).dropped).toEqual([
      { what: 'fields.name', why: 'its quotes do not say it' },
      { what: 'fields.tagline', why: 'a quote is not on its page' },
      { what: 'fields.tagline', why: 'its quotes do not say it' },
      { what: 'fields.city', why: 'its quotes do not say it' },
      { what: 'faqs[0]', why: 'its question is no text' },
      { what: 'founders[0]', why: 'a quote names a page that was not read' },
      { what: 'founders[0]', why: 'its quotes do not say it' },
    ]);
  });

  test('but only a limited number, and never in the proposal’s own words', () => {
    const founders = Array.from({ length: 5000 }, () => ({ name: 'Evil Eve', evidence: [makeQuote('Evil'.repeat(300))] }));
    const faqs = Array.from({ length: 5000 }, () => ({
      question: 'Evil?',
      answer: 'Evil.',
      evidence: Array.from({ length: 500 }, () => makeQuote('Evil')),
    }));
    const { dropped } = verifyProposal({ founders, faqs }, PAGES, CATEGORIES);
    expect(dropped.length).toBeLessThanOrEqual(100);
    expect(JSON.stringify(dropped)).not.toContain('Evil');
    expect(JSON.stringify(dropped).length).toBeLessThan(10_000);
  });
});
