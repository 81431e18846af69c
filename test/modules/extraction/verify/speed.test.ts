import { describe, expect, test } from 'vitest';
import type { PageText } from '../../../../src/modules/extraction/parse/page.ts';
import { PROFILE_FIELD_NAMES } from '../../../../src/modules/extraction/proposal.ts';
import { verifyProposal } from '../../../../src/modules/extraction/verify/verify.ts';
import { CATEGORIES, HOME, makePageText, makePiece, makeQuote } from '../../../support/extraction/verified-site.ts';

/** CPU time of the fastest of a few runs, so that other load on the machine does not matter. */
const fastest = (times: number, work: () => void): number => {
  const spent = Array.from({ length: times }, () => {
    const { user } = process.cpuUsage();
    work();
    return (process.cpuUsage().user - user) / 1000;
  });
  return Math.min(...spent);
};

describe('verification is fast', () => {
  const words = 'Acme finds what you lost and files it where nobody looks except you and the tax office'.split(' ');
  const sentence = (seed: number) =>
    `${Array.from({ length: 14 }, (_, i) => words[(seed * 7 + i * (1 + (seed % 5))) % words.length]).join(' ')} no${seed}x ü.`;
  const bigPages: PageText[] = Array.from({ length: 12 }, (_, p) => ({
    url: `${HOME}${p}`,
    pieces: Array.from({ length: 2500 }, (_, i) => makePiece(sentence(p * 10_000 + i), i % 9 === 0 ? 'attribute' : 'visible')),
  }));
  const from = (p: number, i: number) => ({ quote: bigPages[p]!.pieces[i]!.text, url: `${HOME}${p}` });

  test('a whole proposal over twelve pages of 200 KB does not read every page for every value', () => {
    expect(bigPages[0]!.pieces.reduce((size, { text }) => size + text.length, 0)).toBeGreaterThan(190_000);
    const texts = (n: number, p: number) => Array.from({ length: n }, (_, i) => from((p + i) % 12, 100 + i * 83));
    const list = (n: number, p: number) => ({ value: texts(n, p).map(({ quote }) => quote), evidence: texts(n, p) });
    const one = (p: number) => ({ value: from(p, 1500).quote, evidence: [from(p, 1500)] });
    const proposal = {
      fields: {
        ...{
          name: one(1),
          tagline: one(2),
          short_description: one(3),
          features: list(20, 0),
          usps: list(20, 1),
          keywords: list(20, 2),
          tags: list(20, 3),
        },
        description: {
          value: texts(20, 4)
            .map(({ quote }) => quote)
            .join('\n\n'),
          evidence: texts(20, 4),
        },
        pricing_model: { value: 'freemium', evidence: texts(5, 5) },
        country: { value: 'DE', evidence: texts(5, 6) },
        categories: { value: CATEGORIES.map(({ name }) => name), evidence: texts(5, 7) },
        stage: { value: 'beta', evidence: texts(5, 8) },
        founded_year: { value: '2015', evidence: texts(5, 9) },
      },
      faqs: Array.from({ length: 10 }, (_, i) => ({
        question: from(i, 1).quote,
        answer: from(i, 2).quote,
        evidence: [from(i, 1), from(i, 2)],
      })),
      founders: Array.from({ length: 6 }, (_, i) => ({ name: 'Ann Lee', title: null, bio: null, evidence: texts(3, i) })),
      story: { story: one(5), problem: one(6) },
    };
    const judgement = verifyProposal(proposal, bigPages, CATEGORIES);
    expect(judgement.fields.features?.value).toHaveLength(20);
    expect(judgement.faqs).toHaveLength(10);
    expect(fastest(5, () => verifyProposal(proposal, bigPages, CATEGORIES))).toBeLessThan(1000);
  });

  test('a hostile site and proposal waste little time', () => {
    const dull = makePageText(
      HOME,
      'a'.repeat(200_000),
      'ab '.repeat(60_000),
      '1 000 '.repeat(30_000),
      'free '.repeat(40_000),
      makePiece('/a'.repeat(50_000), 'attribute'),
    );
    const quotes = [
      'aa',
      'a'.repeat(1990),
      'ab '.repeat(600),
      'b ab',
      '000 1',
      'free '.repeat(390),
      '/a/a',
      'x@'.repeat(900),
      '<'.repeat(1900),
      'https://'.repeat(200),
    ];
    const evidence = Array.from({ length: 60 }, (_, i) => makeQuote(`${quotes[i % quotes.length]}`.slice(i >> 3)));
    const value = { value: 'free '.repeat(90), evidence };
    const fields = Object.fromEntries(
      PROFILE_FIELD_NAMES.map((name) => [
        name,
        {
          ...value,
          value: name === 'pricing_model' ? 'freemium' : name === 'country' ? 'US' : name === 'founded_year' ? '2015' : value.value,
        },
      ]),
    );
    const lists = Object.fromEntries(
      ['features', 'usps', 'tags', 'keywords', 'categories'].map((name) => [
        name,
        { value: Array.from({ length: 5000 }, (_, i) => `free ${i}`), evidence },
      ]),
    );
    const many = Array.from({ length: 5000 }, () => ({
      question: 'free',
      answer: 'free',
      name: 'Free Free',
      title: 'free',
      date: '2015-10-01',
      evidence,
    }));
    const proposal = {
      fields: { ...fields, ...lists },
      faqs: many,
      founders: many,
      milestones: many,
      story: { story: value },
      company_socials: { x: value },
    };
    expect(fastest(2, () => verifyProposal(proposal, [dull], CATEGORIES))).toBeLessThan(15_000);
  });

  test('texts of millions of characters are rejected unread', () => {
    const huge = 'x '.repeat(5_000_000);
    const evidence = [
      { quote: huge, url: HOME },
      { quote: 'Acme', url: huge },
    ];
    const fields = Object.fromEntries(PROFILE_FIELD_NAMES.map((name) => [name, { value: huge, evidence }]));
    const items = Array.from({ length: 100_000 }, () => ({ question: huge, answer: huge, name: huge, evidence }));
    const proposal = { fields, faqs: items, founders: items };
    expect(fastest(3, () => verifyProposal(proposal, [makePageText(HOME, 'Acme finds files.')], CATEGORIES))).toBeLessThan(1000);
  });
});
