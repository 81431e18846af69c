import { beforeAll, expect, test } from 'vitest';
import { OwnFields, UpdateOwnListing } from '../../src/modules/listings/owner/schema.ts';
import { SOCIAL_PLATFORMS } from '../../src/modules/listings/schema.ts';
import { getProblem } from '../support/drafts/drafts.ts';
import { copyListingToSite, createOtherSite, createOwnListing } from '../support/listings/own-listings.ts';
import { type Member, NOON, useServer } from '../support/server.ts';

const server = useServer({ pool: 5 });
const versionsOf = (listing_id: number) =>
  server.sql`select account_id, source, before, after, created_at from listing_versions where listing_id = ${listing_id} order by id`;

test('200 every field is published at once, and search finds the new words', async () => {
  const member = await server.member();
  const { listing_id, slug } = await createOwnListing(server, member);
  const fields = {
    tagline: 'Quokka ledgers',
    short_description: 'Short.',
    description: 'Long, about a numbat.',
    pricing_model: 'freemium',
    pricing_summary: 'Free for three.',
    city: 'Porto',
    founded_year: 2019,
    features: ['One', 'Two'],
    usps: ['Only here'],
    keywords: ['wombat'],
    headline: 'Head',
    summary: 'Sum',
    seo_title: 'Title',
    seo_description: 'Description',
  };
  const edited = await member.client.update_my_listing({
    listing_id,
    fields: { ...fields, country: 'de', contact_email: 'Hello@Acme.example', demo_video_url: 'https://acme.example/demo' },
    socials: { x: 'https://x.com/acme' },
    faqs: [{ question: 'Why?', answer: 'Because.' }],
  });
  const expected = {
    ...fields,
    country: 'DE',
    contact_email: 'Hello@acme.example',
    demo_video_url: 'https://acme.example/demo',
    socials: { x: 'https://x.com/acme' },
    faqs: [{ question: 'Why?', answer: 'Because.' }],
  };
  expect(edited.content).toMatchObject(expected);
  expect(edited.applied_to).toEqual([]);
  expect(await server.client.get_listing({ slug })).toMatchObject(expected);
  const search = async (q: string) => (await server.client.search_listings({ q })).items.map((item) => item.slug);
  expect(await search('quokka')).toEqual([slug]);
  expect(await search('numbat')).toEqual([slug]);
  // The listing's page does not show keywords, so search leaves them out.
  expect(await search('wombat')).toEqual([]);
});

test('remove_fields removes values, [] and {} replace what is replaced as a whole', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  await member.client.update_my_listing({ listing_id, socials: { x: '@acme', github: 'acme' } });
  const { content } = await member.client.update_my_listing({
    listing_id,
    remove_fields: ['country', 'founded_year', 'features', 'logo_url', 'socials.x'],
    fields: { country: null },
    faqs: [],
  });
  expect(content).toMatchObject({ country: null, founded_year: null, features: [], logo_url: null, faqs: [] });
  expect(content.socials).toEqual({ github: 'https://github.com/acme' });
  // Networks that are left out are removed, one sent as null stays.
  const replaced = await member.client.update_my_listing({ listing_id, socials: { github: null, medium: '@acme' } });
  expect(replaced.content.socials).toEqual({ github: 'https://github.com/acme', medium: 'https://medium.com/@acme' });
  const left = await member.client.update_my_listing({ listing_id, socials: { medium: '@acme' } });
  expect(left.content.socials).toEqual({ medium: 'https://medium.com/@acme' });
  expect((await member.client.update_my_listing({ listing_id, socials: {} })).content.socials).toEqual({});
});

test('null for every property changes nothing', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  const before = await member.client.get_my_listing({ listing_id });
  const nulls = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));
  const everything = {
    ...nulls(Object.keys(UpdateOwnListing.properties)),
    listing_id,
    fields: nulls(Object.keys(OwnFields.properties)),
    socials: nulls(SOCIAL_PLATFORMS),
  };
  expect(await member.client.update_my_listing(everything as never)).toEqual({ ...before, applied_to: [] });
  expect(await member.client.update_my_listing({ ...everything, fields: null, socials: null } as never)).toMatchObject(before);
  expect(await versionsOf(listing_id)).toEqual([]);
});

test('400 required_value: a listing keeps its name, tagline and description', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  const remove_fields = ['name', 'tagline', 'description', 'city'];
  const problem = await getProblem(member.client.update_my_listing({ listing_id, remove_fields }));
  expect(problem).toMatchObject({ status: 400, code: 'required_value' });
  expect(problem.errors.map(({ path }) => path)).toEqual(['fields.name', 'fields.tagline', 'fields.description']);
  expect(await getProblem(member.client.update_my_listing({ listing_id, remove_fields: ['categories'] }))).toMatchObject({
    errors: [{ path: 'remove_fields[0]', code: 'not_allowed' }],
  });
});

test('400 every fault in one answer', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  const problem = await getProblem(
    member.client.update_my_listing({
      listing_id,
      fields: { city: '', keywords: [], country: 'ZZ', categories: ['Alchemy'], logo_url: 'http://acme.example/logo.png' },
      socials: { x: 'https://acme.example', website: '/x.png' },
      apply_to: ['nowhere'],
      remove_fields: ['tagline'],
    }),
  );
  expect(problem.errors.map(({ path }) => path).toSorted()).toEqual([
    'apply_to[0]',
    'fields.categories[0]',
    'fields.city',
    'fields.country',
    'fields.keywords',
    'fields.logo_url',
    'fields.tagline',
    'socials.website',
    'socials.x',
  ]);
});

test('200 name, logo, categories, tags and stage of a claimed listing without a draft; warnings say what is not shown', async () => {
  const member = await server.member();
  const { listing_id, draft_id } = await createOwnListing(server, member);
  await server.sql`delete from drafts where id = ${draft_id}`;
  const edited = await member.client.update_my_listing({
    listing_id,
    fields: {
      name: 'Acme Ledger',
      logo_url: 'https://acme.example/new.png',
      categories: ['design', 'Accounting'],
      tags: ['ledger'],
      stage: 'unheard of',
    },
  });
  expect(edited).toMatchObject({ draft_id: null, primary_category: { slug: 'design', name: 'Design' }, name: 'Acme Ledger' });
  expect(edited.content).toMatchObject({ logo_url: 'https://acme.example/new.png', tags: ['ledger'], stage: 'unheard of' });
  expect(edited.content.categories.map(({ name }) => name)).toEqual(['Design']);
  expect(edited.warnings.map(({ code }) => code)).toEqual(['unknown_stage', 'categories_not_included']);
});

test('view=status answers how it stands and what to do next', async () => {
  const member = await server.member();
  const { listing_id, slug } = await createOwnListing(server, member, { status: 'draft' });
  const status = await member.client.update_my_listing({ listing_id, fields: { city: 'Faro' }, view: 'status' });
  expect(Object.keys(status).toSorted()).toEqual(
    'badge launch_week_on listing_id next_steps plan slug status updated_at url warnings'.split(' '),
  );
  expect(status).toMatchObject({ slug, status: 'draft', next_steps: [expect.stringContaining('choose_free_listing'), expect.any(String)] });
  expect(await member.client.get_my_listing({ listing_id, view: 'status' })).toEqual(status);
});

test('200 a version has its author, its time, and the changed fields before and after', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  await member.client.update_my_listing({ listing_id, fields: { city: 'Porto', country: 'PT' }, socials: { x: 'https://x.com/a' } });
  expect(await versionsOf(listing_id)).toEqual([
    {
      account_id: member.account_id,
      source: 'owner',
      before: { city: null, socials: { github: 'https://github.com/acme-notes-example' } },
      after: { city: 'Porto', socials: { x: 'https://x.com/a' } },
      created_at: NOON,
    },
  ]);
});

test('200 an edit that changes nothing creates no version', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  const { content } = await member.client.get_my_listing({ listing_id });
  const { tagline, features, faqs, socials } = content;
  await member.client.update_my_listing({ listing_id, fields: { tagline: tagline!, features }, faqs, socials });
  await member.client.update_my_listing({ listing_id });
  expect(await versionsOf(listing_id)).toEqual([]);
});

test('200 apply_to: only sent fields that may be copied, and only to the same owner’s listings of the same company', async () => {
  const [member, other] = [await server.member(), await server.member()];
  const { listing_id } = await createOwnListing(server, member);
  const [garden, harbour, quay] = [
    await createOtherSite(server, 'garden'),
    await createOtherSite(server, 'harbour'),
    await createOtherSite(server, 'quay'),
  ];
  const own_garden = await copyListingToSite(server, listing_id, garden, member.account_id);
  const own_harbour = await copyListingToSite(server, listing_id, harbour, member.account_id);
  const other_quay = await copyListingToSite(server, listing_id, quay, other.account_id);
  const headlines = async () =>
    (
      await server.sql`select headline, tagline, summary from listings where id = any(${[own_garden, own_harbour, other_quay]}) order by id`
    ).map(({ headline, tagline, summary }) => ({ headline, tagline, summary }));
  const tagline = 'Notes that find themselves';

  const one = await member.client.update_my_listing({
    listing_id,
    fields: { headline: 'One', tagline: 'Here only' },
    apply_to: ['garden', 'quay'],
  });
  expect(one.applied_to).toEqual(['garden']);
  expect(await headlines()).toEqual([
    { headline: 'One', tagline, summary: null },
    { headline: null, tagline, summary: null },
    { headline: null, tagline, summary: null },
  ]);

  const all = await member.client.update_my_listing({ listing_id, fields: { summary: 'All' }, apply_to: ['all'] });
  expect(all.applied_to).toEqual(['garden', 'harbour']);
  expect(await headlines()).toEqual([
    { headline: 'One', tagline, summary: 'All' },
    { headline: null, tagline, summary: 'All' },
    { headline: null, tagline, summary: null },
  ]);
  expect(await versionsOf(own_garden)).toMatchObject([
    { account_id: member.account_id, source: 'another_site', before: { headline: null }, after: { headline: 'One' } },
    { source: 'another_site', before: { summary: null }, after: { summary: 'All' } },
  ]);
  expect(await versionsOf(own_harbour)).toHaveLength(1);
  expect(await versionsOf(other_quay)).toHaveLength(0);

  // Only sent fields are copied: without any, nothing is.
  expect((await member.client.update_my_listing({ listing_id, fields: { city: 'Porto' }, apply_to: ['all'] })).applied_to).toEqual([]);
});

test('400 an unknown site key is refused, and nothing is written anywhere', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  const site_id = await createOtherSite(server, 'meadow');
  const copied_id = await copyListingToSite(server, listing_id, site_id, member.account_id);
  for (const [apply_to, path] of [
    [['meadow', 'nowhere'], 'apply_to[1]'],
    [['all', 'meadow'], 'apply_to[1]'],
  ] as const)
    expect(
      await getProblem(member.client.update_my_listing({ listing_id, fields: { headline: 'No' }, apply_to: [...apply_to] })),
    ).toMatchObject({
      status: 400,
      code: 'invalid_input',
      errors: [{ path, code: 'not_allowed' }],
    });
  expect(await server.sql`select headline from listings where id = any(${[listing_id, copied_id]})`).toEqual([
    { headline: null },
    { headline: null },
  ]);
  expect([...(await versionsOf(listing_id)), ...(await versionsOf(copied_id))]).toEqual([]);
});

let bounded: { member: Member; listing_id: number };
beforeAll(async () => {
  const member = await server.member();
  bounded = { member, ...(await createOwnListing(server, member)) };
});

test.each([
  ['tagline', 'x'.repeat(201), 'too_long'],
  ['short_description', 'x'.repeat(301), 'too_long'],
  ['description', 'x'.repeat(20001), 'too_long'],
  ['pricing_model', 'x'.repeat(41), 'too_long'],
  ['pricing_summary', 'x'.repeat(301), 'too_long'],
  ['country', 'DEU', 'too_long'],
  ['country', 'ZZ', 'wrong_form'],
  ['country', '1', 'wrong_form'],
  ['city', 'x'.repeat(121), 'too_long'],
  ['founded_year', 1799, 'too_small'],
  ['founded_year', '2019', 'wrong_type'],
  ['demo_video_url', 'not a link', 'wrong_form'],
  ['demo_video_url', 'javascript:alert(1)', 'wrong_form'],
  ['contact_email', 'nobody', 'wrong_form'],
  ['features', Array.from({ length: 41 }, (_, i) => `${i}`), 'too_many'],
  ['headline', 'x'.repeat(201), 'too_long'],
  ['summary', 'x'.repeat(20001), 'too_long'],
  ['seo_title', 'x'.repeat(201), 'too_long'],
  ['seo_description', 'x'.repeat(321), 'too_long'],
  ['motto', 'Mine', 'unknown_property'],
])('400 %s: an invalid value is refused with its path', async (field, value, code) => {
  const { member, listing_id } = bounded;
  const problem = await getProblem(member.client.update_my_listing({ listing_id, fields: { [field]: value } as never }));
  expect(problem).toMatchObject({ status: 400, errors: [{ path: `fields.${field}`, code }] });
  expect(await versionsOf(listing_id)).toEqual([]);
});

test('400 socials: an invalid link, and an unknown platform', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  expect(await getProblem(member.client.update_my_listing({ listing_id, socials: { x: 'no link' } }))).toMatchObject({
    errors: [{ path: 'socials.x', code: 'wrong_form' }],
  });
  expect(
    await getProblem(member.client.update_my_listing({ listing_id, socials: { myspace: 'https://a.example' } as never })),
  ).toMatchObject({
    code: 'unknown_property',
  });
});

test('the same key twice is one edit, also concurrently', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  const edit = () => member.client.update_my_listing({ listing_id, fields: { city: 'Faro' } }, { idempotency_key: 'once' });
  const [first, second] = await Promise.all([edit(), edit()]);
  expect(second).toEqual(first);
  expect(await versionsOf(listing_id)).toHaveLength(1);
});

test('ten concurrent edits: each version starts where the previous one ended', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  await Promise.all(Array.from({ length: 10 }, (_, i) => member.client.update_my_listing({ listing_id, fields: { city: `City ${i}` } })));
  const versions = await versionsOf(listing_id);
  expect(versions).toHaveLength(10);
  for (const [at, version] of versions.entries()) expect(version.before.city).toBe(versions[at - 1]?.after.city ?? null);
});

test('an SEO title that is too long for the draft stays while the draft leaves it out', async () => {
  const member = await server.member();
  const { listing_id, draft_id: id } = await createOwnListing(server, member);
  const title = 'x'.repeat(150);
  await member.client.update_my_listing({ listing_id, fields: { seo_title: title } });
  const { seo } = await member.client.update_draft({ id, seo: { meta: 'Notes.' }, company_socials: { x: '@acme' } });
  expect(seo).toEqual({ title, meta: 'Notes.' });
  const { content } = await member.client.get_my_listing({ listing_id });
  expect(content.socials).toEqual({ github: 'https://github.com/acme-notes-example', x: 'https://x.com/acme' });
  const [row] = await server.sql`select seo_title, seo_description from listings where id = ${listing_id}`;
  expect(row).toEqual({ seo_title: title, seo_description: 'Notes.' });
  expect(await getProblem(member.client.update_draft({ id, seo: { title } }))).toMatchObject({
    errors: [{ path: 'seo.title', code: 'too_long', limit: 70 }],
  });
});

test('draft and listing are one profile: the last write by either way stands on both', async () => {
  const member = await server.member();
  const { listing_id, draft_id: id } = await createOwnListing(server, member);
  const { fields } = await member.client.get_draft({ id });
  await member.client.set_founder_story({ listing_id, journey: 'On the listing' });
  await member.client.update_my_listing({
    listing_id,
    fields: { tagline: 'On the listing', founded_year: 2019, seo_title: 'Title' },
    socials: { x: 'https://x.com/listing' },
    faqs: [{ question: 'Why?', answer: 'Because.' }],
  });
  const { id: milestone_id } = await member.client.add_milestone({ listing_id, date: '2026-01-01', title: 'On the listing' });
  const shown = await member.client.get_draft({ id });
  expect(shown.fields.tagline).toEqual({ value: 'On the listing', state: 'edited', evidence: [] });
  expect(shown).toMatchObject({
    fields: { founded_year: { value: '2019' } },
    story: { journey: { value: 'On the listing', state: 'manual' } },
    socials: { company: { x: { value: 'https://x.com/listing' }, github: { value: null, state: 'deleted' } } },
    faqs: [{ question: 'Why?', answer: 'Because.', state: 'manual' }],
    milestones: [{ date: '2026-01-01', title: 'On the listing' }],
    seo: { title: 'Title', meta: null },
  });
  // The draft's own old value is a change, since the listing shows another.
  const restored = await member.client.update_draft({
    id,
    fields: { tagline: fields.tagline.value as string },
    story: { lessons: 'In the draft' },
    company_socials: { medium: 'https://medium.com/draft' },
    milestones: [
      { date: '2026-01-01', title: 'On the listing' },
      { date: '2025-01-01', title: 'In the draft' },
    ],
  });
  expect(restored.fields.tagline.value).toBe(fields.tagline.value);
  const own = await member.client.get_my_listing({ listing_id });
  expect(own.content).toMatchObject({ tagline: fields.tagline.value, founded_year: 2019 });
  expect(own.story).toMatchObject({ journey: 'On the listing', lessons: 'In the draft' });
  expect(own.content.socials).toEqual({ x: 'https://x.com/listing', medium: 'https://medium.com/draft' });
  expect(own.milestones.map(({ id, title }) => [id === milestone_id, title])).toEqual([
    [true, 'On the listing'],
    [false, 'In the draft'],
  ]);
  await member.client.delete_milestone({ listing_id, milestone_id });
  expect((await member.client.get_draft({ id })).milestones.map(({ title }) => title)).toEqual(['In the draft']);
  await member.client.update_draft({ id, fields: { city: 'Porto' } });
  expect((await member.client.get_my_listing({ listing_id })).milestones.map(({ title }) => title)).toEqual(['In the draft']);
  expect((await member.client.list_my_drafts({})).items[0]).toMatchObject({ id, name: 'Acme Notes', listing_id, status: 'submitted' });
  expect((await versionsOf(listing_id)).at(-1)).toMatchObject({ source: 'draft', before: { city: null }, after: { city: 'Porto' } });
});
