import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { Person } from '../support/accounts/person.ts';
import { getProblem, readyDraft, waitForDraft } from '../support/drafts/drafts.ts';
import { ACME, serveProduct } from '../support/extraction/product-site.ts';
import { NOON, startServer, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer({ jobs: true, crawl_allow_private: true });

test('201 a draft that is being crawled; nothing is published', async () => {
  const { client } = await server.member();
  const site = await serveProduct();
  const draft = await client.submit_listing({ url: site.url });
  expect(draft).toMatchObject({
    url: `${site.url}/`,
    status: 'crawling',
    failure: null,
    completeness: 0,
    robots: null,
    drafter: null,
    redrafting: [],
    pages_read: [],
    competitor: null,
    listing_id: null,
    created_at: NOON.toISOString(),
  });
  expect(Object.keys(draft.fields)).toHaveLength(18);
  expect(new Set(Object.values(draft.fields).map(({ state }) => state))).toEqual(new Set(['pending']));
  expect(draft.missing.filter(({ required }) => required).map(({ field }) => field)).toEqual([
    'name',
    'tagline',
    'description',
    'categories',
  ]);
  expect(draft.missing.every(({ pending }) => pending)).toBe(true);
  const [{ count }] = await server.sql<[{ count: number }]>`select count(*)::int as count from listings where domain like 'localhost%'`;
  expect(count).toBe(0);
  const { missing } = await waitForDraft(client, draft.id);
  expect(missing.some(({ pending }) => pending)).toBe(false);
  const status = await client.submit_listing({ url: site.url, view: 'status' });
  expect(status).toMatchObject({
    status: 'crawling',
    name: null,
    categories: [],
    changed: [],
    next_steps: [expect.stringContaining('get_draft')],
  });
  expect('fields' in status).toBe(false);
  await waitForDraft(client, status.id);
  await site.close();
});

test('the site is crawled and drafted, and every value has its source', async () => {
  const { client } = await server.member();
  const site = await serveProduct();
  const draft = await waitForDraft(client, (await client.submit_listing({ url: site.url })).id);
  expect(draft).toMatchObject({
    status: 'ready',
    failure: null,
    robots: { found: true, allowed: true },
    drafter: { name: 'built-in', note: null },
  });
  expect(draft.fields.name).toMatchObject({ value: 'Acme Notes', state: 'ai' });
  expect(draft.completeness).toBeGreaterThan(20);
  expect(draft.pages_read[0]).toEqual({ url: `${site.url}/`, status: 200, read_at: NOON.toISOString() });
  for (const { value, state, evidence } of Object.values(draft.fields)) {
    expect(state).toBe(value === null ? 'not_found' : 'ai');
    expect(evidence.length > 0).toBe(value !== null);
    for (const { url } of evidence) expect(draft.pages_read.map((page) => page.url)).toContain(url);
  }
  const [pages] = await server.sql`select count(html)::int as count from draft_pages where draft_id = ${draft.id}`;
  expect(pages!.count).toBe(0);
  await site.close();
});

test('what the website only probably offers is suggested in the editor, with a link to its quote', async () => {
  const labels = ['Shared calendars', 'Quick capture', 'Offline reading'];
  const home = `<title>Weekly</title><h1>Plan your week</h1>${labels.map((label) => `<h2>${label}</h2><p>We tell in a sentence what it does.</p>`).join('')}`;
  const site = await serveProduct({ '/': home });
  const maker = await new Person(server).signIn('weekly@example.com');
  const path = (await maker.send('/submit', { url: site.url })).headers.get('location')!;
  const id = path.split('/').at(-1)!;
  await until(async () => (await server.sql`select from drafts where id = ${id} and status = 'ready'`).length === 1);
  const page = load(await (await maker.get(path)).text());
  expect(page('[name="fields.features"]').val()).toBe('');
  const suggestions = page('.suggested li').has('button[value^="feature "]');
  expect(suggestions.map((_, one) => page(one).find('strong').text()).get()).toEqual(labels);
  expect(suggestions.find('a').first().attr('href')).toContain(site.url);
  await site.close();
});

test('characters that the database cannot store do not prevent a draft from being saved, listed and submitted', async () => {
  const { client } = await server.member();
  const named = (ACME['/'] as string)
    .replaceAll('"name":"Acme Notes"', '"name":"Acme\\u0000 \\ud800Notes"')
    .replace('<h1>', '<h1>&#0;&#xd800;\0');
  const site = await serveProduct({ ...ACME, '/': named, '/robots.txt': 'User-agent: *\nDisallow: /\0x\n' });
  const draft = await waitForDraft(client, (await client.submit_listing({ url: site.url })).id);
  expect(draft.status).toBe('ready');
  expect((await client.list_my_drafts({})).items).toHaveLength(1);
  await client.update_draft({ id: draft.id, fields: { name: 'Acme', tagline: 'x', description: 'x', categories: ['Accounting'] } });
  await client.submit_draft({ id: draft.id });
  await site.close();
});

test('a site that forbids crawling is not read beyond robots.txt, and the draft says so', async () => {
  const { client } = await server.member();
  const site = await serveProduct({ ...ACME, '/robots.txt': 'User-agent: *\nDisallow: /\n' });
  const draft = await waitForDraft(client, (await client.submit_listing({ url: site.url })).id);
  expect(draft).toMatchObject({
    status: 'failed',
    failure: { code: 'robots_disallowed' },
    robots: { found: true, allowed: false },
    pages_read: [],
  });
  expect(site.asked).toEqual(['/robots.txt']);
  await site.close();
});

test('the draft of an unreachable site fails, and may be written by hand or crawled again', async () => {
  const { client } = await server.member();
  const site = await serveProduct();
  await site.close();
  const { id } = await client.submit_listing({ url: site.url });
  const failed = await waitForDraft(client, id);
  // In words for people, without the errors of a library.
  const detail = 'we couldn’t read robots.txt, so we read nothing else: the server refused the connection';
  expect(failed).toMatchObject({ status: 'failed', failure: { code: 'unreachable', detail } });
  expect(failed.next_steps[0]).toContain('Fill it in with update_draft');
  expect(failed.fields.name.state).toBe('not_found');
  expect((await client.update_draft({ id, regenerate: ['name'] })).status).toBe('crawling');
  expect((await waitForDraft(client, id)).status).toBe('failed');
  expect(await client.update_draft({ id, fields: { name: 'By hand' } })).toMatchObject({
    status: 'ready',
    failure: null,
    fields: { name: { value: 'By hand', state: 'manual' } },
  });
});

test('the draft of a site that redirects to another scheme fails, and names it', async () => {
  const { client } = await server.member();
  const site = await serveProduct({
    ...ACME,
    '/': (_request, response) => void response.writeHead(302, { location: 'ftp://93.184.216.34/' }).end(),
  });
  const draft = await waitForDraft(client, (await client.submit_listing({ url: site.url })).id);
  const detail = 'it redirects to ftp:, which is not a web address';
  expect(draft).toMatchObject({ status: 'failed', failure: { code: 'address_not_allowed', detail }, pages_read: [] });
  await site.close();
});

test.each(['not a website', 'ftp://acme.example', 'mailto:ada@acme.example', 'javascript:alert(1)', 'https://'])(
  '400 invalid_input for %s',
  async (url) => {
    const { client } = await server.member();
    expect(await getProblem(client.submit_listing({ url }))).toMatchObject({
      status: 400,
      code: 'invalid_input',
      errors: [{ path: 'url' }],
    });
  },
);

test('400 invalid_input for an address that is too long, and for an unknown property', async () => {
  const { client } = await server.member();
  expect(await getProblem(client.submit_listing({ url: `https://acme.example/${'x'.repeat(2048)}` }))).toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'url', code: 'too_long', limit: 2048 }],
  });
  expect(await getProblem(client.submit_listing({ url: 'https://acme.example', name: 'Acme' } as never))).toMatchObject({
    code: 'unknown_property',
  });
});

test('400 listing_exists names the listing and how to claim it, for any spelling of the address', async () => {
  const { client } = await server.member();
  const { website, slug } = await server.client.get_listing({ slug: 'ledgerly' });
  const { hostname } = new URL(website);
  for (const url of [website, hostname, `www.${hostname}/pricing?x=1`, `http://app.${hostname.toUpperCase()}`]) {
    const problem = await getProblem(client.submit_listing({ url }));
    expect(problem).toMatchObject({ status: 400, code: 'listing_exists', errors: [{ path: 'url', code: 'taken', actual: slug }] });
    expect(problem.detail).toContain('claim_listing');
  }
});

test('400 listing_exists for the caller’s own listing says how to edit it', async () => {
  const member = await server.member();
  const { id } = await readyDraft(server, member, { url: 'https://own-acme.example' });
  await member.client.submit_draft({ id });
  const problem = await getProblem(member.client.submit_listing({ url: 'own-acme.example' }));
  expect(problem).toMatchObject({ code: 'listing_exists' });
  expect(problem.detail).toContain(`update_draft and the id ${id}`);
});

test('429 rate_limited for the 21st draft in an hour', async () => {
  const limited = await startServer({ demo: false, rate_limit: true });
  const { client } = await limited.member();
  for (let n = 0; n < 20; n++) await client.submit_listing({ url: `https://acme-${n}.example` });
  expect(await getProblem(client.submit_listing({ url: 'https://acme-20.example' }))).toMatchObject({ status: 429, code: 'rate_limited' });
  await limited.close();
});

test('the same Idempotency-Key returns the same draft', async () => {
  const { client } = await server.member();
  const send = () => client.submit_listing({ url: 'https://once.example' }, { idempotency_key: 'k' });
  expect(await send()).toEqual(await send());
  expect((await client.list_my_drafts({})).total).toBe(1);
});
