import { beforeAll, expect, test } from 'vitest';
import { Person } from '../../../support/accounts/person.ts';
import { useServer } from '../../../support/server.ts';

const server = useServer({ demo: false, rate_limit: true });
let team: Person;

beforeAll(async () => {
  team = await new Person(server).signIn('desk@team.example');
  await server.sql`
    insert into account_roles (account_id, site_id, role)
    select id, ${server.site_id}, 'site_admin' from accounts where email = 'desk@team.example'`;
});

const MESSAGE = { name: 'Bo <b>', email: 'bo@people.example', subject: 'Moving\nmy launch', body: 'Wrong week.\n\nCan you move it?' };
const messages = () => server.sql<{ id: number; email: string; status: string; account_id: number | null }[]>`
  select id, email, status, account_id from contact_messages order by id`;
const newestMail = async (to: string) => {
  const [mail] = await server.sql<{ subject: string; body_text: string }[]>`
    select subject, body_text from mails where to_email = ${to} order by id desc limit 1`;
  return mail;
};

test('a message is stored, mailed to the team, answered by email and logged; closing can be undone', async () => {
  const visitor = new Person(server);
  expect(await (await visitor.get('/')).text()).toContain('<a href="/contact" dir="auto">Contact</a>');
  const refused = await visitor.send('/contact', { ...MESSAGE, email: 'nobody', body: '' });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('Moving');
  expect((await visitor.send('/contact', { ...MESSAGE, email: 'bo at people' })).status).toBe(400);
  expect(await messages()).toEqual([]);

  expect((await visitor.send('/contact', { ...MESSAGE, subject: 'Moving my launch' })).headers.get('location')).toBe('/contact?done=sent');
  expect(await (await visitor.get('/contact?done=sent')).text()).toContain('Message sent.');
  const [message] = await messages();
  expect(message).toMatchObject({ email: 'bo@people.example', status: 'open', account_id: null });
  const told = await newestMail('desk@team.example');
  expect(told).toMatchObject({
    subject: 'New message: Moving my launch',
    body_text: expect.stringContaining(`/admin/messages/${message!.id}`),
  });
  expect(await (await team.get('/admin')).text()).toContain('message to answer');
  const page = await (await team.get(`/admin/messages/${message!.id}`)).text();
  expect(page).toContain('Bo &lt;b>');
  expect((await visitor.get(`/admin/messages/${message!.id}`)).status).toBe(303);

  await team.send(`/admin/messages/${message!.id}/close`);
  const [closed] = await server.sql<{ id: number }[]>`select id from team_acts where act = 'close_message'`;
  await team.send('/admin/log/undo', { id: String(closed!.id) });
  expect((await messages())[0]!.status).toBe('open');
  expect((await team.send(`/admin/messages/${message!.id}/answer`, { answer: 'It is moved.' })).headers.get('location')).toContain(
    'done=answered',
  );
  expect((await messages())[0]!.status).toBe('answered');
  const answer = await newestMail('bo@people.example');
  expect(answer).toMatchObject({
    subject: 'Re: Moving my launch',
    body_text: expect.stringMatching(/It is moved\..*> Can you move it\?/s),
  });
  const [logged] = await server.sql`select title, before, after, reason from team_acts where act = 'answer_message'`;
  expect(logged).toEqual({ title: `Message ${message!.id}`, before: null, after: null, reason: null });
});

test('programs that fill in every field are told the same, and nothing is stored; one network sends five messages an hour', async () => {
  const before = (await messages()).length;
  const program = new Person(server);
  const sent = await program.send('/contact', { ...MESSAGE, subject: 'Buy', homepage: 'https://spam.example' });
  expect(sent.headers.get('location')).toBe('/contact?done=sent');
  expect((await messages()).length).toBe(before);
  const visitor = new Person(server);
  for (let n = 0; n < 5; n++) expect((await visitor.send('/contact', { ...MESSAGE, subject: 'Again' })).status).toBe(303);
  const sixth = await visitor.send('/contact', { ...MESSAGE, subject: 'Again' });
  expect([sixth.status, await sixth.text()]).toEqual([429, expect.stringContaining('try again in an hour')]);
  expect((await messages()).length).toBe(before + 5);
});

test('a signed-in sender’s messages are in the export of the account and deleted with it', async () => {
  const email = 'ada@people.example';
  const ada = await new Person(server).signIn(email);
  expect(await (await ada.get('/contact')).text()).toContain(`value="${email}"`);
  await ada.send('/contact', { ...MESSAGE, subject: 'Mine', email });
  const exported = (await (await ada.send('/account/export')).json()) as { contact_messages: object[] };
  expect(exported.contact_messages).toEqual([expect.objectContaining({ subject: 'Mine' })]);
  await ada.send('/account/delete', { email });
  expect((await messages()).filter((message) => message.email === email)).toEqual([]);
});
