import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSite } from '../../../../../src/modules/sites/sites.ts';
import { makePasswordCheap } from '../../../../support/accounts/cheap-password.ts';
import { extractToken, findNewestMail, findTokenFor, Person } from '../../../../support/accounts/person.ts';
import { NOON, startServer, type TestServer } from '../../../../support/server.ts';

/** Attackers on many networks try to lock an owner out; the owner is on a new device and can read their mail. */
let now = NOON;
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ demo: false, clock: { now: () => now } });
});
afterAll(() => server.close());

const PASSWORD = 'correct horse battery';
const advanceClock = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const mailsTo = async (email: string): Promise<number> =>
  (
    await server.sql<{ n: number }[]>`select count(*)::int as n from mails where to_email = ${email} and subject like 'Your % sign-in link'`
  )[0]!.n;

const createAccount = async (email: string): Promise<Person> => {
  const owner = new Person(server);
  await owner.send('/sign-up', { email, password: PASSWORD });
  await owner.send('/sign-in/link', { token: await findTokenFor(server, email) });
  expect(owner.signed_in).toBe(true);
  await owner.send('/sign-out');
  await makePasswordCheap(server.sql, email, PASSWORD);
  return owner;
};

/** Sends requests in parallel, each from its own network, and returns the statuses. */
const sendFromManyNetworks = async (times: number, path: string, fields: Record<string, string>): Promise<number[]> =>
  (await Promise.all(Array.from({ length: times }, () => new Person(server).send(path, fields)))).map(({ status }) => status);

test('wrong passwords from many networks block passwords on new devices only, and the page offers a sign-in link, which works', async () => {
  const email = 'locked@example.com';
  const known_device = await createAccount(email);
  const guesses = await sendFromManyNetworks(65, '/sign-in/password', { email, password: 'not the right one' });
  expect(guesses.filter((status) => status === 400)).toHaveLength(60);
  expect(guesses.filter((status) => status === 429)).toHaveLength(5);

  expect((await known_device.send('/sign-in/password', { email, password: PASSWORD })).status).toBe(303);
  // A browser known to another account counts as a new device.
  const other = await new Person(server).signIn('other@example.com');
  expect((await other.send('/sign-in/password', { email, password: PASSWORD })).status).toBe(429);

  const owner = new Person(server);
  const refused = await owner.send('/sign-in/password', { email, password: PASSWORD });
  const html = await refused.text();
  expect([refused.status, owner.signed_in]).toEqual([429, false]);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(html).toContain('Use a sign-in link: it works right away.');
  // The address is filled in.
  expect(/<form[^>]*action="\/sign-in\/mail".*?<\/form>/s.exec(html)![0]).toContain(`value="${email}"`);
  expect((await owner.send('/sign-in/mail', { email })).headers.get('location')).toMatch(/^\/sign-in\/sent\?/);
  await owner.send('/sign-in/link', { token: await findTokenFor(server, email) });
  expect(owner.signed_in).toBe(true);
});

test('a flood of link requests does not lock the owner out and sends few mails', async () => {
  const email = 'flooded@example.com';
  await createAccount(email);
  const before = await mailsTo(email);
  for (let minute = 0; minute < 30; minute++) {
    expect(new Set(await sendFromManyNetworks(6, '/sign-in/mail', { email }))).toEqual(new Set([303]));
    if (minute % 3 === 0) {
      // A new device each time: it requests a link and opens the newest one in the mailbox.
      const owner = new Person(server);
      expect((await owner.send('/sign-in/mail', { email })).status).toBe(303);
      await owner.send('/sign-in/link', { token: await findTokenFor(server, email) });
      expect(owner.signed_in, `minute ${minute}`).toBe(true);
    }
    advanceClock(60);
  }
  // A burst of five, one per five minutes, and one for each time the owner used up the links.
  expect((await mailsTo(email)) - before).toBeLessThanOrEqual(5 + 7 + 10);
});

test('if only attackers request links, a mailbox gets a burst of five and one every five minutes, and the newest works', async () => {
  const email = 'bombed@example.com';
  await sendFromManyNetworks(20, '/sign-in/mail', { email });
  expect(await mailsTo(email)).toBe(6);
  for (let n = 0; n < 12; n++) {
    advanceClock(299);
    await sendFromManyNetworks(3, '/sign-in/mail', { email });
  }
  expect(await mailsTo(email)).toBeLessThanOrEqual(6 + 12 + 5);
  const owner = new Person(server);
  await owner.send('/sign-in/link', { token: await findTokenFor(server, email) });
  expect(owner.signed_in).toBe(true);
});

test('link requests on one site do not block links for another, and a used link is replaced on the next request', async () => {
  const email = 'two-sites@example.com';
  const { port } = new URL(server.root);
  const root = `http://127.0.0.1:${port}`;
  await createSite(server.sql, { key: 'other', name: 'Otherweek', tagline: '', purpose: '', root, time_zone: 'UTC' });
  const other_site = { root, sql: server.sql };
  await expect.poll(async () => (await fetch(`${root}/sign-in`)).text()).toContain('Otherweek');
  await sendFromManyNetworks(10, '/sign-in/mail', { email });
  const owner = new Person(other_site);
  await owner.send('/sign-in/mail', { email });
  const { text } = await findNewestMail(server, email);
  expect(text).toContain(`${root}/sign-in/link`);
  await Promise.all(Array.from({ length: 10 }, () => new Person(other_site).send('/sign-in/mail', { email })));
  await owner.send('/sign-in/link', { token: extractToken((await findNewestMail(server, email)).text) });
  expect(owner.signed_in).toBe(true);
  // Signing in uses up all links; on both sites the next request sends one that works.
  for (const site of [server, other_site]) {
    const device = new Person(site);
    const before = await mailsTo(email);
    await device.send('/sign-in/mail', { email });
    expect(await mailsTo(email)).toBe(before + 1);
    await device.send('/sign-in/link', { token: await findTokenFor(server, email) });
    expect(device.signed_in).toBe(true);
  }
});

test('the response does not reveal whether a link was mailed, and the password from sign-up is set with the mailed link', async () => {
  const email = 'kept@example.com';
  const person = new Person(server);
  const first = await person.send('/sign-up', { email, name: 'Kim', password: PASSWORD });
  await sendFromManyNetworks(10, '/sign-in/mail', { email });
  const [token] = await server.sql<{ body_text: string }[]>`select body_text from mails where to_email = ${email} order by id limit 1`;
  const again = await person.send('/sign-up', { email, name: 'Kim', password: PASSWORD });
  expect([again.status, again.headers.get('location')]).toEqual([first.status, first.headers.get('location')]);
  await person.send('/sign-in/link', { token: extractToken(token!.body_text) });
  expect((await new Person(server).send('/sign-in/password', { email, password: PASSWORD })).status).toBe(303);
});

test('one network gets ten password guesses per account and can still request a link', async () => {
  const email = 'guessed@example.com';
  await createAccount(email);
  const guesser = new Person(server);
  const statuses = [];
  for (let n = 0; n < 11; n++) statuses.push((await guesser.send('/sign-in/password', { email, password: `wrong ${n}` })).status);
  expect([statuses.slice(0, 10).every((status) => status === 400), statuses[10]]).toEqual([true, 429]);
  expect((await guesser.send('/sign-in/mail', { email })).status).toBe(303);
  // From another network the password works.
  expect((await new Person(server).send('/sign-in/password', { email, password: PASSWORD })).status).toBe(303);
});
