import { expect, test } from 'vitest';
import { pageTextOf } from '../../../../src/modules/extraction/parse/parsed-page.ts';
import { proposeProfile } from '../../../../src/modules/extraction/propose/propose.ts';
import { verifyProposal } from '../../../../src/modules/extraction/verify/verify.ts';
import { CATEGORIES, home, makeSite } from '../../../support/extraction/proposals.ts';

const judged = (pages: Record<string, string>) => {
  const read = makeSite(pages);
  return verifyProposal(proposeProfile(read, CATEGORIES), read.map(pageTextOf), CATEGORIES).fields;
};
/** A site's verified pricing model. */
const model = (pages: string | Record<string, string>) =>
  judged(typeof pages === 'string' ? { '/': home(pages) } : { '/': home(''), ...pages }).pricing_model?.value;
const summary = (pages: Record<string, string>) => judged({ '/': home(''), ...pages }).pricing_summary?.value;

test.each([
  '€9/mo',
  '9 € pro Monat',
  '£5 per month',
  '12 € par mois',
  '99 €/an',
  '12 €/mes',
  '12 € al mes',
  '9,99 € al mese',
  '9,99€/mese',
  'R$ 29,90/mês',
  'R$ 29,90 por mês',
  '€ 9,99 per maand',
  '€9 p/m',
  '49 zł miesięcznie',
  '49 zł / mc',
  '99 kr/mån',
  '199 Kč/měs.',
  'CHF 12.50/Monat',
  '₹499/month',
  'Rs. 499 per month',
  '490 ₽ в месяц',
  'R599 per month',
  '月額1,200円',
  '月額１２００円',
  '¥500 / 年',
  '월 9,900원',
  'Rp50.000/bulan',
])('a recurring payment is a subscription: %s', (price) => {
  expect(model({ '/pricing': `<h3>Solo</h3><p>${price}</p>` })).toBe('subscription');
});

test.each([
  'The new R5 is here',
  'Model R200',
  'R&D since 2010',
  'Room R12 per floor',
  'The 3 Rs of packing',
  'Fr. 9.00 – 17.00',
  '$5 at the door, doors close at 9 p.m.',
])('no subscription, and mostly no price: %s', (text) => {
  expect(model(`<h2>Pricing</h2><p>${text}</p>`)).not.toBe('subscription');
});

test('prices count on any page where a heading or a table’s first row announces them', () => {
  const table =
    '<table><tr><th>Licences</th><th>Price per copy</th></tr><tr><td>One</td><td>$14.95</td></tr><tr><td>2 to 5</td><td>$10.95</td></tr></table>';
  expect([model({ '/order.htm': table }), summary({ '/order.htm': table })]).toEqual(['paid', 'One · $14.95 · 2 to 5 · $10.95']);
  expect(model({ '/internet': '<table><tr><th>Speed</th><th>Price</th></tr><tr><td>10 Mbps</td><td>R1,199</td></tr></table>' })).toBe(
    'paid',
  );
  expect(model({ '/oferta': '<h2>Cennik</h2><p>Opieka</p><p>od 99 zł miesięcznie</p>' })).toBe('subscription');
  expect(model('<h2>Preise</h2><h3>Solo</h3><p>49 €</p>')).toBe('paid');
});

test('prices on an unrelated page are not the product’s', () => {
  expect(model({ '/stories': '<h2>What we learned</h2><p>$14.95</p><p>99 € pro Monat</p>' })).toBeUndefined();
  expect(
    model({ '/stories': '<table><tr><th>Staff</th><th>Salary</th></tr><tr><td>Clerk</td><td>400 zł/mc</td></tr></table>' }),
  ).toBeUndefined();
  expect(
    model({
      '/compare': '<table><tr><td></td><td>Acme</td><td>Weekly</td></tr><tr><th>Price</th><td>$9/mo</td><td>$99/mo</td></tr></table>',
    }),
  ).toBeUndefined();
});

test('a free plan and a subscription without amounts are freemium', () => {
  const free = '<details><summary>What is in the free tier?</summary><p>Three weeks.</p></details>';
  const paid =
    '<details><summary>How is it billed?</summary><p>Monthly and annual subscriptions auto-renew unless cancelled.</p></details>';
  expect(model({ '/support': free + paid })).toBe('freemium');
  expect(model({ '/support': paid })).toBeUndefined();
  expect(model('<p>Acme is free forever: no ads, no in-app purchases.</p>')).not.toBe('freemium');
  expect(model('<p>Acme は無料プランだけです。アプリ内課金はありません。</p>')).not.toBe('freemium');
});

test.each([
  'One-time purchase, no subscription.',
  'Pay once, own it forever.',
  'Un pago, para siempre.',
  'Es un pago único, no una suscripción.',
  'Einmal zahlen, kein Abo.',
  'Paiement unique, sans abonnement.',
  'Pagamento unico, senza abbonamento.',
  'Um único pagamento, sem mensalidades.',
  '買い切りです。月額料金はかかりません。',
])('one-time purchase in words: %s', (text) => {
  expect(model(`<p>${text}</p>`)).toBe('one-time');
});

test.each([
  'No subscription, no account.',
  'Let your members make one-time payments or subscribe.',
  'Use a one-time password.',
  'Acme: free forever, without a subscription.',
])('not a one-time purchase: %s', (text) => {
  expect(model(`<p>${text}</p>`)).not.toBe('one-time');
});

test('free can be stated in a summary, or on the download page', () => {
  const said = (text: string) => `<title>Acme</title><meta name="description" content="${text}"><p>Weeks.</p>`;
  expect(model({ '/download.html': said('週間予定アプリ Acme のダウンロードページです。Acme は、無料にて提供しています。') })).toBe('free');
  expect(model({ '/': home('', '<meta name="description" content="Acme is a free app for weeks.">') })).toBe('free');
  expect(model({ '/download.html': said('Acme ist eine kostenlose App für Wochen.') })).toBe('free');
  expect(model({ '/stories': said('Acme is a free app for weeks.') })).toBeUndefined();
});

test.each([
  'Delivery is free.',
  'The first consultation is completely free.',
  'Der Versand ist kostenlos.',
  'L’inscription est gratuite.',
  'La primera consulta es gratis.',
  'It is free for personal use.',
  'It’s free to download for non-commercial use.',
  'We repair it free of charge.',
  '送料は無料です。',
])('a free part does not make the product free: %s', (text) => {
  expect(model(`<p>${text}</p>`)).toBeUndefined();
});

test('a free trial is no free plan', () => {
  expect(model({ '/pricing': '<p>Acme is free for 30 days.</p><h3>Solo</h3><p>$9 per month</p>' })).toBe('subscription');
});

test('the licence may be stated on the download page or in the terms', () => {
  expect(model({ '/download': '<p>このソフトウェアはGNU General Public License v2.0で提供しています。</p>' })).toBe('open-source');
  expect(model({ '/license': '<p>This program is distributed under the MIT License.</p>' })).toBe('open-source');
  expect(model({ '/license': '<p>This software includes components released under the MIT License.</p>' })).toBeUndefined();
  expect(model({ '/credits': '<p>Icons by Ada, under the MIT License.</p>' })).toBeUndefined();
});

test('an answer about the price counts; the question whether there is a free plan does not', () => {
  const faq = '<h3>How much is it?</h3><p>Acme costs $5 per month.</p>';
  expect(model({ '/faq': `${faq}<h3>Is there a free version?</h3><p>No, there is no free version.</p>` })).toBe('subscription');
  expect(model({ '/faq': `${faq}<h3>Gibt es einen kostenlosen Plan?</h3><p>Nein, wir haben keinen.</p>` })).toBe('subscription');
  expect(model({ '/faq': `${faq}<h3>Is there a free version?</h3><p>The free version has one week.</p>` })).toBe('freemium');
  expect(model({ '/faq': '<h3>What did you save?</h3><p>Some $5 per month.</p>' })).toBeUndefined();
});

test('an amount split over elements is ignored', () => {
  expect(summary({ '/pricing': '<h3>Solo</h3><p>$9<sup>99</sup> per month</p>' })).toBeUndefined();
  expect(summary({ '/pricing': '<h3>Solo</h3><div>€9</div><div>99</div><div>pro Monat</div>' })).toBeUndefined();
});

test('plans are named by their headings, not by the word for prices', () => {
  expect(summary({ '/': home('<h2>Planos</h2><h3>Solo</h3><p>R$ 29,90</p><p>por mês</p>') })).toBe('Solo · R$ 29,90 por mês');
  expect(summary({ '/pricing': '<h2>Simple pricing</h2><p>$9 per month</p>' })).toBe('$9 per month');
});

test.each([
  'Acme costs 3 pounds a month.',
  '3 pounds monthly',
  '€5 pro Monat',
  'Acme kostet fünf Euro im Monat.',
  'Only five euros a month',
  'A subscription is 20 francs per year',
  'Membership: 900 yen a month',
  'Il coûte 5 euros par mois',
])('prices may be written in words: %s', (said) => {
  expect([model({ '/': home(`<p>${said}</p>`) }), summary({ '/': home(`<p>${said}</p>`) })]).toEqual(['subscription', said]);
});

test('a sentence says what the product costs, wherever it stands; what others cost or weigh is no price', () => {
  const long = `${'We planned for a year and then for another one. '.repeat(7)}It costs 3 pounds a month. You may leave.`;
  expect(model({ '/': home(`<p>${long}</p>`) })).toBe('subscription');
  expect(model({ '/about': '<p>Acme costs 3 pounds a month, paid by card.</p>' })).toBe('subscription');
  for (const said of ['A receptionist costs 3000 euros a month.', 'Lose 10 pounds a month with Acme.', 'You save 5 pounds a month.'])
    expect(model({ '/': home(`<p>${said}</p>`), '/about': `<p>${said}</p>` })).toBeUndefined();
});

test('money that is lost, and figures of a screen, are no prices', () => {
  expect(model({ '/': home('<p>4 676 € qui s’envolent chaque mois</p>') })).toBeUndefined();
  const screen = Array.from({ length: 8 }, (_, i) => `<div>CHF ${i + 1}00</div>`).join('');
  expect(summary({ '/': home(screen) })).toBeUndefined();
  expect(summary({ '/': home(`<h2>Prices</h2>${screen}`) })).toContain('CHF 100');
});

test('a price that is paid once is no subscription, however it is counted, and a service at no cost is no free plan', () => {
  const plans = '<h3>Studio</h3><p>2.400 € one-time</p><p>2.400 € · perpetual · per seat</p><p>renewal 900 €/year · optional</p>';
  expect(model({ '/pricing': plans })).toBe('one-time');
  expect(model({ '/pricing': '<h3>Studio</h3><p>€400 / month</p><h3>Set-up call</h3><p>€0 / remote, any time</p>' })).toBe('subscription');
  expect(model({ '/pricing': '<h3>Studio</h3><p>€400 / month</p><h3>Home</h3><p>€0 / month</p>' })).toBe('freemium');
});

test('prices below a headline that says they are planned do not count yet', () => {
  const plans = (title: string) => `<section class="pricing"><h2>${title}</h2><h3>Light</h3><p>€9 per month</p></section>`;
  for (const title of ['Pricing (coming soon)', 'Geplante Preise', '将来的な有料化のお知らせ']) expect(model(plans(title))).toBeUndefined();
  expect(model(plans('Pricing'))).toBe('subscription');
});

test('a link to the licences of what a product uses does not make it open source', () => {
  for (const link of ['Open source licenses', 'Open-Source-Lizenzen', 'オープンソースライセンス', '오픈소스 라이선스'])
    expect(model(`<p>Plan</p><footer><p><a href="/l">${link}</a></p></footer>`)).toBeUndefined();
  expect(model('<p>Acme is free and open source.</p>')).toBe('open-source');
});
