import { expect, test } from 'vitest';
import { anOwnListing } from '../support/own-listings.ts';
import { Person } from '../support/person.ts';
import { NOON, useServer } from '../support/server.ts';

const server = useServer();

/** An owner at a browser and with a key, and their listing. */
const anOwner = async (email: string) => {
  const member = await server.member({ email });
  const person = await new Person(server).signIn(email);
  return { member, person, ...(await anOwnListing(server, member, { unlocked: ['story'] })) };
};
const versionsOf = (listing_id: number) => server.sql<
  { id: number; source: string; before: object; after: object; restored_id: number | null }[]
>`
  select id, source, before, after, restored_id from listing_versions where listing_id = ${listing_id} order by id`;

test('going back to a version undoes all that came after it, and is a version of its own', async () => {
  const { member, person, listing_id } = await anOwner('back@example.com');
  const { client } = member;
  await client.update_my_listing({ listing_id, fields: { city: 'Porto', tagline: 'One' } });
  await client.update_my_listing({ listing_id, fields: { tagline: 'Two' }, faqs: [{ question: 'Q', answer: 'A' }] });
  await client.update_my_listing({ listing_id, fields: { tagline: 'Three', founded_year: null } });
  const [first] = await versionsOf(listing_id);
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
  const restored = (await versionsOf(listing_id)).at(-1)!;
  expect(restored).toMatchObject({ source: 'restore', restored_id: first!.id, after: { tagline: 'One', founded_year: 2021 } });

  // And that can be undone, too.
  const [, , third] = await versionsOf(listing_id);
  await person.send(`${path}/restore`, { version_id: String(third!.id) });
  expect((await client.get_my_listing({ listing_id })).content).toMatchObject({ tagline: 'Three', founded_year: null });
});

test('back to the beginning, and search finds the old words again', async () => {
  const { member, person, listing_id, slug } = await anOwner('first@example.com');
  await member.client.update_my_listing({ listing_id, fields: { tagline: 'Axolotl' } });
  await person.send(`/dashboard/listings/${listing_id}/history/restore`, { version_id: '0' });
  expect((await member.client.get_my_listing({ listing_id })).content.tagline).toBe('Notes that find themselves');
  expect((await server.client.search_listings({ q: 'axolotl' })).items.map((item) => item.slug)).not.toContain(slug);
});

test('restoring what stands already leaves no version', async () => {
  const { member, person, listing_id } = await anOwner('same@example.com');
  await member.client.update_my_listing({ listing_id, fields: { city: 'Porto' } });
  const [only] = await versionsOf(listing_id);
  const answer = await person.send(`/dashboard/listings/${listing_id}/history/restore`, { version_id: String(only!.id) });
  expect(answer.headers.get('location')).toContain('done=unchanged');
  expect(await versionsOf(listing_id)).toHaveLength(1);
});

test('nobody restores another’s listing, or a version of another listing', async () => {
  const { member, listing_id, person } = await anOwner('mine@example.com');
  const other = await anOwnListing(server, member);
  await member.client.update_my_listing({ listing_id, fields: { city: 'Porto' } });
  const [version] = await versionsOf(listing_id);
  const stranger = await new Person(server).signIn('stranger@example.com');
  const restore = (who: Person, id: number, version_id: number) =>
    who.send(`/dashboard/listings/${id}/history/restore`, { version_id: String(version_id) });
  expect((await restore(stranger, listing_id, 0)).status).toBe(404);
  expect((await restore(person, other.listing_id, version!.id)).status).toBe(404);
  expect((await stranger.get(`/dashboard/listings/${listing_id}/history`)).status).toBe(404);
  expect((await member.client.get_my_listing({ listing_id })).content.city).toBe('Porto');
});

test('the form of the editor writes only what its sender changed', async () => {
  const { member, person, listing_id } = await anOwner('form@example.com');
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
  // Meanwhile somebody else of the team edits another field.
  await member.client.update_my_listing({ listing_id, fields: { city: 'Faro' } });
  const faqs = { 'faqs[0].question': 'Is it free?', 'faqs[0].answer': 'For three people.' };
  const answer = await person.send(path, { ...values, ...faqs, seen, 'fields.tagline': 'From the form', 'fields.country': '' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?done=saved`]);
  expect((await member.client.get_my_listing({ listing_id })).content).toMatchObject({
    tagline: 'From the form',
    country: null,
    city: 'Faro',
  });
  expect((await versionsOf(listing_id)).at(-1)).toMatchObject({ after: { tagline: 'From the form', country: null } });
  // Refused, it comes back with what was typed.
  const refused = await person.send(path, { ...values, ...faqs, seen, 'fields.country': 'Portugal', 'fields.founded_year': 'soon' });
  expect(refused.status).toBe(400);
  const again = await refused.text();
  expect(again).toContain('value="Portugal"');
  expect(again.match(/class="field field-wrong"/g)).toHaveLength(2);
});

test('the team of the site sees every edit, before and after; others do not', async () => {
  const { member, person, listing_id } = await anOwner('edits@example.com');
  await member.client.update_my_listing({ listing_id, fields: { city: 'Setúbal' } });
  const team = await new Person(server).signIn('team@example.com');
  expect((await team.get('/admin/edits')).status).toBe(404);
  await server.sql`insert into account_roles (account_id, site_id, role) select id, ${server.site_id}, 'site_admin' from accounts where email = 'team@example.com'`;
  const html = await (await team.get('/admin/edits')).text();
  expect(html).toContain('<ins>Setúbal</ins>');
  expect((await person.get('/admin/edits')).status).toBe(404);
});

test('the dashboard shows own listings with what to do next, and the timeline what happened', async () => {
  const { member, person, listing_id } = await anOwner('dash@example.com');
  await anOwnListing(server, member, { status: 'draft' });
  await member.client.post_listing_update({ listing_id, title: 'Fresh news', body: 'Yes.' });
  await server.sql`insert into moves (site_id, record, record_id, move, from_status, to_status, moved_at) values (${server.site_id}, 'listing', ${String(listing_id)}, 'week_begins', 'scheduled', 'live', ${NOON})`;
  const dashboard = await (await person.get('/dashboard')).text();
  expect(dashboard).toMatch(/Saved, not published.*Choose how it launches.*Live.*Post an update/s);
  const overview = await (await person.get(`/dashboard/listings/${listing_id}`)).text();
  expect(overview).toContain('Update: Fresh news');
  expect(overview).toContain('It went live with its week');
  expect((await new Person(server).get('/dashboard')).headers.get('location')).toContain('/sign-in');
});
