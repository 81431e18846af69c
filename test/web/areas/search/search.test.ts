import { expect, test } from 'vitest';
import { startOfDay } from '../../../../src/kernel/time/weeks.ts';
import { notify_category_followers } from '../../../../src/modules/listings/follows/category-follows.ts';
import { Person } from '../../../support/accounts/person.ts';
import { useServer } from '../../../support/server.ts';

const server = useServer();
const read = async (path: string) => (await server.get(path)).text();

/** The counts beside the categories, by slug; null where there is none. */
const categoryCounts = (html: string): Record<string, string | null> =>
  Object.fromEntries(
    [
      ...html.matchAll(
        /<a href="\/listings\?[^"]*category=([a-z-]+)[^"]*"[^>]*><span dir="auto">[^<]*<\/span> <span class="number">([^<]*)</g,
      ),
    ].map(([, slug, count]) => [slug, count || null]),
  );

test('counts beside the categories and in the filters follow the query and the other filters', async () => {
  const { items } = await server.client.list_categories({});
  const all = categoryCounts(await read('/listings'));
  expect(all).toEqual(Object.fromEntries(items.map(({ slug, live_listings }) => [slug, String(live_listings)])));

  const html = await read('/listings?q=for&pricing_model=free');
  for (const [category, count] of Object.entries(categoryCounts(html)))
    expect([category, String((await server.client.search_listings({ q: 'for', pricing_model: 'free', category })).total)]).toEqual([
      category,
      count,
    ]);
  expect(Object.keys(categoryCounts(html)).length).toBeGreaterThan(0);
  expect(Object.keys(categoryCounts(html)).length).toBeLessThan(items.length);

  const beta = (await server.client.search_listings({ q: 'for', pricing_model: 'free', stage: 'beta' })).total;
  expect(html).toContain(`<option value="beta">Beta (${beta})</option>`);
  // The facet that is filtered by has no counts.
  expect(html).toContain('<option value="freemium">Freemium</option>');
  expect(html).toContain('<option value="contact-sales">Contact sales</option>');
  const open_source = await read('/listings?pricing_model=open-source');
  expect(open_source).toContain('Open source</li>');
  expect(open_source).not.toMatch(/>Open-source</);
});

test('a corrected query says so, with the way back to the typed words', async () => {
  const corrected = await read('/listings?q=flakwren&sort=newest');
  expect(corrected).toMatch(
    /Showing results for\s*<a href="\/listings\?q=flakewren&amp;sort=newest"><strong dir="auto">flakewren<\/strong>/,
  );
  expect(corrected).toContain('href="/listings?q=%22flakwren%22&amp;sort=newest"');
  const literal = await read('/listings?q=%22flakwren%22');
  expect(literal).not.toContain('Showing results for');
  expect(literal).toContain('Nothing found for “flakwren”');
  expect(await read('/listings?q=flakewren')).not.toContain('Showing results for');
});

const suggest = async (q: string) =>
  (await (await server.get(`/suggestions?q=${encodeURIComponent(q)}`)).json()) as { items: { name: string }[]; note: string | null };

test.each(['meal', 'meals', 'chess', 'dog', 'crm', 'music', 'chess and music', 'meal tracker'])(
  'no product has a word of "%s", and none is shown',
  async (q) => {
    const html = await read(`/listings?q=${encodeURIComponent(q)}`);
    expect(html).toContain(`Nothing found for “${q}”`);
    expect(html).not.toContain('Showing results for');
    expect(html).toMatch(/aria-label="Popular categories">(?:(?!<\/nav>).)*href="\/categories\/[a-z-]+"/s);
    expect(await suggest(q)).toEqual({ items: [], note: null });
  },
);

test.each([
  ['meal planner', 'meal', 'planner'],
  ['photo editor', 'photo', 'editor'],
  ['budget tracker', 'tracker', 'budget'],
])('"%s": nothing has %s, so the results are for %s, and the page and the suggestions say so', async (q, unmatched, matched) => {
  const html = await read(`/listings?q=${encodeURIComponent(q)}`);
  expect(html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')).toContain(`Nothing found for “${unmatched}”. Showing results for ${matched}.`);
  const results = async (text: string) => (await server.client.search_listings({ q: text })).items.map(({ name }) => name);
  expect((await results(q)).toSorted()).toEqual((await results(matched)).toSorted());
  const { items, note } = await suggest(q);
  expect(note).toBe(`Nothing found for “${unmatched}”. Showing results for “${matched}”`);
  expect(items.length).toBeGreaterThan(0);
});

test('suggestions name a correction', async () => {
  expect(await suggest('flakewern')).toMatchObject({ items: [{ name: 'Flakewren' }], note: 'Showing results for “flakewren”' });
  expect((await suggest('flakewren')).note).toBeNull();
});

test('the folded filters say how many are active', async () => {
  const summary = async (path: string) => /<summary id="filters">(.*?)<\/summary>/s.exec(await read(path))![1]!.replace(/<[^>]*>/g, '');
  expect(await summary('/listings?q=for')).toBe('Filters and categories');
  expect(await summary('/listings?q=for&pricing_model=free&category=developer-tools')).toBe('Filters and categories · 2 active');
  expect(await summary('/listings?status=upcoming')).toBe('Filters and categories · 1 active');
});

test('following a category: the button, the page of follows, one notification a week', async () => {
  const slug = 'developer-tools';
  const ada = await new Person(server).signIn('ada@example.com');
  const button = async (who: Person) =>
    /action="(\/categories\/[^"]*)"[^>]*>(?:<input[^>]*>)*<button[^>]*>(Following|Follow)</
      .exec(await (await who.get(`/categories/${slug}`)).text())
      ?.slice(1);
  expect(await button(ada)).toEqual([`/categories/${slug}/follow`, 'Follow']);
  await Promise.all([1, 2].map(() => ada.send(`/categories/${slug}/follow`)));
  expect(await button(ada)).toEqual([`/categories/${slug}/unfollow`, 'Following']);
  expect((await ada.send('/categories/no-such-category/follow')).status).toBe(404);

  const week_on = '2026-11-09';
  const { sql, site_id } = server;
  const [category] = await sql<{ id: number; name: string }[]>`select id, name from categories where slug = ${slug}`;
  const launched = await sql<{ name: string }[]>`
    select l.name from shelf_places s join listings l on l.id = s.listing_id
    where s.category_id = ${category!.id} and s.launched_at >= ${startOfDay(week_on, 'UTC')} and s.launched_at < ${startOfDay('2026-11-16', 'UTC')}`;
  expect(launched.length).toBeGreaterThan(0);
  const follows = await (await ada.get('/account/follows')).text();
  expect(follows).toContain(`href="/categories/${slug}"`);
  expect(follows).toContain(`${launched.length} launch`);

  const run = (week: string) =>
    notify_category_followers.run(
      {
        sql,
        clock: { now: () => new Date('2026-11-11T12:00:00Z') },
        site_root: server.root,
        signal: new AbortController().signal,
        last_attempt: false,
      } as Parameters<typeof notify_category_followers.run>[0],
      { site_id, week_on: week },
    );
  await run(week_on);
  await run(week_on);
  await run('2031-01-06');
  const notifications = await sql<
    { title: string; body: string; url: string }[]
  >`select title, body, url from notifications where kind = 'category'`;
  expect([...notifications]).toEqual([
    {
      title: `${launched.length === 1 ? '1 launch' : `${launched.length} launches`} in ${category!.name} this week`,
      body: expect.stringContaining(''),
      url: `/listings?category=${slug}&sort=newest`,
    },
  ]);
  expect(launched.some(({ name }) => notifications[0]!.body.includes(name))).toBe(true);

  await ada.send(`/categories/${slug}/unfollow`);
  expect(await button(ada)).toEqual([`/categories/${slug}/follow`, 'Follow']);
  expect(await (await ada.get('/account/follows')).text()).toContain('You don’t follow anything yet');
});

test('the calendar shows a month with its weeks as rows', async () => {
  const html = await read('/launches/calendar');
  const rows = [...html.matchAll(/<tr[^>]*>(?:(?!<\/tr>).)*<\/tr>/gs)].map(([row]) => row).slice(1);
  expect(html).toMatch(/<h2 id="month">November 2026<\/h2>/);
  const mondays = rows.map((row) => /datetime="([\d-]+)"/.exec(row)?.[1]);
  expect(mondays).toEqual(['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30']);
  expect(rows[2]).toContain('href="/launches/weeks/2026-11-09"');
  expect(rows[2]).toContain('running now');
  expect(rows[2]).toMatch(/aria-current="date"[^>]*><time datetime="2026-11-11"/);
  expect(rows[1]).toContain('won by');
  // The places of a coming week add up, also with places that wait for a badge.
  await server.sql`
    insert into launch_weeks (site_id, week_on, taken, room) values (${server.site_id}, '2026-11-23', 2, 50)
    on conflict (site_id, week_on) do update set taken = launch_weeks.taken + 2, room = 50`;
  await server.sql`
    insert into week_places (site_id, week_on, listing_id, kind)
    select ${server.site_id}, '2026-11-23', id, 'free' from listings where site_id = ${server.site_id} and status = 'live' order by id limit 2`;
  const places = /(?:(\d+) scheduled, )?(\d+) reserved, (\d+) of (\d+) slots left/;
  const [, scheduled = '0', reserved, left, room] = places.exec(await read('/launches/calendar?month=2026-11'))!;
  expect([Number(scheduled) + Number(reserved) + Number(left), room]).toEqual([50, '50']);
  expect(html).toContain('href="/launches/calendar?month=2026-10"');
  expect(html).toContain('href="/launches/calendar?month=2026-12"');
  const december = await read('/launches/calendar?month=2026-12');
  expect(december).toContain('href="/launches/weeks/2026-11-30"');
  // Far away there is nothing, and no link leads further.
  const far = await read('/launches/calendar?month=2090-01');
  expect(far).not.toContain('/launches/weeks/2090');
  expect(far).not.toContain('month=2090-02');
  expect((await server.get('/launches/calendar?month=soon')).status).toBe(200);
  expect(await read('/launches/calendar?month=2026-13')).toContain('We ignored filters we couldn’t understand');
});
