import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { findNewestMail, findTokenFor, Person } from '../../../support/accounts/person.ts';
import { useServer } from '../../../support/server.ts';

const server = useServer();

const signInTeam = async () => {
  const person = await new Person(server).signIn('team@setup.example');
  await server.sql`
    insert into account_roles (account_id, site_id, role) select id, ${server.site_id}, 'site_admin' from accounts
    where email_key = 'team@setup.example' on conflict do nothing`;
  return person;
};
const statusOf = async (person: Person, key: string) => {
  const page = load(await (await person.get('/admin/setup')).text());
  return { status: page(`#${key} .setup-status`).text(), text: page(`#${key}`).text() };
};

test('what the database shows is counted on every visit', async () => {
  const team = await signInTeam();
  expect(await statusOf(team, 'categories')).toMatchObject({ status: 'Done' });
  expect(await statusOf(team, 'legal')).toMatchObject({
    status: 'To do',
    text: expect.stringContaining('Missing: terms, privacy policy, imprint.'),
  });
  for (const kind of ['terms', 'privacy', 'imprint'])
    await server.sql`
      insert into legal_versions (site_id, kind, number, title, body_markdown, published_at)
      values (${server.site_id}, ${kind}, 1, 'A page', 'Text', now())`;
  await expect.poll(() => statusOf(team, 'legal')).toMatchObject({ status: 'Done' });
});

test('a test button runs the check and keeps its result', async () => {
  const team = await signInTeam();
  expect(await statusOf(team, 'domain')).toMatchObject({ status: 'To do', text: expect.stringContaining('Not tested yet.') });
  expect((await team.send('/admin/setup/domain/test')).headers.get('location')).toContain('/admin/setup?done=tested');
  const { status, text } = await statusOf(team, 'domain');
  expect(status).toBe('Needs a look');
  expect(text).toContain('on this machine only');
  expect(text).toContain('Set SITE_ROOT');
  expect((await team.send('/admin/setup/nothing/test')).status).toBe(404);
});

test('every step has a button of its own, which keeps when it was tested', async () => {
  const team = await signInTeam();
  const page = load(await (await team.get('/admin/setup')).text());
  const keys = page('.setup-step')
    .map((_, step) => page(step).attr('id'))
    .get();
  expect(keys).toEqual(expect.arrayContaining(['language', 'digest', 'seller', 'prices', 'sale']));
  for (const key of keys.filter((key) => key !== 'mail_received')) {
    expect(page(`#${key} form[action="/admin/setup/${key}/test"] button.button`).length, key).toBe(1);
    expect((await team.send(`/admin/setup/${key}/test`)).headers.get('location'), key).toBe(`/admin/setup?done=tested#${key}`);
    expect((await statusOf(team, key)).text, key).toContain('Tested');
  }
  expect(await statusOf(team, 'language')).toMatchObject({ status: 'Done', text: expect.stringContaining('English. Weeks begin') });
  expect((await findNewestMail(server, 'team@setup.example')).subject).toContain('Test');
});

test('the overview leads to the setup until the team has finished it; who signs in to an empty site lands there', async () => {
  const team = await signInTeam();
  const reminder = async () => load(await (await team.get('/admin')).text())('.office-missing a[href^="/admin/setup"]').length;
  expect(await reminder()).toBe(2);
  const landing = async () => {
    const person = new Person(server);
    await person.send('/sign-in/mail', { email: 'team@setup.example' });
    const token = await findTokenFor(server, 'team@setup.example');
    return (await person.send('/sign-in/link', { token })).headers.get('location');
  };
  expect(await landing()).toBe('/admin');
  const { sql, site_id } = server;
  const [{ live }] = await sql<[{ live: number }]>`select live from shelves where site_id = ${site_id} and category_id = 0`;
  const setLive = (count: number) => sql`update shelves set live = ${count} where site_id = ${site_id} and category_id = 0`;
  await setLive(0);
  expect(await landing()).toBe('/admin/setup');
  expect((await team.send('/admin/setup/finish')).headers.get('location')).toBe('/admin/setup?done=finished');
  expect(await reminder()).toBe(0);
  expect(await landing()).toBe('/admin');
  await setLive(live);
});

test('mail arrives when the code of the last test mail is typed', async () => {
  const team = await signInTeam();
  await team.send('/admin/setup/mail');
  const first = /\d{6}/.exec((await findNewestMail(server, 'team@setup.example')).text)![0];
  await team.send('/admin/setup/mail');
  const code = /\d{6}/.exec((await findNewestMail(server, 'team@setup.example')).text)![0];
  const wrong = await team.send('/admin/setup/mail/confirm', { code: first === code ? '000000' : first });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain('is not the code of the last test email');
  expect((await team.send('/admin/setup/mail/confirm', { code: ` ${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(303);
  expect(await statusOf(team, 'mail_received')).toMatchObject({ status: 'Done' });
});

test('only the team may test', async () => {
  const stranger = await new Person(server).signIn('stranger@setup.example');
  for (const path of ['/admin/setup/domain/test', '/admin/setup/mail', '/admin/setup/mail/confirm', '/admin/setup/finish'])
    expect((await stranger.send(path, { code: '123456' })).status, path).toBe(404);
});
