import { beforeAll, expect, test } from 'vitest';
import { locationOf, type Operation } from '../../src/kernel/operation.ts';
import { OPERATIONS, type OperationId } from '../../src/registry.ts';
import { pathOf } from '../support/calls.ts';
import { readyDraft } from '../support/drafts/drafts.ts';
import { createOwnListing } from '../support/listings/own-listings.ts';
import { type Member, problemIn, useServer } from '../support/server.ts';

const server = useServer();
let owner: Member;
let other_member: Member;
beforeAll(async () => {
  owner = await server.member();
  other_member = await server.member();
});

type Input = Record<string, unknown>;

const aDraft = async (): Promise<Input> => ({ id: (await readyDraft(server, owner)).id });

/** By mail: verifying it needs no network. */
const aClaim = async (): Promise<Input> => ({
  claim_id: (await owner.client.claim_listing({ slug: 'ledgerly', method: 'email', email: 'ada@ledgerly.example' })).id,
});

const aListing = async (): Promise<Input> => ({ listing_id: (await createOwnListing(server, owner)).listing_id });
const aSavedListing = async (): Promise<Input> => ({ listing_id: (await createOwnListing(server, owner, { status: 'draft' })).listing_id });
const aMilestone = async (): Promise<Input> => {
  const { listing_id } = await createOwnListing(server, owner);
  return { listing_id, milestone_id: (await owner.client.add_milestone({ listing_id, date: '2026-01-01', title: 'First' })).id };
};

const anOrder = async (): Promise<Input> => {
  const { listing_id } = await createOwnListing(server, owner, { status: 'draft' });
  return { number: (await owner.client.create_checkout({ items: [{ product: 'launch', listing_id }] })).number };
};

/**
 * Input for each operation on the caller's own records: a new record of the owner. Every served operation with an id in its path is
 * listed, with the error code for both "not yours" and "not found".
 */
const OWNED: Partial<Record<OperationId, { refusal: string; input(): Promise<Input> }>> = {
  get_draft: { refusal: 'draft_not_found', input: aDraft },
  update_draft: { refusal: 'draft_not_found', input: async () => ({ ...(await aDraft()), fields: { tagline: 'Whose?' } }) },
  invite_cofounder: { refusal: 'draft_not_found', input: async () => ({ ...(await aDraft()), email: 'cofounder@example.com' }) },
  submit_draft: { refusal: 'draft_not_found', input: aDraft },
  get_my_listing: { refusal: 'listing_not_found', input: aListing },
  update_my_listing: { refusal: 'listing_not_found', input: async () => ({ ...(await aListing()), fields: { tagline: 'Whose?' } }) },
  post_listing_update: { refusal: 'listing_not_found', input: async () => ({ ...(await aListing()), title: 'News', body: 'Old.' }) },
  add_milestone: { refusal: 'listing_not_found', input: async () => ({ ...(await aListing()), date: '2026-01-01', title: 'First' }) },
  delete_milestone: { refusal: 'listing_not_found', input: aMilestone },
  choose_free_listing: { refusal: 'listing_not_found', input: aSavedListing },
  set_founder_story: { refusal: 'listing_not_found', input: async () => ({ ...(await aListing()), title: 'Whose?' }) },
  get_order: { refusal: 'order_not_found', input: anOrder },
  verify_claim: { refusal: 'claim_not_found', input: aClaim },
};

const GUARDED = OPERATIONS.filter(({ access, path }) => access !== 'public' && path.includes('{'));

const call = (row: Operation, input: Input, key: string | null): Promise<Response> => {
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => locationOf(row, name) === 'body'));
  const sends = Object.keys(body).length > 0;
  return fetch(server.api + pathOf(row, input), {
    method: row.method,
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...(sends && { 'content-type': 'application/json' }) },
    body: sends ? JSON.stringify(body) : null,
  });
};

test('every served operation with an id is in the table', () => {
  expect(GUARDED.map(({ id }) => id).filter((id) => !OWNED[id as OperationId])).toEqual([]);
});

test.each(GUARDED)('$id: 404 for every account but the owner, the same as for a missing record', async (row) => {
  const { refusal, input } = OWNED[row.id as OperationId]!;
  const theirs = await input();
  const answer = await call(row, theirs, other_member.key);
  const problem = await problemIn(answer);
  expect({ status: answer.status, code: problem.code }).toEqual({ status: 404, code: refusal });
  const path_names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const nowhere = Object.fromEntries(
    path_names.map((name) => [name, typeof theirs[name] === 'number' ? 2 ** 40 : name === 'number' ? 'LW-00000000' : crypto.randomUUID()]),
  );
  const absent = await problemIn(await call(row, { ...theirs, ...nowhere }, other_member.key));
  expect({ ...absent, request_id: '' }).toEqual({ ...problem, request_id: '' });
  expect((await call(row, theirs, owner.key)).status).toBe(row.status);
});

/** Inputs of the other operations with a scope. Public ones take their examples, which the demo content knows. */
const OTHERS: Partial<Record<OperationId, () => Promise<Input>>> = {
  get_my_listing: async () => {
    const input = (await aSavedListing()) as { listing_id: number };
    await owner.client.choose_free_listing(input);
    await server.sql`update badge_watches set looked_at = '2026-11-11T11:00:00.123456Z', seen = 'Nothing.' where listing_id = ${input.listing_id}`;
    return input;
  },
  submit_listing: async () => ({ url: 'https://times.example' }),
  answer_interview: async () => {
    const { items } = await owner.client.list_interview_questions({});
    return { answers: [{ question_id: items[0]!.id, answer: 'Because.' }] };
  },
  claim_listing: async () => ({ slug: 'kontorbuch', method: 'dns' }),
  quote_order: async () => ({ items: [{ product: 'launch', ...(await aSavedListing()) }] }),
  create_checkout: async () => ({ items: [{ product: 'launch', ...(await aSavedListing()), week: '2026-11-23' }] }),
};

/** Every value of an answer with the name of its property. */
const propertiesIn = (value: unknown, name = ''): [string, unknown][] => {
  if (Array.isArray(value)) return value.flatMap((item) => propertiesIn(item, name));
  if (value && typeof value === 'object') return Object.entries(value).flatMap(([key, one]) => propertiesIn(one, key));
  return [[name, value]];
};

test('in every answer times are ISO 8601 in UTC with milliseconds and Z, days are dates, and a week is launch_week_on', async () => {
  const seen = new Set<string>();
  for (const row of OPERATIONS) {
    const make = OTHERS[row.id as OperationId] ?? OWNED[row.id as OperationId]?.input;
    const answer = await call(row, make ? await make() : (row.example as Input), row.access === 'public' ? null : owner.key);
    expect(answer.status, row.id).toBe(row.status);
    for (const [name, value] of propertiesIn(await answer.json())) {
      expect(name, `${row.id} has ${name}`).not.toMatch(/^(week|week_on)$/);
      if (!/_(at|on)$/.test(name) || value === null) continue;
      seen.add(name);
      const form = name.endsWith('_at') ? /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ : /^\d{4}-\d\d-\d\d$/;
      expect(value, `${name} of ${row.id}`).toMatch(form);
    }
  }
  const expected = [
    'awarded_at',
    'checked_at',
    'created_at',
    'expires_at',
    'launched_at',
    'next_check_at',
    'published_at',
    'read_at',
    'updated_at',
  ];
  expect([...seen].filter((name) => name.endsWith('_at'))).toEqual(expect.arrayContaining(expected));
});

test('an account’s draft is not found on another site', async () => {
  const { id } = await readyDraft(server, owner);
  await server.sql`insert into sites (key, name, root) values ('garden', 'Garden', 'http://garden.example')`;
  const [garden] = await server.sql<{ id: number }[]>`select id from sites where key = 'garden'`;
  await server.sql`delete from draft_pages where draft_id = ${id}`;
  await server.sql`update drafts set site_id = ${garden!.id} where id = ${id}`;
  const answer = await fetch(`${server.api}/drafts/${id}`, { headers: { authorization: `Bearer ${owner.key}` } });
  expect((await problemIn(answer)).code).toBe('draft_not_found');
});
