import { expect, test } from 'vitest';
import { Application, newPerson, type Person, tryToken } from '../../../support/http/oauth.ts';
import { useServer } from '../../../support/server.ts';

const server = useServer({ demo: false });

/** A person with a session, an API key and a connected application. */
const createPerson = async () => {
  const person = await newPerson(server);
  const application = await Application.registered(server.root);
  const tokens = await application.connect(person);
  const form = await person.ask('/account/keys', post({ name: 'Robot', lives: 'never', 'account:read': 'on' }));
  const key = /lw_[\w-]{43}/.exec(await form.text())![0];
  return { person, application, tokens, key };
};

const post = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { origin: server.root, 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});
const signOutEverywhere = (person: Person, fields: Record<string, string>) => person.ask('/account/sign-out-everywhere', post(fields));

const works = async (token: string): Promise<boolean> => (await tryToken(server.root, token)).status === 200;

test('the page offers to revoke API keys and applications as well', async () => {
  const html = await (await (await newPerson(server)).ask('/account')).text();
  const form = /<form[^>]*action="\/account\/sign-out-everywhere".*?<\/form>/s.exec(html)![0];
  for (const name of ['revoke_keys', 'disconnect_applications']) {
    expect(form).toMatch(new RegExp(`<input[^>]*type="checkbox"[^>]*name="${name}"`));
    expect(form).not.toMatch(new RegExp(`name="${name}"[^>]*checked`));
  }
});

test.each([
  [{}, { key: true, application: true }],
  [{ revoke_keys: 'on' }, { key: false, application: true }],
  [{ disconnect_applications: 'on' }, { key: true, application: false }],
  [
    { revoke_keys: 'on', disconnect_applications: 'on' },
    { key: false, application: false },
  ],
] as [Record<string, string>, { key: boolean; application: boolean }][])('with %o, these still work: %o', async (fields, after) => {
  const { person, application, tokens, key } = await createPerson();
  const other = await createPerson();
  expect([await works(key), await works(tokens.access_token)]).toEqual([true, true]);
  expect((await signOutEverywhere(person, fields)).headers.get('location')).toBe('/sign-in');
  await expect.poll(() => works(key)).toBe(after.key);
  await expect.poll(() => works(tokens.access_token)).toBe(after.application);
  expect((await application.refresh(tokens.refresh_token)).status).toBe(after.application ? 200 : 400);
  await expect.poll(async () => (await person.ask('/account')).status).toBe(303);
  // Other accounts are not affected.
  expect([await works(other.key), await works(other.tokens.access_token)]).toEqual([true, true]);
  expect((await other.person.ask('/account')).status).toBe(200);
});

test('an invalid checkbox value changes nothing', async () => {
  const { person, key } = await createPerson();
  expect((await signOutEverywhere(person, { revoke_keys: 'maybe' })).status).toBe(400);
  expect([await works(key), (await person.ask('/account')).status]).toEqual([true, 200]);
});
