import { expect, test } from 'vitest';
import { getProblem } from '../support/drafts/drafts.ts';
import { createOwnListing } from '../support/listings/own-listings.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const NONE = {
  title: null,
  story: null,
  why_started: null,
  problem: null,
  journey: null,
  challenges: null,
  achievements: null,
  lessons: null,
  whats_next: null,
};

test('200 replaces the whole story, and shows it if the section is unlocked', async () => {
  const member = await server.member();
  const { listing_id, slug } = await createOwnListing(server, member, { unlocked: ['story'] });
  expect(await member.client.set_founder_story({ listing_id, title: 'Why', journey: 'Long.' })).toEqual({
    ...NONE,
    title: 'Why',
    journey: 'Long.',
  });
  expect(await member.client.set_founder_story({ listing_id, lessons: 'Some.' })).toEqual({ ...NONE, lessons: 'Some.' });
  expect((await server.client.get_listing({ slug })).story).toEqual({ ...NONE, lessons: 'Some.' });
  // Without a body nothing is erased, and what was answered can be sent back.
  expect(await member.client.set_founder_story({ listing_id })).toEqual({ ...NONE, lessons: 'Some.' });
  expect(await member.client.set_founder_story({ listing_id, ...NONE })).toEqual({ ...NONE, lessons: 'Some.' });
  expect(await member.client.set_founder_story({ listing_id, ...NONE, lessons: 'Some.' })).toEqual({ ...NONE, lessons: 'Some.' });
  expect(await member.client.set_founder_story({ listing_id, lessons: '' })).toEqual(NONE);
  expect(await member.client.get_my_listing({ listing_id })).toMatchObject({ story: null, content: { story: null } });
  expect(
    await server.sql`select after->'story'->>'lessons' as lessons from listing_versions where listing_id = ${listing_id} order by id`,
  ).toEqual([{ lessons: null }, { lessons: 'Some.' }, { lessons: null }]);
});

test('400 for a section that is too long or unknown', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  const refused = (sent: object) => getProblem(member.client.set_founder_story({ listing_id, ...sent }));
  expect(await refused({ title: 'x'.repeat(201), story: 'x'.repeat(8001) })).toMatchObject({
    errors: [
      { path: 'title', code: 'too_long', limit: 200 },
      { path: 'story', code: 'too_long', limit: 8000 },
    ],
  });
  expect(await refused({ epilogue: 'The end.' })).toMatchObject({ status: 400, code: 'unknown_property' });
});
