import { expect, test } from 'vitest';
import { home, proposedValues, proposeFrom } from '../../../support/extraction/proposals.ts';

test('the name is the one that title, site name, logo and structured data agree on', () => {
  expect(proposedValues(home('<h1>Plan your week in minutes</h1>')).name).toBe('Acme');
  const html = `<title>Notes for people who draw – Inkling</title><a href="/"><img src="/l.svg" alt="Inkling logo"></a>
    <script type="application/ld+json">{"@graph":[{"@type":"SoftwareApplication","name":"Inkling"},{"@type":"Organization","name":"Paperhouse GmbH"}]}</script>`;
  expect(proposedValues(html).name).toBe('Inkling');
});

test('a company’s name is not used for a product with another name', () => {
  const html = `<title>Ducks – a jumping game</title><h1>Ducks</h1><footer>© 2020 Oil Studios</footer>
    <script type="application/ld+json">{"@type":"Organization","name":"Oil Studios"}</script>`;
  expect(proposedValues(html).name).toBe('Ducks');
});

test('a title that is the name, or continues after a comma, is enough if an address or profile supports it', () => {
  expect(proposedValues('<title>Brightly</title><h1>It is about how.</h1><a href="mailto:info@brightly.example">Mail</a>').name).toBe(
    'Brightly',
  );
  const game =
    '<title>Sandtown, the free citybuilding game</title><h2>Welcome to Sandtown</h2><a href="https://github.com/jo/Sandtown">Code</a>';
  expect([proposedValues(game).name, proposeFrom(game).company_socials.github?.value]).toEqual([
    'Sandtown',
    'https://github.com/jo/Sandtown',
  ]);
});

test('menu words and generic titles are no names', () => {
  expect(proposedValues('<title>Home</title><a href="/">Home</a><a href="#">Support</a><h1>Welcome</h1>').name).toBeUndefined();
});

test('the tagline is the headline, else the title without the name, and never the name', () => {
  expect(proposedValues(home('<h1>Find.<br>Make sure.<br>Delete.</h1>')).tagline).toBe('Find. Make sure. Delete.');
  expect(proposedValues(home('<h1>Acme</h1>')).tagline).toBe('Plan your week in minutes');
  expect(
    proposedValues('<title>Acme</title><meta property="og:site_name" content="Acme"><h1>Acme</h1><p>Weeks that plan themselves.</p>')
      .tagline,
  ).toBe('Weeks that plan themselves.');
  expect(proposedValues('<title>Acme</title><meta property="og:site_name" content="Acme"><h1>Acme</h1>').tagline).toBeUndefined();
});

test('greetings and rows of buttons are no taglines', () => {
  const head = '<title>Acme</title><meta property="og:site_name" content="Acme">';
  expect(
    proposedValues(`${head}<h1>Welcome to Acme, dear visitor</h1><p><a href="/a">See the sources</a> <a href="/b">Read the docs</a></p>`)
      .tagline,
  ).toBeUndefined();
});

test('the description is the site’s own prose, in paragraphs that are its quotes', () => {
  const html = home(
    `<h1>Plan your week</h1><p>Acme looks at your calendar and your tasks and proposes a week that fits you.</p>
     <blockquote><p>“Acme changed how our whole team in Ohio plans its weeks, truly.”</p></blockquote>
     <div class="cookie-banner"><p>We use cookies to make this page work and to measure how it is used.</p></div>
     <p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.</p>`,
    '<meta name="description" content="Acme plans weeks for people who have too much to do.">',
  );
  const { description, short_description } = proposedValues(html);
  expect(short_description).toBe('Acme plans weeks for people who have too much to do.');
  expect(description).toBe(
    'Acme plans weeks for people who have too much to do.\n\nAcme looks at your calendar and your tasks and proposes a week that fits you.',
  );
});

test.each([
  [
    'ja',
    'サポート',
    '<title>Tsubame — サポート</title><header><a class="brand" href="/">Tsubame</a><nav><a href="/">サポート</a><a href="/t">利用規約</a></nav></header>',
  ],
  [
    'pl',
    'Strona główna',
    '<title>Strona główna - Tsubame</title><nav><a href="/"><img src="l.png" alt="Tsubame"></a><a href="/">Strona główna</a></nav>',
  ],
  ['fr', 'Accueil', '<title>Accueil | Tsubame</title><nav><a href="/">Tsubame</a> <a href="/">Accueil</a></nav><h1>Accueil</h1>'],
  [
    'en',
    'Basecamp',
    '<title>Tsubame</title><nav><a href="/">Tsubame</a> <a href="/">Basecamp</a></nav><footer><a href="/">Basecamp</a></footer>',
  ],
])('a word for a page is no name (%s): %s', (lang, word, html) => {
  const spoken = ['one', 'two', 'three', 'four'].map((one) => `<p>${word}: page ${one} of all pages.</p>`).join('');
  const page = `<html lang="${lang}">${html}<p>Tsubame draws the way swallows fly.</p>${spoken}`;
  expect(proposedValues({ '/': page, '/a': page, '/b': page }).name).toBe('Tsubame');
});

test('a page that starts by asking what something is names it, without its version', () => {
  const html = (asked: string) =>
    `<title>Forms on paper, printed at night</title><table><tr><td>FORMQ 3.1</td></tr></table><h1>${asked}</h1><p>FORMQ prints what you typed in the day.</p><p>You can try FORMQ at home.</p>`;
  for (const asked of ['Why FORMQ?', 'Was ist FORMQ?', '¿Qué es FORMQ?', 'Pourquoi FORMQ ?', 'Cos’è FORMQ?', 'FORMQとは？'])
    expect([proposedValues(html(asked)).name, proposedValues(html(asked)).tagline]).toEqual(['FORMQ', 'Forms on paper, printed at night']);
  const about =
    '<title>Everything you ever wanted to know</title><h1>Why us?</h1><p>Trust us, ask us, call us.</p><h2>What is Leasing?</h2><p>Leasing is a way to pay. With Leasing you wait.</p>';
  expect(proposedValues(about).name).toBeUndefined();
});

test.each([
  'Why Acme?',
  'What is Acme?',
  'Warum Acme',
  'Was ist Acme eigentlich?',
  '¿Por qué elegir Acme?',
  'Introducing Acme 2.0',
  'Descubre Acme',
])('a mere question or announcement is no tagline: %s', (headline) => {
  expect(proposedValues(home(`<h1>${headline}</h1>`)).tagline).toBe('Plan your week in minutes');
});

test('a question that makes a statement is one', () => {
  expect(proposedValues(home('<h1>What is your week made of?</h1>')).tagline).toBe('What is your week made of?');
});

const row = (...labels: string[]) =>
  labels.map((label, at) => `<div class="box box-${at}"><h1>${label}</h1><p>Told in a sentence.</p></div>`).join('');

test('headings of cards and slides further down are no headline', () => {
  const cards = row('Laying of long cables', 'Mending of old cables', 'Selling of new cables');
  expect(proposedValues(home(`<div>Cables for all of your rooms</div><section>${cards}</section>`)).tagline).toBe(
    'Plan your week in minutes',
  );
  expect(
    proposedValues(home(`<h3>A week without a single list</h3><h5>The planner</h5><div class="carousel">${cards}</div>`)).tagline,
  ).toBe('A week without a single list');
});

test('the first of several headlines counts if the page starts with it', () => {
  expect(proposedValues(home(`<section>${row('Weeks that plan themselves', 'Ask us anything')}</section>`)).tagline).toBe(
    'Weeks that plan themselves',
  );
  expect(proposedValues(home('<p>New</p><h1>Weeks that plan themselves</h1><p>So they do.</p><h1>How to begin</h1>')).tagline).toBe(
    'Weeks that plan themselves',
  );
  expect(proposedValues(home('<h3>For busy people everywhere</h3><h2>Weeks that plan themselves</h2>')).tagline).toBe(
    'Weeks that plan themselves',
  );
});

test('text inside drawings does not count', () => {
  const picture = '<div role="img" aria-label="A day in Acme"><p>The king of the moon was crowned in the year 1702, they say.</p></div>';
  expect(proposedValues(home(`<h1>Plan your week</h1>${picture}<p>Acme looks at your calendar and proposes a week.</p>`)).description).toBe(
    'Acme looks at your calendar and proposes a week.',
  );
});

test('addresses, registrations, page dates, articles and mock-ups are no description', () => {
  const own = 'Acme looks at your calendar and proposes a week.';
  const html = home(`<h1>Plan your week</h1><p>${own}</p><div class="ui-card"><p>Your invoice to the farm was paid on Tuesday.</p></div>
    <p>This page was last updated in May and is best viewed on paper.</p>
    <h2>From our blog</h2><h3>On paper</h3><p>Here is why we threw away all of our paper last year.</p>
    <footer><p>Acme B.V., Nieuwegracht 8, 3512 LP Utrecht, second floor on the left</p><p>Acme S.r.l. of the northern hills, P.IVA 01234567890</p></footer>`);
  expect(proposedValues(html).description).toBe(own);
});

test('a name of many words is accepted if titles agree on it, and a page’s own heading is no name', () => {
  const page = (title: string, body = '') =>
    `<title>${title}</title><nav><span class="brand">Birds of the North Sea</span> <a href="/notice">Reading notice</a></nav>${body}`;
  const notice = '<footer><p>Reading notice · Terms · Privacy for readers</p><p>See the Reading notice before you begin.</p></footer>';
  const pages = {
    '/': page('Birds of the North Sea — Learn every call by ear', `<h1>Learn every call by ear</h1>${notice}`),
    '/notice': page('Reading notice — Birds of the North Sea', `<h1>Reading notice</h1>${notice}`),
  };
  expect(proposedValues(pages).name).toBe('Birds of the North Sea');
  expect(proposedValues({ ...pages, '/': page('Learn every call by ear and never miss a bird', notice) }).name).not.toBe('Reading notice');
});
