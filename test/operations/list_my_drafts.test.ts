import { expect, test } from 'vitest';
import { validatorOf } from '../../src/kernel/validate.ts';
import { DraftPage } from '../../src/modules/drafts/schema.ts';
import { getProblem, readyDraft } from '../support/drafts/drafts.ts';
import { NOON, useServer } from '../support/server.ts';

let now = NOON;
const server = useServer({ clock: { now: () => now } });

test('200 an empty list without drafts', async () => {
  const { client } = await server.member();
  expect(await client.list_my_drafts({})).toEqual({ items: [], page: 1, per_page: 20, total: 0, total_is_exact: true, has_more: false });
});

test('200 the caller’s own only, newest first, with status and completeness', async () => {
  const [member, other] = [await server.member(), await server.member()];
  await readyDraft(server, other);
  const drafts = [];
  for (let n = 0; n < 3; n++) {
    now = new Date(NOON.getTime() + n * 1000);
    drafts.push(await readyDraft(server, member));
  }
  now = NOON;
  await member.client.update_draft({ id: drafts[1]!.id, remove_fields: ['name'] });
  const { listing_id } = await member.client.submit_draft({ id: drafts[2]!.id });
  const page = await member.client.list_my_drafts({ per_page: 2 });
  // Cards, not whole drafts.
  expect(validatorOf(DraftPage).Errors(page)).toEqual([]);
  const { items, total, has_more } = page;
  expect(items).toMatchObject([
    { id: drafts[2]!.id, url: drafts[2]!.url, name: 'Acme Notes', status: 'submitted', completeness: drafts[2]!.completeness, listing_id },
    { id: drafts[1]!.id, name: null, status: 'ready', completeness: drafts[1]!.completeness - 10, listing_id: null },
  ]);
  expect({ total, has_more }).toEqual({ total: 3, has_more: true });
  expect((await member.client.list_my_drafts({ status: 'submitted' })).items.map(({ id }) => id)).toEqual([drafts[2]!.id]);
  expect(items[0]!.page_url).toBe(`${server.root}/drafts/${drafts[2]!.id}`);
  expect((await member.client.list_my_drafts({ per_page: 2, page: 2 })).items.map(({ id }) => id)).toEqual([drafts[0]!.id]);
});

test('400 invalid_input for an invalid page', async () => {
  const { client } = await server.member();
  expect(await getProblem(client.list_my_drafts({ page: 0 }))).toMatchObject({ status: 400, errors: [{ path: 'page' }] });
});
