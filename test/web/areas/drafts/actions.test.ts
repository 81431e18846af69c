import { load } from 'cheerio';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { extractToken, findNewestMail, Person } from '../../../support/accounts/person.ts';
import { useServer } from '../../../support/server.ts';
import { createDraftOwner } from '../../../support/web/draft-owner.ts';

const server = useServer();

test('an anonymous visitor who submits an address signs in first, and the draft is started then', async () => {
  const ada = new Person(server);
  expect(await (await ada.get('/submit')).text()).toContain('We’ll keep the address');
  const reply = await ada.send('/submit', { url: 'kept.example/?a=b&c=d' });
  const to_sign_in = reply.headers.get('location')!;
  const pending = new URL(to_sign_in, server.root).searchParams.get('pending')!;
  expect(await server.sql`select 1 from drafts where url like '%kept.example%'`).toHaveLength(0);
  await ada.send('/sign-in/mail', { email: 'kept@example.com', pending });
  const signed_in = await ada.send('/sign-in/link', { token: extractToken((await findNewestMail(server, 'kept@example.com')).text) });
  expect(signed_in.headers.get('location')).toMatch(/^\/drafts\/[\w-]{36}$/);
  expect(await server.sql`select 1 from drafts where url like '%kept.example%'`).toHaveLength(1);
});

test('an invalid address is rejected with a message and stays in the form', async () => {
  const ada = await new Person(server).signIn('typo@example.com');
  const reply = await ada.send('/submit', { url: 'not a website' });
  const html = await reply.text();
  expect(reply.status).toBe(400);
  expect(html).toContain('value="not a website"');
  expect(html).toMatch(/Website address must be the address of a website/);
});

test('an address that is already listed links to the page on which that listing is claimed', async () => {
  const ada = await new Person(server).signIn('twice@example.com');
  const [taken] = await server.sql`select website, slug from listings where status = 'live' limit 1`;
  const html = await (await ada.send('/submit', { url: taken!.website })).text();
  expect(html).toContain(`href="/listings/${taken!.slug}/claim"`);
});

test('drafts of others and malformed ids are not found', async () => {
  const { id } = await createDraftOwner(server);
  const eve = await new Person(server).signIn('eve@example.com');
  for (const path of [`/drafts/${id}`, `/drafts/${id}/preview`, `/drafts/${id}/invites`, '/drafts/1', `/drafts/${crypto.randomUUID()}`])
    expect((await eve.get(path)).status, path).toBe(404);
  expect((await eve.send(`/drafts/${id}`, { seen: '-', 'fields.name': 'Mine' })).status).toBe(404);
  expect((await eve.send(`/drafts/${id}`, { act: 'submit' })).status).toBe(404);
  expect((await eve.send(`/drafts/${id}/invites`, { email: 'eve2@example.com' })).status).toBe(404);
  expect((await server.get(`/drafts/${id}`)).headers.get('location')).toBe(`/sign-in?go_to=%2Fdrafts%2F${id}`);
});

test('a suggestion of the website is added with its quote, next to what the form has', async () => {
  const { edit, draft, person, id } = await createDraftOwner(server);
  const open = async () => load(await (await person.get(`/drafts/${id}`)).text());
  const quote = { quote: 'Tide tables & moon phases', url: 'https://acme.example/mac' };
  const suggested = { features: { value: ['Tide tables & moon phases'], evidence: [quote] } };
  await server.sql`update drafts set original = (original::jsonb || ${server.sql.json({ suggested })}::jsonb)::json where id = ${id}`;
  const page = await open();
  expect(page('.suggested').text()).toContain('Tide tables & moon phases');
  const act = page('.suggested button[value^="feature "]').attr('value')!;
  const reply = await edit({ 'fields.features': 'My own line' }, act);
  expect(reply.headers.get('location')).toMatch(/\?done=added#at-fields-features/);
  expect((await draft()).fields.features).toEqual({
    value: ['My own line', 'Tide tables & moon phases'],
    state: expect.stringMatching(/edited|manual/),
    evidence: [quote],
  });
  expect((await open())('.suggested button[value^="feature "]')).toHaveLength(0);
});

test('only changed fields are written; the others keep their quotes', async () => {
  const { edit, draft, form } = await createDraftOwner(server);
  const before = await draft();
  const reply = await edit({ 'fields.tagline': 'Notes,\r\nfound', 'fields.features': 'Search by meaning\r\n\r\n Offline \r\n' });
  expect(reply.headers.get('location')).toMatch(/\?done=saved#at-fields-/);
  const after = await draft();
  expect(after.fields.tagline).toEqual({ value: 'Notes, found', state: 'edited', evidence: [] });
  expect(after.fields.features).toEqual({
    value: ['Search by meaning', 'Offline'],
    state: 'edited',
    evidence: before.fields.features.evidence.filter(({ quote }) => quote.includes('Search by meaning')),
  });
  for (const name of ['name', 'description', 'country', 'categories', 'logo_url'] as const)
    expect(after.fields[name]).toEqual(before.fields[name]);
  expect([after.faqs, after.founders, after.socials]).toEqual([before.faqs, before.founders, before.socials]);
  expect((await form())['fields.features']).toBe('Search by meaning\r\nOffline');
});

test('saving without a change changes nothing', async () => {
  const { edit, draft } = await createDraftOwner(server);
  const before = await draft();
  expect((await edit({})).status).toBe(303);
  expect(await draft()).toEqual(before);
});

test('saving does not undo changes made by others since the page was opened', async () => {
  const { person, client, id, form, draft } = await createDraftOwner(server);
  const open = await form();
  await client.update_draft({ id, fields: { name: 'Acme Notes 2' }, faqs: [] });
  await person.send(`/drafts/${id}`, { ...open, 'fields.city': 'Porto' });
  const after = await draft();
  expect([after.fields.name.value, after.fields.city.value, after.faqs]).toEqual(['Acme Notes 2', 'Porto', []]);
});

test('every part can be edited: lists, links, story, milestones, SEO; clearing removes it', async () => {
  const { edit, draft, person, id } = await createDraftOwner(server);
  await edit({
    'fields.founded_year': '  ',
    'fields.categories[0]': 'Invoicing',
    'fields.categories[1]': 'Accounting',
    'faqs[0].question': '',
    'faqs[0].answer': '',
    'faqs[1].question': 'Why?',
    'faqs[1].answer': 'Because.',
    'founders[0].bio': 'Writes notes.',
    'founders[1].name': 'Rui',
    'company_socials.github': '',
    'company_socials.x': 'https://x.com/acme',
    'founder_socials.linkedin': 'https://linkedin.com/in/ines',
    'story.why_started': 'Notes were lost.',
    'milestones[0].date': '2025-02-03',
    'milestones[0].title': 'First note',
    'seo.title': 'Notes',
    competitor_url: 'rival.example',
  });
  const after = await draft();
  expect(after.fields.founded_year).toMatchObject({ value: null, state: 'deleted' });
  expect(after.fields.categories.value).toEqual(['Invoicing', 'Accounting']);
  expect(after.faqs).toMatchObject([{ question: 'Why?', answer: 'Because.', state: 'manual' }]);
  expect(after.founders).toMatchObject([{ name: 'Ines Duarte', title: 'Founder', bio: 'Writes notes.', state: 'edited' }, { name: 'Rui' }]);
  expect(after.socials.company.github!.value).toBeNull();
  expect(after.socials.company.x!.value).toBe('https://x.com/acme');
  expect(after.socials.founder.linkedin!.state).toBe('manual');
  expect(after.story.why_started.value).toBe('Notes were lost.');
  expect(after.milestones).toMatchObject([{ date: '2025-02-03', title: 'First note', url: null }]);
  expect(after.seo).toEqual({ title: 'Notes', meta: null });
  expect(after.competitor).toMatchObject({ url: 'https://rival.example/', status: 'reading' });
  expect(await (await person.get(`/drafts/${id}`)).text()).toMatch(
    /<p class="actions under-way" data-watch(="true")?>We’re reading their website\./,
  );
});

test('a rejected form keeps all values, and each error is shown at its field and linked', async () => {
  const { edit, draft } = await createDraftOwner(server);
  const before = await draft();
  const reply = await edit({
    'fields.tagline': 'Typed and <kept>',
    'fields.founded_year': 'long ago',
    'fields.features': `fine\n${'x'.repeat(201)}`,
    'faqs[0].question': '',
    'faqs[0].answer': '',
    'faqs[1].question': 'Unanswered?',
    'milestones[0].date': '2025-02-03',
    'milestones[0].title': 'Linked',
    'milestones[0].url': 'http://insecure.example',
  });
  expect(reply.status).toBe(400);
  const $ = load(await reply.text());
  expect($('[name="fields.tagline"]').val()).toBe('Typed and <kept>');
  expect($('[name="milestones[0].title"]').val()).toBe('Linked');
  for (const name of ['fields.features', 'faqs[1].answer', 'milestones[0].url']) {
    const field = $(`[name="${name}"]`);
    expect(field.attr('aria-invalid'), name).toBe('true');
    expect($(`.draft-trouble a[href="#${field.attr('id')}"]`), name).toHaveLength(1);
  }
  expect($('.draft-trouble').text()).toContain('must start with https://');
  expect($('#bar-says').text()).toContain('Not saved');
  expect(await draft()).toEqual(before);

  const $2 = load(await (await edit({ 'fields.tagline': 'Again', 'fields.founded_year': 'long ago' })).text());
  expect($2('[name="fields.founded_year"]').val()).toBe('long ago');
  expect($2('#fields-founded_year-error').text()).toContain('must be a year');
});

test('lock, unlock, restore and regenerate also save the form', async () => {
  const { edit, draft, client, id } = await createDraftOwner(server);
  const reply = await edit({ 'fields.city': 'Porto', 'fields.tagline': 'Mine' }, 'lock tagline');
  expect(reply.headers.get('location')).toBe(`/drafts/${id}?done=locked#at-fields-tagline`);
  expect((await draft()).fields.tagline).toMatchObject({ value: 'Mine', state: 'override' });
  expect((await draft()).fields.city).toMatchObject({ value: 'Porto', state: 'manual' });

  await edit({}, 'unlock tagline');
  expect((await draft()).fields.tagline).toMatchObject({ value: 'Mine', state: 'edited' });
  await edit({ 'fields.tagline': 'Mine, unsaved' }, 'restore tagline');
  expect((await draft()).fields.tagline).toMatchObject({ value: 'Notes that find themselves', state: 'ai' });
  await edit({}, 'regenerate country');
  expect((await client.get_draft({ id })).redrafting).toEqual(['country']);
});

test('unlocking an unchanged field makes it the site’s value again', async () => {
  const { edit, draft } = await createDraftOwner(server);
  const before = (await draft()).fields.tagline;
  await edit({}, 'lock tagline');
  await edit({}, 'unlock tagline');
  expect((await draft()).fields.tagline).toEqual(before);
});

test('submitting an incomplete draft says what is missing and keeps the values', async () => {
  const { edit, draft } = await createDraftOwner(server);
  const reply = await edit({ 'fields.name': 'New name', 'fields.categories[0]': '' }, 'submit');
  expect(reply.status).toBe(400);
  const $ = load(await reply.text());
  expect($('[name="fields.categories[0]"]').attr('aria-invalid')).toBe('true');
  expect($('[name="fields.name"]').val()).toBe('New name');
  expect($('.draft-trouble').text()).toContain('Categories is required.');
  // The name was saved, so the page must not say otherwise.
  expect($('#bar-says').text()).toBe('Saved, but not submitted: 1 field to correct.');
  expect(await draft()).toMatchObject({ status: 'ready', fields: { name: { value: 'New name' } } });
});

test('a submitted draft is an unpublished listing, and later changes are saved there too', async () => {
  const { edit, draft, person, id } = await createDraftOwner(server);
  const reply = await edit({ 'fields.tagline': 'First' }, 'submit');
  const { listing_id } = await draft();
  expect(reply.headers.get('location')).toBe(`/dashboard/listings/${listing_id}/free?done=submitted`);
  expect(await (await person.get(`/drafts/${id}`)).text()).toContain('Saved as your listing');
  await edit({ 'fields.tagline': 'Second' });
  expect(await server.sql`select tagline, status from listings where id = ${listing_id}`).toEqual([{ tagline: 'Second', status: 'draft' }]);
  expect((await edit({ 'fields.name': '' })).status).toBe(400);
  // The page says how the listing stands now.
  const notice = async (status: string) => {
    await server.sql`update listings set status = ${status}, launched_at = now() where id = ${listing_id}`;
    return load(await (await person.get(`/drafts/${id}`)).text())('.done').text();
  };
  expect(await notice('draft')).toContain('not public yet');
  expect(await notice('awaiting_badge')).toContain('waiting for the badge');
  expect(await notice('scheduled')).toMatch(/scheduled.*already public/);
  expect(await notice('live')).toMatch(/^Your listing is live.*View listing$/s);
  expect(await notice('removed')).toContain('removed by the team');
});

test('categories are suggested with the words they rest on, and one press makes one primary', async () => {
  const { edit, draft, person, id } = await createDraftOwner(server);
  await edit({ 'fields.tagline': 'Scheduling for small teams', 'fields.categories[0]': '' });
  const read = async () => {
    const $ = load(await (await person.get(`/drafts/${id}`)).text());
    return $('.suggested li')
      .map((_, line) => `${$(line).find('strong').text()} ← ${$(line).find('.quiet').text().trim()}`)
      .get();
  };
  expect(await read()).toContain('Scheduling ← You wrote “Scheduling for small teams”');
  expect((await read()).join()).not.toContain('Accounting');
  const reply = await edit({ 'fields.city': 'Porto' }, 'category scheduling');
  expect(reply.headers.get('location')).toContain('#at-fields-categories');
  expect((await draft()).fields).toMatchObject({ categories: { value: ['Scheduling'] }, city: { value: 'Porto' } });
  expect((await read()).join()).not.toContain('Scheduling');
});

test('a logo is uploaded with the rest of the form, shown, and served; a bad file says so and the rest is saved', async () => {
  const { person, id, form, draft } = await createDraftOwner(server);
  const upload = async (logo: Uint8Array<ArrayBuffer>, changes: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...(await form()), ...changes, act: 'logo' })) body.set(name, value);
    body.set('logo_file', new Blob([logo], { type: 'image/png' }), 'logo.png');
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { origin: server.root, cookie, ...person.headers };
    return fetch(`${server.root}/drafts/${id}`, { method: 'POST', body, redirect: 'manual', headers });
  };
  const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#63d8a6' } })
    .png()
    .toBuffer();
  const reply = await upload(new Uint8Array(picture), { 'fields.city': 'Porto' });
  expect(reply.headers.get('location')).toContain(`/drafts/${id}?done=logo`);
  const { logo_url, city } = (await draft()).fields;
  expect(logo_url).toMatchObject({ value: expect.stringMatching(/\/media\/[0-9a-f]{64}\.webp$/), evidence: [] });
  expect(city.value).toBe('Porto');
  const path = new URL(String(logo_url.value)).pathname;
  expect((await server.get(path)).headers.get('content-type')).toBe('image/webp');
  expect(load(await (await person.get(`/drafts/${id}`)).text())('.logo-preview img').attr('src')).toBe(logo_url.value);
  const bad = load(await (await upload(new TextEncoder().encode('no picture'), { 'fields.city': 'Faro' })).text());
  expect(bad('#bar-says').text()).toContain('Saved, but without the new logo');
  expect(bad('.draft-trouble').text()).toContain('Logo can’t be read as an image.');
  expect((await draft()).fields).toMatchObject({ city: { value: 'Faro' }, logo_url: { value: logo_url.value } });
});

test('a logo over http is found on the website and not shown: the page says why', async () => {
  const { person, id, draft, edit } = await createDraftOwner(server);
  const logo = 'http://acme.example/logo.png';
  await server.sql`update drafts set fields = jsonb_set(fields::jsonb, '{logo_url,value}', to_jsonb(${logo}::text)) where id = ${id}`;
  const $ = load(await (await person.get(`/drafts/${id}`)).text());
  expect($('.logo-preview').text()).toContain('We can’t show this logo, because its address begins with http://.');
  expect($('.logo-preview img')).toHaveLength(0);
  expect((await draft()).warnings).toMatchObject([{ code: 'logo_not_shown', path: 'fields.logo_url' }]);
  // It may stay, but another one is refused.
  expect((await edit({ 'fields.city': 'Porto' })).status).toBe(303);
  const refused = await edit({ 'fields.logo_url': `${logo}?2` });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('upload the file instead')]);
});

test('a value is never shown beside the quote of another', async () => {
  const { edit, person, id } = await createDraftOwner(server);
  await edit({ 'fields.city': 'Porto' });
  const $ = load(await (await person.get(`/drafts/${id}/preview`)).text());
  expect($('#read-place dt').text()).toBe('Country');
  expect($('#read-place .attribute-value').text()).toBe('Portugal');
  expect($('dl.facts').text()).toContain('Porto, Portugal');
  expect($('dl.facts a[href="#read-place"]')).toHaveLength(0);
  await edit({ 'fields.city': '' });
  const $2 = load(await (await person.get(`/drafts/${id}/preview`)).text());
  expect($2('#read-place dt').text()).toBe('Based in');
  expect($2('dl.facts a[href="#read-place"]')).toHaveLength(1);
});

test('the longest possible draft can be saved', async () => {
  const { edit, draft } = await createDraftOwner(server);
  const story = '物語'.repeat(4000);
  const reply = await edit(Object.fromEntries(['story', 'problem', 'journey', 'lessons'].map((section) => [`story.${section}`, story])));
  expect(reply.status).toBe(303);
  expect((await draft()).story.lessons.value).toHaveLength(8000);
});

test('the drafts page lists the user’s own drafts, newest first', async () => {
  const { person, client, id } = await createDraftOwner(server);
  await server.sql`update drafts set created_at = created_at - interval '1 minute' where id = ${id}`;
  const { id: second } = await client.submit_listing({ url: 'https://second-of-mine.example' });
  const $ = load(await (await person.get('/drafts')).text());
  expect(
    $('.draft-list a')
      .toArray()
      .map((link) => $(link).attr('href')),
  ).toEqual([`/drafts/${second}`, `/drafts/${id}`]);
  expect($('.draft-list').text()).toContain('Reading website');
});
