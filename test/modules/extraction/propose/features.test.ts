import { expect, test } from 'vitest';
import { home, proposedValues } from '../../../support/extraction/proposals.ts';

const featuresOf = (pages: string | Record<string, string>) => proposedValues(pages).features;
const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
const columns = (tag: string, ...labels: string[]) =>
  `<div class="row">${labels.map((label) => `<div class="col"><${tag}>${label}</${tag}><p>It is told in a sentence here.</p></div>`).join('')}</div>`;
const plan = (...items: string[]) =>
  home(`<section class="pricing"><div><h3>Studio</h3><p>€9 per month</p>${list(...items)}</div></section>`);

test.each([
  ['a release’s notes', `<h2>Features and release updates</h2>${list('Dark pages', 'Shared weeks', 'Voice input')}`],
  ['a version', `<h2>Features</h2><h3>Version 2.4 (2019-05-02)</h3>${list('Dark pages', 'Shared weeks')}`],
  ['what was put right', `<h2>Features</h2>${list('Dark pages', 'Fixed a crash when weeks end', 'Removed the old clock')}`],
  ['what was put right, in German', `<h2>Neue Funktionen</h2>${list('Dunkle Seiten', 'Fehler beim Drucken behoben')}`],
  ['what was put right, in French', `<h2>Fonctionnalités</h2>${list('Pages sombres', 'Correction de bugs d’affichage')}`],
  ['what was put right, in Japanese', `<h2>機能</h2>${list('ダークモード', '起動時の不具合を修正しました')}`],
  ['what was added', `<h2>Features</h2>${list('Added dark pages', 'Updated the clock', 'Voice input')}`],
  ['what is new, in Italian', `<h2>Novità e funzionalità principali</h2>${list('Pagine scure', 'Settimane condivise')}`],
  ['what it does not do', `<p>Acme does not offer the following features:</p>${list('Shared weeks', 'Voice input')}`],
  ['what any account allows', `<p>In your account you can:</p>${list('Change your password', 'Read your mail')}`],
  ['a list some sentence leads to', `<p>Our contributions support efforts such as:</p>${list('Planting of trees', 'Cleaning of rivers')}`],
  ['parts of a company', columns('h3', 'Marketing', 'Inside Sales', 'Human Resources')],
  ['how a shop sells', columns('h3', 'Free shipping', 'Easy returns', 'Secure payment')],
  ['places, in headlines as big as the one over them', `<h2>Our locations</h2>${columns('h2', 'Dover', 'Folkestone', 'Ramsgate')}`],
  [
    'headlines of sections',
    ['Plan ahead', 'Rest well', 'Come along'].map((label) => `<h2>${label}</h2><p>We tell of it here.</p>`).join(''),
  ],
  ['where figures are from', `<h2>Features</h2>${list('Source: Harbour Board (2024)', 'Quelle: Amt für Wellen')}`],
  ['numbers over headings', '<h2>Features</h2><p>01 / Resting</p><p>02 / Waiting</p><p>03 / Leaving</p>'],
  [
    'what plans ask',
    `<section class="pricing"><h2>Why it pays</h2>${columns('h3', 'One-time payment', 'Für Suchende', 'Two jars of honey', 'Erfolgsprovision')}</section>`,
  ],
  ['names nobody announces', '<h2>Built by people who care</h2><h4>Ann Lee</h4><h4>Bo Dahl</h4><h4>Cy Moss</h4>'],
  [
    'rows of a table of costs',
    `<div class="pricing-table"><div class="names"><div>Health insurance</div><div>Desk and chair</div><div>Travel and training</div></div>
    <div class="plan"><h3>Employed</h3><div>€900</div><div>€200</div></div></div>`,
  ],
])('no features: %s', (_, html) => {
  expect(featuresOf(home(html))).toBeUndefined();
});

test('a plan’s audience, terms and buttons are no features', () => {
  const given = ['Shared weeks', 'Voice input'];
  expect(featuresOf(plan('Designed for small studios', ...given, 'Billed annually', '<a class="btn" href="/d">Watch it live</a>'))).toEqual(
    given,
  );
  expect(featuresOf(plan('Right for college', ...given, 'REQUEST A DEMO', 'All Basic features', 'Setup fee'))).toEqual(given);
  expect(featuresOf(plan('Geeignet für Werkstätten', ...given, 'Angebot anfordern', 'Einrichtungsgebühr'))).toEqual(given);
  expect(featuresOf(plan('Conçu pour les ateliers', ...given, 'Demander une démo', 'Frais de dossier'))).toEqual(given);
  expect(featuresOf(plan('Indicado para talleres', ...given, 'Solicitar demo', '<a href="/x">Ver la tabla</a>'))).toEqual(given);
});

test.each([
  ['en', 'Busy? With Acme you can:'],
  ['en', 'Acme brings peace to your week with features designed to keep all on one page:'],
  ['de', 'Mit Acme können Sie:'],
  ['fr', 'Acme vous permet de :'],
  ['es', 'Con Acme puedes:'],
  ['it', 'Acme ti permette di:'],
  ['pt', 'Com o Acme você pode:'],
  ['nl', 'Met Acme kunt u:'],
  ['ja', 'Acmeには以下の機能があります。'],
])('a sentence announces a list of features: %s, %s', (_, lead) => {
  expect(featuresOf(home(`<p>${lead}</p>${list('Alpha plans', 'Beta plans')}`))).toEqual(['Alpha plans', 'Beta plans']);
});

test('an answer about what the paid edition adds lists features', () => {
  const question = '<h2>FAQ</h2><h3>What do I get?</h3>';
  const given = list('Shared weeks without end', 'Voice input');
  expect(featuresOf(home(`${question}<p>Acme Pro costs €9 once. Acme Pro unlocks three things:</p>${given}`))).toHaveLength(2);
  expect(featuresOf(home(`<h2>よくある質問</h2><p>購入すると次の2つが解放されます。</p>${list('音色すべて', '広告の除去')}`))).toHaveLength(
    2,
  );
  expect(featuresOf(home(`${question}<p>These people answered:</p>${given}`))).toBeUndefined();
});

test('consecutive short lines under an announcing heading are a list', () => {
  const lines = ['Fewer meetings', 'Faster mornings', 'Quiet evenings'];
  for (const tag of ['p', 'h4', 'div'])
    expect(featuresOf(home(`<h2>Benefits</h2>${lines.map((line) => `<${tag}>${line}</${tag}>`).join('')}`))).toEqual(lines);
  expect(featuresOf(home(`<h2>Nice words</h2>${lines.map((line) => `<p>${line}</p>`).join('')}`))).toBeUndefined();
});

test('columns side by side are cards, however big their headlines', () => {
  for (const tag of ['h1', 'h2'])
    expect(featuresOf(home(columns(tag, 'Network design', 'Repairs at home', 'Backups')))).toEqual([
      'Network design',
      'Repairs at home',
      'Backups',
    ]);
});

test('a card’s text may be a smaller heading, and its label one short word where cards are announced', () => {
  const card = (label: string) => `<h3>${label}</h3><h5>Everybody in the house sees what is to be done.</h5>`;
  expect(featuresOf(home(`<h2>Unsere Dienstleistungen</h2>${['Miete', 'Kauf', 'Wartung'].map(card).join('')}`))).toEqual([
    'Miete',
    'Kauf',
    'Wartung',
  ]);
});

test('big headlines of a features page are features, its sections and final call to action are not', () => {
  const told = (label: string, more = '') => `<h2>${label}</h2><p>We tell in a sentence what it does.</p>${more}`;
  const pages = (path: string) => ({
    '/': home('<h1>Plan your week in minutes</h1>'),
    [path]: home(
      `${told('Daily digest')}${told('Reports at a click')}${told('Social Media Inbox')}${told('Pricing')}${told('For the curious', '<h3>Ink</h3><h3>Paper</h3>')}${told('Take it home', '<a class="button" href="/x">Go</a>')}`,
    ),
  });
  expect(featuresOf(pages('/product'))).toEqual(['Daily digest', 'Reports at a click', 'Social Media Inbox']);
  expect(featuresOf(pages('/how-it-works'))).toBeUndefined();
});

test('big headlines of the homepage are features if one of them is announced elsewhere', () => {
  const told = (label: string) => `<h2>${label}</h2><p>We tell in a sentence what it does.</p>`;
  const front = home(
    `<h1>Plan your week</h1>${told('Lists for all')}${told('Nothing is forgotten')}${told('Shared weeks')}<p>More.</p>${told('By the lake')}`,
  );
  const card = (label: string) => `<h3>${label}</h3><p>We tell more of it here.</p>`;
  expect(featuresOf({ '/': front, '/features': home(`<h1>Features</h1>${card('Shared weeks')}${card('Voice input')}`) })).toEqual([
    'Shared weeks',
    'Voice input',
    'Lists for all',
    'Nothing is forgotten',
  ]);
  expect(featuresOf({ '/': front, '/features': home(`<h1>Features</h1>${card('Dark pages')}${card('Voice input')}`) })).toEqual([
    'Dark pages',
    'Voice input',
  ]);
});

test('headings match even if they begin or end with an accented letter', () => {
  for (const title of ['Funzionalità', 'Perché Acme?', '¿Por qué Acme? Tres razones', 'Özellikler'])
    expect(featuresOf(home(`<h2>${title}</h2>${list('Alpha plans', 'Beta plans')}`))).toEqual(['Alpha plans', 'Beta plans']);
  expect(featuresOf(home(`<h2>Étapes et avantages</h2>${list('Alpha plans', 'Beta plans')}`))).toBeUndefined();
});
