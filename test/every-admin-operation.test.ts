import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_TOOLS } from '../src/http/mcp-tools.ts';
import { locationOf, type Operation } from '../src/kernel/operation.ts';
import { validatorOf } from '../src/kernel/validate.ts';
import { ADMIN_OPERATIONS, OPERATIONS } from '../src/registry.ts';
import { pathOf } from './support/calls.ts';
import { problemIn, useServer } from './support/server.ts';
import { tableDigests } from './support/table-digests.ts';
import { teamCases } from './support/team-cases.ts';

const server = useServer({ demo: 'few votes' });
type NewMember = Awaited<ReturnType<typeof server.member>>;
let admin: NewMember;
let former_admin: NewMember;
let member: NewMember;
let cases: ReturnType<typeof teamCases>;
beforeAll(async () => {
  admin = await server.member({ admin_of: server.site_id });
  former_admin = await server.member({ admin_of: server.site_id });
  member = await server.member();
  await server.sql`delete from account_roles where account_id = ${former_admin.account_id}`;
  cases = teamCases(server, admin.account_id);
});

type Input = Record<string, unknown>;

const send = (row: Operation, input: Input, key: string | null = admin.key): Promise<Response> => {
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => locationOf(row, name) === 'body'));
  const has_body = row.method !== 'GET' && row.method !== 'DELETE';
  return fetch(`${server.root}/admin/v1${pathOf(row, input)}`, {
    method: row.method,
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...(has_body && { 'content-type': 'application/json' }) },
    ...(has_body && { body: JSON.stringify(body) }),
  });
};

const answerOf = async <T>(row: Operation, input: Input): Promise<T> => {
  const response = await send(row, input);
  const body = await response.json();
  expect([response.status, body]).toEqual([200, expect.anything()]);
  expect(validatorOf(row.output).Errors(body)).toEqual([]);
  return body as T;
};

const operationOf = (id: string): Operation => ADMIN_OPERATIONS.find((row) => row.id === id)!;
const READS = ADMIN_OPERATIONS.filter(({ method }) => method === 'GET');
const WRITES = ADMIN_OPERATIONS.filter(({ method }) => method !== 'GET');

test('they are no part of the public API: other ids, and an address of their own', () => {
  const ids = [...OPERATIONS, ...ADMIN_OPERATIONS].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ADMIN_OPERATIONS.map(({ method, path }) => `${method} ${path}`)).size).toBe(ADMIN_OPERATIONS.length);
  expect(ADMIN_OPERATIONS.every(({ access }) => access === 'site:admin')).toBe(true);
});

test('none of them votes, moves money or changes the team', () => {
  expect(ADMIN_OPERATIONS.filter(({ id, method }) => method !== 'GET' && /vote|refund|pay|admin|team|key/.test(id))).toEqual([]);
});

test('the tools take at most 40 KB', () => {
  expect(Buffer.byteLength(JSON.stringify(ADMIN_TOOLS.tools))).toBeLessThan(40_000);
});

describe.each(ADMIN_OPERATIONS)('$id', (row) => {
  test('its example matches its schema, and its path uses only its properties', () => {
    expect(validatorOf(row.input).Errors(row.example)).toEqual([]);
    for (const [, name] of row.path.matchAll(/\{(\w+)\}/g)) expect(row.input.properties).toHaveProperty(name!);
  });

  test('needs the scope, and an account on the team', async () => {
    const missing = await send(row, row.example as Input, null);
    expect([missing.status, (await problemIn(missing)).code]).toEqual([401, 'missing_credentials']);
    expect(missing.headers.get('www-authenticate')).toContain('scope="site:admin", resource_metadata=');
    const refused = await send(row, row.example as Input, member.key);
    expect([refused.status, (await problemIn(refused)).code]).toEqual([403, 'insufficient_scope']);
    const gone = await send(row, row.example as Input, former_admin.key);
    expect([gone.status, (await problemIn(gone)).code]).toEqual([403, 'insufficient_scope']);
  });
});

test.each(READS)('$id: answers as its schema says', async (row) => {
  const ids: Input = {
    get_listing_record: { listing_id: (await server.sql`select id from listings order by id limit 1`)[0]!.id },
    get_legal_text: { kind: 'imprint' },
    test_setup_step: { key: 'domain' },
    get_import: {
      import_id: (
        await server.sql`
          insert into imports (site_id, status, file_name, created_at, updated_at) values (${server.site_id}, 'mapping', 'a.csv', now(), now())
          returning id`
      )[0]!.id,
    },
    get_post: { post_id: (await server.sql`select id from blog_posts order by id limit 1`)[0]!.id },
  };
  if (row.id === 'get_order_record') return;
  const input = (ids[row.id] ?? {}) as Input;
  if (/job|mail/.test(row.id)) {
    expect((await problemIn(await send(row, input))).code).toBe('insufficient_scope');
    await server.sql`update accounts set is_network_admin = true where id = ${admin.account_id}`;
  }
  await answerOf(row, input);
  await server.sql`update accounts set is_network_admin = false where id = ${admin.account_id}`;
});

interface Entry {
  id: number | null;
  act: string;
  before: unknown;
  after: unknown;
  client: string | null;
  can_undo: boolean;
}
interface Change {
  dry_run: boolean;
  entries: Entry[];
  skipped: unknown[];
}

test('every write has a case', () => {
  expect(Object.keys(cases).toSorted()).toEqual(WRITES.map(({ id }) => id).toSorted());
});

/** What a record looks like, without what only tells that something happened to it. */
const look = async (shown: NonNullable<(typeof cases)[string]['shown']>, input: Input): Promise<unknown> => {
  const [id, inputOf = (): Input => ({})] = shown;
  const { slug, ...asked } = inputOf(input);
  if (slug) asked.listing_id = (await server.sql`select id from listings where slug = ${slug as string}`)[0]!.id;
  const { history: _, updated_at: __, ...rest } = await answerOf<Input>(operationOf(id), asked);
  return rest;
};

test.each(WRITES)('$id: a dry run changes nothing; the change is in the log with the key, and undo takes it back', async (row) => {
  const { input: makeInput, shown } = cases[row.id]!;
  const input = await makeInput();
  const before = shown && (await look(shown, input));
  const digests = await tableDigests(server.sql);
  const dry = await answerOf<Change>(row, { ...input, dry_run: true });
  expect(await tableDigests(server.sql)).toEqual(digests);
  expect(dry).toMatchObject({ dry_run: true, skipped: [] });
  expect(dry.entries.length).toBeGreaterThan(0);
  expect(dry.entries.every(({ id, can_undo }) => id === null && !can_undo)).toBe(true);

  const { entries } = await answerOf<Change>(row, input);
  expect(entries.map(({ act, before }) => [act, before])).toEqual(dry.entries.map(({ act, before }) => [act, before]));
  expect(entries.every(({ client, id }) => client === 'test' && id !== null)).toBe(true);
  const { items } = await answerOf<{ items: Entry[] }>(operationOf('list_log'), {});
  expect(items[0]).toEqual(entries.at(-1));

  // The last entry is of the whole change; those before it are of its parts.
  const { id, can_undo } = entries.at(-1)!;
  if (shown) {
    expect(await look(shown, input)).not.toEqual(before);
    expect(can_undo).toBe(true);
  }
  if (can_undo) await answerOf<Change>(operationOf('undo'), { entry_ids: [id] });
  if (shown) expect(await look(shown, input)).toEqual(before);
  await server.sql`update accounts set is_network_admin = false where id = ${admin.account_id}`;
});

test('of a list, refused records are left out and named; if all are refused, so is the call', async () => {
  const row = operationOf('decide_comments');
  const { comment_ids } = (await cases.decide_comments!.input()) as { comment_ids: number[] };
  const input = { decision: 'show', reason: 'Fine.' };
  const answer = await answerOf<Change>(row, { ...input, comment_ids: [...comment_ids, 999_999] });
  expect(answer.entries).toHaveLength(1);
  expect(answer.skipped).toEqual([{ id: 999_999, code: 'comment_not_found', detail: null }]);
  expect((await problemIn(await send(row, { ...input, comment_ids: [999_999] }))).code).toBe('comment_not_found');
});

test('null counts as left out', async () => {
  const row = operationOf('update_settings');
  const { entries } = await answerOf<Change>(row, { tagline: 'Only this', name: null, purpose: null, reads: null });
  expect(entries[0]!.after).toMatchObject({ tagline: 'Only this', name: expect.stringContaining('a') });
  expect((await answerOf<Change>(row, { tagline: 'Only this' })).entries).toEqual([]);
});
