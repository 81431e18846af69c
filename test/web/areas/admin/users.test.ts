import { beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../../src/modules/accounts/credentials/api-keys.ts';
import { API_SCOPES } from '../../../../src/modules/accounts/schema.ts';
import { findNewestMail, Person } from '../../../support/accounts/person.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { as, siteOf } from '../../../support/voters.ts';

const server = useServer();
let team: Person;
let maker: Person;
let maker_id: number;

const accountOf = async (email: string): Promise<number> =>
  (await server.sql<{ id: number }[]>`select id from accounts where email_key = ${email}`)[0]!.id;
const pageOf = async (person: Person, path: string) => (await person.get(path)).text();

beforeAll(async () => {
  const { sql, site_id } = server;
  team = await new Person(server).signIn('day@team.example');
  await sql`insert into account_roles (account_id, site_id, role) values (${await accountOf('day@team.example')}, ${site_id}, 'site_admin')`;
  maker = await new Person(server).signIn('maker@works.example');
  maker_id = await accountOf('maker@works.example');
  const { id } = await saveListing(sql, site_id, { owner_id: maker_id });
  await sql`update listings set name = 'Harbourmaster', domain = 'harbour.example' where id = ${id}`;
});

describe('users', () => {
  test.each(['maker@works', 'Harbourm', 'harbour.example', () => String(maker_id)])('are found by %s', async (q) => {
    const text = typeof q === 'string' ? q : q();
    const html = await pageOf(team, `/admin/users?q=${encodeURIComponent(text)}`);
    expect(html).toContain('maker@works.example');
    expect(html.match(/office-title/g)).toHaveLength(1);
  });

  test('are not found by a wildcard, and nobody else sees the page', async () => {
    expect(await pageOf(team, '/admin/users?q=%25')).toContain('Nobody matches.');
    expect((await maker.get('/admin/users')).status).toBe(404);
  });

  test('have a page with what they own, and who only uses other sites has none', async () => {
    expect(await pageOf(team, `/admin/users/${maker_id}`)).toContain('Harbourmaster');
    await server.sql`insert into accounts (email, email_key) values ('else@where.example', 'else@where.example')`;
    expect((await team.get(`/admin/users/${await accountOf('else@where.example')}`)).status).toBe(404);
  });

  test('their export is what they download themselves, and it is logged', async () => {
    const reply = await team.send(`/admin/users/${maker_id}/export`);
    const [theirs, own] = [JSON.parse(await reply.text()), JSON.parse(await (await maker.send('/account/export')).text())];
    expect({ ...theirs, exported_at: '' }).toEqual({ ...own, exported_at: '' });
    const [act] = await server.sql`select act, record_id, title from team_acts order by id desc limit 1`;
    expect(act).toEqual({ act: 'export_account', record_id: String(maker_id), title: null });
  });

  test('who use another site too are exported and deleted by network admins only', async () => {
    const { sql } = server;
    const [other] = await sql<{ id: number }[]>`
      insert into sites (key, name, tagline, purpose, root, time_zone) values ('other', 'Other', '', '', 'http://other.example', 'UTC') returning id`;
    await sql`insert into site_members (site_id, account_id, joined_at) values (${other!.id}, ${maker_id}, ${NOON})`;
    expect((await team.send(`/admin/users/${maker_id}/export`)).status).toBe(400);
    expect((await team.send(`/admin/users/${maker_id}/delete`, { email: 'maker@works.example', reason: 'By mail' })).status).toBe(400);
    await sql`delete from site_members where site_id = ${other!.id}`;
  });

  test('are deleted only with their address typed, and admins never', async () => {
    await new Person(server).signIn('leaver@works.example');
    const path = `/admin/users/${await accountOf('leaver@works.example')}/delete`;
    expect((await team.send(path, { email: 'maker@works.example', reason: 'By mail' })).status).toBe(400);
    expect((await team.send(path, { email: 'leaver@works.example', reason: 'By mail' })).status).toBe(303);
    expect(await server.sql`select from accounts where email_key = 'leaver@works.example'`).toHaveLength(0);
    const own = await accountOf('day@team.example');
    expect((await team.send(`/admin/users/${own}/delete`, { email: 'day@team.example', reason: 'x' })).status).toBe(400);
    expect((await team.send(`/admin/users/${own}/ban`, { reason: 'x' })).status).toBe(400);
  });
});

describe('a banned account', () => {
  test('is signed out, told why, and can write nothing here until the ban is lifted', async () => {
    const { sql, site_id } = server;
    const site = await siteOf(sql, site_id);
    const { key } = await createKey(as(maker_id, { sql, site, clock: { now: () => NOON } }), {
      name: 'k',
      scopes: [...API_SCOPES],
      expires_at: null,
    });
    const submit = async () => {
      const reply = await fetch(`${server.root}/api/v1/drafts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: 'https://banned.test' }),
      });
      return { status: reply.status, body: (await reply.json()) as { code?: string; detail?: string } };
    };
    expect((await team.send(`/admin/users/${maker_id}/ban`, { reason: 'Spam in comments.' })).status).toBe(303);
    const { text } = await findNewestMail(server, 'maker@works.example');
    for (const said of ['Spam in comments.', '/contact']) expect(text).toContain(said);
    expect(text).not.toContain('reply');
    expect(await sql`select from sessions where account_id = ${maker_id}`).toHaveLength(0);

    await maker.signIn('maker@works.example');
    expect(await pageOf(maker, '/account')).toContain('Spam in comments.');
    expect((await maker.send('/listings/ledgerly/vote')).status).toBe(403);
    expect((await maker.send('/listings/ledgerly/comments', { body: 'Hello' })).status).toBe(403);
    expect(await sql`select from voters where account_id = ${maker_id}`).toHaveLength(0);
    expect(await submit()).toMatchObject({
      status: 403,
      body: { code: 'account_banned', detail: expect.stringContaining('Spam in comments.') },
    });
    expect((await maker.send('/account/export')).status).toBe(200);
    expect(await pageOf(team, '/admin/users?show=banned')).toContain('maker@works.example');

    expect((await team.send(`/admin/users/${maker_id}/lift-ban`)).status).toBe(303);
    expect((await maker.send('/listings/ledgerly/vote')).status).toBe(303);
    expect((await submit()).status).toBe(201);
  });

  test('stays banned when it is deleted and made again, and cannot change its address; only a hash is kept', async () => {
    const { sql, site_id } = server;
    const person = await new Person(server).signIn('again@works.example');
    const id = await accountOf('again@works.example');
    expect((await team.send(`/admin/users/${id}/ban`, { reason: 'Spam.' })).status).toBe(303);
    await person.signIn('again@works.example');
    expect((await person.send('/account/move', { email: 'other@works.example' })).status).toBe(403);
    expect((await person.send('/account/delete', { email: 'again@works.example' })).status).toBe(303);
    expect(await sql`select from bans where account_id = ${id}`).toHaveLength(0);
    const [kept] = await sql`select * from banned_mailboxes where site_id = ${site_id} order by deleted_at desc limit 1`;
    expect(Object.keys(kept!).toSorted()).toEqual(['banned_at', 'deleted_at', 'mailbox', 'site_id']);

    const other = await new Person(server).signIn('someone-else@works.example');
    expect((await other.send('/listings/ledgerly/vote')).status).toBe(303);
    const again = await new Person(server).signIn('Again@works.example');
    expect((await again.send('/listings/ledgerly/vote')).status).toBe(403);
    const new_id = await accountOf('again@works.example');
    expect(await pageOf(team, `/admin/users/${new_id}`)).toContain('A former account with this email address was banned.');
    expect((await team.send(`/admin/users/${new_id}/lift-ban`)).status).toBe(303);
    expect((await again.send('/listings/ledgerly/vote')).status).toBe(303);
    expect(await sql`select from banned_mailboxes where site_id = ${site_id}`).toHaveLength(0);
  });

  test('cannot vote with a form that waited for the sign-in', async () => {
    const visitor = new Person(server);
    const { sql } = server;
    await new Person(server).signIn('waits@works.example');
    const id = await accountOf('waits@works.example');
    await team.send(`/admin/users/${id}/ban`, { reason: 'Spam' });
    await visitor.send('/listings/ledgerly/vote');
    await visitor.signIn('waits@works.example');
    expect(await sql`select from voters where account_id = ${id}`).toHaveLength(0);
  });
});
