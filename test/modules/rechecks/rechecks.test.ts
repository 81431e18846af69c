import { load } from 'cheerio';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openIntegrations } from '../../../src/integrations/integrations.ts';
import type { Caller, Ctx, Site } from '../../../src/kernel/context.ts';
import type { JobCtx } from '../../../src/kernel/jobs.ts';
import { toValue } from '../../../src/kernel/responses.ts';
import { bringBackListing, removeListing } from '../../../src/modules/launches/team/removal.ts';
import { editListing } from '../../../src/modules/listings/history/history.ts';
import { getListing } from '../../../src/modules/listings/profile/profile.ts';
import {
  decideChange,
  getDeadSince,
  listFactHistory,
  listOpenChanges,
  recheckNow,
} from '../../../src/modules/rechecks/changes/decisions.ts';
import { enqueue_rechecks, recheck_listing } from '../../../src/modules/rechecks/jobs.ts';
import { listPlanPrices } from '../../../src/modules/rechecks/prices/prices.ts';
import { Person } from '../../support/accounts/person.ts';
import { type ProductSite, serveProduct } from '../../support/extraction/product-site.ts';
import { saveListing } from '../../support/launches/saved-listings.ts';
import { NOON, useServer } from '../../support/server.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const server = useServer({ demo: false });
const integrations = openIntegrations({ smtp_url: null, mail_from: null, crawl_allow_private: true });
let now = NOON;
const clock = { now: () => now };
const advance = (days: number): void => {
  now = new Date(now.getTime() + days * 86_400_000);
};
const TEAM = 'admin@team.example';
let site: Site;
let owner: number;
let product: ProductSite;

beforeAll(async () => {
  product = await serveProduct({});
  site = await siteOf(server.sql, server.site_id);
  const [admin] = (await makeVoters(server.sql, [{ email: TEAM }])) as [number];
  await server.sql`insert into account_roles (account_id, site_id, role) values (${admin}, ${server.site_id}, 'site_admin')`;
  [owner] = (await makeVoters(server.sql, [{ email: 'maker@rechecks.example' }])) as [number];
});
afterAll(() => product.close());
beforeEach(async () => {
  now = NOON;
  product.pages = {};
  await server.sql`delete from listing_rechecks`;
  await server.sql`delete from recheck_domains`;
  await server.sql`delete from limits_taken`;
});

const job = (): JobCtx => ({
  sql: server.sql,
  clock,
  integrations,
  site_root: site.root,
  last_attempt: false,
  signal: new AbortController().signal,
});
const ownerCtx = (): Ctx<Caller> => ({ ...as(owner, { ...server, site, clock }), integrations });

const home = (...lines: string[]): string =>
  `<!doctype html><html lang="en"><head><title>Harborline</title></head><body><main><h1>Plan every shift of your harbor crew</h1>
  ${lines.join('\n')}</main></body></html>`;
const YEAR = '<p>We are a small team in Rotterdam, Netherlands, founded in 2019.</p>';
const MAIL = '<p>Write to hello@harborline.example and we answer the same day.</p>';
const plans = (starter: number, fleet: number) =>
  `<h2>Pricing</h2><section><h3>Starter</h3><p>$${starter} per month</p></section><section><h3>Fleet</h3><p>$${fleet} per month</p></section>`;

const textOf = (html: string): string => html.replace(/<[^>]+>/g, '');

/** A live listing whose facts the homepage states. */
const makeListing = async (): Promise<{ id: number; slug: string }> => {
  const saved = await saveListing(server.sql, server.site_id, { owner_id: owner, website: `${product.url}/` });
  const quote = (text: string) => ({ quote: text, url: `${product.url}/`, read_at: NOON.toISOString() });
  const evidence = {
    founded_year: [quote(textOf(YEAR))],
    city: [quote(textOf(YEAR))],
    contact_email: [quote(textOf(MAIL))],
    pricing_summary: ['Starter', '$9 per month', 'Fleet', '$29 per month'].map(quote),
  };
  await server.sql`
    update listings set status = 'live', launched_at = ${NOON}, evidence = ${JSON.stringify(evidence)}::text::json, founded_year = 2019,
      city = 'Rotterdam', contact_email = 'hello@harborline.example', pricing_summary = 'Starter · $9 per month · Fleet · $29 per month'
    where id = ${saved.id}`;
  return saved;
};

const rowOf = async (id: number) => (await server.sql`select * from listing_rechecks where listing_id = ${id}`)[0]!;
const listingOf = async (id: number) => (await server.sql`select * from listings where id = ${id}`)[0]!;
const notices = async (): Promise<string[]> =>
  (await server.sql`select title from notifications where account_id = ${owner} order by id`).map(({ title }) => title);

/** Claims the listing and reads it, as the two jobs do. */
const recheck = async (id: number): Promise<void> => {
  await enqueue_rechecks.run(job(), {});
  await server.sql`update listing_rechecks set next_check_at = ${now}, claimed_until = null where listing_id = ${id}`;
  await server.sql`update recheck_domains set opens_at = ${now}`;
  await enqueue_rechecks.run(job(), {});
  await recheck_listing.run(job(), { listing_id: id });
};

test('a reading confirms quotes; the next one asks conditionally and reads nothing twice', async () => {
  const { id } = await makeListing();
  let bodies = 0;
  product.pages['/'] = (request, response) => {
    if (request.headers['if-none-match'] === '"v1"') return void response.writeHead(304).end();
    bodies++;
    response.writeHead(200, { 'content-type': 'text/html', etag: '"v1"' }).end(home(YEAR, MAIL, plans(9, 29)));
  };
  await recheck(id);
  const { evidence, updated_at } = await listingOf(id);
  expect(evidence.founded_year[0]).toMatchObject({ confirmed_at: now.toISOString(), suffix: expect.stringContaining('Write to hello') });
  expect(await rowOf(id)).toMatchObject({ checked_at: now, answered_at: now, claimed_until: null, failures: 0, interval_hours: 252 });
  advance(7);
  await recheck(id);
  expect(bodies).toBe(1);
  expect(await rowOf(id)).toMatchObject({ checked_at: now, requests: 2, interval_hours: 378 });
  const later = await listingOf(id);
  expect(later.evidence.city[0].confirmed_at).toBe(now.toISOString());
  expect(later.updated_at).toEqual(updated_at);
});

test('a change waits for its owner, who accepts it: value, quote, version and history', async () => {
  const { id, slug } = await makeListing();
  product.pages['/'] = home(YEAR, MAIL);
  await recheck(id);
  product.pages['/'] = home(YEAR.replace('2019', '2018'), MAIL);
  advance(3);
  await recheck(id);
  expect((await listingOf(id)).founded_year).toBe(2019);
  const [change, ...others] = await listOpenChanges(ownerCtx(), { listing_id: id });
  expect(others).toEqual([]);
  expect(change).toMatchObject({ path: 'founded_year', before: 2019, after: '2018', quotes_before: [{ quote: textOf(YEAR) }] });
  expect(await notices()).toContainEqual(expect.stringContaining('Your website changed'));
  // The sentence still speaks for the city.
  expect((await listingOf(id)).evidence.city[0]).toMatchObject({
    quote: textOf(YEAR).replace('2019', '2018'),
    confirmed_at: now.toISOString(),
  });
  // A second reading proposes nothing again.
  advance(3);
  await recheck(id);
  expect(await listOpenChanges(ownerCtx(), { listing_id: id })).toHaveLength(1);
  await decideChange(ownerCtx(), { listing_id: id, change_id: change!.id, decision: 'accept' });
  const accepted = await listingOf(id);
  expect(accepted.founded_year).toBe(2018);
  expect(accepted.evidence.founded_year[0].quote).toContain('founded in 2018');
  const [version] = await server.sql`select * from listing_versions where listing_id = ${id}`;
  expect(version).toMatchObject({ source: 'website', account_id: owner, before: { founded_year: 2019 }, after: { founded_year: 2018 } });
  expect(await listFactHistory(ownerCtx(), { slug })).toMatchObject([
    {
      path: 'founded_year',
      status: 'accepted',
      quotes_before: [{ quote: textOf(YEAR) }],
      quotes_after: [{ quote: expect.stringContaining('2018') }],
    },
  ]);
  await expect(decideChange(ownerCtx(), { listing_id: id, change_id: change!.id, decision: 'keep' })).rejects.toMatchObject({
    code: 'fact_change_not_found',
  });
});

test('a value that its owner keeps is theirs, and never proposed or changed again', async () => {
  const { id } = await makeListing();
  product.pages['/'] = home(YEAR.replace('2019', '2017'), MAIL, plans(9, 29));
  await recheck(id);
  const [change] = await listOpenChanges(ownerCtx(), { listing_id: id });
  await decideChange(ownerCtx(), { listing_id: id, change_id: change!.id, decision: 'keep' });
  const kept = await listingOf(id);
  expect([kept.founded_year, kept.evidence.founded_year]).toEqual([2019, undefined]);
  product.pages['/'] = home(YEAR.replace('2019', '2016'), MAIL, plans(9, 29));
  advance(3);
  await recheck(id);
  expect(await listOpenChanges(ownerCtx(), { listing_id: id })).toEqual([]);
});

/** A live listing with attributes that its homepage states. */
const makeListingWithAttributes = async (): Promise<{ id: number; slug: string }> => {
  const saved = await makeListing();
  const quote = (text: string) => [{ quote: text, url: `${product.url}/`, read_at: NOON.toISOString() }];
  const values = { sso: [true, quote(SSO)], price_from: [{ amount: 9, currency: 'USD', period: 'month' }, quote('$9 per month')] } as const;
  for (const [key, [value, evidence]] of Object.entries(values))
    await server.sql`
      insert into listing_attributes (site_id, listing_id, attribute_id, kind, value, evidence, stated_by)
      select site_id, ${saved.id}, id, kind, ${JSON.stringify(value)}::text::jsonb, ${JSON.stringify(evidence)}::text::json, 'website' from category_attributes
      where site_id = ${server.site_id} and category_id is null and key = ${key}`;
  return saved;
};
const SSO = 'Single sign-on is included in every plan.';
const NO_SSO = 'There is no single sign-on in any plan.';
const attributesOf = async (slug: string) =>
  Object.fromEntries(toValue(await getListing(ownerCtx(), { slug })).attributes.map(({ key, ...stated }) => [key, stated]));

test('attributes are read again like any fact: confirmed, changed with both quotes, accepted or kept', async () => {
  const { id, slug } = await makeListingWithAttributes();
  product.pages['/'] = home(YEAR, MAIL, `<p>${SSO}</p>`, plans(9, 29));
  await recheck(id);
  expect(await attributesOf(slug)).toMatchObject({
    sso: { value: true, stated_by: 'website', evidence: [{ quote: SSO, url: `${product.url}/`, confirmed_at: now.toISOString() }] },
    price_from: { evidence: [{ quote: '$9 per month', confirmed_at: now.toISOString() }] },
  });
  const page = async () => (await server.get(`/listings/${slug}?at=${now.getTime()}`)).text();
  expect(await page()).toMatch(/Single sign-on<\/dt>.*?Confirmed on/s);
  const confirmed_at = now.toISOString();
  product.pages['/'] = home(YEAR, MAIL, `<p>${NO_SSO}</p>`, plans(12, 29));
  advance(3);
  await recheck(id);
  // Nothing changes, and nothing is confirmed, before the owner decides.
  expect(await attributesOf(slug)).toMatchObject({ sso: { value: true, evidence: [{ quote: SSO, confirmed_at }] } });
  const changes = await listOpenChanges(ownerCtx(), { listing_id: id });
  const changeOf = (path: string) => changes.find((change) => change.path === path)!;
  expect(changeOf('attributes.sso')).toMatchObject({
    name: 'Single sign-on',
    before: true,
    after: false,
    quotes_before: [{ quote: SSO }],
    quotes_after: [{ quote: NO_SSO, confirmed_at: now.toISOString() }],
  });
  expect(changeOf('attributes.price_from')).toMatchObject({
    before: { amount: 9 },
    after: { amount: 12, currency: 'USD', period: 'month' },
  });
  expect((await server.sql`select body from notifications where account_id = ${owner} order by id desc limit 1`)[0]!.body).toContain(
    'Single sign-on',
  );
  expect(await page()).toMatch(/id="history".*Single sign-on.*<del>Yes<\/del><ins>No<\/ins>/s);
  const decide = (path: string, decision: 'accept' | 'keep') =>
    decideChange(ownerCtx(), { listing_id: id, change_id: changeOf(path).id, decision });
  await decide('attributes.sso', 'accept');
  await decide('attributes.price_from', 'keep');
  expect(await attributesOf(slug)).toMatchObject({
    sso: { value: false, stated_by: 'website', evidence: [{ quote: NO_SSO, confirmed_at: now.toISOString() }] },
    price_from: { value: { amount: 9 }, stated_by: 'owner', evidence: [] },
  });
  const [version] = await server.sql`select * from listing_versions where listing_id = ${id}`;
  expect(version).toMatchObject({ source: 'website', before: { 'attributes.sso': true }, after: { 'attributes.sso': false } });
  // The owner's own value is not read again; the accepted one is.
  product.pages['/'] = home(YEAR, MAIL, `<p>${SSO}</p>`, plans(15, 29));
  advance(3);
  await recheck(id);
  expect((await listOpenChanges(ownerCtx(), { listing_id: id })).map(({ path }) => path).filter((path) => path.includes('.'))).toEqual([
    'attributes.sso',
  ]);
  // An attribute that the team archives has nothing to decide, until it is restored.
  const setArchived = (at: Date | null) =>
    server.sql`update category_attributes set archived_at = ${at} where site_id = ${server.site_id} and key = 'sso'`;
  await setArchived(now);
  const shown = async () => [...(await listOpenChanges(ownerCtx(), { listing_id: id })), ...(await listFactHistory(ownerCtx(), { slug }))];
  expect((await shown()).map(({ path }) => path)).not.toContain('attributes.sso');
  await setArchived(null);
  expect((await shown()).filter(({ path }) => path === 'attributes.sso').map(({ status }) => status)).toEqual(['open', 'open', 'accepted']);
});

test('a fact that its owner corrects is decided, on the page and in the history', async () => {
  const { id, slug } = await makeListingWithAttributes();
  product.pages['/'] = home(YEAR, MAIL, `<p>${SSO}</p>`, plans(9, 29));
  await recheck(id);
  product.pages['/'] = home(YEAR.replace('2019', '2017'), MAIL, `<p>${NO_SSO}</p>`, plans(9, 29));
  advance(3);
  await recheck(id);
  const maker = await new Person(server).signIn('maker@rechecks.example');
  const path = `/dashboard/listings/${id}/changes`;
  const links = async () =>
    load(await (await maker.get(path)).text())('a:contains("Correct it")')
      .toArray()
      .map(({ attribs }) => attribs.href!);
  const [year, sso] = await links();
  // Each link leads to the field.
  for (const link of [year!, sso!]) {
    const [address, anchor] = link.split('#');
    expect(load(await (await maker.get(address!)).text())(`[id="${anchor}"]`).length, link).toBe(1);
  }
  const form = load(await (await maker.get(year!.split('#')[0]!)).text());
  const fields = Object.fromEntries(
    form('form[action$="/edit"] [name]')
      .toArray()
      .map((field) => [field.attribs.name!, String(form(field).val() ?? '')]),
  );
  await maker.send(form('form[action$="/edit"]').attr('action')!, { ...fields, 'fields.founded_year': '2016' });
  expect((await listingOf(id)).founded_year).toBe(2016);
  expect(await links()).toEqual([sso]);
  const statuses = async () => (await listFactHistory(ownerCtx(), { slug })).map(({ path, status }) => `${path} ${status}`);
  expect(await statuses()).toEqual(['attributes.sso open', 'founded_year corrected']);
  // The next reading of a page that changed finds it decided, and does not ask again.
  product.pages['/'] = home(YEAR.replace('2019', '2017'), MAIL, `<p>${NO_SSO}</p>`, plans(9, 29), '<p>New today.</p>');
  advance(3);
  await recheck(id);
  expect(await statuses()).toEqual(['attributes.sso open', 'founded_year corrected']);
  expect(await server.sql`select status from fact_changes where listing_id = ${id} and path = 'founded_year'`).toEqual([
    { status: 'corrected' },
  ]);
  expect((await listingOf(id)).founded_year).toBe(2016);
});

test('a list whose owner takes the lost item out is decided, and read again', async () => {
  const { id, slug } = await makeListing();
  const list = (...items: string[]) => `<h2>Features</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
  const [tides, crews, berths, swaps] = ['Tide tables', 'Crew rosters', 'Berth maps', 'Shift swaps'] as const;
  const quotes = [tides, crews, berths].map((quote) => ({ quote, url: `${product.url}/`, read_at: NOON.toISOString() }));
  await server.sql`
    update listings set features = ${[tides, crews, berths]}, evidence = ${JSON.stringify({ features: quotes })}::text::json where id = ${id}`;
  product.pages['/'] = home(list(tides, crews, berths));
  await recheck(id);
  product.pages['/'] = home(list(tides, crews, swaps));
  advance(3);
  await recheck(id);
  expect(await listOpenChanges(ownerCtx(), { listing_id: id })).toMatchObject([{ path: 'features', after: [tides, crews, swaps] }]);
  await editListing(server.sql, id, { features: [tides, crews] }, { account_id: owner, source: 'owner', at: now });
  product.pages['/'] = home(list(tides, crews, swaps), '<p>New today.</p>');
  advance(3);
  await recheck(id);
  expect((await listFactHistory(ownerCtx(), { slug })).map(({ status }) => status)).toEqual(['corrected']);
  expect((await listingOf(id)).evidence.features.map(({ quote }: { quote: string }) => quote)).toEqual([tides, crews]);
});

test('a value that was accepted, replaced by its owner, and stands on the website again is proposed again', async () => {
  const { id } = await makeListing();
  const show = async (year: string) => {
    product.pages['/'] = home(YEAR.replace('2019', year), MAIL);
    advance(3);
    await recheck(id);
    return listOpenChanges(ownerCtx(), { listing_id: id });
  };
  await show('2019');
  const [change] = await show('2018');
  await decideChange(ownerCtx(), { listing_id: id, change_id: change!.id, decision: 'accept' });
  const founded_year = [{ quote: textOf(YEAR), url: `${product.url}/`, read_at: now.toISOString() }];
  await editListing(server.sql, id, { founded_year: 2019 }, { account_id: owner, source: 'owner', at: now, evidence: { founded_year } });
  expect(await show('2019')).toEqual([]);
  expect(await show('2018')).toMatchObject([{ before: 2019, after: '2018' }]);
});

test('a change is withdrawn when the website says again what the listing says', async () => {
  const { id, slug } = await makeListing();
  product.pages['/'] = home(YEAR.replace('2019', '2017'), MAIL, plans(9, 29));
  await recheck(id);
  expect(await listOpenChanges(ownerCtx(), { listing_id: id })).toHaveLength(1);
  product.pages['/'] = home(YEAR, MAIL, plans(9, 29));
  advance(3);
  await recheck(id);
  expect(await listOpenChanges(ownerCtx(), { listing_id: id })).toEqual([]);
  expect(await listFactHistory(ownerCtx(), { slug })).toEqual([]);
  expect((await listingOf(id)).evidence.founded_year[0]).toMatchObject({ confirmed_at: now.toISOString() });
});

test('what is gone leaves the value and its quote, and is marked', async () => {
  const { id, slug } = await makeListing();
  product.pages['/'] = home(YEAR, MAIL, plans(9, 29));
  await recheck(id);
  product.pages['/'] = home(YEAR, plans(9, 29));
  advance(3);
  await recheck(id);
  const { contact_email, evidence } = await listingOf(id);
  expect(contact_email).toBe('hello@harborline.example');
  expect(evidence.contact_email[0]).toMatchObject({ missing_since: now.toISOString(), quote: textOf(MAIL) });
  expect(textOf(await (await server.get(`/listings/${slug}`)).text())).toContain('Not there since 14 November 2026');
  expect(await listOpenChanges(ownerCtx(), { listing_id: id })).toEqual([]);
});

test('a page on which nothing is as it was counts only when a second reading finds the same', async () => {
  const { id } = await makeListing();
  product.pages['/'] = home('<p>We are back soon.</p>');
  await recheck(id);
  expect((await listingOf(id)).evidence.city[0].missing_since).toBeUndefined();
  expect(await rowOf(id)).toMatchObject({ is_doubtful: true });
  advance(1);
  await recheck(id);
  expect((await listingOf(id)).evidence.city[0].missing_since).toBe(now.toISOString());
  expect(await rowOf(id)).toMatchObject({ is_doubtful: false });
});

/** Saves the form of the site's settings with other values, as its team does. */
const setSettings = async (values: Record<string, string>): Promise<void> => {
  const team = await new Person(server).signIn(TEAM);
  const $ = load(await (await team.get('/admin/settings')).text());
  const form = $('form:has([name=price_changes])');
  const stored = form.serializeArray().map(({ name, value }) => [name, value]);
  expect(stored.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(values)));
  const answer = await team.send(form.attr('action')!, { ...Object.fromEntries(stored), ...values });
  expect(answer.headers.get('location')).toContain('done=');
  const saved = load(await (await team.get('/admin/settings')).text());
  for (const [name, value] of Object.entries(values)) expect(saved(`[name=${name}]`).val(), name).toBe(value);
};

test('the price of the same plan is published by itself only if the site’s settings allow it; its history is kept either way', async () => {
  const { id, slug } = await makeListingWithAttributes();
  product.pages['/'] = home(YEAR, MAIL, plans(9, 29));
  await recheck(id);
  const began = now;
  product.pages['/'] = home(YEAR, MAIL, plans(9, 35));
  advance(3);
  await recheck(id);
  expect((await listingOf(id)).pricing_summary).toContain('$29');
  expect(await listPlanPrices(ownerCtx(), { slug })).toMatchObject([
    { plan: 'Starter', amount: 9, from_at: began, confirmed_at: now, ended_at: null },
    { plan: 'Fleet', amount: 29, from_at: began, ended_at: now },
    { plan: 'Fleet', amount: 35, currency: 'USD', period: 'month', quote: '$35 per month', from_at: now, ended_at: null },
  ]);
  await setSettings({ price_changes: 'publish' });
  product.pages['/'] = home(YEAR, MAIL, plans(11, 39));
  advance(3);
  await recheck(id);
  await setSettings({ price_changes: 'ask' });
  const { pricing_summary, evidence } = await listingOf(id);
  expect(pricing_summary).toBe('Starter · $11 per month · Fleet · $39 per month');
  expect(evidence.pricing_summary.map(({ quote }: { quote: string }) => quote)).toContain('$39 per month');
  expect((await attributesOf(slug)).price_from).toMatchObject({
    value: { amount: 11, currency: 'USD', period: 'month' },
    stated_by: 'website',
    evidence: [{ quote: '$11 per month', confirmed_at: now.toISOString() }],
  });
  expect(await listFactHistory(ownerCtx(), { slug })).toMatchObject([
    { path: 'attributes.price_from', status: 'published', before: { amount: 9 }, after: { amount: 11 } },
    { path: 'pricing_summary', status: 'published', before: expect.stringContaining('$29') },
  ]);
});

test('the page says when facts were confirmed and what changed; the category and its feed list price changes', async () => {
  const { id, slug } = await makeListing();
  await server.sql`insert into categories (site_id, slug, name) values (${server.site_id}, 'harbors', 'Harbors') on conflict do nothing`;
  await server.sql`
    insert into listing_categories (site_id, listing_id, category_id, position) select site_id, ${id}, id, 0 from categories where slug = 'harbors'`;
  now = new Date(NOON.getTime() - 5 * 86_400_000);
  product.pages['/'] = home(YEAR, MAIL, plans(9, 29));
  await recheck(id);
  product.pages['/'] = home(YEAR.replace('2019', '2017'), MAIL, plans(9, 35));
  advance(3);
  await recheck(id);
  const page = await (await server.get(`/listings/${slug}`)).text();
  expect(page).toContain('Confirmed on <time datetime="2026-11-09');
  expect(page).toMatch(/id="history".*What changed on its website/s);
  expect(page).toContain('The website changed. Its owner has not confirmed it yet.');
  expect(page).toContain('We are a small team in Rotterdam, Netherlands, founded in 2017.');
  expect(page).toMatch(/id="prices".*Fleet.*\$35 per month.*\$29 per month/s);
  const { evidence } = await server.client.get_listing({ slug });
  expect(evidence.find(({ field }) => field === 'city')).toMatchObject({ confirmed_at: '2026-11-09T12:00:00.000Z' });
  const category = await (await server.get('/categories/harbors')).text();
  expect(category).toMatch(/What changed this month.*Fleet<\/bdi>: \$29 per month → <strong>\$35 per month/s);
  const feed = await server.get('/feeds/categories/harbors/prices.atom');
  expect(await feed.text()).toContain('Fleet: $29 per month → $35 per month');
  await server.sql`update listing_rechecks set failing_since = ${new Date('2026-11-02T12:00:00Z')}, failures = 5 where listing_id = ${id}`;
  // Another address, which no cache has.
  expect(await (await server.get(`/listings/${slug}?again`)).text()).toContain('The website has not answered since');
});

test('the owner decides on the dashboard; others see nothing of it', async () => {
  const { id } = await makeListing();
  product.pages['/'] = home(YEAR.replace('2019', '2017'), MAIL, plans(9, 29));
  await recheck(id);
  const maker = await new Person(server).signIn('maker@rechecks.example');
  const path = `/dashboard/listings/${id}/changes`;
  const read = async (): Promise<string> => (await maker.get(path)).text();
  const page = await read();
  expect(page).toMatch(/Accept.*Keep mine.*Correct it/s);
  expect(page).toContain('founded in 2017.');
  const [change] = await listOpenChanges(ownerCtx(), { listing_id: id });
  const stranger = await new Person(server).signIn('stranger@rechecks.example');
  await stranger.send(`${path}/decide`, { change_id: String(change!.id), choice: 'accept' });
  expect((await listingOf(id)).founded_year).toBe(2019);
  await maker.send(`${path}/decide`, { change_id: String(change!.id), choice: 'accept' });
  expect((await listingOf(id)).founded_year).toBe(2017);
  expect(await read()).toContain('Nothing to decide');
});

test('a website that does not answer is noticed over days, told, hidden after the set time, and comes back by itself', async () => {
  const { id, slug } = await makeListing();
  product.pages['/'] = home(YEAR, MAIL, plans(9, 29));
  await recheck(id);
  const { pages } = product;
  product.pages = { '/': (_request, response) => void response.writeHead(503).end() };
  const down = now;
  for (let day = 0; day < 7; day += 2) {
    await recheck(id);
    advance(2);
  }
  const told = async () => (await notices()).filter((title) => title.includes('doesn’t answer')).length;
  expect(await told()).toBe(0);
  await recheck(id);
  await recheck(id);
  expect(await told()).toBe(1);
  expect(await rowOf(id)).toMatchObject({ failing_since: down, hidden_at: null });
  expect((await listingOf(id)).status).toBe('live');
  now = new Date(down.getTime() + 30 * 86_400_000);
  await recheck(id);
  expect((await listingOf(id)).status).toBe('removed');
  expect(await rowOf(id)).toMatchObject({ hidden_at: now });
  // Whoever looks for it learns why, and its owner how it comes back.
  const hidden = await server.get(`/listings/${slug}`);
  expect([hidden.status, textOf(await hidden.text()).replace(/\s+/g, ' ')]).toEqual([
    404,
    expect.stringMatching(
      /is hidden.*Its website, .*, has not answered since 11 November 2026\. The listing comes back by itself.*Check the website now/,
    ),
  ]);
  const maker = await new Person(server).signIn('maker@rechecks.example');
  const own = async (path = '') => textOf(await (await maker.get(`/dashboard/listings/${id}${path}`)).text());
  expect(await own()).toMatch(/Hidden.*It is hidden because its website doesn’t answer.*Check the website/s);
  expect(await own('/changes')).toMatch(/Your listing is hidden\. It comes back by itself.*Read it now/s);
  advance(7);
  await recheck(id);
  expect((await listingOf(id)).status).toBe('removed');
  product.pages = pages;
  expect(await recheckNow(ownerCtx(), { listing_id: id })).toBe('read');
  expect((await listingOf(id)).status).toBe('live');
  expect(await rowOf(id)).toMatchObject({ hidden_at: null, failing_since: null, failures: 0 });
  expect((await notices()).slice(-2)).toEqual([expect.stringMatching(/is hidden$/), expect.stringMatching(/is live again$/)]);
});

test('the team brings a hidden listing back for the whole time again; what the team removes does not come back by itself', async () => {
  const { id, slug } = await makeListing();
  const [admin] = await server.sql<{ id: number }[]>`select account_id as id from account_roles where site_id = ${server.site_id}`;
  const team: Ctx<Caller> = { ...ownerCtx(), caller: { ...ownerCtx().caller, account_id: admin!.id } };
  const statusOf = async () => (await listingOf(id)).status;
  const down = () => {
    product.pages = { '/': (_request, response) => void response.writeHead(503).end() };
  };
  const failOn = async (...days: number[]) => {
    const began = now;
    for (const day of days) {
      now = new Date(began.getTime() + day * 86_400_000);
      await recheck(id);
    }
  };
  await setSettings({ hide_dead_after_days: '14' });
  down();
  await failOn(0, 3, 6, 9, 15);
  expect(await statusOf()).toBe('removed');
  await bringBackListing(team, { listing_id: id });
  expect(await statusOf()).toBe('live');
  await failOn(1, 4, 7, 10);
  expect(await statusOf()).toBe('live');
  expect(await getDeadSince(ownerCtx(), { slug })).toEqual(new Date(now.getTime() - 9 * 86_400_000));
  await failOn(6);
  expect(await statusOf()).toBe('removed');
  // Brought back and removed for another reason, before the next reading.
  await bringBackListing(team, { listing_id: id });
  await removeListing(team, { listing_id: id, cause: 'spam' });
  product.pages = { '/': home(YEAR, MAIL, plans(9, 29)) };
  await failOn(8);
  expect(await statusOf()).toBe('removed');
  expect((await server.get(`/listings/${slug}?spam`)).status).toBe(404);
  await setSettings({ hide_dead_after_days: '' });
});

test('robots.txt and refusals are respected, and say nothing about the website being gone', async () => {
  const { id } = await makeListing();
  product.pages['/robots.txt'] = 'User-agent: *\nDisallow: /\n';
  product.pages['/'] = home(YEAR);
  const requests = product.asked.length;
  await recheck(id);
  expect(product.asked.slice(requests)).toEqual(['/robots.txt']);
  expect(await rowOf(id)).toMatchObject({ failures: 0, failing_since: null, failure: expect.stringContaining('robots.txt') });
});

test('one listing of a domain at a time; a failing domain waits, and does not hold up others; a dead worker’s claim runs out', async () => {
  const listings = await Promise.all([makeListing(), makeListing(), makeListing()]);
  const [a, b, c] = listings.map(({ id }) => id) as [number, number, number];
  await enqueue_rechecks.run(job(), {});
  await server.sql`update listing_rechecks set next_check_at = ${now}::timestamptz - interval '1 day', domain = 'one.test' where listing_id in (${a}, ${b})`;
  await server.sql`update listing_rechecks set next_check_at = ${now}, domain = 'two.test' where listing_id = ${c}`;
  const claimed = async () =>
    (await server.sql`select listing_id from listing_rechecks where claimed_until > ${now} order by 1`).map(({ listing_id }) => listing_id);
  await Promise.all([enqueue_rechecks.run(job(), {}), enqueue_rechecks.run(job(), {})]);
  const first = await claimed();
  expect(first).toHaveLength(2);
  expect(first).toContain(c);
  // Its worker died: the claim runs out, and the other listing of the domain was first in line.
  advance(16 / 1440);
  await server.sql`insert into recheck_domains (domain, opens_at, failures) values ('two.test', ${new Date(now.getTime() + 3_600_000)}, 2)
    on conflict (domain) do update set opens_at = excluded.opens_at`;
  await enqueue_rechecks.run(job(), {});
  expect(await claimed()).toHaveLength(1);
  expect(await claimed()).not.toContain(c);
});

test('the requests of an hour are limited for all workers together', async () => {
  const { id } = await makeListing();
  await enqueue_rechecks.run(job(), {});
  await server.sql`update listing_rechecks set next_check_at = ${now}::timestamptz + case when listing_id = ${id} then interval '0' else interval '30 days' end`;
  const { id: other } = await makeListing();
  await server.sql`insert into listing_rechecks (listing_id, site_id, domain, next_check_at, interval_hours, checked_at, requests)
    values (${other}, ${server.site_id}, 'busy.test', ${new Date(now.getTime() + 86_400_000)}, 24, ${now}, 3600)`;
  await enqueue_rechecks.run(job(), {});
  expect(await rowOf(id)).toMatchObject({ claimed_until: null });
  advance(2 / 24);
  await enqueue_rechecks.run(job(), {});
  expect((await rowOf(id)).claimed_until).not.toBeNull();
});

test('an edit drops exactly the quotes that no longer speak for the value', async () => {
  const { id } = await makeListing();
  const quote = (text: string) => ({ quote: text, url: `${product.url}/`, read_at: NOON.toISOString() });
  const place = quote('We are a small team in Rotterdam, Netherlands.');
  const evidence = {
    city: [place],
    country: [place],
    features: [quote('Tide tables built in'), quote('Crew messages in one place')],
    'socials.github': [quote('https://github.com/harborline')],
    'socials.x': [quote('https://x.com/harborline')],
  };
  await server.sql`update listings set evidence = ${JSON.stringify(evidence)}::text::json, country = 'NL', features = ${['Tide tables built in', 'Crew messages in one place']},
    socials = '{"github": "https://github.com/harborline", "x": "https://x.com/harborline"}' where id = ${id}`;
  const edit = { account_id: owner, source: 'owner', at: now } as const;
  const columns = {
    city: 'Delft',
    features: ['Crew messages in one place', 'Something we say ourselves'],
    socials: { github: 'https://github.com/harborline', x: 'https://x.com/harbor' },
  };
  await server.sql.begin((sql) => editListing(sql, id, columns, edit));
  expect((await listingOf(id)).evidence).toEqual({
    country: [place],
    features: [evidence.features[1]],
    'socials.github': evidence['socials.github'],
  });
  // A value that the same quote also says keeps it.
  await server.sql`update listings set evidence = ${JSON.stringify({ city: [quote('Offices in Rotterdam and Delft')] })}::text::json where id = ${id}`;
  await server.sql.begin((sql) => editListing(sql, id, { city: 'Rotterdam' }, edit));
  expect((await listingOf(id)).evidence).toEqual({ city: [quote('Offices in Rotterdam and Delft')] });
});
