import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Ctx } from '../../src/kernel/context.ts';
import { valueIn } from '../../src/kernel/json.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import { categoriesToEdit, createCategory, deleteCategory, editCategory } from '../../src/modules/catalog/editing.ts';
import type { StandingCategory } from '../../src/modules/catalog/editing-queries.ts';
import { parentFault } from '../../src/modules/catalog/rules.ts';
import { editPost, postsToEdit, publishPost, withdrawPost, writePost } from '../../src/modules/content/posts.ts';
import { addQuestion, askAgain, moveQuestion, questionsToEdit, retireQuestion } from '../../src/modules/content/questions.ts';
import { editFounder, foundersToEdit, hideFounder, mergeFounder } from '../../src/modules/people/editing.ts';
import { actsAbout } from '../../src/modules/team/log.ts';
import { restorePost } from '../../src/modules/team/restore.ts';
import { undoAct } from '../../src/modules/team/undo.ts';
import { type Client, OPERATIONS, type OperationId } from '../../src/registry.ts';
import { NOON, useServer } from '../support/server.ts';
import { as, makeVoters, siteOf } from '../support/voters.ts';

const server = useServer();
let admin: Ctx<Caller>;

beforeAll(async () => {
  const { sql, site_id } = server;
  const [id] = await makeVoters(sql, [{ email: 'admin@team.example' }]);
  await sql`insert into account_roles (account_id, site_id, role) values (${id!}, ${site_id}, 'site_admin')`;
  admin = as(id!, { sql, site: await siteOf(sql, site_id), clock: { now: () => NOON } });
});

const code = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) => error.code ?? String(error),
  );

/** What anybody is answered now: over HTTP it may be from a moment ago. */
const read = async <Id extends OperationId>(id: Id, input: object): Promise<Awaited<ReturnType<Client[Id]>>> => {
  const row = OPERATIONS.find((one) => one.id === id)! as unknown as Operation;
  const answer = await row.handler!({ ...admin, caller: null }, { page: 1, per_page: 20, ...input } as never, undefined as never);
  return valueIn(answer) as Awaited<ReturnType<Client[Id]>>;
};
const refused = (id: OperationId, input: object): Promise<string> => code(read(id, input));
const undoLast = async (record: string, id: number) => undoAct(admin, { id: (await actsAbout(admin, record, id))[0]!.id });

describe('categories', () => {
  const named = async (slug: string): Promise<StandingCategory> => (await categoriesToEdit(admin)).find((one) => one.slug === slug)!;
  const live = async (slug: string) => (await read('get_category', { slug })).live_listings;

  test('are made, renamed and moved; their listings stand on the right shelves at once, and undoing brings all of it back', async () => {
    await createCategory(admin, {
      slug: 'harbours',
      name: 'Harbours',
      description: null,
      parent: null,
      position: 99,
      faqs: [],
      attributes: [],
    });
    const moved = (await categoriesToEdit(admin)).find((one) => one.parent_id !== null && one.listings > 0)!;
    const [inside, old_parent] = [await live(moved.slug), await live(moved.parent!)];
    expect(inside).toBeGreaterThan(0);
    const faqs = [{ question: 'Why here?', answer: 'Because.' }];
    const { id, slug: _, ...facts } = moved;
    await editCategory(admin, { ...facts, id, name: 'Boats', parent: 'harbours', faqs });
    expect(await live('harbours')).toBe(inside);
    expect(await live(moved.parent!)).toBeLessThan(old_parent);
    expect((await read('get_category', { slug: moved.slug })).faqs).toEqual(faqs);
    await undoLast('category', id);
    expect(await named(moved.slug)).toMatchObject({ name: moved.name, parent: moved.parent, faqs: moved.faqs });
    expect(await live(moved.parent!)).toBe(old_parent);
    expect(await live('harbours')).toBe(0);
  });

  test('nest three deep at most and never in a circle', () => {
    const nodes = [
      { id: 1, parent_id: null },
      { id: 2, parent_id: 1 },
      { id: 3, parent_id: 2 },
      { id: 4, parent_id: null },
    ];
    expect(parentFault(nodes, 1, 3)).toMatch(/itself or below/);
    expect(parentFault(nodes, 1, 1)).toMatch(/itself/);
    expect(parentFault(nodes, 4, 3)).toMatch(/deeper/);
    expect(parentFault(nodes, 1, 4)).toMatch(/deeper/);
    expect(parentFault(nodes, 2, 4)).toBeNull();
    expect(parentFault(nodes, null, 2)).toBeNull();
    expect(parentFault(nodes, null, 3)).toMatch(/deeper/);
  });

  test('are deleted only when nothing is in them, and come back when that is undone', async () => {
    const full = (await categoriesToEdit(admin)).find(({ listings }) => listings > 0)!;
    expect(await code(deleteCategory(admin, { id: full.id }))).toBe('category_in_use');
    expect(await named(full.slug)).toEqual(full);
    const { id } = await named('harbours');
    await deleteCategory(admin, { id });
    expect(await named('harbours')).toBeUndefined();
    await undoLast('category', id);
    expect(await named('harbours')).toMatchObject({ name: 'Harbours', position: 99 });
    expect(await code(createCategory(admin, { ...(await named('harbours')) }))).toBe('invalid_input');
  });

  test('keep an attribute that listings state; renamed, it keeps what they state', async () => {
    const [row] = await server.sql<{ id: number; key: string }[]>`
      select c.id, a.key from categories c join category_attributes a on a.category_id = c.id
      where c.site_id = ${server.site_id} and exists (select from listing_attributes l where l.attribute_id = a.id) limit 1`;
    const { id, slug: _, ...facts } = (await categoriesToEdit(admin)).find((one) => one.id === row!.id)!;
    expect(await code(editCategory(admin, { ...facts, id, attributes: facts.attributes.filter(({ key }) => key !== row!.key) }))).toBe(
      'category_in_use',
    );
    const renamed = facts.attributes.map((one) => (one.key === row!.key ? { ...one, name: 'Renamed' } : one));
    await editCategory(admin, { ...facts, id, attributes: [...renamed, { name: 'Deck size', unit: 'm²' }] });
    const after = (await categoriesToEdit(admin)).find((one) => one.id === id)!;
    expect(after.attributes).toEqual([...renamed, { key: 'deck_size', name: 'Deck size', unit: 'm²' }]);
    await undoLast('category', id);
    expect((await categoriesToEdit(admin)).find((one) => one.id === id)!.attributes).toEqual(facts.attributes);
  });
});

describe('founders', () => {
  const all = async () => (await foundersToEdit(admin, { page: 1, per_page: 100 })).founders;

  test('are edited, found by their new name, and hidden from their page, the list and listings', async () => {
    const founder = (await all()).find(({ companies }) => companies.length > 0)!;
    await editFounder(admin, { ...founder, name: 'Zebedee Quaint', bio: 'New.' });
    expect((await read('list_founders', { q: 'quaint' })).items).toHaveLength(1);
    await hideFounder(admin, { id: founder.id, reason: 'Asked for it' });
    expect(await refused('get_founder', { slug: founder.slug })).toBe('founder_not_found');
    expect((await read('list_founders', { q: 'quaint' })).total).toBe(0);
    const [listing] = await server.sql<{ slug: string }[]>`select slug from listings where id = ${founder.companies[0]!.listing_id}`;
    expect(JSON.stringify(await read('get_listing', { slug: listing!.slug }))).not.toContain('Zebedee');
    await undoLast('founder', founder.id);
    await undoAct(admin, { id: (await actsAbout(admin, 'founder', founder.id)).find(({ act }) => act === 'edit_founder')!.id });
    expect((await read('get_founder', { slug: founder.slug })).name).toBe(founder.name);
  });

  test('who are one person are merged: listings name one of them, the old address leads there, and undoing parts them again', async () => {
    const pair = (await all()).filter(({ companies, hidden_at }) => companies.length === 1 && !hidden_at);
    const [from, into] = [pair[0]!, pair[1]!];
    const before = await read('get_founder', { slug: from.slug });
    expect(await code(mergeFounder(admin, { id: from.id, into: from.slug }))).toBe('invalid_input');
    await mergeFounder(admin, { id: from.id, into: into.slug });
    const reply = await server.get(`/founders/${from.slug}`);
    expect([reply.status, reply.headers.get('location')]).toEqual([301, `/founders/${into.slug}`]);
    expect((await read('get_founder', { slug: into.slug })).companies.map(({ slug }) => slug)).toContain(before.companies[0]!.slug);
    await undoLast('founder', from.id);
    expect(await read('get_founder', { slug: from.slug })).toEqual(before);
  });
});

describe('the blog', () => {
  const POST = { slug: 'tides', title: 'On tides', excerpt: 'Short.', body_markdown: '# Hello\n\nWorld', author_name: 'Mara', faqs: [] };

  test('a post is seen once it is published, keeps its address from then on, and every text it had can be brought back', async () => {
    await writePost(admin, POST);
    const { id } = (await postsToEdit(admin, { page: 1, per_page: 20 })).posts.find(({ slug }) => slug === 'tides')!;
    expect(await refused('get_blog_post', { slug: 'tides' })).toBe('blog_post_not_found');
    await publishPost(admin, { id });
    await editPost(admin, { ...POST, id, slug: 'other', body_markdown: 'Second text' });
    expect(await read('get_blog_post', { slug: 'tides' })).toMatchObject({ body_markdown: 'Second text' });
    const first = (await actsAbout(admin, 'post', id)).at(-1)!;
    await restorePost(admin, { id, act_id: first.id });
    expect(await read('get_blog_post', { slug: 'tides' })).toMatchObject({ body_markdown: POST.body_markdown });
    expect(await code(restorePost(admin, { id: id + 1, act_id: first.id }))).toBe('act_not_found');
    await withdrawPost(admin, { id });
    expect(await refused('get_blog_post', { slug: 'tides' })).toBe('blog_post_not_found');
    await undoLast('post', id);
    expect((await read('get_blog_post', { slug: 'tides' })).published_at).toMatch(/^2026-11-11T12:00:00/);
    expect(await code(writePost(admin, POST))).toBe('invalid_input');
  });
});

describe('the interview', () => {
  const asked = async () => (await read('list_interview_questions', {})).items.map(({ question }) => question);

  test('questions are added, moved, and no longer asked without losing their answers', async () => {
    const before = await asked();
    await addQuestion(admin, { question: 'What would you do again?' });
    expect(await asked()).toEqual([...before, 'What would you do again?']);
    const { id } = (await questionsToEdit(admin)).at(-1)!;
    await moveQuestion(admin, { id, way: 'up' });
    expect((await asked()).at(-2)).toBe('What would you do again?');
    await undoLast('question', id);
    expect((await asked()).at(-1)).toBe('What would you do again?');
    expect(await moveQuestion(admin, { id, way: 'down' })).toBeNull();
    const owner = await server.member();
    await owner.client.answer_interview({ answers: [{ question_id: id, answer: 'All of it.' }] });
    await retireQuestion(admin, { id });
    expect(await asked()).toEqual(before);
    expect((await questionsToEdit(admin)).find((one) => one.id === id)).toMatchObject({ answers: 1 });
    await askAgain(admin, { id });
    expect(await asked()).toContain('What would you do again?');
  });
});
