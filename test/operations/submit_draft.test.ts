import { expect, test } from 'vitest';
import { COMPLETE_PROPOSAL, getProblem, readyDraft } from '../support/drafts/drafts.ts';
import { NOON, useServer } from '../support/server.ts';

const server = useServer({ pool: 5 });
const listingOf = async (id: number) => (await server.sql`select * from listings where id = ${id}`)[0]!;

test('200 the draft becomes the caller’s listing, not yet published', async () => {
  const member = await server.member();
  const draft = await readyDraft(server, member);
  const submitted = await member.client.submit_draft({ id: draft.id });
  expect(submitted).toMatchObject({ slug: 'acme-notes', status: 'draft', url: `${server.root}/listings/acme-notes` });
  expect(submitted.next_steps.join()).toMatch(/choose_free_listing.*create_checkout/);
  expect(await listingOf(submitted.listing_id)).toMatchObject({
    status: 'draft',
    owner_id: member.account_id,
    name: 'Acme Notes',
    website: `${draft.url}`,
    domain: new URL(draft.url).hostname,
    tagline: 'Notes that find themselves',
    country: 'PT',
    founded_year: 2021,
    features: ['Search by meaning', 'Shared notebooks'],
    usps: [],
    faqs: [{ question: 'Is it free?', answer: 'For three people.' }],
    socials: { github: 'https://github.com/acme-notes-example' },
    story: null,
    plan: null,
    launched_at: null,
    evidence: { country: [{ quote: 'Lisbon, Portugal', url: 'https://acme.example/', read_at: NOON.toISOString() }] },
  });
  expect((await listingOf(submitted.listing_id)).not_found_on_website).toEqual(['city', 'prices', 'contact']);
  expect(await member.client.get_draft({ id: draft.id })).toMatchObject({ status: 'submitted', listing_id: submitted.listing_id });
  expect((await server.get('/api/v1/listings/acme-notes')).status).toBe(404);
  for (const search of [{ q: 'acme notes' }, { domain: draft.url }, { domain: draft.url, status: 'upcoming' as const }])
    expect((await server.client.search_listings(search)).items.map(({ name }) => name)).not.toContain('Acme Notes');
});

test('200 categories, founders, milestones and story are copied', async () => {
  const member = await server.member();
  const { id } = await readyDraft(server, member);
  await member.client.update_draft({
    id,
    fields: { categories: ['accounting', 'Design'] },
    founders: [{ name: 'Ines Duarte', title: 'CEO', bio: 'Wrote it.' }, { name: 'Rui Sá' }],
    founder_socials: { linkedin: 'https://www.linkedin.com/in/ines' },
    milestones: [{ date: '2024-02-03', title: 'First user', url: 'https://acme.example/first' }],
    story: { why_started: 'We lost our notes.' },
    seo: { title: 'Acme Notes', meta: 'Notes for teams.' },
  });
  const { listing_id } = await member.client.submit_draft({ id });
  expect(await listingOf(listing_id)).toMatchObject({
    story: { title: null, why_started: 'We lost our notes.' },
    seo_title: 'Acme Notes',
    seo_description: 'Notes for teams.',
  });
  // The others have to be paid for; the draft keeps them.
  expect(
    await server.sql`select c.name, lc.position from listing_categories lc join categories c on c.id = lc.category_id where listing_id = ${listing_id}`,
  ).toEqual([{ name: 'Accounting', position: 0 }]);
  expect(
    await server.sql`select f.name, f.bio, f.socials, lf.title from listing_founders lf join founders f on f.id = lf.founder_id where listing_id = ${listing_id} order by lf.position`,
  ).toEqual([
    { name: 'Ines Duarte', bio: 'Wrote it.', socials: { linkedin: 'https://www.linkedin.com/in/ines' }, title: 'CEO' },
    { name: 'Rui Sá', bio: null, socials: {}, title: null },
  ]);
  expect(await server.sql`select date, title, url from listing_milestones where listing_id = ${listing_id}`).toEqual([
    { date: '2024-02-03', title: 'First user', url: 'https://acme.example/first' },
  ]);
});

test('200 founders of a listing that is not public cannot be found', async () => {
  const member = await server.member();
  const { id } = await readyDraft(server, member);
  await member.client.update_draft({ id, founders: [{ name: 'Quirina Unlisted' }] });
  const { listing_id } = await member.client.submit_draft({ id });
  // Another page size each time: the first answer is still cached.
  const find = async (per_page: number) => (await (await server.get(`/api/v1/founders?q=quirina&per_page=${per_page}`)).json()).total;
  expect(await find(10)).toBe(0);
  expect((await server.get('/api/v1/founders/quirina-unlisted')).status).toBe(404);
  await server.sql`update listings set status = 'live', launched_at = ${NOON} where id = ${listing_id}`;
  expect(await find(11)).toBe(1);
});

test('200 again after edits: the same listing, found by its new words once it is live', async () => {
  const member = await server.member();
  const { id } = await readyDraft(server, member);
  const first = await member.client.submit_draft({ id });
  await member.client.update_draft({ id, fields: { tagline: 'Zebrafish ledger', city: 'Porto' } });
  expect(await member.client.submit_draft({ id })).toEqual(first);
  expect(await listingOf(first.listing_id)).toMatchObject({ tagline: 'Zebrafish ledger', city: 'Porto' });
  await server.sql`update listings set status = 'live', launched_at = ${NOON} where id = ${first.listing_id}`;
  // SPEC 2.1: what the site did not state, whatever the owner typed since.
  expect((await server.client.get_listing({ slug: first.slug })).not_found_on_website).toEqual(['city', 'prices', 'contact']);
  const { items } = await server.client.search_listings({ q: 'zebrafish' });
  expect(items.map(({ slug }) => slug)).toEqual([first.slug]);
});

test('what the owner changed on the listing itself stays when the draft is submitted again', async () => {
  const member = await server.member();
  const { id } = await readyDraft(server, member);
  const { listing_id } = await member.client.submit_draft({ id });
  await server.sql`update listings set description = 'Edited on the listing' where id = ${listing_id}`;
  await member.client.update_draft({ id, fields: { city: 'Porto' } });
  await member.client.submit_draft({ id });
  expect(await listingOf(listing_id)).toMatchObject({ description: 'Edited on the listing', city: 'Porto' });
});

test('400 draft_not_ready while the site is crawled, and if it could not be', async () => {
  const member = await server.member();
  const { id } = await member.client.submit_listing({ url: 'https://still-reading.example' });
  expect(await getProblem(member.client.submit_draft({ id }))).toMatchObject({ status: 400, code: 'draft_not_ready' });
  await server.sql`update drafts set status = 'failed' where id = ${id}`;
  expect((await getProblem(member.client.submit_draft({ id }))).detail).toContain('update_draft');
});

test('400 draft_incomplete names every required field that is missing', async () => {
  const member = await server.member();
  const { id } = await readyDraft(server, member, { found: { ...COMPLETE_PROPOSAL, fields: { name: COMPLETE_PROPOSAL.fields.name! } } });
  const problem = await getProblem(member.client.submit_draft({ id }));
  expect(problem).toMatchObject({ status: 400, code: 'draft_incomplete' });
  expect(problem.errors.map(({ path }) => path)).toEqual(['fields.tagline', 'fields.description', 'fields.categories']);
  const [{ count }] = await server.sql<
    [{ count: number }]
  >`select count(*)::int as count from listings where owner_id = ${member.account_id}`;
  expect(count).toBe(0);
});

test('400 invalid_input names values that are too long for a listing; nothing is cut', async () => {
  const member = await server.member();
  const { id } = await readyDraft(server, member);
  await member.client.update_draft({
    id,
    fields: { tagline: 'x'.repeat(300), pricing_model: 'y'.repeat(41) },
    story: { title: 'z'.repeat(201) },
  });
  const problem = await getProblem(member.client.submit_draft({ id }));
  expect(problem).toMatchObject({
    code: 'invalid_input',
    errors: [
      { path: 'fields.tagline', code: 'too_long', limit: 200, actual: 300 },
      { path: 'fields.pricing_model', code: 'too_long', limit: 40, actual: 41 },
      { path: 'story.title', code: 'too_long', limit: 200, actual: 201 },
    ],
  });
});

test('an unpublished listing without a proved owner gives way to the next submission, and its owner keeps the draft', async () => {
  const [first, second] = [await server.member(), await server.member()];
  const url = 'https://gives-way.example';
  const [mine, theirs] = [await readyDraft(server, first, { url }), await readyDraft(server, second, { url })];
  const withdrawn = await first.client.submit_draft({ id: mine.id });
  const { listing_id } = await second.client.submit_draft({ id: theirs.id });
  expect(await listingOf(listing_id)).toMatchObject({ status: 'draft', owner_id: second.account_id, domain: 'gives-way.example' });
  expect(await listingOf(withdrawn.listing_id)).toMatchObject({ status: 'removed', owner_id: null });
  expect(await first.client.get_draft({ id: mine.id })).toMatchObject({ status: 'ready', listing_id: null, fields: mine.fields });
  expect((await first.client.list_my_listings({})).items).toEqual([]);
  const [told] = await server.sql`select title, body, url from notifications where account_id = ${first.account_id}`;
  expect(told).toMatchObject({
    title: 'Someone else submitted the website of Acme Notes',
    body: expect.stringContaining('your unpublished listing was withdrawn'),
    url: `/drafts/${mine.id}`,
  });
  // The first may submit again as long as the other one is not public either.
  const again = await first.client.submit_draft({ id: mine.id });
  expect(await second.client.get_draft({ id: theirs.id })).toMatchObject({ status: 'ready', listing_id: null });
  await server.sql`update listings set status = 'live', launched_at = ${NOON} where id = ${again.listing_id}`;
  expect(await getProblem(second.client.submit_draft({ id: theirs.id }))).toMatchObject({
    code: 'listing_exists',
    errors: [{ path: 'url', code: 'taken', actual: again.slug }],
  });
});

test('an unpublished listing with a proved owner stays, and claim_listing knows it', async () => {
  const [owner, other] = [await server.member(), await server.member()];
  const url = 'https://proved.example';
  const [mine, theirs] = [await readyDraft(server, owner, { url }), await readyDraft(server, other, { url })];
  const { listing_id, slug } = await owner.client.submit_draft({ id: mine.id });
  await server.sql`
    insert into claims (site_id, account_id, listing_id, method, status, token, expires_at, verified_at, created_at, updated_at)
    select site_id, owner_id, id, 'dns', 'verified', 'x', ${NOON}, ${NOON}, ${NOON}, ${NOON} from listings where id = ${listing_id}`;
  const problem = await getProblem(other.client.submit_draft({ id: theirs.id }));
  expect(problem).toMatchObject({ code: 'listing_exists', errors: [{ actual: slug }] });
  expect(problem.detail).toContain(`/listings/${slug}/claim`);
  expect(await getProblem(other.client.submit_listing({ url }))).toMatchObject({ code: 'listing_exists' });
  expect(await getProblem(other.client.claim_listing({ slug, method: 'dns' }))).toMatchObject({ code: 'already_owned' });
  expect(await listingOf(listing_id)).toMatchObject({ status: 'draft', owner_id: owner.account_id });
});

test('a removed listing keeps its website from its own owner only, and cannot come back beside another', async () => {
  const [first, second] = [await server.member(), await server.member()];
  const url = 'https://taken-down.example';
  const [mine, theirs] = [await readyDraft(server, first, { url }), await readyDraft(server, second, { url })];
  const { listing_id } = await first.client.submit_draft({ id: mine.id });
  await server.sql`update listings set status = 'removed' where id = ${listing_id}`;
  const problem = await getProblem(first.client.submit_listing({ url }));
  expect(problem).toMatchObject({ code: 'listing_exists', detail: expect.stringContaining('was removed') });
  expect(await second.client.submit_draft({ id: theirs.id })).toMatchObject({ status: 'draft' });
  await expect(server.sql`update listings set status = 'draft' where id = ${listing_id}`).rejects.toThrow(/listings_website/);
});

test('of accounts that submit the same website concurrently exactly one has a listing, and all keep their drafts', async () => {
  const members = await Promise.all([server.member(), server.member(), server.member(), server.member()]);
  const drafts = await Promise.all(members.map((member) => readyDraft(server, member, { url: 'https://wanted.example' })));
  const submitted = await Promise.all(members.map(({ client }, at) => client.submit_draft({ id: drafts[at]!.id })));
  const standing = await server.sql`select id, owner_id from listings where domain = 'wanted.example' and status <> 'removed'`;
  expect(standing).toHaveLength(1);
  for (const [at, { client, account_id }] of members.entries()) {
    const has_it = standing[0]!.owner_id === account_id;
    expect(await client.get_draft({ id: drafts[at]!.id })).toMatchObject({
      status: has_it ? 'submitted' : 'ready',
      listing_id: has_it ? submitted[at]!.listing_id : null,
    });
  }
});

test('products with the same name get different slugs, also concurrently', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => server.member()));
  const found = {
    ...COMPLETE_PROPOSAL,
    fields: { ...COMPLETE_PROPOSAL.fields, name: { ...COMPLETE_PROPOSAL.fields.name!, value: 'Twice Told' } },
  };
  const drafts = await Promise.all(members.map((member) => readyDraft(server, member, { found })));
  const submitted = await Promise.all(members.map(({ client }, at) => client.submit_draft({ id: drafts[at]!.id })));
  expect(submitted.map(({ slug }) => slug).toSorted()).toEqual(['twice-told', 'twice-told-2', 'twice-told-3', 'twice-told-4']);
});

test('400 listing_exists once the listing belongs to another account', async () => {
  const [member, other] = [await server.member(), await server.member()];
  const { id } = await readyDraft(server, member);
  const { listing_id } = await member.client.submit_draft({ id });
  await server.sql`update listings set owner_id = ${other.account_id} where id = ${listing_id}`;
  expect(await getProblem(member.client.submit_draft({ id }))).toMatchObject({ code: 'listing_exists' });
  expect(await getProblem(member.client.update_draft({ id, fields: { tagline: 'Mine!' } }))).toMatchObject({ code: 'listing_exists' });
  expect((await listingOf(listing_id)).tagline).toBe('Notes that find themselves');
});

test('404 draft_not_found for an unknown id', async () => {
  const { client } = await server.member();
  expect(await getProblem(client.submit_draft({ id: crypto.randomUUID() }))).toMatchObject({ status: 404, code: 'draft_not_found' });
});
