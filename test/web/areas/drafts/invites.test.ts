import { expect, test } from 'vitest';
import { extractToken, findNewestMail, Person } from '../../../support/accounts/person.ts';
import { useServer } from '../../../support/server.ts';
import { createDraftOwner, fieldsIn } from '../../../support/web/draft-owner.ts';

const server = useServer();

test('the preview shows the maker the future listing', async () => {
  const { person, id, edit } = await createDraftOwner(server);
  expect((await edit({ 'fields.tagline': 'In <preview>' }, 'preview')).headers.get('location')).toBe(`/drafts/${id}/preview`);
  const html = await (await person.get(`/drafts/${id}/preview`)).text();
  expect(html).toContain('In &lt;preview>');
  expect(html).toContain('Not launched yet');
  expect(html).toContain('noindex');
  expect(html).toMatch(/Not found on acme(-\d+)?\.example.*City/s);
});

test('a co-founder is invited, opens the link several times and accepts once', async () => {
  const { person, id, draft } = await createDraftOwner(server);
  expect((await person.send(`/drafts/${id}/invites`, { email: 'nonsense' })).status).toBe(400);
  expect((await person.send(`/drafts/${id}/invites`, { email: 'rui@acme.example' })).status).toBe(303);
  const token = extractToken((await findNewestMail(server, 'rui@acme.example')).text);
  const rui = new Person(server);
  for (let n = 0; n < 2; n++) {
    const page = await rui.get(`/invites?token=${token}`);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(await page.text()).toContain('Add yourself to');
  }
  expect((await draft()).founders).toHaveLength(1);
  const refused = await rui.send('/invites', { token, name: 'x'.repeat(161), bio: 'Kept' });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toMatch(/Your name may have at most 160 characters.*>Kept<\/textarea>/s);
  expect((await rui.send('/invites', { token, name: 'Rui Costa', title: 'CTO', bio: 'Writes code.' })).status).toBe(303);
  expect((await draft()).founders.at(-1)).toMatchObject({ name: 'Rui Costa', title: 'CTO', bio: 'Writes code.', state: 'manual' });
  expect((await rui.send('/invites', { token, name: 'Again' })).status).toBe(400);
  expect((await rui.get(`/invites?token=${token}`)).status).toBe(400);
  expect((await rui.get('/invites')).status).toBe(400);
  expect(await (await person.get(`/drafts/${id}/invites`)).text()).toMatch(/rui@acme\.example.*Profile added/s);
});

test('a failed crawl says why, can be retried, and the draft can be written by hand', async () => {
  const { person, id, draft } = await createDraftOwner(server);
  const fail = () => server.sql`
    update drafts set status = 'failed', failure = '{"code":"unreachable","detail":"No answer from <acme>."}'::json where id = ${id}`;
  await fail();
  const html = await (await person.get(`/drafts/${id}`)).text();
  expect(html).toMatch(/We couldn’t reach the website.*No answer from &lt;acme>\./s);
  // An address without a scheme was asked for with https: the website may have none.
  const { url } = await draft();
  const plain = url.replace('https:', 'http:');
  expect(html).toContain(`href="/submit?url=${encodeURIComponent(plain)}">use ${plain}</a>`);
  await server.sql`update drafts set url = ${plain} where id = ${id}`;
  expect(await (await person.get(`/drafts/${id}`)).text()).not.toContain('doesn’t have https');
  await server.sql`update drafts set url = ${url} where id = ${id}`;
  expect((await person.send(`/drafts/${id}`, { act: 'regenerate name' })).status).toBe(303);
  expect((await draft()).status).toBe('crawling');
  expect(await (await person.get(`/drafts/${id}`)).text()).toContain('<noscript><meta http-equiv="refresh" content="3"/></noscript>');
  await fail();
  await person.send(`/drafts/${id}`, { ...fieldsIn(html), 'fields.tagline': 'By hand' });
  expect(await draft()).toMatchObject({ status: 'ready', fields: { tagline: { value: 'By hand' }, description: { state: 'ai' } } });
});
