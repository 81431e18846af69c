import { beforeAll, expect, test } from 'vitest';
import { UpdateDraft } from '../../src/modules/drafts/schema.ts';
import { getProblem, readyDraft } from '../support/drafts/drafts.ts';
import { type Member, useServer } from '../support/server.ts';

const server = useServer({ pool: 5 });
let member: Member;
beforeAll(async () => {
  member = await server.member();
});

const draft = () => readyDraft(server, member);
const listingOf = async (id: number) => (await server.sql`select * from listings where id = ${id}`)[0]!;

test('200 typed values are the caller’s, the rest stays', async () => {
  const { id, fields } = await draft();
  const updated = await member.client.update_draft({ id, fields: { tagline: 'Mine', city: 'Lisbon', tags: ['notes', 'teams', 'notes'] } });
  expect(updated.fields).toEqual({
    ...fields,
    tagline: { value: 'Mine', state: 'edited', evidence: [] },
    city: { value: 'Lisbon', state: 'manual', evidence: [] },
    tags: { value: ['notes', 'teams'], state: 'manual', evidence: [] },
  });
  expect(await member.client.get_draft({ id })).toEqual(updated);
});

test('remove_fields removes values; missing fields and completeness follow', async () => {
  const { id, completeness } = await draft();
  const updated = await member.client.update_draft({
    id,
    remove_fields: ['name', 'features', 'tagline', 'company_socials.github'],
    fields: { name: null },
  });
  for (const name of ['name', 'features', 'tagline'] as const)
    expect(updated.fields[name]).toEqual({ value: null, state: 'deleted', evidence: [] });
  expect(updated.socials.company.github).toEqual({ value: null, state: 'deleted', evidence: [] });
  expect(updated.completeness).toBe(completeness - 10 - 8 - 10 - 3);
  expect(updated.missing.map(({ field }) => field)).toEqual(expect.arrayContaining(['name', 'features', 'tagline']));
});

/** The input with every property of a schema null, as clients send it that must send every property. */
const allNull = (properties: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const { anyOf } = schema as { anyOf?: { properties?: Record<string, unknown> }[] };
      const inner = anyOf?.find((one) => one.properties)?.properties;
      return [name, inner ? allNull(inner) : null];
    }),
  );

test('null for every property changes nothing, before and after submitting', async () => {
  const before = await draft();
  const everything = { ...allNull(UpdateDraft.properties), id: before.id };
  expect(Object.keys(everything)).toHaveLength(Object.keys(UpdateDraft.properties).length);
  expect(await member.client.update_draft(everything as never)).toEqual(before);
  expect(await member.client.update_draft({ ...everything, fields: null, story: null, company_socials: null } as never)).toEqual(before);
  await member.client.submit_draft({ id: before.id });
  const submitted = await member.client.get_draft({ id: before.id });
  expect(await member.client.update_draft(everything as never)).toEqual(submitted);
  expect(submitted.fields).toEqual(before.fields);
});

test('400 an empty value removes nothing, and the answer names everything that is wrong at once', async () => {
  const { id } = await draft();
  const problem = await getProblem(
    member.client.update_draft({
      id,
      fields: { city: '', features: [], country: 'Germany' },
      story: { problem: '' },
      seo: { title: '' },
      company_socials: { x: '', github: 'mail@acme.example' },
      competitor_url: 'nowhere at all',
      remove_fields: ['motto', 'country'],
    }),
  );
  expect(problem.code).toBe('invalid_input');
  expect(problem.errors.map(({ path }) => path).toSorted()).toEqual([
    'company_socials.github',
    'company_socials.x',
    'competitor_url',
    'fields.city',
    'fields.country',
    'fields.features',
    'remove_fields[0]',
    'remove_fields[1]',
    'seo.title',
    'story.problem',
  ]);
  expect(problem.errors.find(({ path }) => path === 'fields.city')!.message).toContain('remove_fields');
});

test('a value beyond the bounds of a listing is in missing, and warnings say what will not be shown', async () => {
  const { id } = await draft();
  const updated = await member.client.update_draft({
    id,
    fields: { tagline: 'x'.repeat(300), stage: 'world domination', pricing_model: 'barter', categories: ['Accounting', 'Design'] },
    lock_fields: ['city'],
    regenerate: ['city'],
  });
  expect(updated.missing[0]).toEqual({
    field: 'tagline',
    required: true,
    hint: 'It may have at most 200 characters on a listing; it has 300.',
    pending: false,
  });
  expect(updated.warnings.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'unknown_stage fields.stage',
    'unknown_pricing_model fields.pricing_model',
    'categories_not_included fields.categories',
    'field_locked regenerate[0]',
  ]);
  expect(updated.next_steps).toEqual(['Set tagline with update_draft, then call submit_draft.']);
});

test('view=status answers what changed, what is locked, how it stands and what to do next', async () => {
  const { id } = await draft();
  const { fields } = await member.client.get_draft({ id });
  const status = await member.client.update_draft({
    id,
    fields: { city: 'Faro', name: fields.name.value as string },
    lock_fields: ['tagline'],
    faqs: [{ question: 'Why?', answer: 'Because.' }],
    view: 'status',
  });
  expect(status).toMatchObject({
    name: fields.name.value,
    tagline: fields.tagline.value,
    categories: fields.categories.value,
    changed: ['tagline', 'city', 'faqs'],
    locked_fields: ['tagline'],
  });
  expect(Object.keys(status).toSorted()).toEqual(
    'categories changed completeness failure id listing_id locked_fields missing name next_steps page_url status tagline updated_at url warnings'.split(
      ' ',
    ),
  );
  expect(await member.client.get_draft({ id, view: 'status' })).toEqual({ ...status, changed: [] });
  expect(status.page_url).toBe(`${server.root}/drafts/${id}`);
  expect((await member.client.get_draft({ id })).fields.city.value).toBe('Faro');
});

const LINKS: [platform: string, sent: string, stored: string][] = [
  ['x', '@acme', 'https://x.com/acme'],
  ['x', 'acme', 'https://x.com/acme'],
  ['x', 'twitter.com/acme', 'https://twitter.com/acme'],
  ['instagram', '@acme.notes', 'https://www.instagram.com/acme.notes'],
  ['tiktok', '@acme', 'https://www.tiktok.com/@acme'],
  ['threads', '@acme', 'https://www.threads.net/@acme'],
  ['youtube', '@acme', 'https://www.youtube.com/@acme'],
  ['github', 'acme', 'https://github.com/acme'],
  ['linkedin', 'company/acme', 'https://www.linkedin.com/company/acme'],
  ['reddit', 'r/acme', 'https://www.reddit.com/r/acme'],
  ['reddit', 'u/acme', 'https://www.reddit.com/user/acme'],
  ['producthunt', '@acme', 'https://www.producthunt.com/@acme'],
  ['medium', '@acme', 'https://medium.com/@acme'],
  ['pinterest', 'https://www.pinterest.pt/acme', 'https://www.pinterest.pt/acme'],
  ['website', 'acme.com/x', 'https://acme.com/x'],
  ['custom', 'http://forum.acme.example/', 'http://forum.acme.example/'],
];

test.each(LINKS)('a link of %s: %s is stored as %s', async (platform, sent, stored) => {
  const { id } = await draft();
  const { socials } = await member.client.update_draft({ id, company_socials: { [platform]: sent } });
  expect(socials.company[platform]!.value).toBe(stored);
});

test.each([
  ['company_socials', 'linkedin', '@acme'],
  ['company_socials', 'medium', 'acme'],
  ['company_socials', 'website', '@acme'],
  ['company_socials', 'website', 'mail@x.com'],
  ['company_socials', 'website', '/x.png'],
  ['company_socials', 'website', 'x.png'],
  ['company_socials', 'website', 'https://user@acme.example/'],
  ['company_socials', 'website', 'https:///x.png'],
  ['company_socials', 'x', 'https://acme.example/acme'],
  ['company_socials', 'github', 'https://github.com.evil.example/acme'],
  ['fields', 'logo_url', '/logo.png'],
  ['fields', 'demo_video_url', 'mail@x.com'],
])('400 %s.%s: %s is no address, and the error says what is wanted', async (group, name, sent) => {
  const { id } = await draft();
  const problem = await getProblem(member.client.update_draft({ id, [group]: { [name]: sent } }));
  expect(problem.errors).toMatchObject([
    { path: `${group}.${name}`, code: 'wrong_form', message: expect.stringMatching(/^must be(gin)? .*acme/) },
  ]);
});

test('200 lock, restore and regenerate', async () => {
  const { id, fields } = await draft();
  await member.client.update_draft({ id, fields: { name: 'A', tagline: 'B', description: 'C' }, lock_fields: ['tagline'] });
  const updated = await member.client.update_draft({ id, restore: ['name'], regenerate: ['tagline', 'description', 'stage'] });
  expect(updated.fields.name).toEqual(fields.name);
  expect(updated.fields.tagline).toEqual({ value: 'B', state: 'override', evidence: [] });
  expect(updated.fields.description).toEqual(fields.description);
  // The site is being crawled again for the fields that are not locked.
  expect(updated).toMatchObject({ status: 'ready', redrafting: ['description', 'stage'] });
  // A field that is edited meanwhile no longer waits for it.
  const typed = await member.client.update_draft({ id, fields: { description: 'D' } });
  expect(typed.redrafting).toEqual(['stage']);
  expect((await member.client.update_draft({ id, lock_fields: ['stage'] })).redrafting).toEqual([]);
});

test('200 FAQs, founders and milestones are replaced; unchanged ones keep their quotes', async () => {
  const { id, faqs } = await draft();
  const updated = await member.client.update_draft({
    id,
    faqs: [
      { question: 'Who for?', answer: 'Teams.' },
      { question: faqs[0]!.question, answer: faqs[0]!.answer },
    ],
    founders: [{ name: 'Rui', title: null }],
    milestones: [{ date: '2025-01-01', title: 'Begun' }],
  });
  expect(updated.faqs).toEqual([{ question: 'Who for?', answer: 'Teams.', state: 'manual', evidence: [] }, faqs[0]]);
  expect(updated.founders).toEqual([{ name: 'Rui', title: null, bio: null, state: 'manual', evidence: [] }]);
  expect(updated.milestones).toEqual([{ date: '2025-01-01', title: 'Begun', description: null, url: null, state: 'manual', evidence: [] }]);
  // What was answered can be sent back, with its nulls.
  const sent = <T extends object>(items: (T & { state: unknown; evidence: unknown })[]) =>
    items.map(({ state: _, evidence: __, ...item }) => item);
  const { faqs: same_faqs, founders, milestones } = updated;
  const again = { id, faqs: sent(same_faqs), founders: sent(founders), milestones: sent(milestones) };
  expect(await member.client.update_draft(again)).toEqual(updated);
  expect((await member.client.update_draft({ id, faqs: [] })).faqs).toEqual([]);
});

test('200 links, story and seo change only where they are sent', async () => {
  const { id, socials } = await draft();
  const updated = await member.client.update_draft({
    id,
    company_socials: { x: 'x.com/acme' },
    founder_socials: { linkedin: 'https://www.linkedin.com/in/ines' },
    story: { problem: 'Lost notes.' },
    seo: { meta: 'Notes.' },
  });
  expect(updated.socials.company).toEqual({ ...socials.company, x: { value: 'https://x.com/acme', state: 'manual', evidence: [] } });
  expect(updated.socials.founder.linkedin!.state).toBe('manual');
  expect(updated.story.problem).toMatchObject({ value: 'Lost notes.', state: 'manual' });
  expect(updated.seo).toEqual({ title: null, meta: 'Notes.' });
  const cleared = await member.client.update_draft({ id, remove_fields: ['company_socials.github', 'story.problem', 'seo.meta'] });
  expect(cleared.socials.company.github).toEqual({ value: null, state: 'deleted', evidence: [] });
  expect(cleared.story.problem.state).toBe('deleted');
  expect(cleared.seo).toEqual({ title: null, meta: null });
});

test('200 values are normalized', async () => {
  const { id } = await draft();
  const { fields } = await member.client.update_draft({
    id,
    fields: {
      country: 'de',
      categories: ['accounting', 'ACCOUNTING', 'design'],
      demo_video_url: 'youtube.com/watch?v=1',
      contact_email: 'Hi@Acme.Example',
    },
  });
  expect(fields.country.value).toBe('DE');
  expect(fields.categories.value).toEqual(['Accounting', 'Design']);
  expect(fields.demo_video_url.value).toBe('https://youtube.com/watch?v=1');
  expect(fields.contact_email.value).toBe('Hi@acme.example');
});

test('200 an empty body changes nothing', async () => {
  const before = await draft();
  expect(await member.client.update_draft({ id: before.id })).toEqual(before);
});

test('200 a competitor is to be crawled; an empty address clears it', async () => {
  const { id } = await draft();
  const updated = await member.client.update_draft({ id, competitor_url: 'rival.example' });
  expect(updated.competitor).toEqual({ url: 'https://rival.example/', status: 'reading', comparison: [] });
  expect((await member.client.update_draft({ id, competitor_url: '' })).competitor).toBeNull();
});

test('200 after submitting, the listing is updated at once and the status stays', async () => {
  const { id } = await draft();
  const { listing_id } = await member.client.submit_draft({ id });
  const updated = await member.client.update_draft({ id, fields: { tagline: 'Follows', city: 'Faro' }, founders: [{ name: 'Rui Sá' }] });
  expect(updated).toMatchObject({ status: 'submitted', listing_id });
  expect(await listingOf(listing_id)).toMatchObject({ tagline: 'Follows', city: 'Faro' });
  const founders =
    await server.sql`select f.name from listing_founders lf join founders f on f.id = lf.founder_id where listing_id = ${listing_id}`;
  expect(founders).toEqual([{ name: 'Rui Sá' }]);
});

test('400 required_value and invalid_input if the listing of a submitted draft could not be updated; nothing is changed', async () => {
  const { id } = await draft();
  const { listing_id } = await member.client.submit_draft({ id });
  expect(await getProblem(member.client.update_draft({ id, remove_fields: ['name'] }))).toMatchObject({
    code: 'required_value',
    errors: [{ path: 'fields.name', code: 'required' }],
  });
  expect(await getProblem(member.client.update_draft({ id, fields: { tagline: 'x'.repeat(201), city: 'Faro' } }))).toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'fields.tagline', limit: 200 }],
  });
  expect((await member.client.get_draft({ id })).fields).toMatchObject({ name: { value: 'Acme Notes' }, city: { value: null } });
  expect(await listingOf(listing_id)).toMatchObject({ name: 'Acme Notes', city: null });
});

test('400 draft_not_ready for regenerate while the site is crawled; edits are possible', async () => {
  const { id } = await member.client.submit_listing({ url: 'https://reading.example' });
  expect(await getProblem(member.client.update_draft({ id, regenerate: ['name'] }))).toMatchObject({ code: 'draft_not_ready' });
  expect(await member.client.update_draft({ id, fields: { name: 'Early' } })).toMatchObject({
    status: 'crawling',
    fields: { name: { state: 'manual' } },
  });
});

const WRONG: [string, Record<string, unknown>, string][] = [
  ['an invalid country', { fields: { country: 'Germany' } }, 'fields.country'],
  ['an unknown country code', { fields: { country: 'ZZ' } }, 'fields.country'],
  ['an invalid year', { fields: { founded_year: 'last year' } }, 'fields.founded_year'],
  ['a year out of range', { fields: { founded_year: '1492' } }, 'fields.founded_year'],
  ['an invalid mail address', { fields: { contact_email: 'at acme dot example' } }, 'fields.contact_email'],
  ['an invalid video link', { fields: { demo_video_url: 'javascript:alert(1)' } }, 'fields.demo_video_url'],
  ['an invalid logo link', { fields: { logo_url: 'data:image/png;base64,AAAA' } }, 'fields.logo_url'],
  ['a logo without https', { fields: { logo_url: 'http://acme.example/logo.png' } }, 'fields.logo_url'],
  ['an unknown category', { fields: { categories: ['Accounting', 'Alchemy'] } }, 'fields.categories[1]'],
  ['an invalid link', { company_socials: { x: 'not a link' } }, 'company_socials.x'],
  ['an unknown platform', { company_socials: { myspace: 'https://myspace.com/acme' } }, 'company_socials.myspace'],
  ['an unknown field', { fields: { motto: 'x' } }, 'fields.motto'],
  ['a name that is too long', { fields: { name: 'x'.repeat(501) } }, 'fields.name'],
  ['a list that is too long', { fields: { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) } }, 'fields.tags'],
  ['a list item that is too long', { fields: { tags: ['x'.repeat(201)] } }, 'fields.tags[0]'],
  ['a number instead of text', { fields: { founded_year: 2021 } }, 'fields.founded_year'],
  ['an unknown locked field', { lock_fields: ['motto'] }, 'lock_fields[0]'],
  ['too many fields to redraft', { regenerate: ['name', 'tagline', 'stage', 'tags', 'city', 'usps'] }, 'regenerate'],
  ['a thirty-first FAQ', { faqs: Array.from({ length: 31 }, () => ({ question: 'q', answer: 'a' })) }, 'faqs'],
  ['a FAQ without an answer', { faqs: [{ question: 'q' }] }, 'faqs[0].answer'],
  ['a seventh founder', { founders: Array.from({ length: 7 }, () => ({ name: 'n' })) }, 'founders'],
  ['a founder without a name', { founders: [{ name: ' ' }] }, 'founders[0].name'],
  ['a milestone with an invalid date', { milestones: [{ date: '2024-02-31', title: 't' }] }, 'milestones[0].date'],
  [
    'a milestone whose link is not https',
    { milestones: [{ date: '2024-02-01', title: 't', url: 'http://a.example' }] },
    'milestones[0].url',
  ],
  ['a story section that is too long', { story: { problem: 'x'.repeat(8001) } }, 'story.problem'],
  ['an invalid competitor address', { competitor_url: 'nowhere at all' }, 'competitor_url'],
  ['a seo title that is too long', { seo: { title: 'x'.repeat(71) } }, 'seo.title'],
  ['an unknown property', { publish: true }, 'publish'],
];

test.each(WRONG)('400 for %s, named by its path', async (_what, patch, path) => {
  const before = await draft();
  const problem = await getProblem(member.client.update_draft({ id: before.id, ...patch } as never));
  expect(problem.status).toBe(400);
  expect(problem.errors.map((error) => error.path)).toContain(path);
  expect(await member.client.get_draft({ id: before.id })).toEqual(before);
});

test('two concurrent edits are both saved', async () => {
  const { id } = await draft();
  await Promise.all(
    (['city', 'stage', 'tagline', 'pricing_model', 'pricing_summary'] as const).map((name) =>
      member.client.update_draft({ id, fields: { [name]: name } }),
    ),
  );
  const { fields } = await member.client.get_draft({ id });
  expect([fields.city.value, fields.stage.value, fields.tagline.value, fields.pricing_model.value]).toEqual([
    'city',
    'stage',
    'tagline',
    'pricing_model',
  ]);
});

test('404 draft_not_found for an unknown id', async () => {
  expect(await getProblem(member.client.update_draft({ id: crypto.randomUUID(), fields: { name: 'x' } }))).toMatchObject({
    status: 404,
    code: 'draft_not_found',
  });
});
