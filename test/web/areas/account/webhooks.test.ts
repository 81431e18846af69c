import { load } from 'cheerio';
import { beforeAll, expect, test } from 'vitest';
import { Person } from '../../../support/accounts/person.ts';
import { useWebhookReceiver } from '../../../support/integrations/webhook-receiver.ts';
import { useServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';

const server = useServer({ crawl_allow_private: true, jobs: true });
const receiver = useWebhookReceiver();
let ada: Person;
let path: string;

const textOf = async (page: string): Promise<string> => load(await (await ada.get(page)).text())('main').text();
const change = (slug: string) =>
  server.sql`update listings set tagline = tagline || '!' where site_id = ${server.site_id} and slug = ${slug}`;
const deliveryOf = async (key: string): Promise<string> =>
  (await server.sql<{ id: string }[]>`select id::text from webhook_deliveries where key = ${key} order by id desc limit 1`)[0]!.id;

beforeAll(async () => {
  ada = await new Person(server).signIn('ada@hooks.example');
});

test('a member adds a webhook, sees its secret, sends a test event and gets changes, without JavaScript', async () => {
  expect(await textOf('/account/webhooks')).toContain('No webhooks yet.');
  const refused = await ada.send('/account/webhooks', { url: 'http://hooks.example/in', kind_listing: 'on' });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('must be an https:// address')]);
  const without_kinds = await ada.send('/account/webhooks', { url: receiver.url });
  expect([without_kinds.status, await without_kinds.text()]).toEqual([400, expect.stringContaining('Choose at least one kind.')]);

  const added = await ada.send('/account/webhooks', { url: receiver.url, kind_listing: 'on' });
  expect(added.status).toBe(303);
  path = added.headers.get('location')!.replace(/\?.*/, '');
  expect(await textOf(`${path}?done=created`)).toContain('Webhook added.');
  expect(await textOf('/account/webhooks')).toContain(receiver.url);

  const shown = await (await ada.send(`${path}/secret`)).text();
  const secret = /whsec_[\w+/]{43}=/.exec(shown)?.[0];
  expect(secret).toBeDefined();
  expect(await textOf(path)).not.toContain('whsec_');
  await ada.send(`${path}/rotate`);
  const rotated = await (await ada.send(`${path}/secret`)).text();
  expect(/whsec_[\w+/]{43}=/.exec(rotated)?.[0]).not.toBe(secret);
  expect(rotated).toContain('stops signing');

  expect((await ada.send(`${path}/test`)).headers.get('location')).toBe(`${path}?done=arrived`);
  expect(receiver.take()).toEqual(['webhook.test']);
  await change('ledgerly');
  await until(async () => receiver.received.length > 0);
  expect(receiver.take()).toEqual(['listing.updated ledgerly']);
  await until(async () => (await textOf(path)).includes('listing.updated ledgerly'));
});

test('a message is sent again, and everything since a message is replayed', async () => {
  await change('flakewren');
  await until(async () => receiver.received.length > 0);
  const [flakewren] = receiver.received.splice(0);
  await until(async () => (await textOf(path)).includes('flakewren'));
  expect((await ada.send(`${path}/resend`, { delivery_id: await deliveryOf('flakewren') })).headers.get('location')).toBe(
    `${path}?done=arrived`,
  );
  expect(receiver.received[0]!.id).toBe(flakewren!.id);
  expect(receiver.take()).toEqual(['listing.updated flakewren']);
  expect((await ada.send(`${path}/replay`, { delivery_id: await deliveryOf('ledgerly') })).status).toBe(303);
  await until(async () => receiver.received.length > 1);
  expect(receiver.take()).toEqual(['listing.updated ledgerly', 'listing.updated flakewren']);
});

test('while it is paused, changes wait; edits and deletion are its owner’s only', async () => {
  await ada.send(`${path}/status`, { active: 'no' });
  await change('ledgerly');
  expect(await textOf(path)).toContain('Paused');
  expect(
    (await ada.send(`${path}/edit`, { url: `${receiver.url}/moved`, kind_listing: 'on', kind_founder: 'on' })).headers.get('location'),
  ).toBe(`${path}?done=saved`);
  expect(receiver.take()).toEqual([]);
  await ada.send(`${path}/status`, { active: 'yes' });
  await until(async () => receiver.received.length > 0);
  expect(receiver.take()).toEqual(['listing.updated ledgerly']);

  const eve = await new Person(server).signIn('eve@hooks.example');
  expect((await eve.get(path)).status).toBe(404);
  for (const form of ['secret', 'rotate', 'test', 'delete']) expect((await eve.send(`${path}/${form}`)).status).toBe(404);
  for (let n = 0; n < 4; n += 1) expect((await ada.send('/account/webhooks', { url: receiver.url, kind_listing: 'on' })).status).toBe(303);
  const sixth = await ada.send('/account/webhooks', { url: receiver.url, kind_listing: 'on' });
  expect([sixth.status, await sixth.text()]).toEqual([400, expect.stringContaining('you have 5 webhooks already')]);
  expect((await ada.send(`${path}/delete`)).headers.get('location')).toBe('/account/webhooks?done=deleted');
  expect((await ada.get(path)).status).toBe(404);
});
