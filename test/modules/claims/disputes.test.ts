import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Ctx } from '../../../src/kernel/context.ts';
import { claimListing } from '../../../src/modules/claims/claims.ts';
import { dismissObjection, grantClaim, listDisputes, objectToOwner, upholdObjection } from '../../../src/modules/claims/disputes.ts';
import { getOverview, listActsAbout } from '../../../src/modules/moderation/audit-log.ts';
import { undoAct } from '../../../src/modules/moderation/undo.ts';
import { findNewestMail } from '../../support/accounts/person.ts';
import { NOON, useServer } from '../../support/server.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const server = useServer();
let admin: Ctx<Caller>;
let maker: Ctx<Caller>;
let owner_id: number;
let listing_id: number;

beforeAll(async () => {
  const { sql, site_id } = server;
  const ids = await makeVoters(sql, [{ email: 'admin@team.example' }, { email: 'maker@works.example' }, { email: 'owner@old.example' }]);
  await sql`insert into account_roles (account_id, site_id, role) values (${ids[0]!}, ${site_id}, 'site_admin')`;
  const base = { sql, site: await siteOf(sql, site_id), clock: { now: () => NOON } };
  [admin, maker, owner_id] = [as(ids[0]!, base), as(ids[1]!, base), ids[2]!];
  const [row] = await sql<{ id: number }[]>`
    update listings set owner_id = ${owner_id} where site_id = ${site_id} and slug = 'ledgerly' returning id`;
  listing_id = row!.id;
});

const PAGE = { page: 1, per_page: 20 };
const currentOwner = async () => (await server.sql`select owner_id from listings where id = ${listing_id}`)[0]!.owner_id;
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) => error.code ?? String(error),
  );

describe('an objection to a listing’s owner', () => {
  test('awaits the team, and is dismissed with an answer', async () => {
    await objectToOwner(maker, { slug: 'ledgerly', message: 'It is ours.' });
    expect((await getOverview(admin)).waiting.objections).toBe(1);
    const [objection] = (await listDisputes(admin, PAGE)).objections;
    expect(objection).toMatchObject({ listing: 'Ledgerly', by: 'maker@works.example', owner: 'owner@old.example', message: 'It is ours.' });
    await dismissObjection(admin, { id: objection!.id, answer: 'Show us an invoice first.' });
    expect((await findNewestMail(server, 'maker@works.example')).text).toContain('Show us an invoice first.');
    expect((await listDisputes(admin, PAGE)).objections).toEqual([]);
    expect(await codeOf(upholdObjection(admin, { id: objection!.id }))).toBe('objection_settled');
    expect(await currentOwner()).toBe(owner_id);
  });

  test('is upheld: the listing goes to the account that objected, and that can be undone', async () => {
    await objectToOwner(maker, { slug: 'ledgerly', message: 'Here is the invoice.' });
    const [objection] = (await listDisputes(admin, PAGE)).objections;
    await upholdObjection(admin, { id: objection!.id });
    expect(await currentOwner()).toBe(maker.caller.account_id);
    await undoAct(admin, { id: (await listActsAbout(admin, 'listing', listing_id))[0]!.id });
    expect(await currentOwner()).toBe(owner_id);
  });

  test('can only be decided by the team', async () => {
    for (const act of [
      () => listDisputes(maker, PAGE),
      () => upholdObjection(maker, { id: 1 }),
      () => dismissObjection(maker, { id: 1, answer: 'x' }),
      () => grantClaim(maker, { id: 1 }),
    ])
      expect(await codeOf(act())).toBe('not_found');
  });
});

test('the team grants a claim without proof, which ends the claim', async () => {
  await server.sql`update listings set owner_id = null where id = ${listing_id}`;
  const { id } = await claimListing(maker, { slug: 'ledgerly', method: 'dns' });
  expect((await listDisputes(admin, PAGE)).claims).toMatchObject([{ id, listing: 'Ledgerly', by: 'maker@works.example', method: 'dns' }]);
  await grantClaim(admin, { id });
  expect(await currentOwner()).toBe(maker.caller.account_id);
  expect((await listDisputes(admin, PAGE)).claims).toEqual([]);
  expect(await codeOf(grantClaim(admin, { id }))).toBe('claim_not_found');
});
