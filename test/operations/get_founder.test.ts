import { expect, test } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer();

test('200 bio, socials, companies and published stories', async () => {
  const [row] = await server.sql`
    select f.slug, l.slug as listing from founders f join listing_founders lf on lf.founder_id = f.id join listings l on l.id = lf.listing_id
    where l.status = 'live' and l.story is not null and 'story' = any(l.unlocked_sections) and f.bio is not null limit 1`;
  const founder = await server.client.get_founder({ slug: row!.slug });
  expect(founder.bio).toEqual(expect.any(String));
  expect(founder.companies.map(({ slug }) => slug)).toContain(row!.listing);
  expect(founder.stories.map(({ listing_slug }) => listing_slug)).toContain(row!.listing);
});

test('200 a locked story is not shown', async () => {
  const [row] = await server.sql`
    select f.slug, l.slug as listing from founders f join listing_founders lf on lf.founder_id = f.id join listings l on l.id = lf.listing_id
    where l.status = 'live' and l.story is not null and not 'story' = any(l.unlocked_sections) limit 1`;
  const founder = await server.client.get_founder({ slug: row!.slug });
  expect(founder.stories.map(({ listing_slug }) => listing_slug)).not.toContain(row!.listing);
});

test('404 founder_not_found', async () => {
  expect(await server.refusal('get_founder', { slug: 'nobody' })).toBe('founder_not_found');
});
