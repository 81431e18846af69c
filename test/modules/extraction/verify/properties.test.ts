import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageText, TextSource } from '../../../../src/modules/extraction/parse/page.ts';
import { EMPTY_PROPOSAL, PROFILE_FIELD_NAMES } from '../../../../src/modules/extraction/proposal.ts';
import type { Verification } from '../../../../src/modules/extraction/verify/ruling.ts';
import { verifyProposal } from '../../../../src/modules/extraction/verify/verify.ts';
import { GAPS, HIDDEN_MARKS, type Truth, truths, URLS, WORDS } from '../../../support/extraction/generated-truths.ts';
import { findFaults } from '../../../support/extraction/oracle.ts';
import { containsWords, plain } from '../../../support/extraction/verbatim.ts';
import { CATEGORIES, fuzzRuns } from '../../../support/extraction/verified-site.ts';

/** Turns a verification back into a proposal. */
const again = (judgement: Verification, pages: PageText[]) => verifyProposal(structuredClone(judgement), pages, CATEGORIES);
const without = ({ dropped: _, ...rest }: Verification) => rest;

/** Every text of a proposal with its location, so that any of it can be changed. */
type Spot = { holder: Record<string, unknown>; key: string };
const spotsOf = (value: unknown, spots: Spot[] = []): Spot[] => {
  if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      spots.push({ holder: value as Record<string, unknown>, key });
      spotsOf(inner, spots);
    }
  return spots;
};

const changed = (text: string, at: number, sign: string): string => {
  const signs = [...text];
  const spot = signs.length ? at % signs.length : 0;
  return [...signs.slice(0, spot), sign, ...signs.slice(spot + (at % 2))].join('');
};

/** Ways to lie: each changes one part of a proposal. */
const lies: fc.Arbitrary<(value: unknown, truth: Truth, other: unknown) => unknown> = fc.oneof(
  fc.tuple(fc.nat(60), fc.constantFrom(...'aZ1 .é東\u00ad\u0000')).map(
    ([at, sign]) =>
      (value: unknown) =>
        typeof value === 'string' ? changed(value, at, sign) : value,
  ),
  fc.tuple(fc.nat(60), fc.nat(60)).map(
    ([from, to]) =>
      (value: unknown) =>
        typeof value === 'string' ? value.slice(Math.min(from, to), Math.max(from, to)) : value,
  ),
  fc.constantFrom(...URLS, 'https://acme.test', 'https://evil.test/').map((url) => () => url),
  fc.nat().map((at) => (_: unknown, { pages }: Truth) => {
    const pieces = pages.flatMap((page) => page.pieces);
    return pieces.length > 0 ? pieces[at % pieces.length]!.text : '';
  }),
  fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => (_: unknown, { pages }: Truth) => {
    const pieces = pages.flatMap((page) => page.pieces);
    return pieces.length > 0 ? `${pieces[a % pieces.length]!.text} ${pieces[b % pieces.length]!.text}` : '';
  }),
  fc.constant((_: unknown, __: Truth, other: unknown) => structuredClone(other)),
  fc.constantFrom(...WORDS).map((word) => (value: unknown) => (typeof value === 'string' ? `${value} ${word}` : word)),
  fc.anything().map((value) => () => value),
);
const liars = fc.array(fc.tuple(lies, fc.nat(), fc.nat()), { minLength: 1, maxLength: 8 });

const lied = (truth: Truth, tricks: [(value: unknown, truth: Truth, other: unknown) => unknown, number, number][]): unknown => {
  const proposal = structuredClone(truth.proposal);
  for (const [lie, where, whence] of tricks) {
    const spots = spotsOf(proposal);
    if (spots.length === 0) break;
    const { holder, key } = spots[where % spots.length]!;
    const other = spots[whence % spots.length]!;
    try {
      holder[key] = lie(holder[key], truth, other.holder[other.key]);
    } catch {
      // Some values cannot be cloned; skip that lie.
    }
  }
  return proposal;
};

describe('true proposals', () => {
  test('are accepted unchanged', () =>
    fc.assert(
      fc.property(truths, ({ pages, proposal }) => {
        const judgement = verifyProposal(proposal, pages, CATEGORIES);
        expect(judgement.dropped).toEqual([]);
        for (const [name, found] of Object.entries(proposal.fields)) {
          const kept = judgement.fields[name as keyof Verification['fields']];
          expect(kept?.value).toEqual(found.value);
          expect(kept?.evidence).toEqual(
            found.evidence
              .map(({ quote, url }) => ({ quote: plain(quote), url }))
              .slice(0, 5 + 60 * Number(Array.isArray(found.value) || name === 'description' || name === 'pricing_summary')),
          );
        }
        expect(Object.keys(judgement.fields).sort()).toEqual(Object.keys(proposal.fields).sort());
        expect(judgement.faqs.map(({ question, answer }) => [question, answer])).toEqual(
          proposal.faqs.slice(0, 10).map(({ question, answer }) => [question, answer]),
        );
        expect(judgement.founders.map(({ name, title, bio }) => [name, title, bio])).toEqual(
          proposal.founders.map(({ name, title, bio }) => [name, title, bio]),
        );
        expect(judgement.milestones.map(({ date, title, description }) => [date, title, description])).toEqual(
          proposal.milestones.map(({ date, title, description }) => [date, title, description]),
        );
        for (const part of ['story', 'company_socials', 'founder_socials'] as const)
          expect(
            Object.entries(judgement[part])
              .map(([key, { value }]) => [key, value])
              .sort(),
          ).toEqual(
            Object.entries(proposal[part])
              .map(([key, { value }]) => [key, value])
              .sort(),
          );
        expect(findFaults(judgement, pages, CATEGORIES)).toEqual([]);
      }),
      fuzzRuns(120),
    ));

  test('from unknown pages or hidden text are dropped', () =>
    fc.assert(
      fc.property(truths, fc.constantFrom<TextSource>('hidden', 'template'), ({ pages, proposal }, source) => {
        const unseen = pages.map((page) => ({ ...page, pieces: page.pieces.map(({ text }) => ({ source, text })) }));
        const elsewhere = pages.map((page) => ({ ...page, url: `${page.url}?` }));
        for (const judgement of [
          verifyProposal(proposal, unseen, CATEGORIES),
          verifyProposal(proposal, elsewhere, CATEGORIES),
          verifyProposal(proposal, [], CATEGORIES),
        ])
          expect(without(judgement)).toEqual(EMPTY_PROPOSAL);
      }),
      fuzzRuns(40),
    ));

  test('without quotes are dropped', () =>
    fc.assert(
      fc.property(truths, ({ pages, proposal }) => {
        const bare = structuredClone(proposal);
        for (const { holder, key } of spotsOf(bare)) if (key === 'evidence') holder[key] = [];
        expect(Object.values(without(verifyProposal(bare, pages, CATEGORIES))).flatMap((part) => Object.keys(part))).toEqual([]);
      }),
      fuzzRuns(40),
    ));
});

describe('false proposals', () => {
  test('are never accepted, however the truth was altered', () =>
    fc.assert(
      fc.property(truths, liars, (truth, tricks) => {
        const judgement = verifyProposal(lied(truth, tricks), truth.pages, CATEGORIES);
        expect(findFaults(judgement, truth.pages, CATEGORIES)).toEqual([]);
      }),
      fuzzRuns(600),
    ));

  /** A small alphabet, so that quotes and values often nearly match the page. */
  const signs = fc.string({ unit: fc.constantFrom(...'ab1. ,-é漢', '\u00ad', '\u00a0', '\u0301', 'e', '@', '/'), maxLength: 12 });
  const smallPages = fc.array(
    fc.record({
      url: fc.constantFrom(...URLS.slice(0, 2)),
      pieces: fc.array(
        fc.record({ source: fc.constantFrom<TextSource>('visible', 'meta', 'json_ld', 'attribute', 'hidden', 'template'), text: signs }),
        { maxLength: 6 },
      ),
    }),
    { maxLength: 2 },
  );
  const evidence = fc.array(fc.record({ quote: signs, url: fc.constantFrom(...URLS.slice(0, 2)) }), { maxLength: 6 });
  const proposed = (value: fc.Arbitrary<unknown>) => fc.record({ value, evidence });
  const smallProposals = fc.record({
    fields: fc.record(
      Object.fromEntries(PROFILE_FIELD_NAMES.map((name) => [name, proposed(fc.oneof(signs, fc.array(signs, { maxLength: 4 })))])),
      { requiredKeys: [] },
    ),
    faqs: fc.array(fc.record({ question: signs, answer: signs, evidence }), { maxLength: 3 }),
    founders: fc.array(fc.record({ name: signs, title: signs, bio: signs, evidence }), { maxLength: 2 }),
    story: fc.record({ story: proposed(signs), title: proposed(signs) }),
    milestones: fc.array(fc.record({ date: fc.constant('2015-10-01'), title: signs, description: signs, url: signs, evidence }), {
      maxLength: 2,
    }),
  });
  test('of random characters are never accepted', () =>
    fc.assert(
      fc.property(smallPages, smallProposals, (pages, proposal) => {
        expect(findFaults(verifyProposal(proposal, pages, CATEGORIES), pages, CATEGORIES)).toEqual([]);
      }),
      fuzzRuns(400),
    ));

  /** A page's own text, cut anywhere: the quote is verbatim but may be half a word. */
  test('never give a value that begins or ends inside a word', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }), fc.nat(40), fc.nat(40), (words, a, b) => {
        const text = plain(words.join(' '));
        const cut = plain(text.slice(Math.min(a, b), Math.max(a, b)));
        const pages: PageText[] = [{ url: URLS[0]!, pieces: [{ source: 'visible', text }] }];
        const { name } = verifyProposal({ fields: { name: { value: cut, evidence: [{ quote: cut, url: URLS[0] }] } } }, pages, []).fields;
        if (!name) return;
        expect(containsWords(text, cut)).toBe(true);
        expect([/\d$/.test(cut), new RegExp(`${cut.replace(/\W/gu, '\\$&')}[.,]\\d`).test(text)]).not.toEqual([true, true]);
      }),
      fuzzRuns(400),
    ));

  test('white space and zero-width characters make no difference', () =>
    fc.assert(
      fc.property(truths, fc.nat(), ({ pages, proposal }, seed) => {
        const rough = structuredClone(proposal);
        for (const { holder, key } of spotsOf(rough))
          if (key === 'quote')
            holder[key] =
              `${GAPS[seed % GAPS.length]}${String(holder[key]).replaceAll(' ', GAPS[(seed >> 3) % GAPS.length]!)}${HIDDEN_MARKS[seed % 3]}`;
        expect(verifyProposal(rough, pages, CATEGORIES)).toEqual(verifyProposal(proposal, pages, CATEGORIES));
      }),
      fuzzRuns(60),
    ));
});

describe('verification', () => {
  test('is idempotent', () =>
    fc.assert(
      fc.property(truths, liars, (truth, tricks) => {
        const judgement = verifyProposal(lied(truth, tricks), truth.pages, CATEGORIES);
        expect(again(judgement, truth.pages)).toEqual({ ...judgement, dropped: [] });
      }),
      fuzzRuns(250),
    ));

  test('does not change its input, and is deterministic', () =>
    fc.assert(
      fc.property(truths, liars, (truth, tricks) => {
        const proposal = structuredClone(
          lied(
            truth,
            tricks.filter(([lie]) => lie.length > 0),
          ),
        );
        const before = structuredClone({ proposal, pages: truth.pages });
        const first = verifyProposal(proposal, truth.pages, CATEGORIES);
        expect({ proposal, pages: truth.pages }).toEqual(before);
        expect(verifyProposal(proposal, truth.pages, CATEGORIES)).toEqual(first);
      }),
      fuzzRuns(40),
    ));
});
