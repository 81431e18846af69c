import { expect, test } from 'vitest';
import { proposedValues, proposeFrom } from '../../../support/extraction/proposals.ts';

const namesOf = (pages: Record<string, string>) => {
  const { founders, company_socials, faqs } = proposeFrom(pages);
  return {
    founders: founders.map(({ name }) => name),
    socials: Object.values(company_socials).map(({ value }) => value),
    faqs: faqs.map(({ question }) => question),
  };
};

test('a page in two languages is extracted in the displayed one', () => {
  const html = `<html lang="de"><head><title>Gartenuhr – Gießen nach Plan</title><meta property="og:site_name" content="Gartenuhr"></head><body>
    <header><a href="/">Gartenuhr</a><a href="?l=de">DE</a> <a href="?l=en">EN</a></header>
    <h1 data-lang="de">Gießen nach Plan</h1><h1 data-lang="en">Watering by the clock</h1>
    <section><h2 data-lang="de">Funktionen</h2><h2 data-lang="en">Features</h2>
    <div data-lang="de"><h3>Wetter im Blick</h3><p>Bei Regen bleibt der Hahn zu.</p><h3>Mehrere Beete</h3><p>Jedes Beet hat seinen Plan.</p></div>
    <div data-lang="en"><h3>Weather aware</h3><p>When it rains the tap stays shut.</p><h3>Many beds</h3><p>Every bed has its plan.</p></div></section>
    <div data-lang="de"><h2>Häufige Fragen</h2><h3>Geht es ohne Netz?</h3><p>Ja, der Plan liegt im Gerät.</p></div>
    <div data-lang="en"><h2>FAQ</h2><h3>Does it work offline?</h3><p>Yes, the plan is in the device.</p></div></body></html>`;
  const values = proposedValues(html);
  expect([values.name, values.tagline, values.features]).toEqual(['Gartenuhr', 'Gießen nach Plan', ['Wetter im Blick', 'Mehrere Beete']]);
  expect(namesOf({ '/': html }).faqs).toEqual(['Geht es ohne Netz?']);
});

test('open-source project: users, sponsors and related projects are no features', () => {
  const html = `<html lang="en"><head><title>Tidepool — a tiny job queue for Postgres</title></head><body>
    <aside class="sidebar"><ul><li>Installation</li><li>Configuration</li><li>Command line</li></ul></aside>
    <main><h1>Tidepool</h1><p>Tidepool is an open source job queue that needs nothing but Postgres.</p>
    <a href="https://github.com/mira/tidepool">View on GitHub</a>
    <h2>Features</h2><ul><li>Retries with backoff</li><li>Jobs that run once, even when a worker dies in the middle of one</li><li>No extra server</li></ul>
    <h2>Getting started</h2><h3>Install the package</h3><p>Run the command below in your project.</p><h3>Start a worker</h3><p>One process is enough to begin with.</p>
    <pre><code>npm install tidepool</code></pre>
    <h2>Who uses it</h2><h3>Brickworks</h3><p>Sends a million mails each week with it.</p><h3>Lanternfish</h3><p>Renders videos while everybody sleeps.</p>
    <h2>Related projects</h2><h3><a href="https://github.com/mira/rockpool">Rockpool</a></h3><p>A cache that is kept in Postgres too.</p><h3><a href="https://github.com/other/graphqueue">Graphqueue</a></h3><p>A queue that is kept in a graph.</p>
    <h2>Community</h2><h3>Discord</h3><p>Ask and answer questions with others.</p><h3>Mailing list</h3><p>Releases and nothing else, once a month.</p>
    <h2>Sponsors</h2><h3>Gold</h3><p>Brickworks pays for our servers.</p><p>Tidepool is released under the MIT License.</p></main>
    <footer>Theme by <a href="https://github.com/themer/seaweed">Seaweed</a></footer></body></html>`;
  const values = proposedValues({ '/': html });
  expect(values.features).toEqual([
    'Retries with backoff',
    'Jobs that run once, even when a worker dies in the middle of one',
    'No extra server',
  ]);
  expect([values.name, values.pricing_model, values.city, values.founded_year]).toEqual(['Tidepool', 'open-source', undefined, undefined]);
  expect(namesOf({ '/': html })).toEqual({ founders: [], socials: ['https://github.com/mira/tidepool'], faqs: [] });
});

test('marketplace: trades, cities, steps and sellers are no features', () => {
  const html = `<html lang="en"><head><title>Handily | Book a helper nearby</title><meta property="og:site_name" content="Handily"></head><body>
    <header><a href="/">Handily</a></header><h1>Book a helper nearby</h1>
    <section><h2>Popular services in Lyon</h2><h3>Plumbers</h3><p>From a dripping tap to a new bath.</p><h3>Electricians</h3><p>Lamps, sockets and whole houses.</p><h3>Gardeners</h3><p>Hedges, lawns and winter pruning.</p></section>
    <section><h2>Our customers</h2><h3>Café Miro</h3><p>Booked its painters within an hour.</p><h3>Studio Blau</h3><p>Found somebody for the lights.</p></section>
    <section><h2>How Handily works</h2><h3>Tell us what you need</h3><p>A photo and a line are enough.</p><h3>Choose a helper</h3><p>You see prices before you book.</p><h3>Pay when it is done</h3><p>We keep the money until then.</p></section>
    <section><h2>Who is it for?</h2><h3>Homeowners</h3><p>Everything from cellar to roof.</p><h3>Landlords</h3><p>Keep ten houses in good repair.</p><h3>Offices</h3><p>One bill for all the work.</p></section>
    <section class="benefits"><h2>Why Handily</h2><h3>Checked helpers</h3><p>We look at papers and references.</p><h3>Fixed prices</h3><p>Nobody haggles at your door.</p></section>
    <p>Helpers pay a commission of 12 % per booking.</p><p>Next stop: Berlin, Germany. We are launching in Marseille soon.</p></body></html>`;
  const values = proposedValues({ '/': html });
  expect(values.features).toEqual(['Checked helpers', 'Fixed prices']);
  expect([values.name, values.city, values.country]).toEqual(['Handily', undefined, undefined]);
});

test('mobile app with only store links: ratings, other apps and stores are ignored', () => {
  const html = `<html lang="en"><head><title>Moonlog: a sleep diary</title><meta name="apple-itunes-app" content="app-id=123"></head><body>
    <img src="moonlog-icon.png" alt="Moonlog app icon"><h1>Moonlog</h1><p>A sleep diary that takes ten seconds each morning.</p>
    <p><a href="https://apps.apple.com/app/moonlog/id123"><img src="badge.svg" alt="Download on the App Store"></a> <a href="https://play.google.com/store/apps/details?id=log.moon"><img src="play.svg" alt="Get it on Google Play"></a></p>
    <h2>What the papers say</h2><h3>“A gem”</h3><p>The Evening Post gave it five stars.</p><h3>“Simple”</h3><p>App Weekly liked it very much.</p>
    <h2>More apps by us</h2><h3><a href="https://apps.apple.com/app/id9">Sunlog</a></h3><p>Count the hours of light you get.</p><h3><a href="https://apps.apple.com/app/id8">Teatime</a></h3><p>A timer for people who like tea.</p>
    <h2>Download</h2><h3>iPhone</h3><p>Needs iOS 17 or anything later.</p><h3>Android</h3><p>Needs Android 12 or later.</p>
    <footer>© 2021 Ida Lind · <a href="/privacy">Privacy</a></footer></body></html>`;
  const values = proposedValues({ '/': html });
  expect([values.name, values.tagline]).toEqual(['Moonlog', 'a sleep diary']);
  expect([values.features, values.founded_year, values.pricing_model, values.city]).toEqual([undefined, undefined, undefined, undefined]);
  expect(namesOf({ '/': html })).toEqual({ founders: [], socials: [], faqs: [] });
});

test('an agency’s product: the agency’s work, clients and people are not the product’s', () => {
  const html = `<html lang="en"><head><title>Papertrail for Teams — Nordlicht</title><meta property="og:site_name" content="Papertrail"></head><body>
    <header><a href="/">Papertrail</a></header><h1>Contracts that sign themselves off</h1>
    <div class="features"><h3>Reminders</h3><p>Nobody forgets to sign anything.</p><h3>Templates for contracts</h3><p>Begin with what lawyers wrote.</p></div>
    <h2>Our work</h2><h3>Harbour Bank</h3><p>A new app for savers in the north.</p><h3>Museum of Sand</h3><p>A guide through four thousand grains.</p>
    <h2>The agency behind it</h2><h3>Jonas Falk</h3><p>Founder, Nordlicht Studio</p><p>“They did great work for us.” — Ada Byron, founder of Harbour Bank</p>
    <h2>Start your 14-day free trial</h2><p>$0 for 14 days, then $12 per month.</p></body></html>`;
  const values = proposedValues({ '/': html });
  expect(values.features).toEqual(['Reminders', 'Templates for contracts']);
  expect([values.name, values.pricing_model, namesOf({ '/': html }).founders]).toEqual(['Papertrail', 'subscription', []]);
});

test('Japanese service: customers, audiences and the representative are distinguished', () => {
  const values = proposedValues({
    '/': `<html lang="ja"><head><title>勤怠ノート | シフト管理クラウド</title><meta property="og:site_name" content="勤怠ノート"></head><body>
      <header><a href="/">勤怠ノート</a></header><h1>シフト作成を、もっとかんたんに</h1>
      <h2>こんな方におすすめ</h2><h3>店舗の責任者の方</h3><p>毎月のシフト作成に時間がかかっている。</p><h3>人事の方</h3><p>複数の店舗をまとめて管理したい。</p>
      <h2>機能</h2><h3>自動シフト作成</h3><p>希望を集めて、自動で組み立てます。</p><h3>打刻アプリ</h3><p>スマートフォンから打刻できます。</p>
      <h2>導入事例</h2><h3>株式会社みなと</h3><p>作成時間が半分になりました。</p><h3>さくら食堂</h3><p>スタッフの満足度が上がりました。</p>
      <h2>ご利用の流れ</h2><h3>お申し込み</h3><p>フォームから一分で完了します。</p><h3>初期設定</h3><p>担当者がお手伝いいたします。</p>
      <h2>料金プラン</h2><p>無料プラン</p><p>スタンダード 月額500円</p></body></html>`,
    '/company': `<h1>会社概要</h1><table><tr><th>代表者</th><td>山田 太郎</td></tr><tr><th>設立</th><td>2018年5月</td></tr><tr><th>所在地</th><td>〒150-0001 東京都渋谷区神宮前1-2-3</td></tr></table>`,
  });
  expect(values.features).toEqual(['自動シフト作成', '打刻アプリ']);
  expect([values.name, values.founded_year, values.city, values.pricing_model]).toEqual(['勤怠ノート', '2018', '東京都渋谷区', 'freemium']);
});

test('a press kit’s fact sheet is read, but only the maker’s', () => {
  const values = proposedValues({
    '/': '<title>Driftwood</title><meta property="og:site_name" content="Driftwood"><h1>Driftwood</h1><p>A game about a river and a raft.</p>',
    '/presskit': `<h2>Factsheet</h2><dl><dt>Developer:</dt><dd>Low Tide Games</dd><dt>Based in:</dt><dd>Porto, Portugal</dd><dt>Founding date:</dt><dd>March 2017</dd><dt>Release date:</dt><dd>2021</dd></dl>
      <h2>Features</h2><ul><li>Build a raft from what the river brings, and take it apart again when it turns against you.</li><li>Twelve rivers, each with a weather of its own</li></ul>
      <h2>Awards</h2><ul><li>"Best River" Water Expo 2020</li><li>Winner, Wet Games Week</li></ul>
      <div class="testimonials"><p>Location: Berlin, Germany</p></div>`,
  });
  expect([values.city, values.country, values.founded_year]).toEqual(['Porto', 'PT', '2017']);
  expect(values.features).toEqual([
    'Build a raft from what the river brings, and take it apart again when it turns against you.',
    'Twelve rivers, each with a weather of its own',
  ]);
});
