import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import { importMetrics } from '../../../../src/modules/listings/metrics/import.ts';
import { refresh_metrics } from '../../../../src/modules/listings/metrics/jobs.ts';
import { METRIC_SOURCES, parseMetricSources } from '../../../../src/modules/listings/metrics/sources.ts';
import { writeSiteSetting } from '../../../../src/modules/sites/queries.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';

let now = NOON;
const clock = { now: () => now };
const server = useServer({ clock });
beforeEach(async () => {
  now = NOON;
  await server.sql`delete from listing_metrics where source <> 'demo import'`;
  await server.sql`delete from metric_readings`;
});

const chunks = async function* (text: string) {
  yield text;
};
const importCsv = (text: string, batch?: number) =>
  importMetrics(server.sql, { id: server.site_id, time_zone: 'UTC' }, chunks(text), { clock, batch });
const selectFigures = (slug: string, name = 'domain_rating') => server.sql<
  { as_of_on: string; value: string; unit: string; source: string }[]
>`
  select m.as_of_on, m.value, m.unit, m.source from listing_metrics m join listings l on l.id = m.listing_id
  where l.slug = ${slug} and m.name = ${name} and m.source <> 'demo import' order by m.as_of_on`;
const HEADER = 'slug,website,name,as_of_on,value,unit,source\n';

describe('metrics import', () => {
  test('stores each day’s figure with its source, by slug or website; importing the file again changes nothing', async () => {
    const [row] = await server.sql<{ domain: string }[]>`select domain from listings where slug = 'packmoth'`;
    const file = `${HEADER}packmoth,,domain_rating,2026-11-01,40.5,points,"Ahrefs, Ltd."\n,https://www.${row!.domain}/x,domain_rating,2026-11-10,42,,Ahrefs\npackmoth,,revenue,2026-11-01,1234.56,USD per month,Its books\n`;
    expect(await importCsv(file)).toEqual({ imported: 3, corrected: 0, already_there: 0, refused: [] });
    expect(await selectFigures('packmoth')).toMatchObject([
      { as_of_on: '2026-11-01', value: '40.5', unit: 'points', source: 'Ahrefs, Ltd.' },
      { as_of_on: '2026-11-10', value: '42', source: 'Ahrefs' },
    ]);
    expect(await selectFigures('packmoth', 'revenue')).toMatchObject([{ value: '123456', unit: 'USD cents per month' }]);
    expect(await importCsv(file)).toEqual({ imported: 0, corrected: 0, already_there: 3, refused: [] });
    expect(await importCsv(file.replace(',42,', ',43,'))).toMatchObject({ imported: 0, corrected: 1, already_there: 2 });
    expect(await importCsv(file.replace('40.5', '40.50'))).toMatchObject({ corrected: 1, already_there: 2 });
  });

  test('shows figures on the leaderboard and in the profile with source, day and trend', async () => {
    await server.sql`delete from listing_metrics m using listings l where l.id = m.listing_id and l.slug = 'packmoth'`;
    await importCsv(`${HEADER}packmoth,,domain_rating,2026-10-01,90,,Ahrefs\npackmoth,,domain_rating,2026-11-10,99.5,,Ahrefs\n`);
    const metric = { name: 'domain_rating', value: 99.5, unit: 'points', as_of: '2026-11-10', source: 'Ahrefs', trend: 9.5 };
    expect((await server.client.get_listing({ slug: 'packmoth' })).domain_rating).toEqual(metric);
    const { items } = await server.client.get_leaderboard({ board: 'domain-rating' });
    expect(items[0]).toMatchObject({ rank: 1, listing: { slug: 'packmoth' }, metric });
  });

  test.each([
    ['packmoth,,speed,2026-11-01,1,,A', /^name /],
    ['packmoth,,domain_rating,2026-02-30,1,,A', /as_of_on/],
    ['packmoth,,domain_rating,2026-11-12,1,,A', /in the future/],
    ['packmoth,,domain_rating,2026-11-01,101,,A', /from 0 to 100/],
    ['packmoth,,domain_rating,2026-11-01,-1,,A', /from 0 to 100/],
    ['packmoth,,domain_rating,2026-11-01,"1,200",,A', /not a number/],
    ['packmoth,,domain_rating,2026-11-01,1e3,,A', /not a number/],
    ['packmoth,,domain_rating,2026-11-01,NaN,,A', /not a number/],
    ['packmoth,,domain_rating,2026-11-01,5,EUR,A', /unit of domain_rating/],
    ['packmoth,,revenue,2026-11-01,5,,A', /unit of revenue must be/],
    ['packmoth,,revenue,2026-11-01,5,EUR,A', /unit of revenue must be/],
    ['packmoth,,revenue,2026-11-01,0.005,USD per month,A', /fractions of a cent/],
    ['packmoth,,domain_rating,2026-11-01,5,,', /source is required/],
    ['packmoth,,domain_rating,2026-11-01,5,, ', /source is required/],
    [',,domain_rating,2026-11-01,5,,A', /needs either slug or website/],
    ['packmoth,https://a.example,domain_rating,2026-11-01,5,,A', /needs either slug or website/],
    [',localhost,domain_rating,2026-11-01,5,,A', /not the address of a public website/],
    ['nobody-has-this,,domain_rating,2026-11-01,5,,A', /no listing found for nobody-has-this/],
    ['packmoth,,domain_rating,2026-11-01,5,A', /has 6 cells, but the header has 7/],
    ['packmoth,,domain_rating,2026-11-01,5,,"A', /unclosed quote/],
  ])('rejects %s', async (line, reason) => {
    const result = await importCsv(`${HEADER}${line}\npackmoth,,domain_rating,2026-11-02,7,,A\n`);
    expect(result).toMatchObject({ imported: 1, refused: [{ line: 2, reason: expect.stringMatching(reason) }] });
  });

  test.each([
    ['name,as_of_on,value,source', /slug or website/],
    ['slug,name,value,source', /is missing the columns as_of_on/],
    ['slug,name,as_of_on,value,source,colour', /unknown columns: colour/],
    ['slug,slug,name,as_of_on,value,source', /duplicate column/],
  ])('imports nothing from a file with the header %s', async (first, reason) => {
    const result = await importCsv(`${first}\npackmoth,domain_rating,2026-11-01,5,A\n`);
    expect(result).toMatchObject({ imported: 0, refused: [{ line: 1, reason: expect.stringMatching(reason) }] });
  });

  test('the last value in the file wins, within and across batches', async () => {
    const lines = [10, 20, 30].map((value) => `packmoth,,domain_rating,2026-11-01,${value},,A`).join('\n');
    for (const batch of [1000, 1]) {
      await server.sql`delete from listing_metrics where source = 'A'`;
      expect(await importCsv(HEADER + lines, batch)).toMatchObject({ imported: 1, corrected: 2, refused: [] });
      expect(await selectFigures('packmoth')).toMatchObject([{ value: '30' }]);
    }
  });

  test('accepts columns in any order and case', async () => {
    expect(await importCsv('Source,VALUE,as_of_on,name,slug\r\nA,5,2026-11-01,domain_rating,packmoth\r\n')).toMatchObject({
      imported: 1,
      refused: [],
    });
  });
});

describe('refreshing metrics from sources', () => {
  type Responder = (domain: string) => { status?: number; body: string };
  let respond: Responder = () => ({ body: '{}' });
  const requests: { domain: string; key: string | undefined }[] = [];
  const api = createServer((request, response) => {
    const domain = new URL(request.url!, 'http://here').searchParams.get('domain')!;
    requests.push({ domain, key: request.headers['x-key'] as string | undefined });
    const { status = 200, body } = respond(domain);
    response.writeHead(status, { 'content-type': 'application/json', ...(status === 302 && { location: '/elsewhere' }) }).end(body);
  });
  let root: string;
  beforeAll(async () => {
    api.listen(0, '127.0.0.1');
    await once(api, 'listening');
    root = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    api.closeAllConnections();
    api.close();
  });
  beforeEach(async () => {
    requests.length = 0;
    await server.sql`update listings set status = 'scheduled' where slug not in ('packmoth', 'ledgerly') and status = 'live'`;
    await configure({});
  });

  const rating = (value: unknown) => () => ({ body: JSON.stringify({ data: [{ rating: value }] }) });
  const configure = (more: object) =>
    writeSiteSetting(server.sql, server.site_id, METRIC_SOURCES, [
      {
        name: 'domain_rating',
        url_template: `${root}/v3?domain={domain}`,
        json_path: 'data[0].rating',
        source: 'A rater',
        headers: { 'x-key': 'secret' },
        allow_private: true,
        ...more,
      },
    ]);
  const run = () =>
    refresh_metrics.run(
      {
        sql: server.sql,
        clock,
        integrations: openIntegrations({ smtp_url: null, mail_from: null }),
        site_root: server.root,
        last_attempt: false,
        signal: new AbortController().signal,
      },
      {},
    );
  const selectReadings = () => server.sql<{ slug: string; trouble: string | null; hours: number }[]>`
    select l.slug, r.trouble, extract(epoch from r.due_at - r.asked_at)::int / 3600 as hours
    from metric_readings r join listings l on l.id = r.listing_id order by l.slug`;

  test('fetches each live listing once a day, and stores figures with source and day', async () => {
    respond = rating(61.25);
    await run();
    expect(requests.map(({ key }) => key)).toEqual(['secret', 'secret']);
    expect(await selectFigures('packmoth')).toMatchObject([{ value: '61.25', as_of_on: '2026-11-11', source: 'A rater' }]);
    await run();
    expect(requests).toHaveLength(2);
    now = new Date(NOON.getTime() + 25 * 3_600_000);
    respond = rating('63.5');
    await run();
    expect(await selectFigures('packmoth')).toMatchObject([{ value: '61.25' }, { value: '63.5', as_of_on: '2026-11-12' }]);
    // Public responses are cached for less than a second.
    const getShownRating = async () => (await server.client.get_listing({ slug: 'packmoth' })).domain_rating;
    await until(async () => (await getShownRating())?.value === 63.5);
    expect(await getShownRating()).toMatchObject({ value: 63.5, trend: 2.25 });
  });

  test.each([
    ['is down', { status: 503, body: '' }, 'answered 503', 1],
    ['sends us elsewhere', { status: 302, body: '' }, 'answered 302', 1],
    ['answers with a page', { body: '<html>' }, 'the answer is not JSON', 1],
    ['knows no such domain', { status: 404, body: '{}' }, 'answered 404', 24],
    ['has no figure', { body: '{"data":[]}' }, 'the answer has no figure at data[0].rating', 24],
    ['says nonsense', { body: '{"data":[{"rating":1000}]}' }, 'value of domain_rating must be from 0 to 100', 24],
  ])('a source that %s keeps the previous figure and is fetched again later', async (_how, response, trouble, hours) => {
    await importCsv(`${HEADER}packmoth,,domain_rating,2026-11-01,55,,A\n`);
    respond = () => response;
    await run();
    expect(await selectFigures('packmoth')).toMatchObject([{ value: '55', source: 'A' }]);
    expect(await selectReadings()).toMatchObject([
      { slug: 'ledgerly', trouble, hours },
      { slug: 'packmoth', trouble, hours },
    ]);
  });

  test('a failing source is not called again after a few requests', async () => {
    await server.sql`update listings set status = 'live' where status = 'scheduled' and launched_at is not null`;
    respond = () => ({ status: 500, body: '' });
    await run();
    expect(requests.length).toBeLessThan(15);
  });

  test('private addresses are fetched only if the operator allows it', async () => {
    await configure({ allow_private: false });
    respond = rating(1);
    await run();
    expect(requests).toEqual([]);
    expect((await selectReadings())[0]!.trouble).toMatch(/^address_not_allowed/);
  });

  test.each([
    [[{ name: 'domain_rating', url_template: 'https://a.example', json_path: 'a', source: 'A' }], /has no \{domain\}/],
    [[{ name: 'domain_rating', url_template: 'ftp://a.example/{domain}', json_path: 'a', source: 'A' }], /is not /],
    [[{ name: 'domain_rating', url_template: 'https://{domain}/a', json_path: 'a', source: 'A', allow_private: true }], /uses \{domain\}/],
    [[{ name: 'domain_rating', url_template: 'https://a.example/{domain}', json_path: 'a' }], /source/],
    [[{ name: 'speed', url_template: 'https://a.example/{domain}', json_path: 'a', source: 'A' }], /name/],
    ['nonsense', /./],
  ])('invalid settings are reported: %j', (settings, fault) => {
    const { sources, faults } = parseMetricSources(settings);
    expect(sources).toEqual([]);
    expect(faults.join('; ')).toMatch(fault);
  });
});
