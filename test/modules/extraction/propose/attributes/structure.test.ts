import { expect, test } from 'vitest';
import { pageTextOf } from '../../../../../src/modules/extraction/parse/parsed-page.ts';
import type { AttributeValue } from '../../../../../src/modules/extraction/proposal.ts';
import { proposeProfile } from '../../../../../src/modules/extraction/propose/propose.ts';
import { verifyProposal } from '../../../../../src/modules/extraction/verify/verify.ts';
import { BUILT_IN_ATTRIBUTES } from '../../../../../src/modules/extraction/words/attributes.ts';
import { home, makeSite } from '../../../../support/extraction/proposals.ts';

const extract = (pages: string | Record<string, string>) => {
  const read = makeSite(typeof pages === 'string' ? { '/': home(pages) } : { '/': home(''), ...pages });
  return verifyProposal(proposeProfile(read, [], BUILT_IN_ATTRIBUTES), read.map(pageTextOf), [], BUILT_IN_ATTRIBUTES).attributes;
};
const attributeOf = (key: string, pages: string | Record<string, string>): AttributeValue | undefined => extract(pages)[key]?.value;

const card = (name: string, price: string) => `<div><h3>${name}</h3><div>${price}</div><ul><li>Five seats</li></ul></div>`;
const pricing = (...parts: string[]) => ({ '/pricing': home(`<h1>Pricing</h1><div class="pricing">${parts.join('')}</div>`) });

test.each([
  ['a code beside the sign', card('Básico', '$ 999 MXN/mes'), { amount: 999, currency: 'MXN', period: 'month' }],
  ['sol', card('Básico', 'S/49/mes'), { amount: 49, currency: 'PEN', period: 'month' }],
  ['by the month and by the year', card('Pro', '$2.99 / month or $24 / year'), { amount: 2.99, currency: 'USD', period: 'month' }],
  [
    'paid once, as said below',
    '<div><h3>個人</h3><div>¥29,800</div><p>4月30日まで</p><p>税込 · 買い切り</p></div>',
    { amount: 29800, currency: 'JPY', period: 'once' },
  ],
  [
    'after a trial',
    '<div><h3>Pro</h3><p>14 Tage kostenlos · danach 5,99 € / Monat · jederzeit kündbar · ohne Vertrag</p><p>weniger als 0,20 € pro Tag</p></div>',
    { amount: 5.99, currency: 'EUR', period: 'month' },
  ],
  [
    'the other price is not shown',
    '<div><h3>Plus</h3><div><span>9,99</span><span style="display:none">79</span> €</div><div>/ Monat</div></div>',
    { amount: 9.99, currency: 'EUR', period: 'month' },
  ],
  [
    'not what is added to a plan',
    `${card('Lite', '€400 / month')}<p class="eyebrow">Add-ons</p><h2>Scale on your terms</h2>${card('Remote access', '€200 / month')}`,
    { amount: 400, currency: 'EUR', period: 'month' },
  ],
  ['not about as much', card('Light use', '~$0.66/mo'), undefined],
  ['not in pesos', card('Básico', '$1.990.000 / mes'), undefined],
  [
    'not a row of prices',
    '<h2>Models</h2><table><tr><td>Large</td><td>$1.20</td><td>$4.80</td></tr><tr><td>Small</td><td>$0.60</td><td>$2.40</td></tr></table><p>*By the limit per month</p>',
    undefined,
  ],
])('the price of a plan: %s', (_, html, wanted) => expect(attributeOf('price_from', pricing(html))).toEqual(wanted));

test('a figure in a feature is no price', () => {
  expect(attributeOf('price_from', { '/features': home('<h3>Open offers</h3><p>CHF 5’000</p>') })).toBeUndefined();
});

test.each([
  ['a price of nothing with other words', '<div class="hero"><p>$0 credit needed</p></div>'],
  ['a trial', card('無料トライアル', '¥0')],
  ['a service', card('Plan changes', '€0 / remote, any time')],
])('%s is no free plan', (_, html) => expect(attributeOf('free_plan', pricing(html, card('Pro', '$9 / month')))).toBeUndefined());

test.each([
  ['<h1>Free and open source password manager</h1>', true],
  ['<p>Acme is free to use for any purpose.</p>', true],
  ['<h2>Free &amp; open source screenshot software</h2>', true],
  ['<h1>Kostenlos und quelloffen</h1>', true],
  ['<div class="faq"><h3>Est-ce gratuit ?</h3><p>Oui, Acme est entièrement gratuite.</p></div>', true],
  ['<h1>免费开源的截图工具</h1>', true],
  ['<h3>完全無料</h3><p>内蔵のAIについて。</p>', undefined],
  ['<p>Delivery with Acme is free.</p>', undefined],
  ['<p>Acme is free for 14 days.</p>', undefined],
])('a product that is free as a whole: %s', (html, wanted) => {
  expect(attributeOf('free_plan', html)).toBe(wanted);
  expect(attributeOf('free_plan', { '/': home(html), ...pricing(card('Pro', '$9 / month')) })).toBeUndefined();
});

test.each([
  ['https://apps.apple.com/us/app/acme/id1605714974', ['iOS']],
  ['https://apps.apple.com/us/app/acme/id1605714974?mt=12', ['macOS']],
  ['https://play.google.com/store/apps/details?id=test.acme', ['Android']],
  ['https://chromewebstore.google.com/detail/acme/abcdef', ['Browser extension']],
  ['/files/Acme-1.2.dmg', ['macOS']],
  ['acme-setup.exe', ['Windows']],
  ['https://flathub.org/apps/test.acme.Acme', ['Linux']],
  ['https://apps.apple.com/', undefined],
  ['https://play.google.com/store/apps/dev?id=1', undefined],
])('a link to %s says %j', (href, wanted) => {
  const found = extract(`<p>Get it here <a href="${href}"><img src="badge.svg"></a></p>`).platforms;
  expect(found?.value).toEqual(wanted);
  if (wanted) expect(found?.evidence).toMatchObject([{ quote: href }]);
  expect(attributeOf('platforms', `<p>Coming soon</p><a href="${href}"><img src="badge.svg"></a>`)).toBeUndefined();
});

test('the apps of other products are not linked one by one', () => {
  const links = [1, 2, 3].map((id) => `<a href="https://apps.apple.com/app/id10${id}">App ${id}</a>`).join('');
  expect(attributeOf('platforms', `<div>${links}</div>`)).toBeUndefined();
});

test('a link to the documentation of an API, also in a menu', () => {
  expect(attributeOf('api', '<nav><a href="/docs/api">API docs</a></nav>')).toBe(true);
  expect(attributeOf('api', '<nav><a href="https://docs.acme.test">API</a></nav>')).toBe(true);
  expect(attributeOf('api', '<nav><a href="/api-testing">API testing</a></nav>')).toBeUndefined();
});

test.each([
  ['roadmap.html', '<p>Includes single sign-on with SAML.</p>'],
  ['market.html', '<p>Includes single sign-on with SAML.</p>'],
])('%s is about something else', (path, html) => {
  expect(attributeOf('sso', { [`/${path}`]: home(html) })).toBeUndefined();
  expect(attributeOf('sso', { '/security.html': home(html) })).toBe(true);
});

test('a page in another language does not count, one without a language does', () => {
  const page = (lang: string) => ({
    '/features': home('<p>Includes single sign-on.</p>').replace('<html lang="en">', `<html lang="${lang}">`),
  });
  expect(page('de')['/features']).toContain('lang="de"');
  expect(attributeOf('sso', page('de'))).toBeUndefined();
  expect(attributeOf('sso', page('zxx'))).toBe(true);
});

test('a question about a trial does not deny it', () => {
  const faq = '<div class="faq"><h4>Does the free trial require a credit card?</h4><p>No. You only pay later.</p></div>';
  expect(attributeOf('free_trial', `<p>Start your free trial</p>${faq}`)).toBe(true);
});

test.each([
  ['Acme integrates with Slack, Procrastinator and Notion to save time.', ['Slack', 'Procrastinator', 'Notion']],
  ['Supports providers including OpenAI, Grok, Fluently AI, and any compatible endpoint.', ['OpenAI', 'Grok', 'Fluently AI']],
  ['Acme integrates with popular tools including Microsoft 365, Slack and major accounting software.', ['Microsoft 365', 'Slack']],
  ['Acme integrates with Tabulo and Chairly.', ['Tabulo', 'Chairly']],
  ['Acme integrates with tables and chairs.', undefined],
  ['It connects to a linear notion of time.', undefined],
  ['Integrates With Slack And Other Great Things', ['Slack']],
  ['Tired of syncing with Slack and Trello?', undefined],
])('integrations by "%s"', (text, wanted) => expect(attributeOf('integrations', `<p>${text}</p>`)).toEqual(wanted));

const names = (tag: string, ...texts: string[]) => texts.map((text) => `<${tag}>${text}</${tag}>`).join('');

test('names of one shape under a heading, if enough are known', () => {
  const found = extract(`<h2>Integrations</h2>${names('h3', 'Slack', 'Zapier', 'Truckbase', 'Elastic Grid (EG)')}`).integrations;
  expect(found?.value).toEqual(['Slack', 'Zapier', 'Truckbase', 'Elastic Grid']);
  expect(found?.evidence.map(({ quote }) => quote)).toEqual(expect.arrayContaining(['Integrations', 'Truckbase']));
  const few = names('h3', 'Slack', 'Truckbase', 'Tailwind', 'Axon', 'Prophesy', 'Omnitracs', 'Verizon', 'Apex', 'Orion');
  expect(attributeOf('integrations', `<h2>Integrations</h2>${few}`)).toEqual(['Slack']);
  expect(attributeOf('integrations', `<h2>Integrations</h2>${names('h3', 'Slack', 'Zapier', 'Two-way sync')}`)).toEqual([
    'Slack',
    'Zapier',
  ]);
  expect(attributeOf('integrations', `<h2>Customers</h2>${names('h3', 'Slack', 'Zapier', 'Truckbase')}`)).toBeUndefined();
});

test('a page of integrations: the first column of its tables, but not what is planned', () => {
  const row = (...cells: string[]) => `<tr>${names('td', ...cells)}</tr>`;
  const table = `<table>${row('Splunk', 'Syslog')}${row('Jira', 'REST')}${row('Graybase', 'Fast')}${row('Brocade', 'Roadmap')}</table>`;
  const page = home(`<h1>Your stack</h1><h2>Security</h2>${table}`).replace(/<title>[^<]*/, '<title>Integrations | Acme');
  expect(page).toContain('<title>Integrations');
  expect(attributeOf('integrations', { '/integrations': page })).toEqual(['Splunk', 'Jira', 'Graybase']);
});

test('platforms and names among what is offered', () => {
  expect(attributeOf('platforms', '<ul><li>Android &amp; iOS</li></ul>')).toEqual(['Android', 'iOS']);
  expect(attributeOf('platforms', '<h3>Cross-platform</h3><p>Windows</p>')).toBeUndefined();
  expect(attributeOf('integrations', '<ul><li>SharePoint, Google Drive</li></ul>')).toEqual(['SharePoint', 'Google Drive']);
});

test.each([
  ['export_formats', 'Export customers, products, transactions and audit logs in CSV or PDF.', ['CSV', 'PDF']],
  ['export_formats', 'Export your passwords from elsewhere as a CSV file and import them.', undefined],
  ['export_formats', 'Wochenplan als PDF', undefined],
  ['export_formats', 'Fini les exports Excel.', undefined],
  ['compliance', 'We comply with GDPR and CCPA.', ['GDPR', 'CCPA']],
  ['compliance', 'Stripe is PCI DSS compliant.', undefined],
  ['compliance', 'For teams preparing for ISO 27001 certification.', undefined],
  ['open_source', 'All our products convert to the MIT License in 2031.', undefined],
  ['self_hosted', 'On-prem support', true],
  ['platforms', 'Acme is a browser extension that allows you to follow channels.', ['Browser extension']],
])('%s by "%s" is %j', (key, text, wanted) => expect(attributeOf(key, `<p>${text}</p>`)).toEqual(wanted));

test('the one language of structured data is that of the page', () => {
  const app = (inLanguage: unknown) =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'SoftwareApplication', inLanguage })}</script>`;
  expect(attributeOf('languages', { '/': home('', app('de')) })).toBeUndefined();
  expect(attributeOf('languages', { '/': home('', app(['de', 'fr'])) })).toEqual(['German', 'French']);
});

test.each([
  ['Start with Codex or a supported agent such as Claude Code, Cursor, Aider or Goosey.', ['Claude Code', 'Cursor', 'Aider', 'Goosey']],
  ['Presets auto-detected: Ollama, LM Studio, llama.cpp, and eleven more.', ['Ollama', 'LM Studio', 'llama.cpp']],
  ['Let Cursor, Claude Code, Codex, or other MCP-compatible agents call Acme.', ['Cursor', 'Claude Code', 'Codex']],
  ['More options via plugins: Amazon S3, MinIO, and more', ['Amazon S3', 'MinIO']],
  ['Manage records. All inside WhatsApp.', ['WhatsApp']],
  ['UE4, UE5, Unityへのデータ連携', ['Unreal Engine 4', 'Unreal Engine 5', 'Unity']],
  ['可低成本接入 Notion、GitHub 等企业知识库。', ['Notion', 'GitHub']],
  ['Export from KeePass or KeePass-compatible apps and import it here.', undefined],
  ['It has chat, Codex, tools, plugins.', undefined],
  ['A one-time purchase through the Lemon Squeezy payment platform.', undefined],
])('integrations by their list: "%s"', (text, wanted) => expect(attributeOf('integrations', `<p>${text}</p>`)).toEqual(wanted));

test('languages by their codes, after a word for languages or in a list of them', () => {
  expect(attributeOf('languages', '<ul><li>Multi-idioma (ES, EN, PT)</li></ul>')).toEqual(['Spanish', 'English', 'Portuguese']);
  expect(attributeOf('languages', '<ul><li>Mehrsprachig (DE &amp; EN)</li></ul>')).toEqual(['German', 'English']);
  expect(attributeOf('languages', '<ul><li>Offices (ES, IT, DE)</li></ul>')).toBeUndefined();
  const list = '<ul><li>zh-CN (default)</li><li>English</li></ul>';
  const docs = (lead: string) => ({ '/docs/settings': home(`<h1>Settings</h1><p>${lead}</p>${list}`) });
  expect(attributeOf('languages', docs('It is translated. The supported languages are as follows:'))).toEqual(['Chinese', 'English']);
  expect(attributeOf('languages', docs('It is translated. We learn these:'))).toBeUndefined();
  expect(attributeOf('languages', '<p>Better results for languages other than English.</p>')).toBeUndefined();
});

test('what an item is said to be, under a heading that announces it', () => {
  const items = '<p>PDF (Summary): one page.</p><p>JSON: all data, for machines.</p><p>CSV: one row for each call.</p>';
  expect(attributeOf('export_formats', `<h3>Export formats</h3>${items}`)).toEqual(['PDF', 'JSON', 'CSV']);
  expect(attributeOf('export_formats', `<h3>What we read</h3>${items}`)).toBeUndefined();
});

test('platforms between dots in the headline, and apps listed in the footer', () => {
  expect(attributeOf('platforms', '<div class="hero"><p>Latest release · Windows &amp; Linux · All releases</p></div>')).toEqual([
    'Windows',
    'Linux',
  ]);
  const footer = (...items: string[]) => `<footer><ul>${names('li', ...items)}</ul></footer>`;
  expect(attributeOf('platforms', footer('Acme for Windows', 'Acme for Linux'))).toEqual(['Windows', 'Linux']);
  expect(attributeOf('platforms', footer('Acme for Windows', 'Imprint'))).toBeUndefined();
  expect(attributeOf('platforms', footer('Other for Windows', 'Other for Linux'))).toBeUndefined();
});

test('an app for a browser is an extension, if structured data says so', () => {
  const app = (operatingSystem: string) =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'SoftwareApplication', operatingSystem })}</script>`;
  expect(attributeOf('platforms', { '/': home('', app('Chrome')) })).toEqual(['Browser extension']);
  expect(attributeOf('platforms', '<p>Works in Chrome.</p>')).toBeUndefined();
});

test('related projects are others', () => {
  const item = '<ul><li>Acme Pocket: mobile app for Android and iOS.</li></ul>';
  expect(attributeOf('platforms', { '/docs': home(`<h2>Acme</h2>${item}`) })).toEqual(['Android', 'iOS']);
  expect(attributeOf('platforms', { '/docs': home(`<h2>Related projects</h2>${item}`) })).toBeUndefined();
});

test('a page that has a sidebar is not one', () => {
  const page = (names: string) => ({ '/docs': home(`<div class="${names}"><p>Available for macOS and Linux.</p></div>`) });
  expect(attributeOf('platforms', page('content has-sidebar'))).toEqual(['macOS', 'Linux']);
  expect(attributeOf('platforms', page('sidebar'))).toBeUndefined();
});
