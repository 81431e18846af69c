import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Ctx, Site } from '../../../src/kernel/context.ts';
import { reportComment, writeComment } from '../../../src/modules/comments/comments.ts';
import { reportReview, writeReview } from '../../../src/modules/listings/reviews/reviews.ts';
import { report } from '../../../src/modules/moderation/reports/reports.ts';
import { ADMIN_OPERATIONS, OPERATIONS } from '../../../src/registry.ts';
import { Person as Browser } from '../../support/accounts/person.ts';
import { answerIn, Memory, type Told, wantsPerson } from '../../support/http/mcp-clients.ts';
import { newPerson } from '../../support/http/oauth.ts';
import { type Member, NOON, problemIn, useServer } from '../../support/server.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const server = useServer();
let site: Site;
let admin: Member;

beforeAll(async () => {
  site = await siteOf(server.sql, server.site_id);
  admin = await server.member({ admin_of: server.site_id });
});

const ctxOf = (account_id: number): Ctx<Caller> => as(account_id, { sql: server.sql, site, clock: { now: () => NOON } });

/** The official client, with a key. */
const connect = async (key: string, path = '/mcp/admin') => {
  const client = new Client({ name: 'operator', version: '1.0.0' });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.root + path), { requestInit: { headers } }));
  return {
    tools: async () => (await client.listTools()).tools,
    call: async <T>(name: string, input: Record<string, unknown> = {}): Promise<T> =>
      answerIn((await client.callTool({ name, arguments: input })) as Told) as T,
    close: () => client.close(),
  };
};

const overview = (key: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.root}/admin/v1/overview`, { headers: { authorization: `Bearer ${key}`, ...headers } });

interface Pending {
  items: { id: number; body: string; reports: { reason: string }[] }[];
  has_more: boolean;
}
interface Change {
  entries: { id: number; act: string; client: string; can_undo: boolean }[];
  skipped: unknown[];
}

describe('an agent with only /mcp/admin', () => {
  test('has the tools of the operators’ API and no others', async () => {
    const agent = await connect(admin.key);
    const tools = await agent.tools();
    expect(tools.map(({ name }) => name)).toEqual(ADMIN_OPERATIONS.map(({ id }) => id));
    expect(tools.find(({ name }) => name === 'get_overview')!.annotations).toMatchObject({ readOnlyHint: true });
    // What the protocol takes for granted: it writes, and may destroy.
    expect(tools.find(({ name }) => name === 'remove_listings')!.annotations).toEqual({ openWorldHint: false });
    await agent.close();
    const member = await connect((await server.member()).key, '/mcp');
    expect((await member.tools()).map(({ name }) => name).toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
    await member.close();
  });

  test('moderates 50 reported comments, reviews, listings and founders, and takes its decisions back', async () => {
    const { sql, site_id } = server;
    const authors = await makeVoters(
      sql,
      Array.from({ length: 30 }, () => ({})),
    );
    // Several, since one can report only so much in a day.
    const readers = await makeVoters(
      sql,
      Array.from({ length: 10 }, () => ({})),
    );
    const readerOf = (n: number) => ctxOf(readers[n % readers.length]!);
    const bad = 'Buy followers at this shop';
    const note = (n: number) => (n % 2 === 0 ? bad : 'I do not like it');
    for (const [n, author] of authors.entries()) {
      const body = `${note(n)}. This is text number ${n} of a member.`;
      const about = { slug: 'ledgerly', reason: note(n) };
      if (n < 15) await reportComment(readerOf(n), { ...about, comment_id: (await writeComment(ctxOf(author), { ...about, body })).id });
      else {
        await writeReview(ctxOf(author), { slug: 'ledgerly', rating: 3, title: `Review ${n}`, body });
        const [review] = await sql<{ id: number }[]>`select id from reviews where account_id = ${author}`;
        await reportReview(readerOf(n), { ...about, review_id: review!.id });
      }
    }
    const slugsOf = async (of: 'listing' | 'founder') =>
      of === 'listing'
        ? sql<
            { slug: string }[]
          >`select slug from listings where site_id = ${site_id} and status = 'live' and slug <> 'ledgerly' order by id limit 10`
        : sql<{ slug: string }[]>`select slug from founders where site_id = ${site_id} and hidden_at is null order by id limit 10`;
    for (const of of ['listing', 'founder'] as const)
      for (const [n, { slug }] of (await slugsOf(of)).entries()) await report(readerOf(n), { of, slug, cause: 'spam', note: note(n) });

    const agent = await connect(admin.key);
    const waiting = async () => {
      const { comments, reviews, reports } = (await agent.call<{ waiting: Record<string, number> }>('get_overview')).waiting;
      return { comments, reviews, reports };
    };
    const before = await waiting();
    expect(before).toEqual({ comments: 15, reviews: 15, reports: 20 });
    const entries: Change['entries'] = [];
    const decide = async (tool: string, input: Record<string, unknown>) => {
      const change = await agent.call<Change>(tool, input);
      expect(change.skipped).toEqual([]);
      entries.push(...change.entries);
    };
    for (const kind of ['comment', 'review'] as const) {
      const { items } = await agent.call<Pending>(`list_pending_${kind}s`, { per_page: 100 });
      const idsOf = (is_bad: boolean) => items.filter(({ body }) => body.startsWith(bad) === is_bad).map(({ id }) => id);
      await decide(`decide_${kind}s`, { [`${kind}_ids`]: idsOf(true), decision: 'remove', reason: 'Advertising.' });
      await decide(`decide_${kind}s`, { [`${kind}_ids`]: idsOf(false), decision: 'keep', reason: 'An opinion.' });
    }
    const { items } = await agent.call<{ items: { of: string; id: number; reports: { note: string }[] }[] }>('list_reports', {
      per_page: 100,
    });
    for (const of of ['listing', 'founder']) {
      const idsOf = (is_bad: boolean) =>
        items.filter((one) => one.of === of && (one.reports[0]!.note === bad) === is_bad).map(({ id }) => id);
      if (of === 'listing') await decide('remove_listings', { listing_ids: idsOf(true), cause: 'spam' });
      else for (const founder_id of idsOf(true)) await decide('set_founder_hidden', { founder_id, hidden: true });
      await decide('decide_reports', { of, reported_ids: idsOf(true), decision: 'accepted', answer: 'Thank you, it is gone.' });
      await decide('decide_reports', { of, reported_ids: idsOf(false), decision: 'dismissed', answer: 'We found nothing wrong.' });
    }
    expect(await waiting()).toEqual({ comments: 0, reviews: 0, reports: 0 });
    // 30 decisions about texts, 20 about reports, and the 10 records that were taken down.
    expect(entries).toHaveLength(60);

    const log = await agent.call<{ items: Change['entries'] }>('list_log', { per_page: 100 });
    const own = log.items.filter(({ client }) => client === 'test');
    expect(own.map(({ id }) => id).toSorted()).toEqual(entries.map(({ id }) => id).toSorted());
    expect(own.every(({ can_undo }) => can_undo)).toBe(true);
    const undone = await agent.call<Change>('undo', { entry_ids: own.map(({ id }) => id) });
    expect([undone.entries.length, undone.skipped]).toEqual([60, []]);
    expect(await waiting()).toEqual(before);
    const [hidden] = await sql`
      select (select count(*)::int from founders where site_id = ${site_id} and hidden_at is not null) as founders,
        (select count(*)::int from listings where site_id = ${site_id} and status = 'removed') as listings`;
    expect(hidden).toEqual({ founders: 0, listings: 0 });
    await agent.close();
  });

  test('sees and does nothing without the scope', async () => {
    for (const key of [(await server.member()).key, null]) {
      const answer = await fetch(`${server.root}/mcp/admin`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(key && { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
      expect(answer.status).toBe(key ? 403 : 401);
      expect(answer.headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource/mcp/admin');
    }
  });
});

describe('a key with site:admin', () => {
  const createKey = (browser: Browser) =>
    browser.send('/account/keys', { name: 'Agent', lives: '90', 'site:admin': 'on' }).then((response) => response.text());
  const signInAs = async (email: string) => new Browser(server).signIn(email);

  test('is offered to admins of the site only, with a warning, and its actions show in the log', async () => {
    const member = await signInAs('somebody@example.com');
    expect(await (await member.get('/account/keys')).text()).not.toContain('site:admin');
    expect(await createKey(member)).toContain('Only admins of this site can choose this.');
    expect(await server.sql`select from api_keys where name = 'Agent'`).toHaveLength(0);

    const boss = await signInAs('boss@example.com');
    await server.sql`insert into account_roles (account_id, site_id, role) select id, ${server.site_id}, 'site_admin' from accounts where email = 'boss@example.com'`;
    expect(await (await boss.get('/account/keys')).text()).toContain('This is powerful.');
    const key = /lw_[\w-]{43}/.exec(await createKey(boss))![0];
    expect((await overview(key)).status).toBe(200);
    const set = await fetch(`${server.root}/admin/v1/products/featured/price`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ price_cents: 7700, on_offer: true }),
    });
    expect(set.status).toBe(200);
    expect(await (await boss.get('/admin/log')).text()).toMatch(/with <bdi>Agent<\/bdi>/);
  });

  test('ends with the role, and its name goes with the account', async () => {
    const one = await server.member({ admin_of: server.site_id });
    expect((await overview(one.key)).status).toBe(200);
    await server.sql`delete from account_roles where account_id = ${one.account_id}`;
    const refused = await overview(one.key);
    expect([refused.status, (await problemIn(refused)).code]).toEqual([403, 'insufficient_scope']);
    const [act] = await server.sql`
      insert into team_acts (site_id, account_id, client, act, record, record_id, at)
      values (${server.site_id}, ${one.account_id}, 'Ada’s agent', 'set_price', 'product', 'launch', ${NOON}) returning id`;
    await server.sql`delete from accounts where id = ${one.account_id}`;
    expect(await server.sql`select account_id, client from team_acts where id = ${act!.id}`).toEqual([{ account_id: null, client: null }]);
  });

  test('is for the site it was created on', async () => {
    const root = server.root.replace('localhost', '127.0.0.1');
    const [other] = await server.sql<{ id: number }[]>`
      insert into sites (key, name, root, tagline, purpose, time_zone) values ('other', 'Other', ${root}, '', '', 'UTC') returning id`;
    await server.sql`insert into account_roles (account_id, site_id, role) values (${admin.account_id}, ${other!.id}, 'site_admin')`;
    const nameThere = async () => ((await (await fetch(`${root}/api/v1/site`)).json()) as { name: string }).name;
    await expect.poll(nameThere, { timeout: 5000 }).toBe('Other');
    const refused = await fetch(`${root}/admin/v1/overview`, { headers: { authorization: `Bearer ${admin.key}` } });
    expect([refused.status, (await problemIn(refused)).code]).toEqual([403, 'insufficient_scope']);
    expect((await overview(admin.key)).status).toBe(200);
  });
});

describe('an application', () => {
  const tryToConnect = async (memory: Memory) => {
    const client = new Client({ name: 'operator', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(`${server.root}/mcp/admin`), { authProvider: memory as never });
    const error = await client.connect(transport).then(
      () => null,
      (error) => error,
    );
    return { client, transport, error };
  };

  test('gets site:admin by the consent of an admin, and calls with it', async () => {
    const person = await newPerson(server);
    await server.sql`insert into account_roles (account_id, site_id, role) values (${person.account_id}, ${server.site_id}, 'site_admin')`;
    const memory = new Memory();
    const first = await tryToConnect(memory);
    expect(wantsPerson(first.error)).toBe(true);
    expect(memory.sent!.searchParams.get('scope')).toBe('site:admin');
    const { response } = await person.open(memory.sent!.href);
    const html = await response!.text();
    for (const text of ['Run this site as its team', 'This is powerful.']) expect(html).toContain(text);
    await first.transport.finishAuth((await person.answer(memory.sent!)).searchParams);
    expect(memory.stored!.scope).toBe('site:admin');
    const { client, error } = await tryToConnect(memory);
    expect(error).toBeNull();
    const told = (await client.callTool({ name: 'get_overview', arguments: {} })) as Told;
    expect(answerIn(told)).toHaveProperty('waiting');
    await client.close();
    // It is for the operators' API only, and REST accepts it.
    const token = memory.stored!.access_token;
    expect((await overview(token)).status).toBe(200);
    expect((await fetch(`${server.api}/me`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
    await server.sql`delete from account_roles where account_id = ${person.account_id}`;
    expect((await overview(token)).status).toBe(403);
  });

  test('does not get it from a member, nor for the public API', async () => {
    const person = await newPerson(server);
    const memory = new Memory();
    await tryToConnect(memory);
    const { response } = await person.open(memory.sent!.href);
    const html = await response!.text();
    expect(html).toContain('Only admins of');
    expect(html).not.toContain('value="allow"');
    const back = await person.answer(memory.sent!);
    expect(back.searchParams.get('error')).toBe('access_denied');
    const metadata = async (path: string) =>
      ((await (await server.get(`/.well-known/${path}`)).json()) as { scopes_supported: string[] }).scopes_supported;
    expect(await metadata('oauth-protected-resource/mcp')).not.toContain('site:admin');
    expect(await metadata('oauth-authorization-server')).not.toContain('site:admin');
    expect(await metadata('oauth-protected-resource/mcp/admin')).toEqual(['site:admin']);
  });
});

test('the API describes itself, apart from the public one', async () => {
  const document = (await (await server.get('/admin/v1/openapi.json')).json()) as { paths: object; servers: { url: string }[] };
  expect(Object.values(document.paths).flatMap(Object.keys)).toHaveLength(ADMIN_OPERATIONS.length);
  expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
  expect(document.servers[0]!.url).toBe(`${server.root}/admin/v1`);
  expect(await (await server.get('/api/v1/openapi.json')).text()).not.toContain('dry_run');
  const index = (await (await server.get('/admin/v1/')).json()) as { operations: unknown[] };
  expect(index.operations).toHaveLength(ADMIN_OPERATIONS.length);
});
