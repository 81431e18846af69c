import { expect, test } from 'vitest';
import { Person } from '../../../support/accounts/person.ts';
import { createOwnListing } from '../../../support/listings/own-listings.ts';
import { NOON, useServer } from '../../../support/server.ts';

const server = useServer();

/** An owner with a browser session, an API key and a listing. */
const createOwner = async (email: string) => {
  const member = await server.member({ email });
  const person = await new Person(server).signIn(email);
  return { member, person, ...(await createOwnListing(server, member, { unlocked: ['story'] })) };
};
const selectVersions = (listing_id: number) => server.sql<
  { id: number; source: string; before: object; after: object; restored_id: number | null }[]
>`
  select id, source, before, after, restored_id from listing_versions where listing_id = ${listing_id} order by id`;

test('restoring a version reverts all later edits and creates a new version', async () => {
  const { member, person, listing_id } = await createOwner('back@example.com');
  const { client } = member;
  await client.update_my_listing({ listing_id, fields: { city: 'Porto', tagline: 'One' } });
  await client.update_my_listing({ listing_id, fields: { tagline: 'Two' }, faqs: [{ question: 'Q', answer: 'A' }] });
  await client.update_my_listing({ listing_id, fields: { tagline: 'Three' }, remove_fields: ['founded_year'] });
  const [first] = await selectVersions(listing_id);
  const path = `/dashboard/listings/${listing_id}/history`;
  const answer = await person.send(`${path}/restore`, { version_id: String(first!.id) });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?done=restored`]);
  const { content } = await client.get_my_listing({ listing_id });
  expect(content).toMatchObject({
    city: 'Porto',
    tagline: 'One',
    founded_year: 2021,
    faqs: [{ question: 'Is it free?', answer: 'For three people.' }],
  });
  const restored = (await selectVersions(listing_id)).at(-1)!;
  expect(restored).toMatchObject({ source: 'restore', restored_id: first!.id, after: { tagline: 'One', founded_year: 2021 } });

  // The restore can be reverted, too.
  const [, , third] = await selectVersions(listing_id);
  await person.send(`${path}/restore`, { version_id: String(third!.id) });
  expect((await client.get_my_listing({ listing_id })).content).toMatchObject({ tagline: 'Three', founded_year: null });
});

test('restoring the original listing also updates the search index', async () => {
  const { member, person, listing_id, slug } = await createOwner('first@example.com');
  await member.client.update_my_listing({ listing_id, fields: { tagline: 'Axolotl' } });
  await person.send(`/dashboard/listings/${listing_id}/history/restore`, { version_id: '0' });
  expect((await member.client.get_my_listing({ listing_id })).content.tagline).toBe('Notes that find themselves');
  expect((await server.client.search_listings({ q: 'axolotl' })).items.map((item) => item.slug)).not.toContain(slug);
});

test('restoring the current version creates no new version', async () => {
  const { member, person, listing_id } = await createOwner('same@example.com');
  await member.client.update_my_listing({ listing_id, fields: { city: 'Porto' } });
  const [only] = await selectVersions(listing_id);
  const answer = await person.send(`/dashboard/listings/${listing_id}/history/restore`, { version_id: String(only!.id) });
  expect(answer.headers.get('location')).toContain('done=unchanged');
  expect(await selectVersions(listing_id)).toHaveLength(1);
});

test('owners cannot restore other people’s listings or versions of another listing', async () => {
  const { member, listing_id, person } = await createOwner('mine@example.com');
  const other = await createOwnListing(server, member);
  await member.client.update_my_listing({ listing_id, fields: { city: 'Porto' } });
  const [version] = await selectVersions(listing_id);
  const stranger = await new Person(server).signIn('stranger@example.com');
  const restore = (who: Person, id: number, version_id: number) =>
    who.send(`/dashboard/listings/${id}/history/restore`, { version_id: String(version_id) });
  expect((await restore(stranger, listing_id, 0)).status).toBe(404);
  expect((await restore(person, other.listing_id, version!.id)).status).toBe(404);
  expect((await stranger.get(`/dashboard/listings/${listing_id}/history`)).status).toBe(404);
  expect((await member.client.get_my_listing({ listing_id })).content.city).toBe('Porto');
});

test('the edit form writes only what the user changed', async () => {
  const { member, person, listing_id } = await createOwner('form@example.com');
  const path = `/dashboard/listings/${listing_id}/edit`;
  const html = await (await person.get(path)).text();
  const seen = /name="seen" value="([^"]+)"/.exec(html)![1]!;
  const values = Object.fromEntries(
    [...html.matchAll(/name="(fields\.\w+|socials\.\w+)"[^>]*?(?:value="([^"]*)"|>([^<]*)<\/textarea>)/g)].map(([, name, one, two]) => [
      name!,
      one ?? two ?? '',
    ]),
  );
  expect(values['fields.tagline']).toBe('Notes that find themselves');
  // Meanwhile another field is edited.
  await member.client.update_my_listing({ listing_id, fields: { city: 'Faro' } });
  const faqs = { 'faqs[0].question': 'Is it free?', 'faqs[0].answer': 'For three people.' };
  const answer = await person.send(path, { ...values, ...faqs, seen, 'fields.tagline': 'From the form', 'fields.country': '' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?done=saved`]);
  expect((await member.client.get_my_listing({ listing_id })).content).toMatchObject({
    tagline: 'From the form',
    country: null,
    city: 'Faro',
  });
  expect((await selectVersions(listing_id)).at(-1)).toMatchObject({ after: { tagline: 'From the form', country: null } });
  // A refused form keeps the user's input.
  const refused = await person.send(path, { ...values, ...faqs, seen, 'fields.country': 'Portugal', 'fields.founded_year': 'soon' });
  expect(refused.status).toBe(400);
  const again = await refused.text();
  expect(again).toContain('value="Portugal"');
  expect(again.match(/class="field field-wrong"/g)).toHaveLength(2);
});

test('the site’s team sees every edit with before and after; others do not', async () => {
  const { member, person, listing_id } = await createOwner('edits@example.com');
  await member.client.update_my_listing({ listing_id, fields: { city: 'Setúbal' } });
  const team = await new Person(server).signIn('team@example.com');
  expect((await team.get('/admin/edits')).status).toBe(404);
  await server.sql`insert into account_roles (account_id, site_id, role) select id, ${server.site_id}, 'site_admin' from accounts where email = 'team@example.com'`;
  const html = await (await team.get('/admin/edits')).text();
  expect(html).toContain('<ins>Setúbal</ins>');
  expect((await person.get('/admin/edits')).status).toBe(404);
});

test('the dashboard shows the user’s listings with next steps, and the timeline their history', async () => {
  const { member, person, listing_id } = await createOwner('dash@example.com');
  await createOwnListing(server, member, { status: 'draft' });
  await member.client.post_listing_update({ listing_id, title: 'Fresh news', body: 'Yes.' });
  await server.sql`insert into moves (site_id, record, record_id, move, from_status, to_status, moved_at) values (${server.site_id}, 'listing', ${String(listing_id)}, 'week_begins', 'scheduled', 'live', ${NOON})`;
  const dashboard = await (await person.get('/dashboard')).text();
  expect(dashboard).toMatch(/Not published.*Choose how to launch.*Live.*Post an update/s);
  const overview = await (await person.get(`/dashboard/listings/${listing_id}`)).text();
  expect(overview).toContain('Update: Fresh news');
  expect(overview).toContain('Went live with its launch week');
  expect((await new Person(server).get('/dashboard')).headers.get('location')).toContain('/sign-in');
});
