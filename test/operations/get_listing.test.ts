import { expect, test } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer();
const change = (slug: string, set: Record<string, unknown>) => server.sql`update listings set ${server.sql(set)} where slug = ${slug}`;

test('200 returns the full profile', async () => {
  const listing = await server.client.get_listing({ slug: 'ledgerly' });
  expect(listing).toMatchObject({
    slug: 'ledgerly',
    name: 'Ledgerly',
    status: 'live',
    url: `${server.root}/listings/ledgerly`,
    links: { page: `${server.root}/listings/ledgerly` },
  });
  expect(listing.categories[0]).toEqual({ slug: 'accounting', name: 'Accounting' });
  expect(listing.founders.length).toBeGreaterThan(0);
  expect(listing.attributes.some(({ evidence }) => evidence[0]?.quote)).toBe(true);
});

test('200 marks what the company’s own site did not state', async () => {
  const [row] =
    await server.sql`select slug, not_found_on_website from listings where status = 'live' and cardinality(not_found_on_website) > 2 limit 1`;
  const listing = await server.client.get_listing({ slug: row!.slug });
  expect(listing.not_found_on_website).toEqual(row!.not_found_on_website);
});

test('200 says where and when its facts were read', async () => {
  const read = {
    quote: 'Since 2020.',
    url: 'https://ledgerly.example/about',
    read_at: '2026-11-02T10:00:00.000Z',
    confirmed_at: '2026-11-09T10:00:00.000Z',
    missing_since: null,
  };
  const also = { ...read, quote: 'Follow us', read_at: null, confirmed_at: null, missing_since: '2026-11-10T10:00:00.000Z' };
  await change('ledgerly', { evidence: server.sql.json({ founded_year: [read], 'socials.x': [also] }) });
  const listing = await (await server.get('/api/v1/listings/ledgerly?')).json();
  expect(listing.evidence).toHaveLength(2);
  expect(listing.evidence).toContainEqual({ field: 'founded_year', ...read });
  expect(listing.evidence).toContainEqual({ field: 'socials.x', ...also });
  expect((await server.client.get_listing({ slug: 'heatlog' })).evidence).toEqual([]);
});

test('200 shows paid sections only if they are unlocked', async () => {
  const [row] =
    await server.sql`select slug from listings where status = 'live' and story is not null and unlocked_sections = '{}' limit 1`;
  const locked = await server.client.get_listing({ slug: row!.slug });
  expect(locked).toMatchObject({ story: null, milestones: null, media: null });
  await change(row!.slug, { unlocked_sections: ['story', 'milestones', 'media'] });
  const unlocked = await server.get(`/api/v1/listings/${row!.slug}?`);
  expect(await unlocked.json()).toMatchObject({
    story: expect.objectContaining({ story: expect.any(String) }),
    milestones: expect.any(Array),
    media: [],
  });
});

test('200 Domain Rating has its source, its date and the change since the previous one', async () => {
  const [row] =
    await server.sql`select l.slug, l.id from listings l join listing_metrics m on m.listing_id = l.id where m.name = 'domain_rating' and l.status = 'live' group by l.id having count(*) > 1 limit 1`;
  const points = await server.sql<
    { value: string; as_of_on: string; source: string }[]
  >`select value, as_of_on, source from listing_metrics where listing_id = ${row!.id} and name = 'domain_rating' order by as_of_on desc limit 2`;
  const { domain_rating } = await server.client.get_listing({ slug: row!.slug });
  expect(domain_rating).toMatchObject({ value: Number(points[0]!.value), as_of: points[0]!.as_of_on, source: points[0]!.source });
  expect(domain_rating!.trend).toBeCloseTo(Number(points[0]!.value) - Number(points[1]!.value));
});

test('200 a listing without reviews has no rating rather than zero', async () => {
  expect((await server.client.get_listing({ slug: 'kontorbuch' })).community_rating).toBeNull();
});

test.each(['scheduled', 'awaiting_badge'])('200 for a %s listing: the badge on its homepage links to it already', async (status) => {
  const [row] = await server.sql`select slug from listings where status = ${status} limit 1`;
  expect((await server.client.get_listing({ slug: row!.slug })).status).toBe(status);
});

test.each(['draft', 'removed'])('404 listing_not_found for a %s listing', async (status) => {
  const [row] =
    await server.sql`insert into listings (site_id, company_id, slug, status, name, website, domain) select site_id, company_id, ${`is-${status}`}, ${status}, 'X', 'https://x.example', ${`${status}.example`} from listings limit 1 returning slug`;
  expect(await server.refusal('get_listing', { slug: row!.slug })).toBe('listing_not_found');
});

test('404 listing_not_found for an unknown slug', async () => {
  expect(await server.refusal('get_listing', { slug: 'nobody-has-this' })).toBe('listing_not_found');
});

test('400 invalid_input for an invalid slug', async () => {
  expect(await server.refusal('get_listing', { slug: 'Not A Slug' })).toBe('invalid_input');
});
