import { expect, test } from 'vitest';
import { openIntegrations } from '../../src/integrations/integrations.ts';
import type { Caller, Ctx, Site } from '../../src/kernel/context.ts';
import { noLimits } from '../../src/kernel/limits.ts';
import { acceptInvite, findInvite } from '../../src/modules/drafts/invites.ts';
import { findNewestMail, findTokenFor } from '../support/accounts/person.ts';
import { getProblem, readyDraft } from '../support/drafts/drafts.ts';
import { NOON, useServer } from '../support/server.ts';

let now = NOON;
const server = useServer({ pool: 5, clock: { now: () => now } });

/** A context as pages have it, anonymous or signed in. */
const ctxOf = (account_id?: number): Ctx => ({
  site: { id: server.site_id, root: server.root, name: 'Launchweek' } as Site,
  caller: account_id === undefined ? null : ({ account_id } as Caller),
  clock: { now: () => now },
  sql: server.sql,
  limits: noLimits,
  request_id: '',
  integrations: openIntegrations(),
});
const mailsTo = async (email: string) =>
  (await server.sql`select count(*)::int as count from mails where to_email = ${email}`)[0]!.count as number;

test('201 the co-founder is mailed a link; a repeated invite is sent once', async () => {
  const member = await server.member();
  await server.sql`update accounts set name = 'Ines' where id = ${member.account_id}`;
  const { id } = await readyDraft(server, member);
  const invite = await member.client.invite_cofounder({ id, email: 'rui@acme.example' });
  expect(invite).toEqual({
    id: expect.any(Number),
    email: 'rui@acme.example',
    status: 'sent',
    draft_id: id,
    invites_left: 9,
    next_steps: [expect.stringContaining('get_draft')],
    created_at: NOON.toISOString(),
  });
  expect((await member.client.get_draft({ id })).invites).toEqual([
    { id: invite.id, email: 'rui@acme.example', status: 'sent', created_at: NOON.toISOString() },
  ]);
  const { subject, text } = await findNewestMail(server, 'rui@acme.example');
  expect(subject).toBe('You’re invited to add your profile on Launchweek');
  expect(text).toContain('Someone named “Ines” is preparing');
  expect(text).toContain('“Acme Notes”');
  expect(text).toContain(`${server.root}/invites?token=`);
  expect(await member.client.invite_cofounder({ id, email: 'RUI@acme.example' })).toEqual(invite);
  expect(await mailsTo('rui@acme.example')).toBe(1);
  const [row] = await server.sql`select * from draft_invites where draft_id = ${id}`;
  expect(JSON.stringify(row)).not.toContain(await findTokenFor(server, 'rui@acme.example'));
});

test('opening the link does not use it up, and accepting adds the co-founder once', async () => {
  const member = await server.member();
  const { id, url, founders } = await readyDraft(server, member);
  await member.client.invite_cofounder({ id, email: 'joao@acme.example' });
  const token = await findTokenFor(server, 'joao@acme.example');
  for (let n = 0; n < 2; n++)
    expect(await findInvite(ctxOf(), { token })).toEqual({ email: 'joao@acme.example', product: 'Acme Notes', url, inviter: null });
  const joao = await server.member();
  const accepted = await Promise.allSettled(
    Array.from({ length: 4 }, () => acceptInvite(ctxOf(joao.account_id), { token, name: 'João', title: 'CTO', bio: '' })),
  );
  expect(accepted.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const draft = await member.client.get_draft({ id });
  expect(draft.founders).toEqual([...founders, { name: 'João', title: 'CTO', bio: null, state: 'manual', evidence: [] }]);
  expect(await member.client.invite_cofounder({ id, email: 'joao@acme.example' })).toMatchObject({ status: 'accepted', invites_left: 9 });
  await expect(findInvite(ctxOf(), { token })).rejects.toMatchObject({ code: 'link_not_valid' });
});

test('a co-founder who is already named updates their own entry, and so does a submitted draft’s listing', async () => {
  const member = await server.member();
  const { id } = await readyDraft(server, member);
  const { listing_id } = await member.client.submit_draft({ id });
  await member.client.invite_cofounder({ id, email: 'ines@acme.example' });
  await acceptInvite(ctxOf(), {
    token: await findTokenFor(server, 'ines@acme.example'),
    name: 'ines duarte',
    title: 'CEO',
    bio: 'Wrote it.',
  });
  expect((await member.client.get_draft({ id })).founders).toHaveLength(1);
  const founders =
    await server.sql`select f.name, f.bio, lf.title from listing_founders lf join founders f on f.id = lf.founder_id where lf.listing_id = ${listing_id}`;
  expect(founders).toEqual([{ name: expect.stringMatching(/ines duarte/i), bio: 'Wrote it.', title: 'CEO' }]);
});

test('a link is valid for 14 days; after that, inviting again sends a new one', async () => {
  const member = await server.member();
  const { id } = await readyDraft(server, member);
  const first = await member.client.invite_cofounder({ id, email: 'late@acme.example' });
  const token = await findTokenFor(server, 'late@acme.example');
  now = new Date(NOON.getTime() + 15 * 24 * 3_600_000);
  await expect(acceptInvite(ctxOf(), { token, name: 'Late' })).rejects.toMatchObject({ code: 'link_not_valid' });
  expect(await member.client.invite_cofounder({ id, email: 'late@acme.example' })).toMatchObject({ id: first.id, invites_left: 9 });
  await acceptInvite(ctxOf(), { token: await findTokenFor(server, 'late@acme.example'), name: 'Late' });
  now = NOON;
});

test('a link of another site and an unknown link are not valid', async () => {
  const member = await server.member();
  const { id } = await readyDraft(server, member);
  await member.client.invite_cofounder({ id, email: 'else@acme.example' });
  const token = await findTokenFor(server, 'else@acme.example');
  await expect(findInvite({ ...ctxOf(), site: { id: 999 } as Site }, { token })).rejects.toMatchObject({ code: 'link_not_valid' });
  await expect(findInvite(ctxOf(), { token: 'x' })).rejects.toMatchObject({ code: 'link_not_valid' });
});

test('400 too_many_invites for the eleventh, also concurrently; too_many_founders for the seventh', async () => {
  const member = await server.member();
  const { id } = await readyDraft(server, member);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 14 }, (_, n) => member.client.invite_cofounder({ id, email: `n${n}@many.example` })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(await getProblem(member.client.invite_cofounder({ id, email: 'more@many.example' }))).toMatchObject({
    status: 400,
    code: 'too_many_invites',
  });
  await member.client.update_draft({ id, founders: Array.from({ length: 6 }, (_, n) => ({ name: `F${n}` })) });
  const [mail] = await server.sql<{ to_email: string }[]>`select to_email from mails where to_email like '%@many.example' limit 1`;
  await expect(acceptInvite(ctxOf(), { token: await findTokenFor(server, mail!.to_email), name: 'F7' })).rejects.toMatchObject({
    code: 'too_many_founders',
  });
});

test('429 rate_limited for the 11th invite in a day, over all drafts', async () => {
  const member = await server.member();
  const drafts = [];
  for (let n = 0; n < 4; n++) drafts.push(await readyDraft(server, member));
  for (let n = 0; n < 10; n++) await member.client.invite_cofounder({ id: drafts[n % 3]!.id, email: `p${n}@crowd.example` });
  expect(await getProblem(member.client.invite_cofounder({ id: drafts[3]!.id, email: 'p11@crowd.example' }))).toMatchObject({
    status: 429,
    code: 'rate_limited',
  });
  expect(await mailsTo('p11@crowd.example')).toBe(0);
});

test('400 invalid_input for an invalid mail address', async () => {
  const member = await server.member();
  const { id } = await readyDraft(server, member);
  for (const email of ['nobody', 'a@b', 'a b@acme.example', `${'x'.repeat(250)}@acme.example`])
    expect(await getProblem(member.client.invite_cofounder({ id, email }))).toMatchObject({ status: 400, errors: [{ path: 'email' }] });
});

test('404 draft_not_found for an unknown id', async () => {
  const { client } = await server.member();
  expect(await getProblem(client.invite_cofounder({ id: crypto.randomUUID(), email: 'a@acme.example' }))).toMatchObject({
    status: 404,
    code: 'draft_not_found',
  });
});
