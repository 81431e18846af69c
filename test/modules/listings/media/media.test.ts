import { load } from 'cheerio';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { processPicture } from '../../../../src/modules/listings/media/image-processing.ts';
import { Person } from '../../../support/accounts/person.ts';
import { createOwnListing } from '../../../support/listings/own-listings.ts';
import { useServer } from '../../../support/server.ts';

const server = useServer({ pool: 5 });

const plainPicture = (width: number, height: number, colour = '#0b6a4a') =>
  sharp({ create: { width, height, channels: 3, background: colour } });
/** A photo as phones take it: rotated by metadata, and with a GPS position. */
const makePhoto = () =>
  plainPicture(600, 400)
    .withExif({ IFD0: { Copyright: 'Somebody', ImageDescription: 'Secret place' }, IFD3: { GPSLatitude: '38/1 43/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** An owner with a browser session and a listing that may have pictures. */
const createOwner = async (email: string, unlocked = ['media']) => {
  const member = await server.member({ email });
  const person = await new Person(server).signIn(email);
  return { member, person, ...(await createOwnListing(server, member, { unlocked })) };
};

const upload = async (person: Person, listing_id: number, ...pictures: Buffer[]): Promise<Response> => {
  const form = new FormData();
  for (const [i, picture] of pictures.entries())
    form.append('picture', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `photo-${i + 1}.jpg`);
  const { root } = server;
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return fetch(`${root}/dashboard/listings/${listing_id}/media`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { origin: root, cookie, ...person.headers },
  });
};

test('a picture is rotated upright, resized and stripped of metadata', async () => {
  const { bytes, width, height, hash } = await processPicture(await makePhoto());
  const metadata = await sharp(bytes).metadata();
  expect(metadata).toMatchObject({ format: 'webp', width: 400, height: 600 });
  expect([width, height]).toEqual([400, 600]);
  expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual([undefined, undefined, undefined, undefined]);
  expect(bytes.includes('Secret place')).toBe(false);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await processPicture(await plainPicture(4000, 1000).png().toBuffer())).toMatchObject({ width: 1600, height: 400 });
});

test.each<[string, () => Promise<Buffer>, RegExp]>([
  ['a text', async () => Buffer.from('hello'), /can’t be read/],
  ['nothing', async () => Buffer.alloc(0), /is missing/],
  [
    'an SVG, which could fetch resources',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>'),
    /can’t be read|must be a JPEG/,
  ],
  ['half of a picture', async () => (await makePhoto()).subarray(0, 900), /can’t be read/],
  [
    'a small file that decodes into a very large picture',
    () => plainPicture(9000, 9000).png({ compressionLevel: 9 }).toBuffer(),
    /megapixels|can’t be read/,
  ],
  ['a tiny picture', () => plainPicture(10, 10).png().toBuffer(), /at least 40/],
  ['more than 8 MB', async () => Buffer.alloc(8 * 1024 * 1024 + 1), /at most 8 MB/],
])('%s is rejected', async (_what, make, message) => {
  await expect(processPicture(await make())).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'picture', message: expect.stringMatching(message) }],
  });
});

test('an uploaded picture is shown on the listing at an immutable URL', async () => {
  const { member, person, listing_id, slug } = await createOwner('photos@example.com');
  const answer = await upload(person, listing_id, await makePhoto());
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/dashboard/listings/${listing_id}/media?done=added`]);
  const [row] = await server.sql`select id from listing_media where listing_id = ${listing_id}`;
  const describe = (alt: string) => person.send(`/dashboard/listings/${listing_id}/media/alt`, { id: String(row!.id), alt });
  expect((await describe('')).status).toBe(400);
  expect((await describe('Our quay')).status).toBe(303);
  const { media } = await server.client.get_listing({ slug });
  expect(media).toEqual([{ url: expect.stringMatching(/\/media\/[0-9a-f]{64}\.webp$/), alt: 'Our quay', width: 400, height: 600 }]);
  expect((await member.client.get_my_listing({ listing_id })).media).toEqual(media);
  const file = await fetch(media![0]!.url);
  expect(file.headers.get('content-type')).toBe('image/webp');
  expect(file.headers.get('cache-control')).toContain('immutable');
  expect((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).width).toBe(400);
  expect((await fetch(media![0]!.url, { headers: { 'if-none-match': file.headers.get('etag')! } })).status).toBe(304);
  expect(await (await person.get(`/listings/${slug}`)).text()).toContain('alt="Our quay"');
  for (const path of ['/media/nonsense.webp', `/media/${'0'.repeat(64)}.webp`, '/media/..%2F..%2Fetc%2Fpasswd'])
    expect((await server.get(path)).status).toBe(404);
});

test('a picture of a removed listing is not served, not even to revalidating caches, until the listing is restored', async () => {
  const { person, listing_id, slug } = await createOwner('removed@example.com');
  await upload(person, listing_id, await plainPicture(77, 55, '#812').png().toBuffer());
  const path = new URL((await server.client.get_listing({ slug })).media![0]!.url).pathname;
  const revalidation = { 'if-none-match': `"${path.slice('/media/'.length, -'.webp'.length)}"` };
  expect((await server.get(path)).status).toBe(200);
  expect((await server.get(path, revalidation)).status).toBe(304);
  // A removal must be visible everywhere within an hour.
  const [, seconds] = /max-age=(\d+)/.exec((await server.get(path)).headers.get('cache-control')!)!;
  expect(Number(seconds)).toBeLessThanOrEqual(3600);
  await server.sql`update listings set status = 'removed' where slug = ${slug}`;
  for (const headers of [{}, revalidation]) {
    const gone = await server.get(path, headers);
    expect(gone.status).toBe(404);
    expect(gone.headers.get('cache-control') ?? 'no-store').toContain('no-store');
  }
  await server.sql`update listings set status = 'live' where slug = ${slug}`;
  expect((await server.get(path)).status).toBe(200);
});

test('a listing has at most eight pictures, also with concurrent uploads; they can be reordered and deleted', async () => {
  const { member, person, listing_id } = await createOwner('eight@example.com');
  const pictures = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      plainPicture(100 + i, 60)
        .png()
        .toBuffer(),
    ),
  );
  const answers = await Promise.all(pictures.map((picture) => upload(person, listing_id, picture)));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(8);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
  const rows = await server.sql<
    { id: number; width: number }[]
  >`select id, width from listing_media where listing_id = ${listing_id} order by position, id`;
  const move = (at: number, to: number) =>
    person.send(`/dashboard/listings/${listing_id}/media/move`, { id: String(rows[at]!.id), to: String(to) });
  await move(3, 0);
  await move(7, 6);
  await person.send(`/dashboard/listings/${listing_id}/media/delete`, { id: String(rows[0]!.id) });
  const widths = (await member.client.get_my_listing({ listing_id })).media.map(({ width }) => width);
  expect(widths).toEqual([3, 1, 2, 4, 5, 7, 6].map((at) => rows[at]!.width));
});

test('several pictures at once: a bad file does not lose the others, and each refusal names its file', async () => {
  const { member, person, listing_id } = await createOwner('several@example.com');
  const make = (width: number) => plainPicture(width, 60).png().toBuffer();
  const all = await upload(person, listing_id, await make(201), await make(202));
  expect(all.headers.get('location')).toContain('done=added');
  const some = await upload(person, listing_id, Buffer.from('not a picture'), await make(203), await plainPicture(9, 9).png().toBuffer());
  expect(some.status).toBe(400);
  const $ = load(await some.text());
  expect(
    $('.upload-errors li')
      .map((_, line) => $(line).text())
      .get(),
  ).toEqual(['photo-1.jpg can’t be read as an image.', 'photo-3.jpg must be at least 40 pixels wide and high.']);
  expect($('.own-pictures > li')).toHaveLength(3);
  const widths = (await member.client.get_my_listing({ listing_id })).media.map(({ width }) => width);
  expect(widths).toEqual([201, 202, 203]);
});

test('pictures are refused without media in the plan and on other people’s listings', async () => {
  const free = await createOwner('free@example.com', []);
  const picture = await makePhoto();
  const locked = await upload(free.person, free.listing_id, picture);
  expect(locked.status).toBe(400);
  expect(await locked.text()).toContain('doesn’t include');
  const paid = await createOwner('paid@example.com');
  expect((await upload(free.person, paid.listing_id, picture)).status).toBe(404);
});

test('alternatives approved by the owner come first, and only the owner can approve them', async () => {
  const { person, listing_id, slug } = await createOwner('rivals@example.com');
  const [rival] = (await server.client.search_listings({ sort: 'newest', per_page: 1 })).items;
  const path = `/dashboard/listings/${listing_id}`;
  const html = await (await person.get(`${path}/compare?q=${encodeURIComponent(rival!.name)}`)).text();
  expect(html).toContain(`name="slug" value="${rival!.slug}"`);
  const approve = (who: Person, alternative: string) => who.send(`${path}/alternatives/approve`, { slug: alternative });
  expect((await approve(person, rival!.slug)).status).toBe(303);
  expect((await approve(person, rival!.slug)).status).toBe(303);
  expect((await approve(person, 'no-such-product')).status).toBe(404);
  expect((await approve(await new Person(server).signIn('outsider@example.com'), rival!.slug)).status).toBe(404);
  expect((await server.client.list_alternatives({ slug })).items[0]).toMatchObject({ slug: rival!.slug, approved_by_owner: true });
  const [row] = await server.sql`select alternative_id from listing_alternatives where listing_id = ${listing_id}`;
  await person.send(`${path}/alternatives/drop`, { alternative_id: String(row!.alternative_id) });
  expect(await server.sql`select from listing_alternatives where listing_id = ${listing_id}`).toHaveLength(0);
});

test('attributes changed by the owner lose their evidence; unchanged ones keep it', async () => {
  const { person, listing_id, slug } = await createOwner('facts@example.com');
  const [category] = await server.sql<
    { category_id: number }[]
  >`select category_id from listing_categories where listing_id = ${listing_id}`;
  await server.sql`
    insert into category_attributes (site_id, category_id, key, name, kind, position)
    select ${server.site_id}, ${category!.category_id}, k, k, 'number', 90 from unnest(array['banks', 'offices', 'desks']) k`;
  const quotes = [{ quote: 'Three banks', url: 'https://acme.example/', read_at: null }];
  await server.sql`
    insert into listing_attributes (site_id, listing_id, attribute_id, kind, value, evidence, stated_by)
    select ${server.site_id}, ${listing_id}, id, 'number', case key when 'banks' then '3' else '1' end::jsonb, ${JSON.stringify(quotes)}::text::json, 'website'
    from category_attributes where category_id = ${category!.category_id} and key in ('banks', 'offices')`;
  const form = load(await (await person.get(`/dashboard/listings/${listing_id}/compare`)).text());
  const answer = await person.send(`/dashboard/listings/${listing_id}/attributes`, {
    seen: form('form[action$="/attributes"] [name=seen]').attr('value')!,
    'attributes.banks': '3',
    'attributes.offices': '',
    'attributes.desks': '40',
  });
  expect(answer.headers.get('location')).toContain('done=saved');
  const { attributes } = await server.client.get_listing({ slug });
  expect(
    attributes
      .filter(({ key }) => ['banks', 'offices', 'desks'].includes(key))
      .map(({ key, value, evidence, stated_by }) => ({ key, value, evidence, stated_by })),
  ).toEqual([
    { key: 'banks', value: 3, evidence: [{ ...quotes[0], confirmed_at: null, missing_since: null }], stated_by: 'website' },
    { key: 'desks', value: 40, evidence: [], stated_by: 'owner' },
  ]);
  expect(await server.sql`select before, after from listing_versions where listing_id = ${listing_id}`).toEqual([
    { before: { 'attributes.offices': 1, 'attributes.desks': null }, after: { 'attributes.offices': null, 'attributes.desks': 40 } },
  ]);
});
