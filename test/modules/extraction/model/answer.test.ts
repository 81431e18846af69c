import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proposalFromAnswer } from '../../../../src/modules/extraction/model/answer.ts';
import { ModelAnswer } from '../../../../src/modules/extraction/model/ask-model.ts';
import { selectPages } from '../../../../src/modules/extraction/model/lines.ts';
import { ALL_BLANK, openSite, pageOf } from '../../../support/extraction/ask-model.ts';

const FRIEND =
  'Write to “anvils@other.example”, says a friend of ours, who has never had an answer from there, but it may be that you do, who knows.';
const LONG = 'Acme was made because it was slow. It was built over many years by people who knew little about it. '.repeat(4).trim();
const SITE = openSite([
  pageOf('https://acme.example/', ['visible', 'Acme'], ['visible', 'Acme makes anvils.'], ['visible', FRIEND]),
  pageOf('https://acme.example/about', ['visible', LONG], ['visible', 'Made in Graz, Austria.'], ['attribute', 'https://x.com/acme']),
]);
const SHOWN = selectPages(SITE, 10_000);
const propose = (answer: unknown, wanted = ALL_BLANK) => proposalFromAnswer(answer, SITE, SHOWN, wanted);

test('line numbers become quotes with addresses, and long lines are quoted by the sentence', () => {
  const lines = ['p2:1'];
  const slow = { quote: 'Acme was made because it was slow.', url: 'https://acme.example/about' };
  const answer = {
    texts: [{ field: 'name', value: 'Acme', lines: ['p1:1'] }],
    company_socials: [{ platform: 'x', link: 'https://x.com/acme', lines: ['p2:3'] }],
    story: [{ section: 'problem', text: slow.quote, lines }],
  };
  expect(propose(answer, { ...ALL_BLANK, product: 'Acme' })).toEqual({
    fields: { name: { value: 'Acme', evidence: [{ quote: 'Acme', url: 'https://acme.example/' }] } },
    faqs: [],
    founders: [],
    company_socials: { x: { value: 'https://x.com/acme', evidence: [{ quote: 'https://x.com/acme', url: 'https://acme.example/about' }] } },
    founder_socials: {},
    story: { problem: { value: slow.quote, evidence: [slow] } },
    milestones: [],
    attributes: {},
  });
});

test('attributes are read by the kind of their definition', () => {
  const lines = ['p2:2'];
  const rows = {
    api: ['yes'],
    sso: ['no'],
    price_from: ['9.50 EUR month'],
    platforms: ['iOS', 'Android'],
    free_plan: ['maybe'],
    other: ['yes'],
  };
  const answer = { attributes: Object.entries(rows).map(([key, values]) => ({ key, values, lines })) };
  const { attributes } = propose(answer) as {
    attributes: Record<string, { value: unknown }>;
  };
  expect(Object.fromEntries(Object.entries(attributes).map(([key, { value }]) => [key, value]))).toEqual({
    api: true,
    sso: false,
    price_from: { amount: 9.5, currency: 'EUR', period: 'month' },
    platforms: ['iOS', 'Android'],
    free_plan: null,
  });
  expect(attributes.api).toMatchObject({ evidence: [{ quote: 'Made in Graz, Austria.', url: 'https://acme.example/about' }] });
});

test.each(['p0:1', 'p3:1', 'p1:0', 'p1:4', 'p-1:1', 'p1:1.5', '1', '', null, 2 ** 40, ['p1:1'], { page: 1 }, 'https://acme.example/'])(
  '%o is no line, so nothing is quoted',
  (line) => {
    const answer = { texts: [{ field: 'name', value: 'Acme', lines: [line] }] };
    expect(propose(answer)).toMatchObject({ fields: { name: { evidence: [] } } });
  },
);

test('lines are read as models write them: alone, as a range, without the letter; neighbours are also quoted together', () => {
  const quotes = (lines: unknown) => {
    const answer = { lists: [{ field: 'tags', values: ['x'], lines }] };
    return (propose(answer) as { fields: { tags: { evidence: { quote: string }[] } } }).fields.tags.evidence.map(({ quote }) => quote);
  };
  for (const lines of ['p1:1', ['1:1'], [' P1:1 ', 'p1:1'], ['p1:1-1']]) expect(quotes(lines)).toEqual(['Acme']);
  for (const lines of [['p1:1-2'], ['p1:2', 'p1:1']])
    expect(quotes(lines)).toEqual(['Acme', 'Acme makes anvils.', 'Acme Acme makes anvils.']);
});

test.each<[string, unknown, unknown]>([
  ['name', 'Acme', 'Acme'],
  ['name', 'anvils', null],
  ['name', 'never', null],
  ['tagline', 'Acme makes anvils', 'Acme makes anvils'],
  ['tagline', 'makes anvils', null],
  ['contact_email', 'anvils@other.example', null],
  ['contact_email', 'anvils@acme.example', 'anvils@acme.example'],
  ['demo_video_url', 'https://x.com/acme', 'https://x.com/acme'],
  ['logo_url', 'https://other.example/logo.png', null],
  ['description', 'Acme makes anvils.', 'Acme makes anvils.'],
  ['description', 'makes anvils.', null],
  ['pricing_summary', 'anything', null],
  ['stage', 'anything', 'anything'],
])('%s %o appears on the site as such values do: %o', (field, value, wanted) => {
  const answer = { texts: [{ field, value, lines: [] }] };
  expect(propose(answer)).toMatchObject({ fields: { [field]: { value: wanted } } });
});

test('list items that start a line or sentence are kept, mere mentions are not', () => {
  const answer = { lists: [{ field: 'features', values: ['Acme makes anvils', 'anvils@other', 'says a friend', 7], lines: [] }] };
  expect(propose(answer)).toMatchObject({ fields: { features: { value: ['Acme makes anvils'] } } });
});

test('unknown names are dropped, and of duplicates the first counts', () => {
  const row = (field: string, value: string) => ({ field, value, lines: [] });
  const answer = {
    texts: [
      row('__proto__', 'x'),
      row('constructor', 'x'),
      row('admin', 'x'),
      row('stage', 'first'),
      row('stage', 'second'),
      row('tags', 'x'),
    ],
    lists: [{ field: 'city', values: ['x'], lines: [] }],
    company_socials: [{ platform: 'evil', link: 'x', lines: [] }],
    story: [{ section: '__proto__', text: 'x', lines: [] }],
    status: 'live',
    fields: { name: { value: 'x', evidence: [] } },
  };
  const proposal = propose(answer) as { fields: object };
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
    'lines',
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
      expect(Object.keys(propose(answer) as object)).toHaveLength(8);
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
