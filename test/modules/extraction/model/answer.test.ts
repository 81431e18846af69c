import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ModelAnswer, proposalFromAnswer } from '../../../../src/modules/extraction/model/answer.ts';
import type { SelectedPage } from '../../../../src/modules/extraction/model/question.ts';
import type { PageText, TextPiece, TextSource } from '../../../../src/modules/extraction/parse/page.ts';
import { BUILT_IN_ATTRIBUTES } from '../../../../src/modules/extraction/words/attributes.ts';

const piece = (source: TextSource, text: string): TextPiece => ({ source, text });
const PAGES: PageText[] = [
  { url: 'https://acme.example/', pieces: [piece('visible', 'Acme'), piece('visible', 'Acme makes anvils.')] },
  {
    url: 'https://acme.example/about',
    pieces: [
      piece('visible', 'Acme was made because it was slow.'),
      piece('attribute', 'https://x.com/acme'),
      piece(
        'visible',
        'Write to “anvils@other.example”, says a friend of ours, who has never had an answer from there, but it may be that you do, who knows.',
      ),
    ],
  },
];
const SHOWN: SelectedPage[] = PAGES.map(({ url, pieces }, at) => ({ number: at + 1, url, lines: pieces }));

test('page numbers become addresses', () => {
  const quotes = [{ page: 2, quote: 'Acme' }];
  const answer = {
    texts: [{ field: 'name', value: 'Acme', quotes }],
    lists: [{ field: 'tags', values: ['a'], quotes }],
    faqs: [{ question: 'Why?', answer: 'So.', quotes }],
    founders: [{ name: 'Ada', title: null, bio: null, quotes }],
    company_socials: [{ platform: 'x', link: 'https://x.com/acme', quotes }],
    founder_socials: [],
    story: [{ section: 'problem', text: 'It was slow.', quotes }],
    milestones: [{ date: '2026-01-05', title: 'Began', description: null, url: null, quotes }],
  };
  const evidence = [{ quote: 'Acme', url: 'https://acme.example/about' }];
  expect(proposalFromAnswer(answer, PAGES, SHOWN)).toEqual({
    fields: { name: { value: 'Acme', evidence }, tags: { value: ['a'], evidence } },
    faqs: [{ question: 'Why?', answer: 'So.', evidence }],
    founders: [{ name: 'Ada', title: null, bio: null, evidence }],
    company_socials: { x: { value: 'https://x.com/acme', evidence } },
    founder_socials: {},
    story: { problem: { value: 'It was slow.', evidence } },
    milestones: [{ date: '2026-01-05', title: 'Began', description: null, url: null, evidence }],
    attributes: {},
  });
});

test('attributes are read by the kind of their definition', () => {
  const quotes = [{ page: 2, quote: 'Acme' }];
  const rows = {
    api: ['yes'],
    sso: ['no'],
    price_from: ['9.50 EUR month'],
    platforms: ['iOS', 'Android'],
    free_plan: ['maybe'],
    other: ['yes'],
  };
  const answer = { attributes: Object.entries(rows).map(([key, values]) => ({ key, values, quotes })) };
  const { attributes } = proposalFromAnswer(answer, PAGES, SHOWN, BUILT_IN_ATTRIBUTES) as {
    attributes: Record<string, { value: unknown }>;
  };
  expect(Object.fromEntries(Object.entries(attributes).map(([key, { value }]) => [key, value]))).toEqual({
    api: true,
    sso: false,
    price_from: { amount: 9.5, currency: 'EUR', period: 'month' },
    platforms: ['iOS', 'Android'],
    free_plan: null,
  });
  expect(attributes.api).toMatchObject({ evidence: [{ quote: 'Acme', url: 'https://acme.example/about' }] });
});

test.each([0, 3, -1, 1.5, '1', null, 2 ** 40, 'https://acme.example/'])('page %o does not exist, so its quote is not found', (number) => {
  const answer = { texts: [{ field: 'name', value: 'Acme', quotes: [{ page: number, quote: 'Acme' }] }] };
  expect(proposalFromAnswer(answer, PAGES, SHOWN)).toMatchObject({ fields: { name: { evidence: [{ quote: 'Acme', url: '' }] } } });
});

test('a quote of text that was not shown has no page', () => {
  const quotes = [
    { page: 1, quote: 'Acme was made' },
    { page: 2, quote: 'Acme was made' },
  ];
  const answer = { texts: [{ field: 'stage', value: 'Acme', quotes }] };
  expect(proposalFromAnswer(answer, PAGES, SHOWN)).toMatchObject({
    fields: { stage: { evidence: [{ url: '' }, { url: 'https://acme.example/about' }] } },
  });
  expect(proposalFromAnswer(answer, PAGES, SHOWN.slice(0, 1))).toMatchObject({
    fields: { stage: { evidence: [{ url: '' }, { url: '' }] } },
  });
});

test.each<[string, unknown, unknown]>([
  ['name', 'Acme', 'Acme'],
  ['name', 'anvils', null],
  ['name', 'never', null],
  ['tagline', 'Acme makes anvils', 'Acme makes anvils'],
  ['tagline', 'makes anvils', null],
  ['contact_email', 'anvils@other.example', null],
  ['contact_email', 'anvils@acme.example', 'anvils@acme.example'],
  ['logo_url', 'https://x.com/acme', 'https://x.com/acme'],
  ['logo_url', 'https://other.example/logo.png', null],
  ['city', 'Acme', 'Acme'],
  ['city', 'slow', null],
  ['pricing_summary', 'anything', 'anything'],
])('%s %o appears on the site as such values do: %o', (field, value, wanted) => {
  const answer = { texts: [{ field, value, quotes: [] }] };
  expect(proposalFromAnswer(answer, PAGES, SHOWN)).toMatchObject({ fields: { [field]: { value: wanted } } });
});

test('list items that start a line or sentence are kept, mere mentions are not', () => {
  const answer = { lists: [{ field: 'features', values: ['Acme makes anvils', 'anvils@other', 'says a friend', 7], quotes: [] }] };
  expect(proposalFromAnswer(answer, PAGES, SHOWN)).toMatchObject({ fields: { features: { value: ['Acme makes anvils'] } } });
});

test('unknown names are dropped, and of duplicates the first counts', () => {
  const row = (field: string, value: string) => ({ field, value, quotes: [] });
  const answer = {
    texts: [
      row('__proto__', 'x'),
      row('constructor', 'x'),
      row('admin', 'x'),
      row('stage', 'first'),
      row('stage', 'second'),
      row('tags', 'x'),
    ],
    lists: [{ field: 'city', values: ['x'], quotes: [] }],
    company_socials: [{ platform: 'evil', link: 'x', quotes: [] }],
    story: [{ section: '__proto__', text: 'x', quotes: [] }],
    status: 'live',
    fields: { name: { value: 'x', evidence: [] } },
  };
  const proposal = proposalFromAnswer(answer, PAGES, SHOWN) as { fields: object };
  expect(Object.keys(proposal)).toEqual([
    'fields',
    'faqs',
    'founders',
    'company_socials',
    'founder_socials',
    'story',
    'milestones',
    'attributes',
  ]);
  expect(proposal).toMatchObject({ fields: { stage: { value: 'first' } }, company_socials: {}, story: {} });
  expect(Object.keys(proposal.fields)).toEqual(['stage']);
});

test('an answer of any shape becomes a proposal without throwing', () => {
  const keys = fc.constantFrom(
    'texts',
    'lists',
    'faqs',
    'founders',
    'company_socials',
    'story',
    'milestones',
    'quotes',
    'field',
    'value',
    'page',
  );
  const anything = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.anything(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(keys, tie('value'), { maxKeys: 5 }),
    ),
  })).value;
  fc.assert(
    fc.property(anything, (answer) => {
      expect(Object.keys(proposalFromAnswer(answer, PAGES, SHOWN) as object)).toHaveLength(8);
    }),
    { numRuns: 1000 },
  );
});

test('the schema suits strict servers: all properties required, no additional ones, no limits', () => {
  const wire = JSON.parse(JSON.stringify(ModelAnswer)) as object;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, properties, required, additionalProperties } = node as Record<string, unknown>;
    if (type === 'object' && typeof properties === 'object') {
      expect(required).toEqual(Object.keys(properties as object));
      expect(additionalProperties).toBe(false);
    }
    for (const word of ['maxLength', 'minLength', 'maxItems', 'pattern', 'format', 'oneOf', 'default'])
      expect(node).not.toHaveProperty(word);
    Object.values(node).forEach(visit);
  };
  visit(wire);
});
