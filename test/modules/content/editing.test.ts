import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Ctx } from '../../../src/kernel/context.ts';
import type { Operation } from '../../../src/kernel/operation.ts';
import { toValue } from '../../../src/kernel/responses.ts';
import { createCategory, deleteCategory, editCategory, listCategoriesForTeam } from '../../../src/modules/catalog/categories.ts';
import type { EditableCategory } from '../../../src/modules/catalog/queries.ts';
import { findParentFault } from '../../../src/modules/catalog/rules.ts';
import { editPost, listPostsForTeam, publishPost, withdrawPost, writePost } from '../../../src/modules/content/blog.ts';
import {
  addQuestion,
  listQuestionsForTeam,
  moveQuestion,
  reinstateQuestion,
  retireQuestion,
} from '../../../src/modules/content/interview.ts';
import { listActsAbout } from '../../../src/modules/moderation/audit-log.ts';
import { restorePost, undoAct } from '../../../src/modules/moderation/undo.ts';
import { editFounder, hideFounder, listFoundersForTeam, mergeFounder } from '../../../src/modules/people/founders.ts';
import { type Client, OPERATIONS, type OperationId } from '../../../src/registry.ts';
import { NOON, useServer } from '../../support/server.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const server = useServer();
let admin: Ctx<Caller>;

beforeAll(async () => {
  const { sql, site_id } = server;
  const [id] = await makeVoters(sql, [{ email: 'admin@team.example' }]);
  await sql`insert into account_roles (account_id, site_id, role) values (${id!}, ${site_id}, 'site_admin')`;
  admin = as(id!, { sql, site: await siteOf(sql, site_id), clock: { now: () => NOON } });
});

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) => error.code ?? String(error),
  );

/** Calls an operation directly as an anonymous visitor: over HTTP the answer may be cached. */
const callOperation = async <Id extends OperationId>(id: Id, input: object): Promise<Awaited<ReturnType<Client[Id]>>> => {
  const row = OPERATIONS.find((one) => one.id === id)! as unknown as Operation;
  const response = await row.handler!({ ...admin, caller: null }, { page: 1, per_page: 20, ...input } as never, undefined as never);
  return toValue(response) as Awaited<ReturnType<Client[Id]>>;
};
const refusalOf = (id: OperationId, input: object): Promise<string> => outcomeOf(callOperation(id, input));
const undoLast = async (record: string, id: number) => undoAct(admin, { id: (await listActsAbout(admin, record, id))[0]!.id });

describe('categories', () => {
  const findBySlug = async (slug: string): Promise<EditableCategory> =>
    (await listCategoriesForTeam(admin)).find((one) => one.slug === slug)!;
  const countLive = async (slug: string) => (await callOperation('get_category', { slug })).live_listings;

  test('are created, renamed and moved; listing counts follow at once, and undo reverts all of it', async () => {
    await createCategory(admin, {
      slug: 'harbours',
      name: 'Harbours',
      description: null,
      parent: null,
      position: 99,
      faqs: [],
    });
    const moved = (await listCategoriesForTeam(admin)).find((one) => one.parent_id !== null && one.listings > 0)!;
    const [inside, old_parent] = [await countLive(moved.slug), await countLive(moved.parent!)];
    expect(inside).toBeGreaterThan(0);
    const faqs = [{ question: 'Why here?', answer: 'Because.' }];
    const { id, slug: _, ...facts } = moved;
    await editCategory(admin, { ...facts, id, name: 'Boats', parent: 'harbours', faqs });
    expect(await countLive('harbours')).toBe(inside);
    expect(await countLive(moved.parent!)).toBeLessThan(old_parent);
    expect((await callOperation('get_category', { slug: moved.slug })).faqs).toEqual(faqs);
    await undoLast('category', id);
    expect(await findBySlug(moved.slug)).toMatchObject({ name: moved.name, parent: moved.parent, faqs: moved.faqs });
    expect(await countLive(moved.parent!)).toBe(old_parent);
    expect(await countLive('harbours')).toBe(0);
  });

  test('nest at most three levels deep and never in a cycle', () => {
    const nodes = [
      { id: 1, parent_id: null },
      { id: 2, parent_id: 1 },
      { id: 3, parent_id: 2 },
      { id: 4, parent_id: null },
    ];
    expect(findParentFault(nodes, 1, 3)).toMatch(/itself or one of its subcategories/);
    expect(findParentFault(nodes, 1, 1)).toMatch(/itself/);
    expect(findParentFault(nodes, 4, 3)).toMatch(/deeper/);
    expect(findParentFault(nodes, 1, 4)).toMatch(/deeper/);
    expect(findParentFault(nodes, 2, 4)).toBeNull();
    expect(findParentFault(nodes, null, 2)).toBeNull();
    expect(findParentFault(nodes, null, 3)).toMatch(/deeper/);
  });

  test('are deleted only if empty, and undo restores them', async () => {
    const full = (await listCategoriesForTeam(admin)).find(({ listings }) => listings > 0)!;
    expect(await outcomeOf(deleteCategory(admin, { id: full.id }))).toBe('category_in_use');
    expect(await findBySlug(full.slug)).toEqual(full);
    const { id } = await findBySlug('harbours');
    await deleteCategory(admin, { id });
    expect(await findBySlug('harbours')).toBeUndefined();
    await undoLast('category', id);
    expect(await findBySlug('harbours')).toMatchObject({ name: 'Harbours', position: 99 });
    const { attributes: _, ...again } = await findBySlug('harbours');
    expect(await outcomeOf(createCategory(admin, again))).toBe('invalid_input');
  });
});

describe('founders', () => {
  const all = async () => (await listFoundersForTeam(admin, { page: 1, per_page: 100 })).founders;

  test('are edited, found by their new name, and hidden from their page, the list and listings', async () => {
    const founder = (await all()).find(({ companies }) => companies.length > 0)!;
    await editFounder(admin, { ...founder, name: 'Zebedee Quaint', bio: 'New.' });
    expect((await callOperation('list_founders', { q: 'quaint' })).items).toHaveLength(1);
    await hideFounder(admin, { id: founder.id, reason: 'Asked for it' });
    expect(await refusalOf('get_founder', { slug: founder.slug })).toBe('founder_not_found');
    expect((await callOperation('list_founders', { q: 'quaint' })).total).toBe(0);
    const [listing] = await server.sql<{ slug: string }[]>`select slug from listings where id = ${founder.companies[0]!.listing_id}`;
    expect(JSON.stringify(await callOperation('get_listing', { slug: listing!.slug }))).not.toContain('Zebedee');
    await undoLast('founder', founder.id);
    await undoAct(admin, { id: (await listActsAbout(admin, 'founder', founder.id)).find(({ act }) => act === 'edit_founder')!.id });
    expect((await callOperation('get_founder', { slug: founder.slug })).name).toBe(founder.name);
  });

  test('are merged: listings name the target, the old address redirects, and undo separates them again', async () => {
    const pair = (await all()).filter(({ companies, hidden_at }) => companies.length === 1 && !hidden_at);
    const [from, into] = [pair[0]!, pair[1]!];
    const before = await callOperation('get_founder', { slug: from.slug });
    expect(await outcomeOf(mergeFounder(admin, { id: from.id, into: from.slug }))).toBe('invalid_input');
    await mergeFounder(admin, { id: from.id, into: into.slug });
    const reply = await server.get(`/founders/${from.slug}`);
    expect([reply.status, reply.headers.get('location')]).toEqual([301, `/founders/${into.slug}`]);
    expect((await callOperation('get_founder', { slug: into.slug })).companies.map(({ slug }) => slug)).toContain(
      before.companies[0]!.slug,
    );
    await undoLast('founder', from.id);
    expect(await callOperation('get_founder', { slug: from.slug })).toEqual(before);
  });
});

describe('the blog', () => {
  const POST = { slug: 'tides', title: 'On tides', excerpt: 'Short.', body_markdown: '# Hello\n\nWorld', author_name: 'Mara', faqs: [] };

  test('a post is public once published, keeps its slug from then on, and earlier versions can be restored', async () => {
    await writePost(admin, POST);
    const { id } = (await listPostsForTeam(admin, { page: 1, per_page: 20 })).posts.find(({ slug }) => slug === 'tides')!;
    expect(await refusalOf('get_blog_post', { slug: 'tides' })).toBe('blog_post_not_found');
    await publishPost(admin, { id });
    await editPost(admin, { ...POST, id, slug: 'other', body_markdown: 'Second text' });
    expect(await callOperation('get_blog_post', { slug: 'tides' })).toMatchObject({ body_markdown: 'Second text' });
    const first = (await listActsAbout(admin, 'post', id)).at(-1)!;
    await restorePost(admin, { id, act_id: first.id });
    expect(await callOperation('get_blog_post', { slug: 'tides' })).toMatchObject({ body_markdown: POST.body_markdown });
    expect(await outcomeOf(restorePost(admin, { id: id + 1, act_id: first.id }))).toBe('act_not_found');
    await withdrawPost(admin, { id });
    expect(await refusalOf('get_blog_post', { slug: 'tides' })).toBe('blog_post_not_found');
    await undoLast('post', id);
    expect((await callOperation('get_blog_post', { slug: 'tides' })).published_at).toMatch(/^2026-11-11T12:00:00/);
    expect(await outcomeOf(writePost(admin, POST))).toBe('invalid_input');
  });
});

describe('the interview', () => {
  const listQuestions = async () => (await callOperation('list_interview_questions', {})).items.map(({ question }) => question);

  test('questions are added, moved, and retired without losing their answers', async () => {
    const before = await listQuestions();
    await addQuestion(admin, { question: 'What would you do again?' });
    expect(await listQuestions()).toEqual([...before, 'What would you do again?']);
    const { id } = (await listQuestionsForTeam(admin)).at(-1)!;
    await moveQuestion(admin, { id, way: 'up' });
    expect((await listQuestions()).at(-2)).toBe('What would you do again?');
    await undoLast('question', id);
    expect((await listQuestions()).at(-1)).toBe('What would you do again?');
    expect(await moveQuestion(admin, { id, way: 'down' })).toBeNull();
    const owner = await server.member();
    await owner.client.answer_interview({ answers: [{ question_id: id, answer: 'All of it.' }] });
    await retireQuestion(admin, { id });
    expect(await listQuestions()).toEqual(before);
    expect((await listQuestionsForTeam(admin)).find((one) => one.id === id)).toMatchObject({ answers: 1 });
    await reinstateQuestion(admin, { id });
    expect(await listQuestions()).toContain('What would you do again?');
  });
});
