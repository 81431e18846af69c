import { expect, test } from 'vitest';
import { pageTextOf } from '../../../../src/modules/extraction/parse/parsed-page.ts';
import { proposeProfile } from '../../../../src/modules/extraction/propose/propose.ts';
import { verifyProposal } from '../../../../src/modules/extraction/verify/verify.ts';
import { CATEGORIES, home, makeSite, proposedValues, proposeFrom } from '../../../support/extraction/proposals.ts';

test('founders are found by words that say so, in several languages', () => {
  const founders = (about: string) => proposeFrom({ '/': home(''), '/about': about }).founders.map(({ name }) => name);
  expect(founders('<p>It was founded by Ada Byron and Charles Babbage in October 2015.</p>')).toEqual(['Ada Byron', 'Charles Babbage']);
  expect(founders('<h2>Ada Byron, CEO &amp; Founder</h2>')).toEqual(['Ada Byron']);
  expect(founders('<h3>Ada Byron</h3><p>Co-Founder</p>')).toEqual(['Ada Byron']);
  expect(founders('<h3>Emmy Noether</h3><p>Gründerin</p>')).toEqual(['Emmy Noether']);
  expect(founders('<p>Fundada por Ada Byron y Emmy Noether</p>')).toEqual(['Ada Byron', 'Emmy Noether']);
  expect(founders('<p>Fondée par Émilie Châtelet en 2019.</p>')).toEqual(['Émilie Châtelet']);
  expect(founders('<h3>山田 太郎</h3><p>創業者</p>')).toEqual(['山田 太郎']);
  expect(
    founders('<script type="application/ld+json">{"@type":"Organization","founder":{"@type":"Person","name":"Ada Byron"}}</script>'),
  ).toEqual(['Ada Byron']);
});

const judged = (pages: Record<string, string>) => {
  const read = makeSite(pages);
  return verifyProposal(proposeProfile(read, CATEGORIES), read.map(pageTextOf), CATEGORIES);
};

test('founders in structured data are quoted with the key that says so, so that verification accepts them', () => {
  const founders = (data: object) =>
    judged({ '/': home(`<script type="application/ld+json">${JSON.stringify(data)}</script>`) }).founders.map(({ name }) => name);
  const ada = { '@type': 'Person', name: 'Ada Byron' };
  expect(founders({ '@type': 'Organization', founder: ada })).toEqual(['Ada Byron']);
  expect(founders({ '@graph': [{ '@type': 'Organization', founder: [ada, { '@type': 'Person', name: 'Emmy Noether' }] }] })).toEqual([
    ...['Ada Byron', 'Emmy Noether'],
  ]);
  expect(founders({ '@type': 'Organization', founders: ['Ada Byron', 'Emmy Noether'] })).toEqual(['Ada Byron', 'Emmy Noether']);
  expect(founders({ '@type': 'Organization', founder: 'Ada Byron' })).toEqual(['Ada Byron']);
  expect(founders({ '@type': 'Organization', employee: ada, member: [ada], author: ada })).toEqual([]);
});

test('founders are found in a sentence that says of what', () => {
  const founders = (about: string) => judged({ '/': home(''), '/about': about }).founders.map(({ name }) => name);
  expect(founders('<p>Ada Byron is the founder of Acme and, so far, its whole staff.</p>')).toEqual(['Ada Byron']);
  expect(founders('<p>Acme is built and run by Ada Byron, its founder, from a small town.</p>')).toEqual(['Ada Byron']);
  expect(founders('<p>Emmy Noether, co-founder of Acme, writes the code.</p>')).toEqual(['Emmy Noether']);
  expect(founders('<p>Acme was founded by Cornell students Ada Byron and Emmy Noether to mend schools.</p>')).toEqual([
    ...['Ada Byron', 'Emmy Noether'],
  ]);
  expect(founders('<p>Ada Byron is the founder of Harbour Bank and likes our product.</p>')).toEqual([]);
  expect(founders('<p>We spoke with Ada Byron, founder of Harbour Bank, about her week.</p>')).toEqual([]);
  expect(founders('<p>Ada Byron, a friend, introduced us to the founder of another company.</p>')).toEqual([]);
});

test('the founding year is next to a word of founding', () => {
  const year = (about: string) => proposedValues({ '/': home(''), '/about': about }).founded_year;
  expect(year('<p>Our company was founded in 2015.</p>')).toBe('2015');
  expect(year('<p>Unser Unternehmen wurde 2011 gegründet.</p>')).toBe('2011');
  expect(year('<p>Nuestra empresa fue fundada en 2009.</p>')).toBe('2009');
  expect(year('<script type="application/ld+json">{"@type":"Organization","foundingDate":"2018-03-01"}</script>')).toBe('2018');
});

test('city and country come from structured data, an imprint or a sentence', () => {
  const place = (pages: Record<string, string>) => {
    const { city, country } = proposedValues({ '/': home(''), ...pages });
    return [city, country];
  };
  expect(place({ '/about': '<p>Acme is headquartered in Melbourne, Australia. We like it.</p>' })).toEqual(['Melbourne', 'AU']);
  expect(place({ '/impressum': '<p>Acme GmbH<br>Lange Straße 5<br>17109 Demmin<br>Deutschland</p>' })).toEqual(['Demmin', 'DE']);
  expect(place({ '/mentions-legales': '<p>Acme SAS<br>17 rue du Dôme<br>67000 Strasbourg<br>France</p>' })).toEqual(['Strasbourg', 'FR']);
  expect(place({ '/contact': '<p>Acme Inc<br>5 Main Street<br>Springfield, IL 62704</p>' })).toEqual(['Springfield', 'US']);
  const address = '{"@type":"Organization","address":{"@type":"PostalAddress","addressLocality":"Lyon","addressCountry":"FR"}}';
  expect(place({ '/about': `<script type="application/ld+json">${address}</script>` })).toEqual(['Lyon', 'FR']);
});

test('microdata is read like structured data', () => {
  const item = `<div itemscope itemtype="https://schema.org/Organization"><span itemprop="name">Acme</span> <a itemprop="sameAs" href="https://x.com/acmehq">X</a>
    <div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><span itemprop="addressLocality">Lyon</span> <meta itemprop="addressCountry" content="FR"></div></div>
    <div itemscope itemtype="https://schema.org/Question"><h3 itemprop="name">Does it work offline?</h3><div itemprop="acceptedAnswer" itemscope itemtype="https://schema.org/Answer"><p itemprop="text">It does.</p></div></div>
    <div itemscope itemtype="https://schema.org/Review"><div itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">Ada Byron</span></div></div>`;
  const pages = makeSite({ '/': home(''), '/about': item });
  const { fields, faqs, company_socials, founders } = verifyProposal(proposeProfile(pages, CATEGORIES), pages.map(pageTextOf), CATEGORIES);
  expect([fields.city?.value, fields.country?.value, company_socials.x?.value]).toEqual(['Lyon', 'FR', 'https://x.com/acmehq']);
  expect([faqs.map(({ question, answer }) => [question, answer]), founders]).toEqual([[['Does it work offline?', 'It does.']], []]);
});

test('the contact address is the site’s own, from its contact page', () => {
  const html = home(
    '<footer><a href="mailto:privacy@acme.test">Privacy</a> <a href="mailto:hello@acme.test?subject=Hi">Write</a></footer>',
  );
  expect(proposedValues(html).contact_email).toBe('hello@acme.test');
  expect(proposedValues({ '/': home(''), '/kontakt': '<p>info@acme.test</p><p>webagentur@pixel.example.org</p>' }).contact_email).toBe(
    'info@acme.test',
  );
});

test('profiles are those linked from header or footer, or named like the product', () => {
  const html = home(
    '<footer><a href="https://twitter.com/acmeweeks">X</a><a href="https://github.com/acme/acme">Code</a></footer><div class="team"><a href="https://twitter.com/adabyron">Ada</a></div>',
  );
  const { company_socials } = proposeFrom(html);
  expect(Object.entries(company_socials).map(([platform, { value }]) => [platform, value])).toEqual([
    ['x', 'https://twitter.com/acmeweeks'],
    ['github', 'https://github.com/acme/acme'],
  ]);
});

test('the logo is the one in the header, the icon only as a fallback', () => {
  const head = '<link rel="icon" href="/favicon.png">';
  expect(
    proposedValues(`<title>Acme</title>${head}<header><a href="/"><img src="/img/acme-logo.svg" alt="Acme"></a></header>`).logo_url,
  ).toBe('https://acme.test/img/acme-logo.svg');
  expect(
    proposedValues(`<title>Acme</title>${head}<div class="customers"><img src="/img/bigcorp-logo.svg" alt="BigCorp logo"></div>`).logo_url,
  ).toBe('https://acme.test/favicon.png');
});

test('a picture that data calls a logo must not be named otherwise', () => {
  const declared = (file: string) =>
    proposedValues(
      `<title>Acme</title><link rel="icon" href="/favicon.png"><script type="application/ld+json">{"@type":"Organization","logo":"/img/${file}"}</script>`,
    ).logo_url;
  expect(declared('acme.png')).toBe('https://acme.test/img/acme.png');
  expect(declared('acme-hero.jpg')).toBe('https://acme.test/favicon.png');
});

test('a single logo is the site’s own, whatever its class; rows of logos are others’', () => {
  const logoOf = (body: string) => proposedValues(`<title>Acme</title><link rel="icon" href="/favicon.png">${body}`).logo_url;
  expect(logoOf('<div class="header"><img src="/img/logo.png" class="logo"></div>')).toBe('https://acme.test/img/logo.png');
  expect(logoOf('<header><span class="logo"><img src="/img/mark_logo.png" alt=""></span></header>')).toBe(
    'https://acme.test/img/mark_logo.png',
  );
  expect(logoOf('<table><tr><td><img src="/logo.gif" alt="Prints from Windows"></td></tr></table>')).toBe('https://acme.test/logo.gif');
  for (const row of ['logos', 'logo-wall', 'logoCarousel', 'client-logo'])
    expect(logoOf(`<div class="${row}"><img src="/img/bigcorp-logo.svg" alt="BigCorp"></div>`), row).toBe('https://acme.test/favicon.png');
});

test('links are resolved against the page’s base, by rules and verification alike', () => {
  const pages = makeSite({
    '/': '<base href="https://cdn.acme.test/site/"><title>Acme</title><header><a href="/"><img src="img/acme-logo.svg" alt="Acme"></a></header>',
  });
  const { fields } = verifyProposal(proposeProfile(pages, CATEGORIES), pages.map(pageTextOf), CATEGORIES);
  expect(fields.logo_url?.value).toBe('https://cdn.acme.test/site/img/acme-logo.svg');
});

test('a video is given as its watch page', () => {
  expect(proposedValues(home('<iframe src="https://www.youtube-nocookie.com/embed/gkQs7uWFUlQ?rel=0"></iframe>')).demo_video_url).toBe(
    'https://youtu.be/gkQs7uWFUlQ',
  );
  expect(proposedValues(home('<video><source src="media/tour.mp4"></video>')).demo_video_url).toBe('https://acme.test/media/tour.mp4');
});

test('pricing models follow from phrases and prices, in several languages', () => {
  const model = (pricing: string) => proposedValues({ '/': home(''), '/pricing': pricing }).pricing_model;
  expect(model('<h3>Pro</h3><p>$9 per month</p>')).toBe('subscription');
  expect(model('<h3>Pro</h3><p>9,90 €</p><p>pro Monat</p>')).toBe('subscription');
  expect(model('<h3>Basic</h3><p>Kostenlos starten</p><h3>Profi</h3><p>9,90 € / Monat</p>')).toBe('freemium');
  expect(model('<p>Plan gratuito para siempre</p><p>$5 al mes</p>')).toBe('freemium');
  expect(model('<p>買い切り</p><p>1200円</p>')).toBe('one-time');
  expect(model('<p>49 €</p><p>Paiement unique, à vie.</p>')).toBe('one-time');
  expect(proposedValues(home('<p>Acme is open source, under the MIT License.</p>')).pricing_model).toBe('open-source');
  expect(proposedValues(home('<p>Acme is completely free.</p>')).pricing_model).toBe('free');
});

test('a free trial is not a free plan', () => {
  const model = (pricing: string) => proposedValues({ '/': home(''), '/pricing': pricing }).pricing_model;
  expect(model('<h3>Pro</h3><p>$9 per month</p><p>Start your 14-day free trial</p><a href="/x">Start for free</a>')).toBe('subscription');
  expect(model('<h3>Demo</h3><p>$0 / 15 days</p><h3>Pro</h3><p>$9 per month</p>')).toBe('subscription');
  expect(model('<h3>Preview</h3><p>$0 / forever</p><h3>Pro</h3><p>$9 per month</p>')).toBe('subscription');
  expect(model('<p>Start free</p><p>First week free, card required</p><h3>Pro</h3><p>$9 per month</p>')).toBe('subscription');
  expect(model('<h3>Free</h3><p>$0</p><h3>Pro</h3><p>$9 per month</p><p>14-day trial of Pro</p>')).toBe('freemium');
  expect(model('<p>Acme is completely free.</p><button>Buy now</button>')).toBeUndefined();
});

test('the price summary consists of quotes', () => {
  const pricing = '<h3>Solo</h3><p>$9 per month</p><h3>Team</h3><p>$29 per month</p>';
  expect(proposedValues({ '/': home(''), '/pricing': pricing }).pricing_summary).toBe('Solo · $9 per month · Team · $29 per month');
});

test('questions are found as headings, summaries, terms and structured data', () => {
  const asked = (html: string) => proposeFrom({ '/': home(''), '/faq': html }).faqs.map(({ question, answer }) => [question, answer]);
  expect(asked('<h3>Is it safe?</h3><p>Yes.</p><p>Very.</p><h3>¿Cuánto cuesta?</h3><p>Nada.</p>')).toEqual([
    ['Is it safe?', 'Yes. Very.'],
    ['¿Cuánto cuesta?', 'Nada.'],
  ]);
  expect(asked('<details><summary>Wie geht das?</summary><p>So geht das.</p></details><p>Danach.</p>')).toEqual([
    ['Wie geht das?', 'So geht das.'],
  ]);
  expect(asked('<dl><dt>料金はいくらですか？</dt><dd>無料です。</dd></dl>')).toEqual([['料金はいくらですか？', '無料です。']]);
  const data =
    '{"@type":"FAQPage","mainEntity":[{"@type":"Question","name":"Does it work offline?","acceptedAnswer":{"@type":"Answer","text":"It does."}}]}';
  expect(asked(`<script type="application/ld+json">${data}</script>`)).toEqual([['Does it work offline?', 'It does.']]);
});

test('features are headings of cards and items of lists that say what the product does', () => {
  expect(
    proposedValues(home('<h2>Funktionen</h2><ul><li>✔️ Kalender abgleichen</li><li>✔️ Erinnerungen schicken</li></ul>')).features,
  ).toEqual(['Kalender abgleichen', 'Erinnerungen schicken']);
  expect(
    proposedValues(home('<h2>機能</h2><h3>自動同期</h3><p>予定を自動で同期します。</p><h3>通知</h3><p>予定の前に通知が届きます。</p>'))
      .features,
  ).toEqual(['自動同期', '通知']);
});

test('selling points are under a heading that asks why', () => {
  const html = home(
    '<h2>Why Acme?</h2><h3>Works offline</h3><p>In the underground as well as at home.</p><h3>Keeps quiet</h3><p>It never sends you a message.</p>',
  );
  expect(proposedValues(html).usps).toEqual(['Works offline', 'Keeps quiet']);
});

test('stage and categories come from words', () => {
  const values = proposedValues(
    home('<p>Acme is now in public beta.</p><h1>An arcade game for your phone</h1>', '<meta name="description" content="A puzzle game.">'),
  );
  expect([values.stage, values.categories]).toEqual(['beta', ['Games']]);
});

test('a page wrapped in an article element, as by many site builders, is still the product’s own', () => {
  const html = `<title>Acme | Plan your week</title><article id="post-12" class="post-12 page type-page"><h2>Weeks that plan themselves</h2>
    <h3>Shared weeks</h3><p>Everybody sees them.</p><h3>Quiet hours</h3><p>Nobody is disturbed.</p><h3>Late mornings</h3><p>Nothing begins before nine.</p></article>`;
  const values = proposedValues(html);
  expect([values.tagline, values.features]).toEqual(['Weeks that plan themselves', ['Shared weeks', 'Quiet hours', 'Late mornings']]);
});

test('a fact table gives the founding year, and a price may follow a word without a space', () => {
  const values = proposedValues({
    '/': home('<h3>スタンダード</h3><p>月額300円</p>'),
    '/company': '<table><tr><th>設立</th><td>2016年4月1日</td></tr></table>',
  });
  expect([values.founded_year, values.pricing_model]).toEqual(['2016', 'subscription']);
});

test('a page with only a title and a summary is extracted from those', () => {
  const values = proposedValues(
    '<title>Moodtrack - Understand your moods</title><meta name="description" content="A private mood journal."><div id="root"></div>',
  );
  expect([values.name, values.tagline, values.description]).toEqual(['Moodtrack', 'Understand your moods', 'A private mood journal.']);
});

test('one sentence that states year, place and founder, and a free plan beside paid ones', () => {
  const drafted = (text: string) => {
    const { fields, founders } = judged({ '/': home(`<p>${text}</p>`) });
    return [fields.founded_year?.value, fields.city?.value, fields.country?.value, ...founders.map(({ name }) => name)];
  };
  expect(drafted('Founded in 2023 in Porto, Portugal by Ana Ribeiro.')).toEqual(['2023', 'Porto', 'PT', 'Ana Ribeiro']);
  expect(drafted('Founded in 2010 and later bought by Ana Ribeiro.')).not.toContain('Ana Ribeiro');
  const model = (text: string) => judged({ '/': home(`<h2>Pricing</h2><p>${text}</p>`) }).fields.pricing_model?.value;
  expect(model('Free for one project. Paid plans from €9 a month.')).toBe('freemium');
  expect(model('Free for up to 3 users, then $5 per user and month.')).toBe('freemium');
  expect(model('Free for one month, then $5 per month.')).toBe('subscription');
});
