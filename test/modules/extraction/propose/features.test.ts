import { expect, test } from 'vitest';
import { home, proposedValues, proposeFrom } from '../../../support/extraction/proposals.ts';

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

const card = (label: string, text = 'Everybody in the house sees what is to be done.') =>
  `<div class="card"><div class="name">${label}</div><div class="words">${text}</div></div>`;
const labels = ['Shared weeks', 'Voice input', 'Quiet hours'];

test('a row is found by its shape, without a heading, and judged as a whole', () => {
  expect(featuresOf(home(labels.map((label) => card(label)).join('')))).toEqual(labels);
  // One text that begins with speech does not make a row of testimonials.
  expect(featuresOf(home(card(labels[0]!) + card(labels[1]!, '“Two weeks are free” is what it says to all.') + card(labels[2]!)))).toEqual(
    labels,
  );
  // Rows that nothing announces count next to announced ones.
  expect(
    featuresOf(
      home(`<h2>Features</h2>${columns('h3', 'Dark pages', 'Big type')}<h2>Come in</h2>${labels.map((one) => card(one)).join('')}`),
    ),
  ).toEqual(['Dark pages', 'Big type', ...labels]);
});

test.each([
  ['people who speak of themselves', labels.map((label) => card(label, 'I used to plan for hours, and now my week is done.')).join('')],
  ['plans', labels.map((label) => card(label, 'For €9 per month you get all of it.')).join('')],
  ['a directory', labels.map((label) => card(label, '<a href="/a">All the lamps</a> <a href="/b">All the chairs</a>')).join('')],
  ['a few numbered steps', labels.map((label, i) => `<div>${i + 1}</div>${card(label)}`).join('')],
  ['an ordered list', `<ol>${labels.map((label) => `<li><h4>${label}</h4><p>We tell in a sentence what to do.</p></li>`).join('')}</ol>`],
  ['steps, by how the first begins', ['Create your account', ...labels.slice(1)].map((label) => card(label)).join('')],
  ['products of others', ['Google Drive', 'OneDrive', 'Microsoft Teams'].map((label) => card(label)).join('')],
  ['what it lacks', ['Cannot print', 'Does not ring', 'Quiet hours'].map((label) => card(label)).join('')],
  ['questions', ['Is it safe?', 'Is it big?', 'Is it red?'].map((label) => card(label)).join('')],
])('a row of other things: %s', (_, html) => {
  expect(featuresOf(home(html))).toBeUndefined();
});

test('a long numbered row only counts its cards', () => {
  const six = ['Shared weeks', 'Voice input', 'Quiet hours', 'Dark pages', 'Big type', 'Paper copies'];
  expect(featuresOf(home(six.map((label, i) => `<div>0${i + 1}</div>${card(label)}`).join('')))).toEqual(six);
});

test('of the lines in a card only its title is a feature', () => {
  const full = (label: string) =>
    `<div class="card"><p class="small">ALL PLANS</p><p class="title">${label}</p><p class="text">Everybody in the house sees what is to be done.</p><p class="badge">New this year</p></div>`;
  expect(featuresOf(home(`<section class="features">${labels.map(full).join('')}</section>`))).toEqual(labels);
});

test('an announcing headline says more than a class name', () => {
  const row = labels.map((label) => card(label)).join('');
  expect(featuresOf(home(`<section id="team"><h2>Everything you need</h2>${row}</section>`))).toEqual(labels);
  expect(featuresOf(home(`<section id="team"><h2>Good people</h2>${row}</section>`))).toBeUndefined();
});

test('the start of a point that is set off is its label', () => {
  const told = 'everybody in the house sees what is to be done';
  expect(featuresOf(home(`<ul>${labels.map((label) => `<li><strong>${label}</strong> ${told}</li>`).join('')}</ul>`))).toEqual(labels);
  expect(featuresOf(home(`<h2>Features</h2>${list(...labels.map((label) => `${label} — ${told}`))}`))).toEqual(labels);
  expect(
    featuresOf(
      home(
        `<div class="f">${labels.map((label) => `<div class="c"><i>🎬</i><span>${label}</span><span>${told}</span></div>`).join('')}</div>`,
      ),
    ),
  ).toEqual(labels);
  expect(featuresOf(home(labels.map((label) => `<p>${label}: ${told}</p>`).join('')))).toBeUndefined();
});

test('sections of one kind with a picture each are features', () => {
  const part = (label: string, picture: string) =>
    `<section class="row"><div><h2>${label}</h2><p>Everybody sees what is to be done.</p></div>${picture}</section>`;
  const page = (picture: string) =>
    home(
      `<h1>Plan</h1>${labels.map((label) => part(label, picture)).join('')}<section class="last"><h2>Come in</h2><p>All are here.</p></section>`,
    );
  expect(featuresOf(page('<img src="a.png">'))).toEqual(labels);
  expect(featuresOf(page(''))).toBeUndefined();
});

test('a wrapper around the whole page says nothing about its parts', () => {
  const filler = Array.from({ length: 16 }, (_, i) => `<p>We tell of the week number ${i} here.</p>`).join('');
  expect(featuresOf(home(`<form>${filler}${labels.map((label) => card(label)).join('')}</form>`))).toEqual(labels);
});

test('features of a one-page app come from its data', () => {
  const entries = (key: string) => labels.map((label) => ({ [key]: label, description: 'Everybody sees it.' }));
  const app = (data: object, shown = '') =>
    home(`<div id="__next">${shown}</div><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: data })}</script>`);
  expect(featuresOf(app({ features: entries('title') }))).toEqual(labels);
  expect(featuresOf(app({ team: entries('name') }))).toBeUndefined();
  // A page that shows its text is quoted from what it shows.
  expect(featuresOf(app({ features: entries('title') }, '<p>We tell of the week here, and of the next.</p>'.repeat(20)))).toBeUndefined();
  const declared = (list_of: unknown) =>
    home('', `<script type="application/ld+json">${JSON.stringify({ '@type': 'WebApplication', featureList: list_of })}</script>`);
  expect(featuresOf(declared(labels))).toEqual(labels);
  expect(featuresOf(declared(labels.join(', ')))).toEqual(labels);
});

test('contents of plans are features, of free ones too, but not what a plan lacks', () => {
  const page = (items: string) =>
    home(`<section class="pricing"><div><h3>Free</h3><p>$0</p><ul>${items}</ul></div><div><h3>Pro</h3><p>$9 / month</p></div></section>`);
  expect(
    featuresOf(
      page('<li>✓ Shared weeks</li><li>✓ Up to 50 notes</li><li>✕ Voice input</li><li class="dim">Big type</li><li><s>Dark pages</s></li>'),
    ),
  ).toEqual(['Shared weeks', 'Up to 50 notes']);
  expect(featuresOf(page('<li>Shared weeks</li><li>Quiet hours</li><li><i class="fa-times"></i> Voice input</li>'))).toEqual([
    'Shared weeks',
    'Quiet hours',
  ]);
});

const table = (heads: string[], ...rows: string[][]) =>
  `<table><tr>${['', ...heads].map((head) => `<th>${head}</th>`).join('')}</tr>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</table>`;

test('rows that the product’s own column ticks are features, and rows that one of its plans has', () => {
  const rivals = table(
    ['Slowpoke', 'Acme'],
    ['Shared weeks', '✕', '✓'],
    ['Voice input', '✓', '✕'],
    ['Quiet hours', '—', '<i class="icon-check"></i>'],
    ['Price', '✓', '✓'],
  );
  expect(featuresOf(home(`<h2>Acme vs. others</h2>${rivals}`))).toEqual(['Shared weeks', 'Quiet hours']);
  // Whose columns they are is not said.
  expect(featuresOf(home(`<h2>How we compare</h2>${rivals.replace('Acme', 'Us')}`))).toBeUndefined();
  const plans = table(
    ['Free', 'Pro'],
    ['Shared weeks', '✓', '✓'],
    ['Voice input', '—', '<svg></svg>'],
    ['Dark pages', '—', '—'],
    ['Big type', '3 sizes', 'All'],
  );
  expect(featuresOf({ '/': home('<h1>Plan your week</h1>'), '/pricing': home(`<h2>Compare</h2>${plans}`) })).toEqual([
    'Shared weeks',
    'Voice input',
    'Big type',
  ]);
  // A table of values compares nothing.
  const sizes = table(['Small', 'Big'], ['Height', '3', '4'], ['Width of it', '3', '4'], ['Depth', '3', '4']);
  expect(featuresOf({ '/': home('<h1>Plan your week</h1>'), '/pricing': home(sizes) })).toBeUndefined();
});

test('lists inside cards are features, after the cards, unless they are samples', () => {
  const told = (label: string, inside: string) =>
    `<div class="card"><h3>${label}</h3><p>Everybody in the house sees it.</p>${inside}</div>`;
  const cards = (inside: string) => home(labels.map((label, i) => told(label, i === 0 ? inside : '')).join(''));
  expect(featuresOf(cards(list('Print on paper', 'Paint by hand')))).toEqual([...labels, 'Print on paper', 'Paint by hand']);
  expect(featuresOf(cards(list('<b>Owner:</b> Ann Lee', '<b>Due date:</b> next Monday')))).toEqual(labels);
  // A list of few points with a few words each, without a card, is a sample, too.
  expect(
    featuresOf(home(list('<b>Owner</b> the one who asks', '<b>Due date</b> a day next week', '<b>Next step</b> to tell them all'))),
  ).toBeUndefined();
});

test('a label may be set off by its style alone', () => {
  const styled = (style: string) =>
    home(labels.map((label) => `<div><div style="${style}">${label}</div><p>Everybody in the house sees it.</p></div>`).join(''));
  expect(featuresOf(styled('font-weight:600;color:#123'))).toEqual(labels);
  expect(featuresOf(styled('color:#123'))).toBeUndefined();
});

test('sections that alternate their sides are of one kind', () => {
  const part = (label: string, i: number) =>
    `<section class="${i % 2 ? 'plain' : 'grey'}"><div class="wrap ${i % 2 ? 'reverse' : ''}"><div class="text"><h1 class="big">${label}</h1><p>Everybody in the house sees it.</p></div><div><img src="a.png"></div></div></section>`;
  expect(featuresOf(home(`<section><h1>Plan your week</h1></section>${labels.map(part).join('')}`))).toEqual(labels);
  const long = 'Lock in the week and tell everybody in the house before they ask';
  expect(featuresOf(home(`<section><h1>Plan</h1></section>${[long, ...labels].map(part).join('')}`))).toEqual([long, ...labels]);
});

test('a short row counts if a longer one has its style', () => {
  const row = (title: string, ...some: string[]) =>
    `<h2>${title}</h2>${some.map((label) => `<h3 class="name">${label}</h3><p>Everybody in the house sees it.</p>`).join('')}`;
  expect(featuresOf(home(row('At home', ...labels) + row('On the way', 'Big type', 'Dark pages')))).toEqual([
    ...labels,
    'Big type',
    'Dark pages',
  ]);
  expect(featuresOf(home(row('On the way', 'Big type', 'Dark pages')))).toBeUndefined();
});

test('a row on another page counts last, and not on one about something else', () => {
  const row = labels.map((label) => card(label)).join('');
  const site = (path: string) => ({ '/': home(`<h2>Features</h2>${columns('h3', 'Dark pages', 'Big type')}`), [path]: home(row) });
  expect(featuresOf(site('/mac'))).toEqual(['Dark pages', 'Big type', ...labels]);
  expect(featuresOf(site('/roadmap'))).toEqual(['Dark pages', 'Big type']);
});

test('a count with a word is a feature, a figure is none', () => {
  expect(featuresOf(home(`<h2>Features</h2>${columns('h3', '46 languages', 'Dark pages', 'Big type')}`))).toEqual([
    '46 languages',
    'Dark pages',
    'Big type',
  ]);
  expect(featuresOf(home(`<h2>Features</h2>${columns('h3', '99 %', 'Big type', 'Dark pages')}`))).toEqual(['Big type', 'Dark pages']);
});

test('ticked lines are a list, names with values are data', () => {
  const lines = (...some: string[]) => home(`<h1>Plan</h1><div class="points">${some.map((line) => `<div>${line}</div>`).join('')}</div>`);
  expect(featuresOf(lines(...labels.map((label) => `✓ ${label}`)))).toEqual(labels);
  expect(featuresOf(lines(...labels))).toBeUndefined();
  const data = home(
    `<section class="feature">${labels.map((label) => `<div><span>${label}</span> <span>Good</span></div>`).join('')}</section>`,
  );
  expect(featuresOf(data)).toBeUndefined();
});

test('tabs under an announcing heading and pills of the introduction are features', () => {
  const tabs = (title: string) =>
    home(
      `<h2>${title}</h2><ul class="nav">${labels.map((label, i) => `<li><a role="tab" href="#t${i}">${label}</a></li>`).join('')}</ul>
      ${labels.map((label, i) => `<div role="tabpanel" class="tab-pane" id="t${i}"><h3>${label}</h3></div>`).join('')}`,
    );
  expect(featuresOf(tabs('Hauptmerkmale von Acme'))).toEqual(labels);
  expect(featuresOf(tabs('Look around'))).toBeUndefined();
  const pills = (...some: string[]) =>
    home(`<div class="hero"><h1>Plan</h1><div class="row">${some.map((one) => `<span class="pill">${one}</span>`).join(' ')}</div></div>`);
  expect(featuresOf(pills(...labels))).toEqual(labels);
  expect(featuresOf(pills('English', 'Deutsch', 'Français'))).toBeUndefined();
});

test('a list where the homepage introduces the product is of features, further down it is not', () => {
  const points = ['Shared weeks for all.', 'Voice input in every room.', 'Quiet hours.', 'Big type for the tired.'];
  expect(featuresOf(home(`<h2>Plan your week</h2>${list(...points)}`))).toEqual(points);
  expect(featuresOf(home(`<h2>Plan your week</h2>${list(...points.slice(1))}`))).toBeUndefined();
  expect(featuresOf(home(`<h2>Plan</h2><h2>By the sea</h2><h2>Nice words</h2>${list(...points)}`))).toBeUndefined();
});

test('lines with a picture each are a list', () => {
  const lines = (icon: string) => home(`<h2>Your own</h2>${labels.map((label) => `<div>${icon}${label}</div>`).join('')}`);
  expect(featuresOf(lines('<svg></svg>'))).toEqual(labels);
  expect(featuresOf(lines(''))).toBeUndefined();
  // Privacy is something to be proud of.
  expect(featuresOf(home(`<div class="privacy">${labels.map((label) => card(label)).join('')}</div>`))).toEqual(labels);
});

test('what is written about, files and places are no features, other makers’ words may be', () => {
  const given = ['Shared weeks', 'Google listing upkeep'];
  const others = ['A Lee et al. (2020), doi 10.1', 'graph.json', '20503 Harbour St, Dover', 'Google Gemini', 'What is coming next'];
  expect(featuresOf(home(`<h2>Features</h2>${list(...given, ...others)}`))).toEqual(given);
});

test('what items contain comes after the items of all pages', () => {
  const told = (label: string, ...inside: string[]) => `<h2>${label}</h2><p>We tell in a sentence what it does.</p>${list(...inside)}`;
  const pages = {
    '/': home(`<h1>Plan</h1>${labels.map((label) => card(label)).join('')}`),
    '/features': home(`<h1>Features</h1>${told('Dark pages', 'Black on grey', 'Grey on black')}${told('Big type', 'Letters for all')}`),
  };
  expect(featuresOf(pages)).toEqual(['Dark pages', 'Big type', ...labels, 'Black on grey', 'Grey on black', 'Letters for all']);
});

test('what is only probable is suggested with its quote, not filled in', () => {
  const suggestedFrom = (pages: string | Record<string, string>) => proposeFrom(pages).suggested.features;
  const told = (label: string) => `<h2>${label}</h2><p>We tell in a sentence what it does.</p>`;
  const front = home(`<h1>Plan your week</h1>${labels.map(told).join('')}`);
  expect(featuresOf(front)).toBeUndefined();
  expect(suggestedFrom(front)).toEqual({ value: labels, evidence: labels.map((quote) => ({ quote, url: 'https://acme.test/' })) });
  // Rows of other pages, once there are many features.
  const many = Array.from({ length: 20 }, (_, i) => `Plan number ${'abcdefghijklmnopqrst'[i]}`);
  const pages = { '/': home(`<h2>Features</h2>${columns('h3', ...many)}`), '/mac': home(labels.map((label) => card(label)).join('')) };
  expect(featuresOf(pages)).toEqual(many);
  expect(suggestedFrom(pages)?.value).toEqual(labels);
});
