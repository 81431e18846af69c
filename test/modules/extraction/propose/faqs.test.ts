import { expect, test } from 'vitest';
import { pageTextOf } from '../../../../src/modules/extraction/parse/parsed-page.ts';
import { proposeProfile } from '../../../../src/modules/extraction/propose/propose.ts';
import { verifyProposal } from '../../../../src/modules/extraction/verify/verify.ts';
import { CATEGORIES, home, makeSite } from '../../../support/extraction/proposals.ts';

/** The questions of a site with their answers, as far as verified. */
const asked = (pages: string | Record<string, string>): string[][] => {
  const read = makeSite(typeof pages === 'string' ? { '/': home(pages) } : pages);
  const { faqs } = verifyProposal(proposeProfile(read, CATEGORIES), read.map(pageTextOf), CATEGORIES);
  return faqs.map(({ question, answer }) => [question, answer]);
};
const folds = (...rows: [string, string][]) => rows.map(([q, a]) => `<details><summary>${q}</summary><p>${a}</p></details>`).join('');

test.each<[string, string, [string, string][]]>([
  [
    'Japanese',
    '<h2>よくある質問</h2>',
    [
      ['予定はどこに残りますか', '端末の中に残ります。'],
      ['通知が届きません', '設定をご確認ください。'],
    ],
  ],
  [
    'English',
    '<h2>FAQ</h2>',
    [
      ['The lamp isn’t turning on', 'Charge it first.'],
      ['How do I reset it', 'Hold the button.'],
    ],
  ],
  [
    'German',
    '<h2>Häufige Fragen</h2>',
    [
      ['Die Lampe leuchtet nicht', 'Bitte laden.'],
      ['Wie kann ich sie zurücksetzen', 'Taste halten.'],
    ],
  ],
  [
    'Spanish',
    '<h2>Preguntas frecuentes</h2>',
    [
      ['No recibo avisos en el móvil', 'Revisa los ajustes.'],
      ['Tengo una idea nueva', 'Escríbenos.'],
    ],
  ],
  ['French', '<h2>Questions fréquentes</h2>', [['Je ne reçois pas de rappels', 'Vérifiez les réglages.']]],
  ['Portuguese', '<h2>Perguntas frequentes</h2>', [['O aplicativo não abre mais', 'Reinstale-o.']]],
  [
    'Italian',
    '<h2>Domande frequenti</h2>',
    [
      ['La lampada non si accende', 'Caricala.'],
      ['Come posso cambiare lingua', 'Nelle impostazioni.'],
    ],
  ],
])('under a heading that announces questions, rows may ask without a mark or state a problem: %s', (_, title, rows) => {
  expect(asked(title + folds(...rows))).toEqual(rows);
});

test('a row that names a subject is no question, nor is one outside a list of questions', () => {
  expect(
    asked(
      `<h2>FAQ</h2>${folds(['Shipping and returns', 'In three days.'], ['Our promise to the planet', 'We plant.'], ['How it works', 'Well.'])}`,
    ),
  ).toEqual([]);
  expect(asked(`<h2>Details</h2>${folds(['The lamp isn’t loud', 'It hums.'], ['通知が届きません', '静かです。'])}`)).toEqual([]);
  expect(asked('<h2>FAQ</h2><h3>My account is new</h3><p>Welcome.</p><h3>Colours and sizes</h3><p>Many.</p>')).toEqual([]);
});

test('headings that state problems may be mixed with headings that ask', () => {
  const rows = '<h2>Is it safe?</h2><p>Yes.</p><h2>I lost my key</h2><p>Order another one.</p><h2>Addresses</h2><p>Elm Street.</p>';
  expect(asked({ '/': home(''), '/faq': rows })).toEqual([
    ['Is it safe?', 'Yes.'],
    ['I lost my key', 'Order another one.'],
  ]);
});

test('in an accordion of plain elements, an answer ends at the next row', () => {
  const row = (head: string, body: string) => `<div class="fold-head">${head}</div><div class="fold-body"><p>${body}</p></div>`;
  const rows = row('What is it?', 'A lamp.') + row('Our promise', 'We plant.') + row('Where can I buy it', 'In shops.');
  expect(asked({ '/': home(''), '/faq': rows })).toEqual([
    ['What is it?', 'A lamp.'],
    ['Where can I buy it', 'In shops.'],
  ]);
});

test('a question may share its block with the answer', () => {
  const rows = `<p><b>Is it safe?</b><br>Very.</p><p>Ask anybody.</p><p><strong>Does it float?</strong> It does.</p>
    <p>Q: Is it loud?<br>A: It hums.</p><ul><li><b>Can it swim?<br><br></b>For an hour.</li></ul>`;
  expect(asked({ '/': home(''), '/faq': rows })).toEqual([
    ['Is it safe?', 'Very. Ask anybody.'],
    ['Does it float?', 'It does.'],
    ['Is it loud?', 'It hums.'],
    ['Can it swim?', 'For an hour.'],
  ]);
  expect(asked('<h2>Weeks</h2><p><b>Too many meetings?</b><br>We know that.</p>')).toEqual([]);
});

test('an index of questions leads to their answers', () => {
  const index = (tag: string) =>
    `<h1>FAQ</h1><${tag}><a href="#a">Is it safe?</a></${tag}><${tag}><a href="#b">Does it float?</a></${tag}>`;
  const answers = '<p><a name="a"></a><b>Is it safe?</b><br>Yes.</p><p><a name="b"></a><b>Does it float?</b><br>It does.</p>';
  const both = [
    ['Is it safe?', 'Yes.'],
    ['Does it float?', 'It does.'],
  ];
  expect(asked({ '/': home(''), '/help': `${index('h4')}<p>Below are the answers.</p>${answers}` })).toEqual(both);
  expect(
    asked({ '/': home(''), '/help': `${index('li')}<h3 id="a">Is it safe?</h3><p>Yes.</p><h3 id="b">Does it float?</h3><p>It does.</p>` }),
  ).toEqual(both);
  const cell =
    '<table><tr><td><a name="a"></a><b>Is it safe?</b><br>Yes.<br><br><a name="b"></a><b>Does it float?</b><br>It does.</td></tr></table>';
  expect(asked({ '/': home(''), '/help': index('li') + cell })).toEqual(both);
  expect(asked({ '/': home(''), '/help': index('h4') })).toEqual([]);
});

test('an accordion row that links to its answer is no index', () => {
  const row = (id: string, q: string, a: string) =>
    `<h4><a href="#${id}" data-toggle="collapse">${q}</a></h4><div id="${id}" class="collapse"><p>${a}</p></div>`;
  expect(asked(`<h2>FAQ</h2>${row('a', 'Is it safe?', 'Yes.')}${row('b', 'Does it float?', 'It does.')}`)).toEqual([
    ['Is it safe?', 'Yes.'],
    ['Does it float?', 'It does.'],
  ]);
});

test.each([
  '¿En qué podemos ayudarte?',
  'How can we help?',
  'Wie können wir dir helfen?',
  'Comment pouvons-nous vous aider ?',
  'Come possiamo aiutarti?',
  'Como podemos ajudar?',
  'お困りですか？',
  'Can’t find what you are looking for?',
  'Nicht gefunden, was du suchst?',
  '¿No encuentras la respuesta?',
  'Vous ne trouvez pas votre réponse ?',
  'Still need help?',
  '📧 ¿Tienes mas preguntas?',
  'さらにヘルプが必要ですか？',
])('an offer to help is no question: %s', (offer) => {
  expect(asked({ '/': home(''), '/faq': `<h2>${offer}</h2><p>Write to us.</p><h3>Is it safe?</h3><p>Yes.</p>` })).toEqual([
    ['Is it safe?', 'Yes.'],
  ]);
});

test('labels and numbers before questions are removed', () => {
  expect(
    asked({ '/': home(''), '/faq': '<dl><dt>Q1. 料金はいくらですか？</dt><dd>A. 無料です。</dd></dl><h3>2. Is it safe?</h3><p>Yes.</p>' }),
  ).toEqual([
    ['料金はいくらですか？', '無料です。'],
    ['Is it safe?', 'Yes.'],
  ]);
});

test('questions and answers may each have a box or paragraph of their own', () => {
  const boxes = ['Is it safe?', 'Yes.', 'Does it float?', 'It does.'].map((text) => `<div><p>${text}</p></div>`).join('');
  const bold = '<p><strong>Is it safe?</strong></p><p>Yes.</p><p><strong>Does it float?</strong></p><p>It does.</p>';
  const both = [
    ['Is it safe?', 'Yes.'],
    ['Does it float?', 'It does.'],
  ];
  expect([asked(`<h2>FAQs</h2>${boxes}`), asked(`<h2>FAQs</h2>${bold}`)]).toEqual([both, both]);
  expect(asked(`<h2>Weeks</h2>${boxes}`)).toEqual([]);
  expect(asked('<h2>FAQs</h2><h3>Is it safe?</h3><div><p>Who would not ask?</p></div><div><p>It is.</p></div>')).toEqual([]);
});

test('rhetorical headlines are no questions', () => {
  const rows = (...heads: string[]) => heads.map((head) => `<h3>${head}</h3><p>Many years.</p>`).join('');
  expect(asked(`<h2>Weeks</h2>${rows('Why choose us?', 'Who are we?', 'What do we do?', 'Why Acme?')}`)).toEqual([]);
  expect(asked(`<h2>Wochen</h2>${rows('Warum wir?', 'Wer sind wir?', 'Was machen wir?')}`)).toEqual([]);
  expect(asked(rows('Does it float?', 'Is it safe for children?', 'Where is it made?'))).toHaveLength(3);
});

test('the sign that opens an answer belongs to neither question nor answer', () => {
  const rows = (sign: string) =>
    `<h2>FAQ</h2>${['Is it safe?', 'Does it float?'].map((q) => `<div class="faq-q">${q}${sign}</div><p>${q.length} times yes.</p>`).join('')}`;
  const both = [
    ['Is it safe?', '11 times yes.'],
    ['Does it float?', '14 times yes.'],
  ];
  expect(asked(rows('<span>+</span>'))).toEqual(both);
  expect(asked(rows(' ▼'))).toEqual(both);
  expect(asked('<h2>FAQ</h2><h3>Is it safe?</h3><div>+</div><p>It is.</p><h3>Does it float?</h3><div>+</div><p>It does.</p>')).toEqual([
    ['Is it safe?', 'It is.'],
    ['Does it float?', 'It does.'],
  ]);
});

test('rows of an accordion are questions by their shape', () => {
  const row = (q: string) =>
    `<div><h5><span role="button" aria-expanded="false">${q}</span></h5><div class="collapse"><p>Told of ${q.length}.</p></div></div>`;
  // One without a question mark among questions counts too; a row of other things does not.
  expect(asked(`<h2>Common questions</h2>${['Is it safe?', 'Does it float?', 'Returns and repairs'].map(row).join('')}`)).toEqual([
    ['Is it safe?', 'Told of 11.'],
    ['Does it float?', 'Told of 14.'],
    ['Returns and repairs', 'Told of 19.'],
  ]);
  expect(asked(`<h2>Questions</h2>${['Shipping', 'Returns', 'Repairs'].map(row).join('')}`)).toEqual([]);
});

test('three lines of one style that ask and are answered need no heading', () => {
  const rows = (...questions: string[]) => questions.map((q) => `<div class="q">${q}</div><div class="a">It is so, friend.</div>`).join('');
  expect(asked(rows('Is it safe?', 'Does it float?', 'Who made it?'))).toHaveLength(3);
  expect(asked(rows('Is it safe?', 'Does it float?'))).toEqual([]);
});

test('each page contributes, a draft keeps thirty, and other languages repeat nothing', () => {
  const ask = (n: number, about: string) =>
    folds(...Array.from({ length: n }, (_, i): [string, string] => [`Is ${about} ${i} safe?`, 'Yes.']));
  const faqs = asked({
    '/': home(''),
    '/faq': home(ask(28, 'boat')),
    '/pricing': home(ask(4, 'price')),
    '/privacy': home(ask(4, 'law')),
    '/de/preise': home(ask(2, 'Preis')).replace('lang="en"', 'lang="de"'),
  }).map(([question]) => question);
  expect(faqs).toHaveLength(30);
  expect(faqs.filter((question) => question!.includes('price'))).toHaveLength(4);
  expect(faqs.filter((question) => /law|Preis/.test(question!))).toEqual([]);
  expect(asked({ '/': home(''), '/licence': home(ask(2, 'law')) })).toHaveLength(2);
});
