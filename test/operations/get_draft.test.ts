import { expect, test } from 'vitest';
import { getProblem, waitForDraft } from '../support/drafts/drafts.ts';
import { ACME, serveProduct } from '../support/extraction/product-site.ts';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer({ jobs: true, crawl_allow_private: true });

test('200 while the site is crawled: what robots.txt said, and the pages as they are read', async () => {
  const { client } = await server.member();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const site = await serveProduct({
    ...ACME,
    '/about': (_request, response) =>
      void released.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(ACME['/about'])),
  });
  const { id } = await client.submit_listing({ url: site.url });
  const draft = await until(async () => {
    const current = await client.get_draft({ id });
    return current.pages_read.length > 0 && current;
  });
  expect(draft).toMatchObject({ status: 'crawling', robots: { found: true, allowed: true, rules: expect.any(Array) } });
  expect(draft.pages_read[0]!.url).toBe(`${site.url}/`);
  release();
  expect((await waitForDraft(client, id)).status).toBe('ready');
  await site.close();
});

test('200 a redraft crawls the site again, and changes only the requested fields', async () => {
  const { client } = await server.member();
  const site = await serveProduct();
  const { id, fields } = await waitForDraft(client, (await client.submit_listing({ url: site.url })).id);
  site.pages['/'] = (ACME['/'] as string)
    .replaceAll('Notes that find themselves', 'Notes that never get lost')
    .replaceAll('Acme Notes', 'Acme Pads');
  await client.update_draft({ id, fields: { tagline: 'Typed' } });
  expect((await client.update_draft({ id, regenerate: ['tagline'] })).fields.tagline).toEqual(fields.tagline);
  const redrafted = await waitForDraft(client, id);
  expect(redrafted).toMatchObject({ status: 'ready', drafter: { name: 'built-in', note: null } });
  expect(redrafted.fields.tagline).toMatchObject({ value: 'Notes that never get lost', state: 'ai', evidence: [{ url: `${site.url}/` }] });
  expect(redrafted.fields.name).toEqual(fields.name);
  // Restoring a field brings back the newest drafted value.
  expect((await client.update_draft({ id, restore: ['name'] })).fields.name.value).toBe('Acme Pads');
  await site.close();
});

test('200 a redraft of a site that is gone changes nothing and says so', async () => {
  const { client } = await server.member();
  const site = await serveProduct();
  const { id, fields, pages_read } = await waitForDraft(client, (await client.submit_listing({ url: site.url })).id);
  await site.close();
  await client.update_draft({ id, regenerate: ['name'] });
  const draft = await waitForDraft(client, id);
  expect(draft).toMatchObject({ status: 'ready', fields, pages_read });
  expect(draft.drafter!.note).toContain('couldn’t read the website again');
});

test('200 a redraft of a submitted draft updates the listing; values that are invalid there stay as they were', async () => {
  const { client } = await server.member();
  const site = await serveProduct();
  const { id } = await waitForDraft(client, (await client.submit_listing({ url: site.url })).id);
  await client.update_draft({ id, fields: { categories: ['Accounting'], tagline: 'Typed', description: 'Typed too', city: 'Faro' } });
  const { listing_id } = await client.submit_draft({ id });
  await client.update_draft({ id, regenerate: ['tagline', 'categories', 'city'] });
  const draft = await waitForDraft(client, id);
  expect(draft).toMatchObject({
    status: 'submitted',
    listing_id,
    fields: { tagline: { value: 'Notes that find themselves', state: 'ai' } },
  });
  expect(draft.fields.categories.value).not.toBeNull();
  const [listing] = await server.sql`select tagline, city from listings where id = ${listing_id}`;
  expect(listing).toEqual({ tagline: 'Notes that find themselves', city: draft.fields.city.value });
  await site.close();
});

test('200 a competitor is compared on what both sites state, with quotes', async () => {
  const { client } = await server.member();
  const [ours, theirs] = [
    await serveProduct(),
    await serveProduct({ ...ACME, '/': (ACME['/'] as string).replaceAll('Acme Notes', 'Rival Pads') }),
  ];
  const { id } = await waitForDraft(client, (await client.submit_listing({ url: ours.url })).id);
  await client.update_draft({ id, competitor_url: theirs.url });
  const { competitor } = await waitForDraft(client, id);
  expect(competitor).toMatchObject({ url: `${theirs.url}/`, status: 'ready' });
  const name = competitor!.comparison.find(({ field }) => field === 'name')!;
  expect(name).toMatchObject({ ours: 'Acme Notes', theirs: 'Rival Pads', evidence: [{ url: `${theirs.url}/` }] });
  // Our side is what the draft says now.
  const edited = await client.update_draft({ id, fields: { name: 'Acme Two' } });
  expect(edited.competitor!.comparison.find(({ field }) => field === 'name')!.ours).toBe('Acme Two');
  await theirs.close();
  await client.update_draft({ id, competitor_url: theirs.url });
  expect((await waitForDraft(client, id)).competitor).toMatchObject({ status: 'failed', comparison: [] });
  await ours.close();
});

test('400 invalid_input for an invalid id', async () => {
  const { client } = await server.member();
  expect(await getProblem(client.get_draft({ id: 'mine' }))).toMatchObject({ status: 400, errors: [{ path: 'id' }] });
});

test('404 draft_not_found for an unknown id', async () => {
  const { client } = await server.member();
  expect(await getProblem(client.get_draft({ id: crypto.randomUUID() }))).toMatchObject({ status: 404, code: 'draft_not_found' });
});
