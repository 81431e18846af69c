import { expect, test } from 'vitest';
import { pageTextOf } from '../../../../../src/modules/extraction/parse/parsed-page.ts';
import type { AttributeDefinition, AttributeValue } from '../../../../../src/modules/extraction/proposal.ts';
import { proposeProfile } from '../../../../../src/modules/extraction/propose/propose.ts';
import { statementsIn } from '../../../../../src/modules/extraction/verify/attribute-statements.ts';
import { verifyProposal } from '../../../../../src/modules/extraction/verify/verify.ts';
import { BUILT_IN_ATTRIBUTES } from '../../../../../src/modules/extraction/words/attributes.ts';
import { home, makeSite } from '../../../../support/extraction/proposals.ts';

const extract = (pages: string | Record<string, string>, definitions = BUILT_IN_ATTRIBUTES) => {
  const read = makeSite(typeof pages === 'string' ? { '/': home(pages) } : { '/': home(''), ...pages });
  return verifyProposal(proposeProfile(read, [], definitions), read.map(pageTextOf), [], definitions).attributes;
};
/** The verified value of one attribute. */
const attributeOf = (key: string, pages: string | Record<string, string>): AttributeValue | undefined => extract(pages)[key]?.value;

const define = (key: string, kind: AttributeDefinition['kind'], more: Partial<AttributeDefinition> = {}): AttributeDefinition => ({
  key,
  kind,
  name: 'Storage',
  synonyms: ['Speicherplatz'],
  unit: null,
  options: null,
  ...more,
});

test.each([
  ['Acme is available for macOS, Windows and Linux.', ['macOS', 'Windows', 'Linux']],
  ['Download on the App Store', ['iOS']],
  ['Get it on Google Play', ['Android']],
  ['Requires iOS 16.0 or later.', ['iOS']],
  ['Verfügbar für iOS und Android.', ['iOS', 'Android']],
  ['Disponible sur Windows et Mac.', ['Windows', 'macOS']],
  ['Disponible para iOS y Android.', ['iOS', 'Android']],
  ['Disponível para Android e iOS.', ['Android', 'iOS']],
  ['Disponibile per Windows e Linux.', ['Windows', 'Linux']],
  ['Beschikbaar voor Windows en macOS.', ['Windows', 'macOS']],
  ['iOS 17.0以降に対応しています。', ['iOS']],
  ['支持 Windows、macOS 和 Linux。', ['Windows', 'macOS', 'Linux']],
  ['Acme is a Chrome extension.', ['Browser extension']],
])('"%s" names platforms', (text, wanted) => expect(attributeOf('platforms', `<p>${text}</p>`)).toEqual(wanted));

test.each([
  'Coming soon to Android.',
  'Android is on our roadmap.',
  'Subscribe to be notified when the Android version is live.',
  'Unlike others, which run on Windows only.',
  'Not available for Linux.',
  'If you need it on Linux, write to us.',
  'Can I use it on Windows?',
  'Choose a Windows folder for your backups.',
  'Apple and iPhone are trademarks of Apple Inc.',
  'We love Mac users.',
  'Improve the visibility of your apps on the App Store.',
])('"%s" names no platform', (text) => expect(attributeOf('platforms', `<p>${text}</p>`)).toBeUndefined());

test.each([
  ['self_hosted', 'Self-host it on your own servers.', true],
  ['self_hosted', 'Auf Wunsch auf eigenen Servern.', true],
  ['self_hosted', 'Acme cannot be self-hosted.', false],
  ['open_source', 'Acme is open source.', true],
  ['open_source', 'Acme is MIT licensed and free.', true],
  ['open_source', 'Released under the MIT License.', true],
  ['open_source', 'Acme est open source.', true],
  ['open_source', 'Acme is not open source.', false],
  ['open_source', 'Acme ist nicht quelloffen.', false],
  ['open_source', 'We use many open source libraries.', undefined],
  ['open_source', 'An alternative to open source tools.', undefined],
  ['api', 'Build on our REST API.', true],
  ['api', 'API-Zugang im Business-Paket', true],
  ['api', 'Uses the native API of your system.', undefined],
  ['api', 'No external API keys are required.', undefined],
  ['sso', 'Single sign-on with SAML', true],
  ['sso', 'The starter plan comes without SSO.', false],
  ['sso', 'Sans SSO.', false],
  ['sso', '❌ SSO', undefined],
  ['free_trial', 'No credit card required, 14-day free trial.', true],
  ['free_trial', 'Testen Sie 30 Tage kostenlos.', true],
  ['free_trial', '30 Tage kostenlos testen', true],
  ['free_trial', 'There is no free trial.', false],
  ['free_plan', 'Free forever plan for everyone.', true],
  ['free_plan', 'Es gibt keinen kostenlosen Plan.', false],
  ['free_plan', 'There is no free plan.', false],
  ['free_plan', '無料プランあり', true],
  ['free_plan', 'Is there a free plan?', undefined],
])('%s by "%s" is %s', (key, text, wanted) => expect(attributeOf(key, `<p>${text}</p>`)).toBe(wanted));

test('a question counts with its answer', () => {
  const faq = (answer: string) => ({
    '/faq': home(`<h3>Is Acme open source?</h3><p>${answer}</p><h3>Do you offer SSO?</h3><p>${answer}</p>`),
  });
  expect(attributeOf('sso', faq('Yes, with SAML.'))).toBe(true);
  expect(attributeOf('sso', faq('No, we do not.'))).toBe(false);
  expect(attributeOf('sso', faq('Please write to us.'))).toBeUndefined();
});

test('a site that says both says nothing', () => {
  expect(attributeOf('sso', '<p>SSO is included.</p><p>There is no SSO.</p>')).toBeUndefined();
});

test.each([
  ['export_formats', 'Exports to CSV and PDF.', ['CSV', 'PDF']],
  ['export_formats', 'Export your data as Excel or JSON.', ['Excel', 'JSON']],
  ['export_formats', 'CSV export', ['CSV']],
  ['export_formats', 'Als CSV exportieren', ['CSV']],
  ['export_formats', 'Exporter vers ODT, DOCX ou HTML.', ['ODT', 'DOCX', 'HTML']],
  ['export_formats', 'PDFで出力可能', ['PDF']],
  ['export_formats', 'Import from CSV files.', undefined],
  ['compliance', 'GDPR compliant', ['GDPR']],
  ['compliance', 'DSGVO-konform und ISO 27001 zertifiziert', ['GDPR', 'ISO 27001']],
  ['compliance', 'Conforme au RGPD', ['GDPR']],
  ['compliance', 'SOC 2 Type II certified', ['SOC 2']],
  ['compliance', 'You remain responsible for HIPAA compliance.', undefined],
  ['compliance', 'We process data under GDPR Article 6.', undefined],
  ['languages', 'Available in English, German and French.', ['English', 'German', 'French']],
  ['languages', 'Languages: English, Español, 日本語', ['English', 'Spanish', 'Japanese']],
  ['languages', '日本語・英語に対応', ['Japanese', 'English']],
  ['languages', 'We speak English.', undefined],
  ['integrations', 'Integrates with Slack, Notion and Zapier.', ['Slack', 'Notion', 'Zapier']],
  ['integrations', 'Anbindung an DATEV', ['DATEV']],
  ['integrations', 'Zapier integration coming soon', undefined],
])('%s by "%s"', (key, text, wanted) => expect(attributeOf(key, `<p>${text}</p>`)).toEqual(wanted));

test('a list below a heading that announces it', () => {
  const list = '<h2>Integrations</h2><ul><li>Slack</li><li>Zapier</li><li>Notion</li></ul>';
  expect(attributeOf('integrations', list)).toEqual(['Slack', 'Zapier', 'Notion']);
  expect(attributeOf('integrations', list.replace('Integrations', 'Roadmap'))).toBeUndefined();
  expect(attributeOf('integrations', list.replace('Integrations', 'Our friends'))).toBeUndefined();
  expect(
    attributeOf('integrations', '<h2>Integrations</h2><h3>Slack</h3><p>Post to channels.</p><h3>Shopify</h3><p>Planned for spring.</p>'),
  ).toEqual(['Slack']);
});

const plans = (...cards: string[]) => ({ '/pricing': home(`<h1>Pricing</h1><div class="pricing">${cards.join('')}</div>`) });
const card = (name: string, price: string) => `<div><h3>${name}</h3><p>${price}</p><ul><li>Five seats</li></ul></div>`;

test.each([
  [[card('Free', '$0 / month'), card('Pro', '$29 / month'), card('Team', '$79 / month')], { amount: 29, currency: 'USD', period: 'month' }],
  [[card('Starter', '9,90 € / Monat'), card('Profi', '19,90 € / Monat')], { amount: 9.9, currency: 'EUR', period: 'month' }],
  [[card('Pro', '£99 per year')], { amount: 99, currency: 'GBP', period: 'year' }],
  [[card('Plus', '$3.99 one-time'), card('Max', '$19.99 one-time')], { amount: 3.99, currency: 'USD', period: 'once' }],
  [[card('プレミアム', '¥980 /月')], { amount: 980, currency: 'JPY', period: 'month' }],
  [[card('Pro', '1.299,00 € jährlich')], { amount: 1299, currency: 'EUR', period: 'year' }],
  [[card('Pro', 'CHF 12.50/Monat')], { amount: 12.5, currency: 'CHF', period: 'month' }],
])('the cheapest paid plan is %j', (cards, wanted) => expect(attributeOf('price_from', plans(...cards))).toEqual(wanted));

test.each([
  [card('Travel', '0,30 €/km')],
  [card('Setup', '$99 setup fee')],
  [card('Pro', '+ 7,99 € / Monat')],
  [card('SMS', '$0.10 per message')],
])('%s is not the price of a plan', (one) => expect(attributeOf('price_from', plans(one))).toBeUndefined());

test('a plan of zero is a free plan, unless it is a trial', () => {
  expect(attributeOf('free_plan', plans(card('Free', '$0'), card('Pro', '$9 / month')))).toBe(true);
  expect(attributeOf('free_plan', plans(card('Trial', '$0'), card('Pro', '$9 / month')))).toBeUndefined();
  expect(attributeOf('free_plan', plans(card('Demo', '$0 /15 days'), card('Pro', '$9 / month')))).toBeUndefined();
});

test('"from €9 per month" is a price by the site’s own words', () => {
  expect(attributeOf('price_from', { '/pricing': home('<h1>Pricing</h1><p>Plans from €9 per month.</p>') })).toEqual({
    amount: 9,
    currency: 'EUR',
    period: 'month',
  });
});

test('structured data of an app', () => {
  const data = {
    '@type': 'SoftwareApplication',
    operatingSystem: 'Windows, macOS',
    inLanguage: ['en', 'zh-CN'],
    offers: { '@type': 'Offer', price: '19.95', priceCurrency: 'USD' },
  };
  const found = extract({ '/': home('', `<script type="application/ld+json">${JSON.stringify(data)}</script>`) });
  expect(found.platforms).toMatchObject({ value: ['Windows', 'macOS'], evidence: [{ quote: '"operatingSystem": "Windows, macOS"' }] });
  expect(found.languages?.value).toEqual(['English', 'Chinese']);
  expect(found.price_from?.value).toEqual({ amount: 19.95, currency: 'USD', period: null });
});

test.each([
  ['<p>Storage: 20 GB</p>', 20],
  ['<table><tr><th>Storage</th><td>20 GB</td></tr></table>', 20],
  ['<dl><dt>Speicherplatz</dt><dd>1,000 GB</dd></dl>', 1000],
  ['<p>Storage: 20 TB</p>', undefined],
  ['<p>Storage is important: 20 GB of it.</p>', undefined],
  ['<table><tr><th>Storage</th><td>20 GB</td><td>50 GB</td></tr></table>', undefined],
  ['<p>Storage: 20 GB coming soon</p>', undefined],
])('a number of the team’s own by its name: %s', (html, wanted) => {
  expect(extract(html, [define('storage', 'number', { unit: 'GB' })]).storage?.value).toBe(wanted);
});

test('other kinds by their name', () => {
  const own = (kind: AttributeDefinition['kind'], html: string, more: Partial<AttributeDefinition> = {}) =>
    extract(html, [define('own', kind, { name: 'Offline mode', ...more })]).own?.value;
  expect(own('boolean', '<p>Offline mode: yes</p>')).toBe(true);
  expect(own('boolean', '<table><tr><td>Offline mode</td><td>✓</td></tr></table>')).toBe(true);
  expect(own('boolean', '<table><tr><td>Offline mode</td><td>✗</td></tr></table>')).toBe(false);
  expect(own('boolean', '<table><tr><td>Offline mode</td><td>–</td></tr></table>')).toBeUndefined();
  expect(own('boolean', '<p>Offline mode is what others lack.</p>')).toBeUndefined();
  expect(own('text', '<p>Offline mode: with sync later on</p>')).toBe('with sync later on');
  expect(own('money', '<p>Offline mode: $5 per month</p>')).toEqual({ amount: 5, currency: 'USD', period: 'month' });
  expect(own('list', '<p>Offline mode: maps, lists</p>', { options: ['Maps', 'Music'] })).toEqual(['Maps']);
  expect(own('list', '<p>Offline mode: maps, lists</p>')).toEqual(['maps', 'lists']);
});

test('a site’s options and synonyms join the built-in words', () => {
  const platforms = { ...BUILT_IN_ATTRIBUTES.find(({ key }) => key === 'platforms')!, options: ['Windows', 'Steam Deck'] };
  expect(extract('<p>Available for Windows, Steam Deck and Linux.</p>', [platforms]).platforms?.value).toEqual(['Windows', 'Steam Deck']);
  const sso = { ...BUILT_IN_ATTRIBUTES.find(({ key }) => key === 'sso')!, synonyms: ['company login'] };
  expect(extract('<p>Company login for your team</p>', [sso]).sso?.value).toBe(true);
});

test('what others say or have does not count', () => {
  expect(attributeOf('sso', '<div class="testimonials"><p>“SSO is great”</p></div>')).toBeUndefined();
  expect(attributeOf('sso', '<h2>Acme vs. Rival</h2><table><tr><th>SSO</th><td>✓</td><td>✗</td></tr></table>')).toBeUndefined();
  expect(attributeOf('open_source', { '/blog/news': home('<p>Linux is open source software.</p>') })).toBeUndefined();
  expect(attributeOf('compliance', { '/privacy': home('<p>We are GDPR compliant.</p>') })).toBeUndefined();
});

test.each([
  ['<p>Require Windows10 17763 and above to run this app.</p>', ['Windows']],
  ['<ul><li>macOS 10.14 (Mojave) 以上</li></ul>', ['macOS']],
  ['<h3>Seen in our Web &amp; Mobile Applications</h3>', ['Web']],
  ['<p>Get the desktop app (Windows / macOS) today.</p>', ['Windows', 'macOS']],
  ['<h2>Pré-requis</h2><p>Lancer une application sous Windows.</p>', ['Windows']],
  ['<h2>Acme runs in your browser</h2>', ['Web']],
  ['<h3>Downloads</h3><div>Acme for Linux</div>', ['Linux']],
  ['<h3>Downloads</h3><div>Acme for Linux</div><div>Coming soon</div>', undefined],
  ['<h3>Downloads</h3><div>Templates for Linux</div>', undefined],
  ['<p><a href="https://apps.apple.com/us/app/acme/id1020962811">Get it</a></p>', ['iOS']],
])('platforms of %s', (html, wanted) => expect(attributeOf('platforms', html)).toEqual(wanted));

test.each([
  ['<p>Supported languages: English, 正體中文, Deutsch.</p>', ['English', 'Chinese', 'German']],
  ['<p>日本語ローカライズ済み</p>', ['Japanese']],
  ['<h1>Learn a language in a month</h1><h2>Languages</h2><ul><li>Spanish</li><li>French</li></ul>', undefined],
  ['<h1>Sprachen lernen leicht gemacht</h1><h2>Sprachen</h2><ul><li>Spanisch</li></ul>', undefined],
  ['<h1>Learn a language in a month</h1><p>The interface is available in English and German.</p>', ['English', 'German']],
  ['<h2>Transcription</h2><p>Supported languages: English, German.</p>', undefined],
  ['<h2>Settings</h2><p>Supported languages: English, German.</p>', ['English', 'German']],
  ['<p>Translates your mail, available in English and German.</p>', undefined],
])('languages of %s', (html, wanted) => expect(attributeOf('languages', html)).toEqual(wanted));

test.each([
  ['Acme está diseñado para cumplir la NOM-004-SSA3-2012.', ['NOM-004']],
  ['应用不面向儿童直接收集数据，符合 COPPA 要求。', ['COPPA']],
  ['不符合 COPPA 要求。', undefined],
  ['Every transaction fully complies with PCI DSS.', undefined],
])('"%s" names norms', (text, wanted) => expect(attributeOf('compliance', `<p>${text}</p>`)).toEqual(wanted));

test.each([['Acme bietet ein kostenloses Basisangebot und ein Abo.', true]])('"%s" and a free plan', (text, wanted) =>
  expect(attributeOf('free_plan', `<p>${text}</p>`)).toBe(wanted),
);
test('software that anyone may use for nothing is free', () => {
  const definition = BUILT_IN_ATTRIBUTES.find(({ key }) => key === 'free_plan')!;
  expect(statementsIn(definition, 'オープンソース／どなたでも無料で使用可能')).toMatchObject([{ value: true }]);
  expect(statementsIn(definition, '非商用なら無料で使用することができます。')).toEqual([]);
});

const plan = (name: string, price: string): string => `<div class="pricing-card"><h3>${name}</h3><div class="price">${price}</div></div>`;
test('without a price by the month, the week comes before the year; prices to come are none', () => {
  const plans = `${plan('Yearly', '109,99 € / Jahr')}${plan('Weekly', '9,99 € / Woche')}`;
  expect(attributeOf('price_from', `<section id="pricing"><h2>Preise</h2>${plans}</section>`)).toMatchObject({
    amount: 9.99,
    period: 'week',
  });
  expect(attributeOf('price_from', `<section id="pricing"><h2>Preise (geplant)</h2>${plans}</section>`)).toBeUndefined();
});

test.each([
  ['Acme se integra con Google Meet, Zoom, Conekta y MercadoPago.', ['Google Meet', 'Zoom', 'Conekta', 'Mercado Pago']],
  ['Acme integrates with Foodora, BarCloud and Bazzly.', ['Foodora', 'BarCloud', 'Bazzly']],
  ['Als Extension für Shopware 6 verfügbar.', ['Shopware 6']],
  ['WhatsApp Business Integration', ['WhatsApp Business']],
  ['Connect Telegram and Slack to your agents.', ['Telegram', 'Slack']],
  ['Sync your appointments with Google Calendar.', ['Google Calendar']],
  ['Keep your devices synchronized. Using Dropbox or WebDAV.', ['Dropbox', 'WebDAV']],
  ['Acme dispatches to Claude, Codex and Gemini.', ['Claude', 'Codex', 'Gemini']],
  ['OpenAI、Gemini、ローカルLLMにも対応。', ['OpenAI', 'Gemini']],
  ['一个 App 集成 GPT-4、GPT-3.5 与 Google Gemini。', ['OpenAI', 'Gemini']],
])('"%s" names integrations', (text, wanted) => expect(attributeOf('integrations', `<p>${text}</p>`)).toEqual(wanted));

test.each([
  'We process payments through Lemon Squeezy.',
  'Secure payment with Stripe.',
  'Acme connects to Bluetooth and USB devices.',
  'Be found by ChatGPT and Claude. Our free plugin does it.',
  'Connect with us on Twitter.',
])('"%s" names no integration', (text) => expect(attributeOf('integrations', `<p>${text}</p>`)).toBeUndefined());

test.each([
  ['Notas, tests digitales, reportes PDF y finanzas.', ['PDF']],
  ['Mit druckbaren PDF-Berichten.', ['PDF']],
  ['Angebot (PDF / Excel)', ['PDF', 'Excel']],
  ['Acme writes PNG, JSON, and Markdown copies.', ['PNG', 'JSON', 'Markdown']],
  ['Export (GAEB, DWG, DATEV)', ['GAEB', 'DWG', 'DATEV']],
])('"%s" names export formats', (text, wanted) => expect(attributeOf('export_formats', `<p>${text}</p>`)).toEqual(wanted));

test.each(['Upload PDF reports of your doctor.', 'An import wizard accepts Tally exports and CSV files.', 'You get a CSV, not a report.'])(
  '"%s" names no export format',
  (text) => expect(attributeOf('export_formats', `<p>${text}</p>`)).toBeUndefined(),
);

test('integrations are also logos, styled names and links to plugins', () => {
  const logos = '<h2>Supported connectors</h2><p>It listens.</p><img alt="HubSpot" src="/a.png"><img alt="Gmail" src="/b.png">';
  expect(attributeOf('integrations', logos)).toEqual(['HubSpot', 'Gmail']);
  const item = (name: string, what: string) => `<div><p class="name">${name}</p><p class="what">${what}</p></div>`;
  const rows = [
    item('Razorpay', 'Cards'),
    item('GST Portal', 'Taxes'),
    item('WhatsApp', 'Chats'),
    item('PayFast', 'Cash'),
    item('Tallyo', 'Books'),
  ];
  expect(attributeOf('integrations', `<h3>Works with your tools</h3>${rows.join('')}`)).toEqual(
    expect.arrayContaining(['Razorpay', 'GST Portal', 'WhatsApp', 'PayFast']),
  );
  expect(attributeOf('integrations', '<footer><a href="/wordpress">WordPress plugin</a></footer>')).toEqual(['WordPress']);
});
