import { describe, expect, test } from 'vitest';
import type { SentInput } from '../../src/kernel/schema.ts';
import type { GetBadges } from '../../src/modules/launches/schema.ts';
import { problemIn, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer();

const slugOf = async (where: { status?: string; rank?: number }): Promise<string> => {
  const [row] = await server.sql<{ slug: string }[]>`
    select slug from listings l where l.status = ${where.status ?? 'live'}
      and ${where.rank ?? 0} = coalesce((select min(rank) from week_results r where r.listing_id = l.id and r.rank <= 3), 0) order by id limit 1`;
  return row!.slug;
};
const kinds = async (slug: string) => (await server.client.get_badges({ slug })).items.map(({ kind }) => kind);

describe('200', () => {
  test('a live listing: launched, listed and votes, each with an image and embed code', async () => {
    const { items, ...list } = await server.client.get_badges({ slug: 'ledgerly' });
    expect(list).toEqual({ page: 1, per_page: items.length, total: items.length, total_is_exact: true, has_more: false });
    expect(items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['launched-on', 'listed-on', 'votes']));
    for (const { svg_url, embed_html, width, height } of items) {
      expect(embed_html).toContain(`<a href="${server.root}/listings/ledgerly?ref=badge"><img src="${svg_url}"`);
      expect(embed_html).toContain(`width="${width}" height="${height}"`);
      const picture = await fetch(svg_url);
      expect(picture.status).toBe(200);
      expect(await picture.text()).toContain(`width="${width}" height="${height}"`);
    }
  });

  test('the winner of a week has its award, and no longer if it is removed', async () => {
    const slug = await slugOf({ rank: 1 });
    expect(await kinds(slug)).toContain('launch-of-the-week-1');
    const address = `/badges/${slug}/launch-of-the-week-1.svg`;
    const first = await server.get(address);
    expect(await first.text()).toContain('Launch of the Week #1');
    await server.sql`update listings set status = 'removed' where slug = ${slug}`;
    await until(async () => (await server.get(address)).status === 404);
    expect((await server.get(address, { 'if-none-match': first.headers.get('etag')! })).status).toBe(404);
    expect(await server.refusal('get_badges', { slug })).toBe('listing_not_found');
  });

  test('an upcoming listing has launching-on', async () => {
    const slug = await slugOf({ status: 'scheduled' });
    expect(await kinds(slug)).toEqual(['launching-on']);
    expect(await (await server.get(`/badges/${slug}/launch-of-the-week-1.svg`)).text()).toContain('Launching on');
  });

  test('only an owner with a verified claim has the verified badge', async () => {
    const { account_id } = await server.member();
    const [row] = await server.sql<{ id: number }[]>`update listings set owner_id = ${account_id} where slug = 'packmoth' returning id`;
    expect(await kinds('packmoth')).not.toContain('verified');
    await server.sql`
      insert into claims (site_id, listing_id, account_id, method, status, token, expires_at, verified_at, created_at, updated_at)
      values (${server.site_id}, ${row!.id}, ${account_id}, 'dns', 'verified', 'a-token', now(), now(), now(), now())`;
    await until(async () => (await kinds('packmoth')).includes('verified'));
    await server.sql`update listings set owner_id = ${(await server.member()).account_id} where slug = 'packmoth'`;
    await until(async () => !(await kinds('packmoth')).includes('verified'));
  });

  test.each([
    [{ shape: 'pill', mode: 'dark', size: 'l' }, '?shape=pill&mode=dark&size=l'],
    [{ shape: 'standard', mode: 'auto', size: 'm' }, ''],
    [{ size: 's' }, '?size=s'],
  ] as [Omit<SentInput<typeof GetBadges>, 'slug'>, string][])('%j is in the address of the image', async (style, query) => {
    const { items } = await server.client.get_badges({ slug: 'ledgerly', ...style });
    for (const { kind, svg_url } of items) expect(svg_url).toBe(`${server.root}/badges/ledgerly/${kind}.svg${query}`);
  });
});

test.each([{ shape: 'round' }, { mode: 'sepia' }, { size: 'xl' }, { rel: 'nofollow' }, { slug: 'No Slug' }, { colour: 'red' }])(
  'SPEC 4.2: badges take shape, mode and size; 400 for %j',
  async (wrong) => {
    const query = new URLSearchParams(Object.entries(wrong).filter(([name]) => name !== 'slug') as [string, string][]);
    const reply = await server.get(`/api/v1/listings/${encodeURIComponent(wrong.slug ?? 'ledgerly')}/badges?${query}`);
    expect(reply.status).toBe(400);
    expect((await problemIn(reply)).errors[0]?.path).toBe(Object.keys(wrong)[0]);
  },
);

test('404 for a listing that is not public', async () => {
  expect(await server.refusal('get_badges', { slug: 'nobody-has-this' })).toBe('listing_not_found');
});

describe('the image', () => {
  test('may be cached for minutes, may be embedded anywhere, and runs no scripts', async () => {
    const reply = await server.get('/badges/ledgerly/listed-on.svg?shape=square');
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=300, stale-while-revalidate=600',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    });
    expect(reply.headers.get('set-cookie')).toBeNull();
    const again = await server.get('/badges/ledgerly/listed-on.svg?shape=square', { 'if-none-match': reply.headers.get('etag')! });
    expect(again.status).toBe(304);
  });

  test('changes with the votes it shows', async () => {
    const before = await server.get('/badges/tide-atlas/votes.svg');
    const [row] = await server.sql<{ votes: number }[]>`
      update listing_counts set votes = votes + 1000 where listing_id = (select id from listings where slug = 'tide-atlas') returning votes`;
    const words = `${row!.votes.toLocaleString('en')} votes on`;
    await until(async () => (await (await server.get('/badges/tide-atlas/votes.svg')).text()).includes(words));
    const reply = await server.get('/badges/tide-atlas/votes.svg', { 'if-none-match': before.headers.get('etag')! });
    expect(reply.status).toBe(200);
  });

  test('with an unknown style is drawn in the default one', async () => {
    const usual = await (await server.get('/badges/ledgerly/listed-on.svg')).text();
    expect(await (await server.get('/badges/ledgerly/listed-on.svg?shape=round&utm_source=x&size[]=s')).text()).toBe(usual);
  });

  test.each([
    '/badges/ledgerly/best-ever.svg',
    '/badges/nobody-has-this/listed-on.svg',
    '/badges/No%20Slug/listed-on.svg',
    '/badges/ledgerly/',
  ])('404 %s', async (path) => expect((await server.get(path)).status).toBe(404));
});
