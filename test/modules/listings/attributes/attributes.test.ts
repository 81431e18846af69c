import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Ctx } from '../../../../src/kernel/context.ts';
import type { AttributeDetails, AttributeRow } from '../../../../src/modules/catalog/attributes/queries.ts';
import { EMPTY_PROPOSAL, type Proposal } from '../../../../src/modules/extraction/proposal.ts';
import {
  archiveAttribute,
  createAttribute,
  editAttribute,
  listAttributesForTeam,
  restoreAttribute,
} from '../../../../src/modules/listings/attributes/definitions.ts';
import { editListing, restoreVersion } from '../../../../src/modules/listings/history/history.ts';
import { listActsAbout } from '../../../../src/modules/moderation/audit-log.ts';
import { revertEdit } from '../../../../src/modules/moderation/listing-edits.ts';
import { undoAct } from '../../../../src/modules/moderation/undo.ts';
import { COMPLETE_PROPOSAL, getProblem, readyDraft } from '../../../support/drafts/drafts.ts';
import { type Member, NOON, useServer } from '../../../support/server.ts';
import { as, makeVoters, siteOf } from '../../../support/voters.ts';

const server = useServer();
let member: Member;
let admin: Ctx<Caller>;

beforeAll(async () => {
  const { sql, site_id } = server;
  member = await server.member();
  const [id] = await makeVoters(sql, [{ email: 'admin@team.example' }]);
  await sql`insert into account_roles (account_id, site_id, role) values (${id!}, ${site_id}, 'site_admin')`;
  admin = as(id!, { sql, site: await siteOf(sql, site_id), clock: { now: () => NOON } });
});

const BUILT_IN =
  'platforms self_hosted open_source api sso free_plan price_from free_trial export_formats languages compliance integrations'.split(' ');
const quoted = <V>(value: V, quote: string) => ({ value, evidence: [{ quote, url: 'https://acme.example/' }] });
const MONTHLY = { amount: 19.5, currency: 'USD', period: 'month' as const };

/** What a website said about attributes; `engines` belongs to another category. */
const STATED: Proposal = {
  ...COMPLETE_PROPOSAL,
  attributes: {
    self_hosted: quoted(true, 'Run it on your own server.'),
    sso: quoted(false, 'There is no single sign-on.'),
    price_from: quoted(MONTHLY, 'From $19.50 a month.'),
    platforms: quoted(['Web', 'macOS'], 'In the browser and on macOS.'),
    engines: quoted('PostgreSQL', 'For PostgreSQL.'),
  },
};

const readyWith = (found: Proposal = STATED) => readyDraft(server, member, { found });
const submitted = async (found?: Proposal) => {
  const { id } = await readyWith(found);
  return { id, listing_id: (await member.client.submit_draft({ id })).listing_id };
};
const attributesOf = async (listing_id: number) => {
  const { content } = await member.client.get_my_listing({ listing_id });
  return Object.fromEntries(content.attributes.map((one) => [one.key, one]));
};
const outcomeOf = (work: Promise<unknown>): Promise<string> => work.then(String, (error) => error.code ?? String(error));

describe('definitions', () => {
  const details: AttributeDetails = { name: 'Berths', kind: 'text', unit: null, synonyms: ['Moorings'], options: null, position: 5 };
  const findAttribute = async (key: string, category_id: number | null = null): Promise<AttributeRow> =>
    (await listAttributesForTeam(admin, { category_id })).find((one) => one.key === key)!;
  const undoLast = async (id: number) => undoAct(admin, { id: (await listActsAbout(admin, 'attribute', id))[0]!.id });
  const write = async (attribute_id: number, slug: string, value: unknown, kind = 'text') => server.sql`
    insert into listing_attributes (site_id, listing_id, attribute_id, kind, value)
    select site_id, id, ${attribute_id}, ${kind}, ${JSON.stringify(value)}::text::jsonb from listings where slug = ${slug}`;
  const statedValue = async (slug: string, key: string) => {
    const [row] = await server.sql<{ value: unknown }[]>`
      select v.value from listing_attributes v join category_attributes a on a.id = v.attribute_id and a.kind = v.kind and a.archived_at is null
      join listings l on l.id = v.listing_id where l.slug = ${slug} and a.key = ${key}`;
    return row?.value;
  };

  test('every site has the built-in ones, also a new site', async () => {
    const keys = async (site_id: number) =>
      (
        await server.sql<
          { key: string }[]
        >`select key from category_attributes where site_id = ${site_id} and category_id is null order by position`
      ).map(({ key }) => key);
    expect(await keys(server.site_id)).toEqual(BUILT_IN);
    const [site] = await server.sql<
      { id: number }[]
    >`insert into sites (key, name, root) values ('quay', 'Quay', 'http://quay.example') returning id`;
    expect(await keys(site!.id)).toEqual(BUILT_IN);
  });

  test('subcategories inherit from their parents and the site; of several with one key the nearest counts', async () => {
    const [child] = await server.sql<{ id: number; parent_id: number; slug: string }[]>`
      select id, parent_id, slug from categories where site_id = ${server.site_id} and parent_id is not null limit 1`;
    await createAttribute(admin, { ...details, category_id: child!.parent_id });
    await createAttribute(admin, { ...details, name: 'API', kind: 'text', category_id: child!.id });
    expect(await outcomeOf(createAttribute(admin, { ...details, category_id: child!.parent_id }))).toBe('invalid_input');
    expect(await outcomeOf(createAttribute(admin, { ...details, category_id: 999_999 }))).toBe('category_not_found');
    const { attributes } = await server.client.get_category({ slug: child!.slug });
    const keys = attributes.map(({ key }) => key);
    expect(keys).toEqual([...new Set(keys)]);
    expect(keys).toEqual(expect.arrayContaining([...BUILT_IN, 'berths']));
    expect(attributes.find(({ key }) => key === 'api')).toMatchObject({ kind: 'text' });
    expect(attributes.find(({ key }) => key === 'platforms')!.options).toContain('macOS');
  });

  test('renaming keeps values; another kind keeps those that convert, asks first, and hides the rest until it is changed back', async () => {
    await createAttribute(admin, { ...details, name: 'Dry dock', category_id: null });
    const { id } = await findAttribute('dry_dock');
    await write(id, 'ledgerly', 'Yes');
    await write(id, 'kontorbuch', 'On request');
    await editAttribute(admin, { ...details, id, name: 'Dry docks' });
    expect(await statedValue('ledgerly', 'dry_dock')).toBe('Yes');
    const asked = await editAttribute(admin, { ...details, id, kind: 'boolean' }).catch((error) => error);
    expect(asked).toMatchObject({ code: 'values_do_not_convert', detail: expect.stringContaining('1 of 2 values') });
    expect((await findAttribute('dry_dock')).kind).toBe('text');
    await editAttribute(admin, { ...details, id, kind: 'boolean', hides_values: true });
    expect([await statedValue('ledgerly', 'dry_dock'), await statedValue('kontorbuch', 'dry_dock')]).toEqual([true, undefined]);
    await undoLast(id);
    expect([await statedValue('ledgerly', 'dry_dock'), await statedValue('kontorbuch', 'dry_dock')]).toEqual(['Yes', 'On request']);
    expect(await editAttribute(admin, { ...(await findAttribute('dry_dock')) })).toBeNull();
  });

  test('archiving hides an attribute with its values, and restoring brings both back', async () => {
    await createAttribute(admin, { ...details, name: 'Crane', kind: 'boolean', category_id: null });
    const { id } = await findAttribute('crane');
    await write(id, 'ledgerly', true, 'boolean');
    const shown = async () => (await server.client.get_listing({ slug: 'ledgerly' })).attributes.find(({ key }) => key === 'crane')?.value;
    const [cached] = await server.sql`select true as found from listing_attributes where attribute_id = ${id}`;
    expect(cached).toBeDefined();
    await archiveAttribute(admin, { id });
    expect(await statedValue('ledgerly', 'crane')).toBeUndefined();
    expect(await archiveAttribute(admin, { id })).toBeNull();
    await undoLast(id);
    expect(await statedValue('ledgerly', 'crane')).toBe(true);
    await archiveAttribute(admin, { id });
    await restoreAttribute(admin, { id });
    expect(await shown()).toBe(true);
    expect(await outcomeOf(archiveAttribute(admin, { id: 999_999 }))).toBe('attribute_not_found');
  });

  test('the database refuses values of another kind', async () => {
    const { id } = await findAttribute('open_source');
    for (const [kind, value] of [
      ['boolean', 'yes'],
      ['number', 'x'],
      ['list', []],
      ['list', [1]],
      ['text', ''],
      ['money', { amount: 1, currency: 'usd', period: null }],
      ['money', { amount: 1, currency: 'USD' }],
      ['colour', 'red'],
    ] as const)
      await expect(write(id, 'kontorbuch', value, kind)).rejects.toThrow(/check constraint/);
  });
});

describe('drafts', () => {
  test('show what the website states, for the attributes of the primary category', async () => {
    const { attributes } = await readyWith();
    expect(Object.keys(attributes)).toEqual(expect.arrayContaining([...BUILT_IN, 'bank_sync']));
    expect(attributes.engines).toBeUndefined();
    expect(attributes.self_hosted).toMatchObject({ name: 'Self-hosted', kind: 'boolean', ...STATED.attributes.self_hosted, state: 'ai' });
    expect(attributes.sso).toMatchObject({ value: false, state: 'ai' });
    expect(attributes.api).toMatchObject({ value: null, state: 'not_found', evidence: [] });
  });

  test('are edited by key; an edited value loses its quote, and is locked, restored and removed like a field', async () => {
    const { id } = await readyWith();
    const edit = (input: object) => member.client.update_draft({ id, ...input });
    const typed = await edit({ attributes: { price_from: '9 EUR/year', api: true, sso: null, platforms: ['Web', 'macOS'] } });
    expect(typed.attributes.price_from).toMatchObject({
      value: { amount: 9, currency: 'EUR', period: 'year' },
      state: 'edited',
      evidence: [],
    });
    expect(typed.attributes.api).toMatchObject({ value: true, state: 'manual' });
    // The same value again is no edit, and null leaves a value.
    expect(typed.attributes.platforms).toMatchObject({ state: 'ai', evidence: STATED.attributes.platforms!.evidence });
    expect(typed.attributes.sso).toMatchObject({ value: false, state: 'ai' });
    const locked = await member.client.update_draft({ id, lock_fields: ['attributes.sso', 'name'], view: 'status' });
    expect(locked).toMatchObject({ locked_fields: ['name', 'attributes.sso'], changed: ['name', 'attributes'] });
    const restored = await edit({ restore: ['attributes.price_from'], remove_fields: ['attributes.self_hosted'] });
    expect(restored.attributes.price_from).toMatchObject({ ...STATED.attributes.price_from, state: 'ai' });
    expect(restored.attributes.self_hosted).toMatchObject({ value: null, state: 'deleted' });
    expect(restored.attributes.sso).toMatchObject({ value: false, state: 'override', evidence: STATED.attributes.sso!.evidence });
  });

  test('refuse unknown keys and wrong kinds, and name the keys', async () => {
    const { id } = await readyWith();
    const problem = await getProblem(
      member.client.update_draft({
        id,
        attributes: { engines: 'x', api: 'perhaps', price_from: 9, platforms: [] },
        lock_fields: ['attributes.engines'],
        remove_fields: ['attributes.nothing'],
      }),
    );
    expect(problem).toMatchObject({ code: 'invalid_input' });
    const byPath = Object.fromEntries(problem.errors!.map((error) => [error.path, error]));
    expect(byPath['attributes.engines']).toMatchObject({
      code: 'unknown_attribute',
      message: expect.stringContaining('platforms, self_hosted'),
    });
    expect(byPath['attributes.api']).toMatchObject({ code: 'wrong_form', message: 'must be true or false' });
    expect(byPath['attributes.price_from']!.message).toContain('amount');
    expect(byPath['attributes.platforms']).toMatchObject({ code: 'empty' });
    expect(byPath['lock_fields[0]']).toMatchObject({ code: 'not_allowed' });
    expect(byPath['remove_fields[0]']).toMatchObject({ code: 'not_allowed' });
  });

  test('attributes follow the category: what the website said about others comes up in theirs', async () => {
    const { id } = await readyWith();
    const moved = await member.client.update_draft({ id, fields: { categories: ['Databases'] }, attributes: { engines: 'MySQL' } });
    expect(moved.attributes.engines).toMatchObject({ value: 'MySQL', state: 'edited' });
    expect(moved.attributes.bank_sync).toBeUndefined();
  });

  test('redrafts read attributes again, except locked ones', async () => {
    const { id } = await readyWith();
    await member.client.update_draft({ id, lock_fields: ['attributes.sso'] });
    const again = { ...EMPTY_PROPOSAL, attributes: { sso: quoted(true, 'SSO'), self_hosted: quoted(false, 'Not self-hosted') } };
    const answer = await member.client.update_draft({ id, regenerate: ['attributes.sso', 'attributes.self_hosted'] });
    expect(answer.redrafting).toEqual(['attributes.self_hosted']);
    expect(answer.warnings).toMatchObject([{ code: 'field_locked' }]);
    expect(again.attributes.sso).toBeDefined();
  });
});

describe('listings', () => {
  test('get the values of a draft with their quotes, and both stay one profile', async () => {
    const { id, listing_id } = await submitted();
    const before = await attributesOf(listing_id);
    expect(before.self_hosted).toEqual({
      key: 'self_hosted',
      name: 'Self-hosted',
      kind: 'boolean',
      unit: null,
      value: true,
      evidence: [
        {
          quote: 'Run it on your own server.',
          url: 'https://acme.example/',
          read_at: NOON.toISOString(),
          confirmed_at: null,
          missing_since: null,
        },
      ],
      stated_by: 'website',
    });
    expect(before.price_from!.value).toEqual(MONTHLY);
    expect(before.engines).toBeUndefined();
    const submitted_draft = await member.client.get_draft({ id });
    expect(submitted_draft.attributes.price_from).toMatchObject({ state: 'ai', evidence: STATED.attributes.price_from!.evidence });

    await member.client.update_my_listing({
      listing_id,
      attributes: { self_hosted: false, api: true },
      remove_fields: ['attributes.platforms'],
    });
    const edited = await attributesOf(listing_id);
    expect(edited.self_hosted).toMatchObject({ value: false, evidence: [], stated_by: 'owner' });
    expect(edited.platforms).toBeUndefined();
    expect(edited.sso).toMatchObject({ value: false, stated_by: 'website' });
    const shown = await member.client.get_draft({ id });
    expect(shown.attributes.self_hosted).toMatchObject({ value: false, state: 'edited', evidence: [] });
    expect(shown.attributes.api).toMatchObject({ value: true, state: 'manual' });
    expect(shown.attributes.platforms).toMatchObject({ value: null, state: 'deleted' });

    await member.client.update_draft({ id, restore: ['attributes.platforms'], attributes: { api: false } });
    const again = await attributesOf(listing_id);
    expect(again.platforms).toMatchObject({ value: ['Web', 'macOS'], stated_by: 'website' });
    expect(again.api).toMatchObject({ value: false, stated_by: 'owner' });
  });

  test('refuse unknown keys and wrong kinds', async () => {
    const { listing_id } = await submitted();
    const problem = await getProblem(member.client.update_my_listing({ listing_id, attributes: { engines: 'x', sso: 3 } }));
    expect(problem).toMatchObject({
      code: 'invalid_input',
      errors: [
        { path: 'attributes.engines', code: 'unknown_attribute' },
        { path: 'attributes.sso', code: 'wrong_form' },
      ],
    });
  });

  test('keep what the website was found to say later, also when the draft moves them to another category', async () => {
    const { id, listing_id } = await submitted();
    const evidence = [
      {
        quote: 'Single sign-on is included.',
        url: 'https://acme.example/sso',
        read_at: NOON.toISOString(),
        confirmed_at: NOON.toISOString(),
      },
    ];
    const edit = { account_id: null, source: 'website', at: NOON, evidence: { 'attributes.sso': evidence } } as const;
    await server.sql.begin((sql) => editListing(sql, listing_id, { 'attributes.sso': true }, edit));
    await member.client.update_draft({ id, fields: { categories: ['Databases'] } });
    const { sso, engines } = await attributesOf(listing_id);
    expect(sso).toMatchObject({ value: true, stated_by: 'website', evidence });
    expect(engines).toMatchObject({ value: 'PostgreSQL', stated_by: 'website' });
  });

  test('edits are in the history, are restored from it and reverted by the team', async () => {
    const { listing_id } = await submitted();
    const owner = as(member.account_id, { ...admin, sql: server.sql });
    await member.client.update_my_listing({ listing_id, attributes: { sso: true, price_from: '5 USD/month' } });
    await member.client.update_my_listing({ listing_id, attributes: { sso: true, price_from: '7 USD/month' }, fields: { city: 'Porto' } });
    const versions = await server.sql<{ id: number; before: object; after: object }[]>`
      select id, before, after from listing_versions where listing_id = ${listing_id} order by id`;
    const price = (amount: number) => ({ amount, currency: 'USD', period: 'month' });
    expect(versions.map(({ before, after }) => ({ before, after }))).toEqual([
      {
        before: { 'attributes.sso': false, 'attributes.price_from': MONTHLY },
        after: { 'attributes.sso': true, 'attributes.price_from': price(5) },
      },
      { before: { 'attributes.price_from': price(5), city: null }, after: { 'attributes.price_from': price(7), city: 'Porto' } },
    ]);
    await revertEdit(admin, { id: versions[1]!.id, reason: 'Too much' });
    expect((await attributesOf(listing_id)).price_from!.value).toEqual(price(5));
    expect(await outcomeOf(revertEdit(admin, { id: versions[1]!.id, reason: 'Too much' }))).toBe('edit_overwritten');
    await restoreVersion(owner, { listing_id, version_id: 0 });
    const first = await attributesOf(listing_id);
    expect([first.price_from!.value, first.sso!.value]).toEqual([MONTHLY, false]);
  });
});

describe('filters', () => {
  const slugs = async (attributes: string, more: object = {}) =>
    (await server.client.search_listings({ attributes, per_page: 100, ...more })).items.map(({ slug }) => slug).toSorted();
  /** The demo’s own data, read without the index. */
  const stated = async (condition: (value: never) => boolean, key: string) => {
    const rows = await server.sql<{ slug: string; value: never }[]>`
      select l.slug, v.value from listing_attributes v join category_attributes a on a.id = v.attribute_id join listings l on l.id = v.listing_id
      where l.site_id = ${server.site_id} and l.status = 'live' and a.key = ${key}`;
    return [...new Set(rows.filter(({ value }) => condition(value)).map(({ slug }) => slug))].toSorted();
  };
  type Price = { amount: number; currency: string; period: string | null };

  test('find listings by what they state', async () => {
    expect(await slugs('self_hosted')).toEqual(await stated((value) => value === true, 'self_hosted'));
    expect(await slugs('self_hosted:no')).toEqual(await stated((value) => value === false, 'self_hosted'));
    expect(await slugs('platforms:macos')).toEqual(await stated((value: string[]) => value.includes('macOS'), 'platforms'));
    expect(await slugs('platforms:Paper|linux')).toEqual(
      await stated((value: string[]) => value.includes('Paper') || value.includes('Linux'), 'platforms'),
    );
    expect(await slugs('price_from')).toEqual(await stated(() => true, 'price_from'));
    const both = await slugs('free_plan,price_from<20USD');
    expect(both).toEqual((await slugs('free_plan')).filter((slug) => both.includes(slug)));
    expect(both).toContain('echolane');
    expect(both).not.toContain('handrailer');
  });

  test.each(['<', '<=', '>', '>='])('compare prices exactly: %s', async (sign) => {
    const compare = {
      '<': (a: number, b: number) => a < b,
      '<=': (a: number, b: number) => a <= b,
      '>': (a: number, b: number) => a > b,
      '>=': (a: number, b: number) => a >= b,
    }[sign]!;
    for (const limit of [0, 0.5, 1, 4, 9, 10, 12.5, 22, 100, 2_000_000])
      expect(await slugs(`price_from${sign}${limit}EUR`)).toEqual(
        await stated((value: Price) => value.currency === 'EUR' && compare(value.amount, limit), 'price_from'),
      );
    expect(await slugs('price_from<=120EUR/year')).toEqual(await slugs('price_from<=10EUR'));
  });

  test('combine with words, categories, other facets and upcoming listings', async () => {
    const all = await slugs('platforms:Web');
    expect(await slugs('platforms:Web', { pricing_model: 'freemium' })).toEqual(
      (await server.client.search_listings({ pricing_model: 'freemium', per_page: 100 })).items
        .map(({ slug }) => slug)
        .filter((slug) => all.includes(slug))
        .toSorted(),
    );
    const one = (await server.client.get_listing({ slug: all[0]! })).name;
    expect(await slugs('platforms:Web', { q: one })).toEqual([all[0]]);
    expect(await slugs('platforms:Paper', { q: one })).toEqual([]);
    const inside = (await server.client.search_listings({ category: 'databases', per_page: 100 })).items.map(({ slug }) => slug);
    expect(await slugs('self_hosted', { category: 'databases' })).toEqual(
      (await slugs('self_hosted')).filter((slug) => inside.includes(slug)),
    );
    await slugs('platforms:Web', { status: 'upcoming' });
    for (const sort of ['newest', 'votes', 'trending', 'most_viewed', 'most_followed'])
      expect(await slugs('platforms:Web', { sort })).toEqual(all);
  });

  test.each([
    ['nothing_such', 'names no attribute. Known are platforms, self_hosted'],
    ['self_hosted<3', 'self_hosted, self_hosted:yes or self_hosted:no'],
    ['price_from<20', 'amount with its currency: price_from<20USD'],
    ['price_from:many', 'amount with its currency'],
    ['platforms>Web', 'platforms:value'],
    ['bank_sync:yes', 'bank_sync alone'],
    ['!self_hosted', 'names no attribute'],
    [Array.from({ length: 13 }, () => 'api').join(','), 'at most 12'],
  ])('refuse %s with how to write it', async (attributes, message) => {
    const problem = await getProblem(server.client.search_listings({ attributes }));
    expect(problem).toMatchObject({ code: 'invalid_input', errors: [{ path: 'attributes', message: expect.stringContaining(message) }] });
  });

  test('the ranges of numbers are the same in the database and in the query', async () => {
    const { RANGE_LIMITS } = await import('../../../../src/modules/listings/attributes/filter.ts');
    for (const [i, limit] of RANGE_LIMITS.entries()) {
      const terms = (from: number) => ['7', '7#', ...RANGE_LIMITS.slice(from).map((one) => `7#<${one}`)];
      const [row] = await server.sql<{ at: string[]; below: string[] }[]>`
        select attribute_terms(7, 'number', to_jsonb(${limit}::numeric)) as at, attribute_terms(7, 'number', to_jsonb(${limit}::numeric - 0.001)) as below`;
      expect(row).toEqual({ at: terms(i + 1), below: terms(i) });
    }
  });

  test('edits change what is found', async () => {
    const { listing_id } = await submitted();
    const found = async (attributes: string) => {
      const [row] = await server.sql<
        { terms: string[] }[]
      >`select tsvector_to_array(terms) as terms from listing_facts where listing_id = ${listing_id}`;
      const [attribute] = await server.sql<
        { id: number }[]
      >`select id from category_attributes where site_id = ${server.site_id} and key = ${attributes.split('=')[0]!} and category_id is null`;
      return row!.terms.includes(`${attribute!.id}=${attributes.split('=')[1]}`);
    };
    expect([await found('sso=no'), await found('sso=yes')]).toEqual([true, false]);
    await member.client.update_my_listing({ listing_id, attributes: { sso: true } });
    expect([await found('sso=no'), await found('sso=yes')]).toEqual([false, true]);
    await member.client.update_my_listing({ listing_id, remove_fields: ['attributes.sso'] });
    expect([await found('sso=no'), await found('sso=yes')]).toEqual([false, false]);
  });

  test('pages offer filters with counts, keep what is set and take several fields', async () => {
    const html = await (await server.get('/listings')).text();
    const count = (await stated((value) => value === true, 'self_hosted')).length;
    expect(html).toContain(`>Self-hosted (${count})</label>`);
    expect(html).toMatch(/<option value=":Web">Web \(\d+\)<\/option>/);
    expect(html).toMatch(/<option value="(?:<|&lt;)20EUR">Under 20 EUR \(\d+\)<\/option>/);
    const fields = 'attributes.self_hosted=%3Ayes&attributes.platforms=&attributes.price_from=%3E0USD&attributes=bank_sync%2Capi%3Ano';
    const filtered = await (await server.get(`/listings?${fields}`)).text();
    expect(filtered).toMatch(/name="attributes.self_hosted" value=":yes" form="narrow" checked/);
    expect(filtered.includes('<option value=">0USD" selected>over 0 USD</option>')).toBe(true);
    expect(filtered).toMatch(/Bank sync: <bdi>stated/);
    // What no field stands for is sent as it was.
    expect(filtered.includes('<input type="hidden" name="attributes" value="api:no" form="narrow"/>')).toBe(true);
    expect(filtered.includes('href="/listings?attributes=bank_sync%2Capi%3Ano%2Cself_hosted"')).toBe(true);
    const wrong = await server.get('/listings?attributes=nothing_such');
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('Use facts such as self_hosted');
    const category = await (await server.get('/categories/finance')).text();
    expect(category).toContain('Filter these products');
    expect(category).toMatch(/<input id="by-free_plan" type="checkbox" name="attributes.free_plan" value=":yes"\/>/);
  });
});
