import { beforeAll, describe, expect, test } from 'vitest';
import { locationOf, type Operation } from '../../../src/kernel/operation.ts';
import { readInput } from '../../../src/kernel/validate.ts';
import { OPERATIONS } from '../../../src/registry.ts';
import { FORM_ACTIONS } from '../../../src/web/server/form-table.ts';
import { pathOf } from '../../support/calls.ts';
import { useServer } from '../../support/server.ts';
import { addressesOf, PATHS, SHARE_IMAGES } from '../../support/site-addresses.ts';
import type { Content } from '../../support/site-content.ts';
import { formFor, inputFor, namedBy } from '../../support/site-forms.ts';
import { type Answer, HERE_ROOT, type Marked, siteTables, stateOf, useTwoSites } from '../../support/two-sites.ts';

const server = useServer({ demo: 'few votes', site_root: HERE_ROOT });
const two = useTwoSites(server);
const bothWays = (): [Marked, Marked][] => [
  [two.here, two.there],
  [two.there, two.here],
];

/** True if a response contains anything of a site. Redirects to sign-in contain the requested address, so they are ignored. */
const containsMark = ({ body, location = '' }: Answer, { mark }: Marked): boolean =>
  `${body} ${location.startsWith('/sign-in') ? '' : location}`.toLowerCase().includes(mark);

test('every table with a site_id has rows of both sites', async () => {
  const { sql } = server;
  const empty: string[] = [];
  for (const name of await siteTables(server))
    for (const { site, mark } of [two.here, two.there]) {
      const [row] = await sql<{ count: number }[]>`select count(*)::int as count from ${sql(name)} where site_id = ${site.id}`;
      if (row!.count === 0) empty.push(`${name} ${mark}`);
    }
  expect(empty).toEqual([]);
});

test('a row that is written, changed, moved or deleted is noted for its site', async () => {
  const { sql } = server;
  const written = async () => Promise.all([two.here, two.there].map(async ({ site }) => (await stateOf(server, site.id)).categories ?? 0));
  const [here, there] = (await written()) as [number, number];
  const [row] = await sql<{ id: number }[]>`
    insert into categories (site_id, slug, name, position) values (${two.here.site.id}, 'noted', 'Noted', 99) returning id`;
  expect(await written()).toEqual([here + 1, there]);
  await sql`update categories set site_id = ${two.there.site.id} where id = ${row!.id}`;
  expect(await written()).toEqual([here + 2, there + 1]);
  await sql`delete from categories where id = ${row!.id}`;
  expect(await written()).toEqual([here + 2, there + 2]);
  await sql`update sites set name = name where id = ${two.there.site.id}`;
  // As it was, and as it is.
  expect((await stateOf(server, two.there.site.id)).sites).toBe(2);
});

/** Names other sites on purpose: an edit may apply to the same company's listings elsewhere (apply_to). */
const NAMES_OTHERS = '/dashboard/listings/:listing_id/edit';

describe.each(PATHS)('%s', (path, open) => {
  test('shows nothing of another site for any address', async () => {
    const leaks: string[] = [];
    for (const [own, other] of bothWays())
      for (const address of new Set([...(await addressesOf(server, own, path)), ...(await addressesOf(server, other, path))]))
        for (const who of open ? (['owner', null] as const) : (['owner'] as const)) {
          const answer = await two.ask(own.site, address, { who });
          if (path === NAMES_OTHERS) answer.body = answer.body.replaceAll(other.site.name, '');
          if (containsMark(answer, other) || answer.status >= 500) leaks.push(`${own.mark} ${who} ${address} ${answer.status}`);
        }
    expect(leaks).toEqual([]);
  });
});

test.each(SHARE_IMAGES)('%s is rendered for the requested site', async (path) => {
  for (const [own, other] of bothWays())
    for (const address of await addressesOf(server, other, path)) {
      const [mine, theirs] = await Promise.all(
        [own, other].map(({ site }) => two.ask(site, address, { headers: { 'if-none-match': '*' } })),
      );
      expect([304, 404]).toContain(mine!.status);
      if (mine!.status === 304) expect(mine!.etag).not.toBe(theirs!.etag);
    }
});

test('oEmbed works only for addresses of the same site', async () => {
  for (const [own, other] of bothWays()) {
    const embed = ({ site, content }: Marked) =>
      two.ask(own.site, `/oembed?url=${encodeURIComponent(`${site.root}/listings/${content.slug}`)}`);
    expect((await embed(own)).status).toBe(200);
    expect((await embed(other)).status).toBe(404);
  }
});

test('suggestions contain only the site’s own products', async () => {
  for (const [own, other] of bothWays()) {
    const typed = ({ mark }: Marked) => two.ask(own.site, `/suggestions?q=${mark}`);
    expect(JSON.parse((await typed(own)).body).items.length).toBeGreaterThan(0);
    expect(JSON.parse((await typed(other)).body).items).toEqual([]);
  }
});

test('a voter has a different number on each site, so that public ledgers cannot be joined', async () => {
  const numbers = await server.sql`
    select v.account_id, count(distinct v.site_id)::int as sites, count(distinct b.voter_id)::int as numbers
    from voters v join ballots b on b.site_id = v.site_id and b.voter_id = v.id
    where v.account_id in ${server.sql(Object.values(two.accounts))} group by 1`;
  expect(numbers.length).toBeGreaterThan(0);
  for (const voter of numbers) expect(voter).toMatchObject({ sites: 2, numbers: 2 });
});

test('each site has its own name, prices and admins', async () => {
  const { sql } = server;
  for (const [own, other] of bothWays()) {
    const priceOf = async ({ site }: Marked) =>
      JSON.parse((await two.ask(site, '/api/v1/products')).body).items.find(({ code }: { code: string }) => code === 'launch').price_cents;
    expect(await priceOf(own)).toBe(4900 + own.site.id);
    expect((await two.ask(own.site, '/products')).body).toContain(`$49.0${own.site.id}`);
    expect((await two.ask(own.site, '/products')).body).not.toContain(`$49.0${other.site.id}`);
    expect(JSON.parse((await two.ask(own.site, '/api/v1/site')).body)).toMatchObject({ key: own.site.key, name: own.site.name });
    await sql`insert into account_roles (account_id, site_id, role) values (${two.accounts.friend}, ${own.site.id}, 'site_admin')`;
    expect((await two.ask(own.site, '/admin', { who: 'friend' })).status).toBe(200);
    expect((await two.ask(other.site, '/admin', { who: 'friend' })).status).toBe(404);
    await sql`delete from account_roles where account_id = ${two.accounts.friend}`;
  }
});

/** How to call an operation: over REST, and as an MCP tool. */
const TRANSPORTS: Record<
  string,
  (own: Marked, row: Operation, input: Record<string, unknown>, headers: Record<string, string>) => Promise<Answer>
> = {
  rest: ({ site }, row, input, headers) => {
    const body = Object.fromEntries(Object.entries(input).filter(([name]) => locationOf(row, name) === 'body'));
    const json = Object.keys(body).length ? body : undefined;
    return two.ask(site, `/api/v1${pathOf(row, input)}`, { method: row.method, json, headers });
  },
  mcp: ({ site }, row, input, headers) =>
    two.ask(site, '/mcp', {
      json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: row.id, arguments: input } },
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-03-26', ...headers },
    }),
};

describe.each(Object.keys(TRANSPORTS))('over %s', (transport) => {
  const call = (own: Marked, row: Operation, content: Content, mark: string) =>
    TRANSPORTS[transport]!(own, row, inputFor(row, content, mark), { authorization: `Bearer ${two.key}` });

  test.each(OPERATIONS)('$id: reveals and changes nothing of another site, and works on its own', async (row) => {
    for (const [own, other] of bothWays()) {
      const before = row.method === 'GET' ? null : await stateOf(server, other.site.id);
      const across = await call(own, row, other.content, other.mark);
      // The response may repeat the input.
      const body = across.body.replaceAll(JSON.stringify(inputFor(row, other.content, other.mark)).slice(1, -1), '');
      if (across.status < 400 && !/is_?error":true|isError":true/.test(body))
        expect(containsMark({ ...across, body: body }, other), body).toBe(false);
      expect(across.status).toBeLessThan(500);
      if (before) expect(await stateOf(server, other.site.id)).toEqual(before);
      const own_answer = await call(own, row, own.content, own.mark);
      expect(own_answer.status, own_answer.body).toBe(transport === 'mcp' ? 200 : row.status);
    }
  });
});

/** Account forms work the same on every site. */
const ACCOUNT_PATHS = /^\/(account(?!\/applications)|sign-)/;
const SITE_ACTIONS = FORM_ACTIONS.filter((action) => action.for !== 'admin' && !ACCOUNT_PATHS.test(action.path));

/** Forms whose ids also exist on this site, or that create something, or only mark something as read. */
const VALID_ON_BOTH = [
  '/notifications/read',
  '/account/applications/disconnect',
  '/admin/votes/decide',
  '/admin/ledger/witnesses/remove',
  '/admin/categories/new',
  '/admin/blog/new',
];

describe('a form', () => {
  let state: Record<string, number>;
  beforeAll(async () => {
    state = await stateOf(server, two.there.site.id);
  });

  test.each(SITE_ACTIONS.map((action) => [action.path, action] as const))('%s does nothing to another site', async (_path, action) => {
    const { here, there } = two;
    const named = namedBy(action);
    // First all values belong to the other site, then all but the first.
    for (const own of named.length > 1 ? [null, named[0]] : [null]) {
      const { path, params, form } = formFor(action, (name) => (name === own ? here : there).content);
      expect(() => readInput({ input: action.input } as Operation, { ...form, ...params }), 'the form is whole').not.toThrow();
      const answer = await two.ask(here.site, path, { who: 'owner', form });
      expect(answer.status).toBeLessThan(500);
      if (named.length && own === null && !VALID_ON_BOTH.includes(action.path)) expect([400, 404]).toContain(answer.status);
      const body = Object.values(form).reduce((body, value) => body.replaceAll(value, ''), answer.body);
      if (answer.status !== 303) expect(containsMark({ ...answer, body }, there)).toBe(false);
      const [was, now] = [state, await stateOf(server, there.site.id)];
      state = now;
      expect(now).toEqual(was);
    }
  });
});

describe('tokens and keys', () => {
  test('an access token works only on the site that issued it', async () => {
    for (const [own, token] of [
      [two.here, two.tokens.here],
      [two.there, two.tokens.there],
    ] as const) {
      const other = own === two.here ? two.there : two.here;
      const headers = { authorization: `Bearer ${token}` };
      const [row] = OPERATIONS.filter(({ id }) => id === 'get_account');
      for (const call of Object.values(TRANSPORTS)) {
        expect((await call(own, row!, {}, headers)).status).toBe(200);
        expect((await call(other, row!, {}, headers)).status).toBe(401);
      }
    }
  });

  test.each([
    ['/invites', 'invite_token'],
    ['/claims/confirm', 'claim_token'],
    ['/unsubscribe', 'unsubscribe_token'],
  ] as const)('a link to %s works only on the site that mailed it', async (path, name) => {
    for (const [own, other] of bothWays()) {
      const open = ({ site }: Marked, more: object = {}) => two.ask(site, `${path}?token=${other.content[name]}`, more);
      expect((await open(other)).status).toBe(200);
      const answer = await open(own);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(containsMark(answer, other)).toBe(false);
      const before = await stateOf(server, other.site.id);
      expect((await open(own, { form: { token: other.content[name], name: 'Somebody' } })).status).toBeGreaterThanOrEqual(400);
      expect(await stateOf(server, other.site.id)).toEqual(before);
    }
  });

  test('the same Idempotency-Key on another site is another request', async () => {
    const drafts = await Promise.all(
      [two.here, two.there].map(({ site }) => {
        const headers = { authorization: `Bearer ${two.key}`, 'idempotency-key': 'the-same' };
        return two.ask(site, '/api/v1/drafts', { json: { url: 'https://same-key.test' }, headers });
      }),
    );
    const [here, there] = drafts.map(({ body }) => JSON.parse(body).id as string);
    expect(here).not.toBe(there);
    expect((await two.ask(two.here.site, `/drafts/${there}`, { who: 'owner' })).status).toBe(404);
  });

  test('only the account export contains what the account did on all sites', async () => {
    for (const { site } of [two.here, two.there]) {
      const { body } = await two.ask(site, '/account/export', { who: 'owner', form: {} });
      expect([two.here.mark, two.there.mark].map((mark) => body.includes(mark))).toEqual([true, true]);
      const { body: nothing } = await two.ask(site, '/account/export', { who: 'friend', form: {} });
      expect(nothing).not.toContain(two.here.content.number);
    }
  });
});
