import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { searchMissOf } from '../../../src/modules/stats/site/rules.ts';
import { Person } from '../../support/accounts/person.ts';
import { useServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

/** Half past midnight on a Wednesday in Berlin, still Tuesday in UTC. */
const NOW = new Date('2027-03-09T23:30:00Z');
const server = useServer({ clock: { now: () => NOW } });
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

const visitor = () => new Person(server, { user_agent: FIREFOX });
const signInTeam = async () => {
  const person = await new Person(server).signIn('team@numbers.example');
  await server.sql`
    insert into account_roles (account_id, site_id, role) select id, ${server.site_id}, 'site_admin' from accounts
    where email_key = 'team@numbers.example' on conflict do nothing`;
  return person;
};

test('a visitor counts once a day and each view counts; bots and the back office do not', async () => {
  const ada = visitor();
  for (const path of ['/', '/listings', '/', '/listings/no-such-listing']) await ada.get(path);
  await visitor().get('/categories');
  await new Person(server, { user_agent: 'Mozilla/5.0 Googlebot' }).get('/');
  await (await signInTeam()).get('/admin');
  const days = () => server.sql`select day, visitors, page_views from site_days where site_id = ${server.site_id} and page_views >= 5`;
  await until(async () => (await days()).length > 0);
  expect(await days()).toEqual([{ day: '2027-03-09', visitors: 2, page_views: 5 }]);
});

test('searches without a result are counted once per visitor and day, those with results and those that could name a person are not', async () => {
  const [ada, ben] = [visitor(), visitor()];
  for (const who of [ada, ada, ben]) await who.get('/listings?q=Zebra%20%20Quux');
  for (const q of ['ledgerly', 'nobody@nowhere.example zz', 'zebraphone 0049 30 1234567'])
    await ada.get(`/listings?q=${encodeURIComponent(q)}`);
  await ada.get('/listings?q=quuxzebra');
  const misses = () => server.sql`select words, searches from search_misses where site_id = ${server.site_id} order by words`;
  await until(async () => (await misses()).length === 2);
  expect(await misses()).toEqual([
    { words: 'quuxzebra', searches: 1 },
    { words: 'zebra quux', searches: 2 },
  ]);
  expect(searchMissOf('x'.repeat(61))).toBeNull();
});

test('the team sees totals, changes, a chart by day, the funnel and what was not found, as a page and as CSV; others do not', async () => {
  const team = await signInTeam();
  const { sql, site_id } = server;
  await sql`delete from site_days`;
  await sql`
    insert into site_days (site_id, day, visitors, page_views)
    values (${site_id}, '2027-03-08', 20, 50), (${site_id}, '2027-02-01', 5, 9)`;
  const maker = await server.member();
  await sql`
    insert into site_members (site_id, account_id, joined_at) values (${site_id}, ${maker.account_id}, '2027-03-08T10:00:00Z')
    on conflict (site_id, account_id) do update set joined_at = excluded.joined_at`;
  await maker.client.submit_listing({ url: 'https://numbers.example' });
  await sql`update drafts set created_at = '2027-03-08T10:00:00Z' where url like '%numbers.example%'`;
  // What the team does itself counts neither as a sign-up nor as a submission.
  const admin = await server.member();
  await sql`insert into account_roles (account_id, site_id, role) values (${admin.account_id}, ${site_id}, 'site_admin')`;
  await admin.client.submit_listing({ url: 'https://own.example' });
  await sql`update site_members set joined_at = '2027-03-08T10:00:00Z' where account_id = ${admin.account_id}`;
  await sql`update drafts set created_at = '2027-03-08T10:00:00Z' where url like '%own.example%'`;
  for (const status of ['done', 'undone'])
    await sql`
      insert into imports (site_id, account_id, status, file_name, imported, created_at, updated_at)
      values (${site_id}, ${admin.account_id}, ${status}, 'tools.csv', 40, '2027-03-08T10:00:00Z', '2027-03-08T10:00:00Z')`;
  const order = { number: 'LW-NVMBERS0', status: 'paid', net_cents: 4900, vat_cents: 931, total_cents: 5831, paid_at: NOW };
  const dates = { expires_at: NOW, created_at: NOW, updated_at: NOW };
  await sql`insert into orders ${sql({ ...order, ...dates, site_id, account_id: maker.account_id, vat_rate: 0.19, vat_treatment: 'domestic' })}`;

  const page = load(await (await team.get('/admin/numbers?period=28')).text());
  const totals = Object.fromEntries(
    page('.stats-totals > div')
      .map((_, one) => [[page(one).find('dt').text(), page(one).find('strong').text()]])
      .get(),
  );
  expect(totals).toMatchObject({
    Visitors: '20',
    'Page views': '50',
    Submissions: '1',
    'Imported by the team': '40',
    'Paid orders': '1',
    Revenue: '$49.00',
  });
  expect(page('#funnel ~ table tbody td, #funnel').parent().find('tbody td').first().text()).toBe('1');
  expect(page('.stats-totals .trend').first().text()).toContain('+15');
  expect(page('figure.chart title').text()).toContain('50 page views, 20 visitors');
  expect(page('#searches ~ *, #searches').text() + page('body').text()).toContain('zebra quux');
  const csv = await (await team.get('/admin/numbers/days-7.csv')).text();
  expect(csv.split('\r\n').slice(0, 1)).toEqual([
    'day,visitors,page_views,sign_ups,submissions,imported,votes,comments,orders,revenue_cents,refunded_cents',
  ]);
  expect(csv).toContain('2027-03-08,20,50,1,1,40,0,0,0,0,0');
  expect(csv).toContain('2027-03-09,0,0,');
  expect(await (await team.get('/admin/numbers/searches-28.csv')).text()).toContain('zebra quux,2');
  expect((await team.get('/admin/numbers/days-8.csv')).status).toBe(404);

  const stranger = await new Person(server).signIn('stranger@numbers.example');
  for (const path of ['/admin/numbers', '/admin/numbers/days-7.csv']) expect((await stranger.get(path)).status, path).toBe(404);
});
