import { expect, test } from 'vitest';
import { getProblem } from '../support/drafts/drafts.ts';
import { createOwnListing } from '../support/listings/own-listings.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ pool: 5 });

test('201 public if the section is unlocked, the latest first', async () => {
  const member = await server.member();
  const { listing_id, slug } = await createOwnListing(server, member, { unlocked: ['milestones'] });
  const first = await member.client.add_milestone({ listing_id, date: '2024-02-29', title: 'First', url: 'https://acme.example/first' });
  expect(first).toEqual({
    id: expect.any(Number),
    date: '2024-02-29',
    title: 'First',
    description: null,
    url: 'https://acme.example/first',
    listing_id,
    warnings: [],
  });
  const second = await member.client.add_milestone({ listing_id, date: '2026-03-02', title: 'Second', description: 'More.', url: null });
  const shown = [second, first].map(({ listing_id: _, warnings: __, ...milestone }) => milestone);
  expect((await server.client.get_listing({ slug })).milestones).toEqual(shown);
  const hidden = await createOwnListing(server, member);
  expect(await member.client.add_milestone({ listing_id: hidden.listing_id, date: '2026-03-02', title: 'Hidden' })).toMatchObject({
    warnings: [{ code: 'section_locked', path: 'milestones' }],
  });
});

test('400 for an invalid date, a link that is not https, and texts that are too long', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  const refused = async (sent: object) =>
    (await getProblem(member.client.add_milestone({ listing_id, date: '2026-03-02', title: 'A', ...sent } as never))).errors;
  for (const date of ['2026-02-31', '02.03.2026', '2026-3-2'])
    expect(await refused({ date })).toMatchObject([{ path: 'date', code: 'wrong_form' }]);
  for (const url of ['http://acme.example', 'https://', 'javascript:alert(1)'])
    expect(await refused({ url })).toMatchObject([{ path: 'url' }]);
  expect(await refused({ title: 'x'.repeat(201), description: 'x'.repeat(2001) })).toMatchObject([
    { path: 'title', code: 'too_long' },
    { path: 'description', code: 'too_long' },
  ]);
});

test('400 too_many_milestones past a hundred, also for concurrent requests', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  await server.sql`
    insert into listing_milestones (site_id, listing_id, date, title) select ${server.site_id}, ${listing_id}, '2026-01-01', n::text from generate_series(1, 98) n`;
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => member.client.add_milestone({ listing_id, date: '2026-01-01', title: 'One more' })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await getProblem(member.client.add_milestone({ listing_id, date: '2026-01-01', title: 'One more' }))).toMatchObject({
    code: 'too_many_milestones',
  });
});
