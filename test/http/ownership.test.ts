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

const call = (row: Operation, input: Input, key: string): Promise<Response> => {
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => locationOf(row, name) === 'body'));
  const sends = Object.keys(body).length > 0;
  return fetch(server.api + pathOf(row, input), {
    method: row.method,
    headers: { authorization: `Bearer ${key}`, ...(sends && { 'content-type': 'application/json' }) },
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

test('an account’s draft is not found on another site', async () => {
  const { id } = await readyDraft(server, owner);
  await server.sql`insert into sites (key, name, root) values ('garden', 'Garden', 'http://garden.example')`;
  const [garden] = await server.sql<{ id: number }[]>`select id from sites where key = 'garden'`;
  await server.sql`delete from draft_pages where draft_id = ${id}`;
  await server.sql`update drafts set site_id = ${garden!.id} where id = ${id}`;
  const answer = await fetch(`${server.api}/drafts/${id}`, { headers: { authorization: `Bearer ${owner.key}` } });
  expect((await problemIn(answer)).code).toBe('draft_not_found');
});
