import { beforeAll, expect, test } from 'vitest';
import { chooseFreePlan } from '../../../../src/modules/launches/free-queue/free-plan.ts';
import { changeSettings } from '../../../../src/modules/moderation/administration.ts';
import { Person } from '../../../support/accounts/person.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { as, siteOf } from '../../../support/voters.ts';

const server = useServer();
let team: Person;
let reader: Person;
let reader_id: number;
const accountOf = async (email: string): Promise<number> =>
  (await server.sql<{ id: number }[]>`select id from accounts where email_key = ${email}`)[0]!.id;
const contextOf = async (account_id: number) =>
  as(account_id, { sql: server.sql, site: await siteOf(server.sql, server.site_id), clock: { now: () => NOON } });
const pageOf = async (person: Person, path: string) => (await person.get(path)).text();

beforeAll(async () => {
  const { sql, site_id } = server;
  await sql`update sites set settings = settings || '{"languages": ["de", "es"]}' where id = ${site_id}`;
  team = await new Person(server).signIn('day@team.example');
  const team_id = await accountOf('day@team.example');
  await sql`insert into account_roles (account_id, site_id, role) values (${team_id}, ${site_id}, 'site_admin')`;
  reader = await new Person(server).signIn('reader@people.example');
  reader_id = await accountOf('reader@people.example');
  await changeSettings(await contextOf(team_id), { new_listings: 'approved' });
});

test('a listing and a founder are reported once per person, and the decision is told to them', async () => {
  const { sql } = server;
  expect((await new Person(server).get('/listings/ledgerly/report')).headers.get('location')).toMatch(/^\/sign-in/);
  expect(await pageOf(reader, '/listings/ledgerly')).toContain('href="/listings/ledgerly/report"');
  for (const _ of [1, 2]) expect((await reader.send('/listings/ledgerly/report', { cause: 'spam', note: 'Buys links' })).status).toBe(303);
  const [founder] = await sql<{ slug: string }[]>`select slug from founders where site_id = ${server.site_id} order by id limit 1`;
  expect((await reader.send(`/founders/${founder!.slug}/report`, { cause: 'misleading' })).status).toBe(303);
  expect(await sql`select from reports where account_id = ${reader_id}`).toHaveLength(2);
  expect((await reader.send('/listings/ledgerly/report', { cause: 'nonsense' })).status).toBe(400);

  const page = await pageOf(team, '/admin/reports');
  expect(page).toContain('Buys links');
  expect(page).toMatch(/Reports\s*<span[^>]*>2/);
  const [listing] = await sql<{ id: number }[]>`select id from listings where slug = 'ledgerly' and site_id = ${server.site_id}`;
  const decide = (fields: Record<string, string>) =>
    team.send('/admin/reports/decide', { of: 'listing', reported_id: String(listing!.id), ...fields });
  expect((await decide({ decision: 'accepted' })).status).toBe(400);
  expect((await decide({ decision: 'accepted', reason: 'We removed the links.' })).status).toBe(303);
  expect(await pageOf(reader, '/notifications')).toContain('We removed the links.');
  expect((await decide({ decision: 'accepted', reason: 'Again' })).status).toBe(404);
  // A decided report may be followed by another.
  await reader.send('/listings/ledgerly/report', { cause: 'gone' });
  expect(await sql`select from reports where account_id = ${reader_id} and settled_at is null`).toHaveLength(2);
});

test('nobody can send more than twenty reports a day', async () => {
  const { sql, site_id } = server;
  const flooder = await new Person(server).signIn('flood@people.example');
  const id = await accountOf('flood@people.example');
  await sql`
    insert into reports (site_id, listing_id, account_id, cause, created_at)
    select site_id, id, ${id}, 'spam', ${NOON} from listings where site_id = ${site_id} and slug <> 'ledgerly' order by id limit 20`;
  expect((await flooder.send('/listings/ledgerly/report', { cause: 'spam' })).status).toBe(400);
  expect(await sql`select from reports where account_id = ${id}`).toHaveLength(20);
  await sql`delete from reports where account_id = ${id}`;
});

test('the inbox decides many things at once, leaves out what somebody else decided, and undoes all of it with one act', async () => {
  const { sql, site_id } = server;
  const owner = await contextOf(reader_id);
  const ids: number[] = [];
  for (let i = 0; i < 3; i++) {
    const { id } = await saveListing(sql, site_id, { owner_id: reader_id });
    await chooseFreePlan(owner, { listing_id: id });
    ids.push(id);
  }
  const [comment] = await sql<{ id: number }[]>`
    update comments set status = 'held' where id = (select id from comments where site_id = ${site_id} and status = 'shown' order by id limit 1) returning id`;
  const statuses = async () => [
    ...(await sql`select status from listings where id = any(${ids}) order by id`).map(({ status }) => status),
    (await sql`select status from comments where id = ${comment!.id}`)[0]!.status,
  ];
  const page = await pageOf(team, '/admin/inbox');
  for (const name of [...ids.map((id) => `item.approval.${id}`), `item.comment.${comment!.id}`]) expect(page).toContain(`name="${name}"`);
  const ticked = Object.fromEntries([...ids.map((id) => [`item.approval.${id}`, 'on']), [`item.comment.${comment!.id}`, 'on']]);

  expect((await team.send('/admin/inbox/decide', { decision: 'reject', ...ticked })).status).toBe(400);
  expect((await team.send('/admin/inbox/decide', { decision: 'accept' })).status).toBe(400);
  expect(await statuses()).toEqual(['draft', 'draft', 'draft', 'held']);
  await team.send(`/admin/approvals/${ids[0]}/approve`);
  const reply = await team.send('/admin/inbox/decide', { decision: 'reject', reason: 'Not here.', ...ticked });
  expect(reply.headers.get('location')).toMatch(/^\/admin\/inbox\?done=reject&decided=3&act=\d+$/);
  expect(await statuses()).toEqual(['awaiting_badge', 'removed', 'removed', 'removed']);
  const [act] = await sql<{ id: number }[]>`select id from team_acts where act = 'reject_items' order by id desc limit 1`;
  expect((await team.send('/admin/log/undo', { id: String(act!.id) })).status).toBe(303);
  expect(await statuses()).toEqual(['awaiting_badge', 'draft', 'draft', 'held']);
  expect((await team.send('/admin/log/undo', { id: String(act!.id) })).status).toBe(400);
});

test('the inbox keeps what was reported and shows what is held, however many wait before it', async () => {
  const { sql, site_id } = server;
  // More than a page of older comments and reviews that wait.
  const [listing] = await sql<{ id: number }[]>`select id from listings where site_id = ${site_id} and slug = 'packmoth'`;
  const insert = async (status: string, count: number, at: string) =>
    sql<{ id: number }[]>`
      insert into comments (site_id, listing_id, account_id, body, status, created_at, updated_at)
      select ${site_id}, ${listing!.id}, ${reader_id}, 'Words ' || n, ${status}, ${at}::timestamptz, ${at}::timestamptz
      from generate_series(1, ${count}::int) n returning id`;
  await insert('held', 60, '2026-01-01');
  const [[reported], [held]] = [await insert('shown', 1, '2026-11-01'), await insert('held', 1, '2026-11-01')];
  await sql`insert into comment_reports (comment_id, account_id, reason, created_at) values (${reported!.id}, ${reader_id}, 'Spam', ${NOON})`;
  const ticked = { [`item.comment.${reported!.id}`]: 'on', [`item.comment.${held!.id}`]: 'on' };
  const reply = await team.send('/admin/inbox/decide', { decision: 'accept', ...ticked });
  expect(reply.headers.get('location')).toMatch(/^\/admin\/inbox\?done=accept&decided=2&act=\d+$/);
  const acts = await sql<{ act: string }[]>`
    select act from team_acts where record = 'comment' and record_id in (${String(reported!.id)}, ${String(held!.id)}) order by id`;
  expect(acts.map(({ act }) => act)).toEqual(['keep_comment', 'show_comment']);
});

test('a German back office confirms in German, stores in the site’s language and writes to the owner in theirs', async () => {
  const { sql, site_id } = server;
  await sql`update accounts set language = 'es' where id = ${reader_id}`;
  const { id } = await saveListing(sql, site_id, { owner_id: reader_id });
  const page = await pageOf(team, `/de/admin/listings/${id}`);
  for (const text of ['Eigentümer ändern', 'Es ist Spam.', 'Nachricht an den Eigentümer']) expect(page).toContain(text);
  const { headers } = await team.send(`/de/admin/listings/${id}/remove`, { cause: 'spam' });
  expect(headers.get('location')).toBe(`/de/admin/listings/${id}?done=remove`);
  const removed = await pageOf(team, headers.get('location')!);
  expect(removed).toContain('Eintrag entfernt. Hat der Eintrag einen Eigentümer, wurde dieser benachrichtigt.');
  expect(removed).toContain('It is spam.');
  expect(await pageOf(reader, '/notifications')).toContain('Es spam.');
});
