import { describe, expect, test } from 'vitest';
import type { TextPiece } from '../../../../src/modules/extraction/parse/page.ts';
import { verifyProposal } from '../../../../src/modules/extraction/verify/verify.ts';
import { ABOUT, HOME, makePageText, makePiece, makeQuote } from '../../../support/extraction/verified-site.ts';

const judgedOn = (pieces: (string | TextPiece)[], proposal: unknown) =>
  verifyProposal(proposal, [makePageText(HOME, ...pieces), makePageText(ABOUT, 'Ann Lee, Founder')], []);

describe('a question', () => {
  const faq = (pieces: (string | TextPiece)[], question: unknown, answer: unknown, quotes = [question, answer]) =>
    judgedOn(pieces, { faqs: [{ question, answer, evidence: quotes.map((quote) => makeQuote(String(quote))) }] }).faqs;

  test('and its answer, directly after each other', () =>
    expect(faq(['Is it free?', 'Yes, it has a free plan.'], 'Is it free?', 'Yes, it has a free plan.')).toEqual([
      {
        question: 'Is it free?',
        answer: 'Yes, it has a free plan.',
        evidence: [makeQuote('Is it free?'), makeQuote('Yes, it has a free plan.')],
      },
    ]));
  test('in one quote', () =>
    expect(faq(['Is it free?', 'Yes.'], 'Is it free?', 'Yes.', ['Is it free? Yes.'])).toMatchObject([{ answer: 'Yes.' }]));
  test('an answer of several paragraphs', () =>
    expect(
      faq(['¿Es gratis?', 'Sí.', 'Siempre lo fue.'], '¿Es gratis?', 'Sí.\n\nSiempre lo fue.', ['¿Es gratis? Sí. Siempre lo fue.']),
    ).toMatchObject([{ answer: 'Sí.\n\nSiempre lo fue.' }]));
  test('asked twice and answered the second time', () =>
    expect(faq(['Is it free?', 'Is it fast?', 'x'.repeat(400), 'Is it free?', 'Yes.'], 'Is it free?', 'Yes.')).toHaveLength(1));
  test('with a number between', () => expect(faq(['Is it free?', '1.', 'Yes.'], 'Is it free?', 'Yes.')).toHaveLength(1));
  test('in structured data, in either order', () => {
    const pieces = [
      makePiece('"text": "Yes."', 'json_ld'),
      makePiece('"@type": "Question"', 'json_ld'),
      makePiece('"name": "Is it free?"', 'json_ld'),
    ];
    expect(faq(pieces, 'Is it free?', 'Yes.')).toHaveLength(1);
  });

  test.each([
    ['with another question’s answer', ['Is it free?', 'No.', 'Is it fast?', 'y'.repeat(300), 'Yes.'], 'Is it free?', 'Yes.'],
    ['with the next question’s answer', ['Is it free?', 'No.', 'Is it fast?', 'Yes.'], 'Is it free?', 'Yes.'],
    ['answered far away', ['Is it free?', 'menu '.repeat(60), 'Yes.'], 'Is it free?', 'Yes.'],
    ['answered before it is asked', ['Yes.', 'Is it free?'], 'Is it free?', 'Yes.'],
    ['that is not asked', ['Is it fast?', 'Yes.'], 'Is it free?', 'Yes.'],
    ['that is not answered so', ['Is it free?', 'Yes.'], 'Is it free?', 'No.'],
    ['with half of an answer made up', ['Is it free?', 'Yes.'], 'Is it free?', 'Yes.\n\nAlways.'],
    ['that is too long', [`${'why '.repeat(100)}?`, 'Because.'], `${'why '.repeat(100)}?`, 'Because.'],
    ['with an answer that is too long', ['Why?', 'so '.repeat(600)], 'Why?', 'so '.repeat(600).trim()],
    ['without an answer', ['Is it free?'], 'Is it free?', null],
  ])('is dropped %s', (_, pieces, question, answer) => expect(faq(pieces, question, answer)).toEqual([]));

  test('and answer on two pages are dropped', () => {
    const faqs = [{ question: 'Is it free?', answer: 'Yes.', evidence: [makeQuote('Is it free?'), makeQuote('Yes.', ABOUT)] }];
    expect(verifyProposal({ faqs }, [makePageText(HOME, 'Is it free?'), makePageText(ABOUT, 'Yes.')], []).faqs).toEqual([]);
  });
  test('is kept once if repeated, and at most thirty are', () => {
    const pieces = Array.from({ length: 34 }, (_, i) => [`Question ${String.fromCodePoint(0x3b1 + i)}${i}?`, `Answer ${i}a.`]).flat();
    const faqs = Array.from({ length: 68 }, (_, i) => {
      const at = (i >> 1) * 2;
      return { question: pieces[at], answer: pieces[at + 1], evidence: [makeQuote(`${pieces[at]} ${pieces[at + 1]}`)] };
    });
    const judgement = judgedOn(pieces, { faqs });
    expect(judgement.faqs.map(({ question }) => question)).toEqual(pieces.filter((_, i) => i % 2 === 0).slice(0, 30));
  });
});

describe('a founder', () => {
  const founders = (text: string | (string | TextPiece)[], founder: object, quotes?: string[]) => {
    const pieces = [text].flat();
    const evidence = (quotes ?? [pieces.map((one) => (typeof one === 'string' ? one : one.text)).join(' ')]).map((quote) =>
      makeQuote(quote),
    );
    return judgedOn(pieces, { founders: [{ title: null, bio: null, evidence, ...founder }] }).founders;
  };
  const who = (text: string | (string | TextPiece)[], name: unknown, quotes?: string[]) =>
    founders(text, { name }, quotes).map((founder) => founder.name);

  test.each([
    ['Michael Day', 'Michael Day, CEO & Founder'],
    ['Jonas Lindt', 'It was founded by Jonas Lindt and Mara Holm in March 2014.'],
    ['Mara Holm', 'It was founded by Jonas Lindt and Mara Holm in March 2014.'],
    ['Jörg Müller-Lüdenscheidt', 'Gründer: Jörg Müller-Lüdenscheidt'],
    ['Anna von der Heide', 'Anna von der Heide, Mitgründerin'],
    ['María José García', 'fundadora María José García'],
    ['Inès D’Arc', 'Inès D’Arc (cofondatrice)'],
    ['Иван Петров', 'Иван Петров, основатель'],
    ['Γιώργος Παπαδόπουλος', 'Γιώργος Παπαδόπουλος, ιδρυτής'],
    ['محمد علي', 'محمد علي المؤسس'],
    ['山田 太郎', '創業者 山田 太郎'],
    ['王小明', '创始人：王小明'],
    ['김철수', '김철수 창업자'],
    ['Ada Winther', 'Ada Winther, the creator of HarbourOS'],
    ['Ann B. Lee', 'Ann B. Lee founded Acme.'],
    ['April May', 'April May founded Acme.'],
  ])('%s is one in "%s"', (name, text) => expect(who(text, name)).toEqual([name]));

  test('is accepted if structured data says so', () =>
    expect(who([makePiece('"founder": "Ann Lee"', 'json_ld')], 'Ann Lee')).toEqual(['Ann Lee']));
  test('is accepted as a name with the role below it', () => expect(who(['Ann Lee', 'Founder'], 'Ann Lee')).toEqual(['Ann Lee']));

  test.each([
    ['Berta Klee', 'Inh. Berta Klee'],
    ['Håkon Wium Lie', 'Håkon Wium Lie, Chairman'],
    ['Bob Ray', 'Ann Lee, Founder'],
    ['Ann', 'Ann, Founder'],
    ['ann lee', 'ann lee, founder'],
    ['Acme GmbH', 'Acme GmbH, founded in Bonn'],
    ['Snake Oil Studios', 'Snake Oil Studios was founded in 2015'],
    ['Our Story', 'Our Story: founded in Bonn'],
    ['Acme Novum AG', 'Acme Novum AG was founded in Bonn'],
    ['Ann Lee 2', 'Ann Lee 2, Founder'],
    ['Onni Nikku', 'Founder: onni.nikku@proton.me'],
    ['Lee Found', 'Ann Lee Founder'],
    ['公司', '公司创始人'],
    [null, 'Ann Lee, Founder'],
  ])('%s is none in "%s"', (name, text) => expect(who(text, name)).toEqual([]));

  test('is not named in one quote and called so in another', () =>
    expect(who(['Ann Lee', 'likes tea', 'Founder'], 'Ann Lee', ['Ann Lee', 'Founder'])).toEqual([]));
  test('is not named far from the word', () =>
    expect(who(`Ann Lee wrote ${'many kind words about this, '.repeat(6)} said the founder`, 'Ann Lee')).toEqual([]));
  test('is not the product', () => {
    const text = 'Mega Tool, founded in Bonn';
    const evidence = [makeQuote(text)];
    const proposal = {
      fields: { name: { value: 'Mega Tool', evidence } },
      founders: [{ name: 'Mega Tool', title: null, bio: null, evidence }],
    };
    expect(judgedOn([text], proposal).founders).toEqual([]);
  });

  test('keeps a title next to the name and a quoted bio', () => {
    const pieces = ['Ann Lee, CEO & Founder', 'Ann likes tea.'];
    const [founder] = founders(pieces, { name: 'Ann Lee', title: 'CEO & Founder', bio: 'Ann likes tea.\n\nAnn is rich.' }, pieces);
    expect(founder).toEqual({
      name: 'Ann Lee',
      title: 'CEO & Founder',
      bio: 'Ann likes tea.',
      evidence: pieces.map((text) => makeQuote(text)),
    });
  });
  test.each([
    ['that is made up', 'President'],
    ['that is too long', 'x'.repeat(161)],
    ['of another form', 7],
  ])('loses only a title %s', (_, title) =>
    expect(founders('Ann Lee, Founder', { name: 'Ann Lee', title })).toMatchObject([{ name: 'Ann Lee', title: null }]),
  );
  test('given twice keeps the first version', () => {
    const said = ['Founder', 'CEO & Founder'].map((title) => ({ name: 'Ann Lee', title, evidence: [makeQuote('Ann Lee, CEO & Founder')] }));
    const judgement = judgedOn(['Ann Lee, CEO & Founder'], { founders: said });
    expect(judgement.founders).toMatchObject([{ title: 'Founder' }]);
    expect(judgement.dropped).toEqual([{ what: 'founders[1]', why: 'was said before' }]);
  });
  test('at most six, each once', () => {
    const names = ['Ann Lee', 'Bob Ray', 'Cy Fox', 'Dee Day', 'Eve Orr', 'Flo Ash', 'Gus Ott'];
    const pieces = names.map((name) => `${name}, Founder`);
    const all = [...names, ...names].map((name) => ({ name, evidence: [makeQuote(`${name}, Founder`)] }));
    expect(judgedOn(pieces, { founders: [...all.slice(0, 2), ...all] }).founders.map(({ name }) => name)).toEqual(names.slice(0, 6));
  });
});

describe('a milestone', () => {
  const milestones = (text: string, milestone: object, ...more: (string | TextPiece)[]) =>
    judgedOn([text, ...more], {
      milestones: [
        { title: 'Version 1', evidence: [text, ...more].map((one) => makeQuote(typeof one === 'string' ? one : one.text)), ...milestone },
      ],
    }).milestones;

  test.each([
    ['2015-10-01: Version 1'],
    ['October 1, 2015 Version 1'],
    ['1 October 2015 – Version 1'],
    ['1st October 2015: Version 1'],
    ['1. Oktober 2015: Version 1'],
    ['01.10.2015 Version 1'],
    ['1 de octubre de 2015: Version 1'],
    ['1er octobre 2015 : Version 1'],
    ['1 października 2015 Version 1'],
    ['1 октября 2015 г. Version 1'],
    ['2015年10月1日 Version 1'],
    ['10/1/2015 – 31/10/2015: done. 2015/10/1 Version 1'],
    ['2015년 10월 1일 Version 1'],
    ['2015. október 1. Version 1'],
  ])('happened on the date of "%s"', (text) =>
    expect(milestones(text, { date: '2015-10-01' })).toMatchObject([{ date: '2015-10-01', title: 'Version 1' }]),
  );

  test.each([
    ['2015-10-01', 'October 2015 Version 1'],
    ['2015-10-01', 'Version 1 in 2015'],
    ['2015-10-01', '01/10/2015 Version 1'],
    ['2015-01-10', '01/10/2015 Version 1'],
    ['2015-03-02', '2015-02-30 Version 1'],
    ['2015-10-02', 'October 1, 2015 Version 1'],
    ['2015-02-30', '2015-02-30 Version 1'],
    ['2015-10-01', 'October 1, 2015 Version 2'],
    ['1.10.2015', '1.10.2015 Version 1'],
    ['2015-10-01', `October 1, 2015 ${'and so on '.repeat(20)} Version 1`],
    [null, 'October 1, 2015 Version 1'],
  ])('did not happen on %s by "%s"', (date, text) => expect(milestones(text, { date })).toEqual([]));

  test('keeps its description and an https link', () => {
    const link = makePiece('https://acme.test/v1', 'attribute');
    const more = { date: '2015-10-01', description: 'It could count.', url: 'https://acme.test/v1' };
    expect(milestones('2015-10-01 Version 1', more, 'It could count.', link)).toMatchObject([more]);
    const false_ones = { date: '2015-10-01', description: 'It could fly.', url: 'https://evil.test/v1' };
    expect(milestones('2015-10-01 Version 1', false_ones, 'It could count.', link)).toMatchObject([{ description: null, url: null }]);
    const plain = makePiece('http://acme.test/v1', 'attribute');
    expect(milestones('2015-10-01 Version 1', { date: '2015-10-01', url: 'http://acme.test/v1' }, plain)).toMatchObject([{ url: null }]);
  });
});
