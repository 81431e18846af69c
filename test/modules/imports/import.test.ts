import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { ARCHIVE_END, packEntry } from '../../../src/db/backup/archive.ts';
import { openIntegrations } from '../../../src/integrations/integrations.ts';
import { hashToken } from '../../../src/kernel/secrets.ts';
import {
  draft_import,
  invite_owners,
  publish_drafts,
  read_import,
  read_logos,
  run_import,
  undo_import,
} from '../../../src/modules/imports/jobs.ts';
import { selectExportedListings } from '../../../src/modules/listings/export/queries.ts';
import { rasterizeSvg } from '../../../src/modules/listings/media/image-processing.ts';
import { castVote } from '../../../src/modules/votes/votes.ts';
import { findNewestMail, Person } from '../../support/accounts/person.ts';
import { COMPLETE_PROPOSAL, writeFound } from '../../support/drafts/drafts.ts';
import { runJob } from '../../support/run-job.ts';
import { NOON, useServer } from '../../support/server.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const server = useServer({ demo: 'few votes' });
let team: Person;

beforeAll(async () => {
  const { sql, site_id } = server;
  await sql`update sites set settings = settings || '{"languages": ["de"]}' where id = ${site_id}`;
  team = await new Person(server).signIn('team@imports.example');
  await sql`
    insert into account_roles (account_id, site_id, role)
    select id, ${site_id}, 'site_admin' from accounts where email_key = 'team@imports.example'`;
});

/** Sends a file as a browser does. */
const upload = async (person: Person, file_name: string, content: string | Buffer): Promise<Response> => {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(Buffer.from(content))], file_name));
  const request = new Request(server.root, { method: 'POST', body: form });
  return fetch(`${server.root}/admin/import/upload`, {
    method: 'POST',
    redirect: 'manual',
    body: Buffer.from(await request.arrayBuffer()),
    headers: {
      'content-type': request.headers.get('content-type')!,
      cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      origin: server.root,
      ...person.headers,
    },
  });
};

const refOf = (id: number) => ({ site_id: server.site_id, import_id: id });
const run = (job: typeof read_import, id: number, controller?: AbortController) => runJob(server, job, refOf(id), NOON, controller);

/** Uploads a file and has it read. */
const read = async (file_name: string, content: string | Buffer): Promise<number> => {
  const response = await upload(team, file_name, content);
  const id = Number(/\/admin\/import\/(\d+)$/.exec(response.headers.get('location') ?? '')?.[1]);
  if (!id) throw new Error(`not uploaded: ${response.status} ${/<h1>.*?<\/main>/s.exec(await response.text())?.[0]}`);
  await run(read_import, id);
  return id;
};

const importRow = async (id: number) => {
  const [row] = await server.sql`select * from imports where id = ${id}`;
  return row!;
};

/** The mapping form as the page has it. */
const chosenFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<select id="(field_\d+)".*?<\/select>/gs)].map(([select, name]) => [
      name!,
      /<option value="([^"]*)" selected/.exec(select)?.[1] ?? '',
    ]),
  );

const pageOf = async (id: number): Promise<string> => (await team.get(`/admin/import/${id}`)).text();

const start = async (id: number, more: Record<string, string> = {}): Promise<Response> =>
  team.send(`/admin/import/${id}/mapping`, { ...chosenFields(await pageOf(id)), existing: 'skip', start: 'yes', ...more });

const importAll = async (file_name: string, content: string, more: Record<string, string> = {}): Promise<number> => {
  const id = await read(file_name, content);
  await start(id, more);
  await run(run_import, id);
  return id;
};

const listingsOf = (id: number) => server.sql<{ name: string; slug: string; id: number }[]>`
  select l.* from import_rows r join listings l on l.id = r.listing_id where r.import_id = ${id} order by r.number`;

const launchesThisWeek = async (): Promise<number> => (await server.client.get_launch_week({ week: '2026-11-09' })).launches_total;

const CSV = [
  '\uFEFFProduct;Homepage;Category;What it is;Country;Since;Makers;Self-hosted;Contact person',
  'Quillcase;quillcase.example;Writing Desk;"Notes, ""quoted""\nover two lines; with a separator";Germany;2021;Ada Lovelace (CEO), Grace Hopper;yes;ada@quillcase.example',
  'Lanternbox;https://www.lanternbox.example/en;"Writing Desk, Lamps";A lamp;FR;2019-04-01;;no;',
  'No website;;Lamps;Nothing;;;;;',
  'Atlantis Maps;atlantis.example;Lamps;Maps;Atlantis;soon;;maybe;',
  'Lanternbox again;http://lanternbox.example;Lamps;Twice;;;;;',
].join('\n');

describe('a spreadsheet', () => {
  let id: number;

  test('is uploaded and read, and its columns are guessed by name and content', async () => {
    id = await read('products.csv', CSV);
    expect(await importRow(id)).toMatchObject({ status: 'mapping', format: 'csv', rows: 5, file_name: 'products.csv' });
    const html = await pageOf(id);
    const fields = Object.values(chosenFields(html));
    expect(fields).toEqual([
      'name',
      'website',
      'categories',
      'description',
      'country',
      'founded_year',
      'founders',
      'attributes.self_hosted',
      '',
    ]);
    // The file is not kept once it was read.
    expect(await server.sql`select from import_chunks where import_id = ${id}`).toHaveLength(0);
  });

  test('is shown as it will be, with every fault by line and column', async () => {
    const text = (await pageOf(id))
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .replaceAll('&quot;', '"');
    expect(text).toContain('Quillcase quillcase.example');
    expect(text).toContain('Notes, "quoted" over two lines; with a separator');
    expect(text).toContain('by Ada Lovelace, Grace Hopper');
    expect(text).toContain('Line 5, Homepage: is required.');
    expect(text).toContain('Line 6, Country: “Atlantis” isn’t a country. Write its English name or its two letters, such as DE.');
    expect(text).toContain('Line 6, Since: “soon” isn’t a year, such as 2021.');
    expect(text).toContain('Line 6, Self-hosted: must be true or false.');
  });

  test('is not imported without a name and a website', async () => {
    const response = await team.send(`/admin/import/${id}/mapping`, { field_0: 'name', existing: 'skip', start: 'yes' });
    expect(await response.text()).toContain('Choose which column is the website');
    expect(await importRow(id)).toMatchObject({ status: 'mapping' });
    await team.send(`/admin/import/${id}/mapping`, {
      ...Object.fromEntries(
        ['name', 'website', 'categories', 'description', 'country', 'founded_year', 'founders', 'attributes.self_hosted'].map(
          (field, at) => [`field_${at}`, field],
        ),
      ),
      existing: 'skip',
    });
    expect((await importRow(id)).mapping).toMatchObject({ Homepage: 'website', 'What it is': 'description' });
  });

  test('becomes listings with categories, founders and attributes; the rest is refused with its reasons', async () => {
    const launches_before = await launchesThisWeek();
    await start(id);
    await run(run_import, id);
    expect(await importRow(id)).toMatchObject({ status: 'done', imported: 2, refused: 3, skipped: 0, done_rows: 5 });
    const listing = await server.client.get_listing({ slug: 'quillcase' });
    expect(listing).toMatchObject({
      name: 'Quillcase',
      website: 'https://quillcase.example/',
      country: 'DE',
      founded_year: 2021,
      categories: [{ name: 'Writing Desk', slug: 'writing-desk' }],
    });
    expect(listing.founders.map(({ name, title }) => [name, title])).toEqual([
      ['Ada Lovelace', 'CEO'],
      ['Grace Hopper', null],
    ]);
    expect(listing.attributes.map(({ key, value }) => [key, value])).toEqual([['self_hosted', true]]);
    // Without a launch date it takes part in no week.
    expect(listing).toMatchObject({ status: 'live', launch_week_on: null, launched_at: '2026-11-08T00:00:00.000Z' });
    expect(await launchesThisWeek()).toBe(launches_before);
    expect((await server.client.search_listings({ q: 'lanternbox' })).items[0]).toMatchObject({ slug: 'lanternbox' });
    const csv = await (await team.get(`/admin/import/${id}/refused.csv`)).text();
    expect(csv.split('\r\n')[0]).toBe(
      'Line,To correct,Product,Homepage,Category,What it is,Country,Since,Makers,Self-hosted,Contact person',
    );
    expect(csv).toContain('7,has the same website as line 4: lanternbox.example. A site lists a website once,Lanternbox again');
    const german = (await (await team.get(`/de/admin/import/${id}`)).text()).replace(/<[^>]*>/g, '');
    expect(german).toContain('“Atlantis” ist kein Land.');
    expect(german).toContain('hat dieselbe Website wie Zeile 4: lanternbox.example.');
  });

  test('imported again changes nothing, or updates what the file fills', async () => {
    const again = await importAll('again.csv', 'Name,Website,Tagline,Country\nLantern,lanternbox.example,Light for desks,');
    expect(await importRow(again)).toMatchObject({ imported: 0, skipped: 1, updated: 0 });
    const update = await importAll('update.csv', 'Name,Website,Tagline,Country\nLantern,lanternbox.example,Light for desks,', {
      existing: 'update',
    });
    expect(await importRow(update)).toMatchObject({ imported: 0, skipped: 0, updated: 1 });
    expect(await server.client.get_listing({ slug: 'lanternbox' })).toMatchObject({
      name: 'Lantern',
      tagline: 'Light for desks',
      country: 'FR',
    });
    await team.send(`/admin/import/${update}/undo`);
    await run(undo_import, update);
    expect(await server.client.get_listing({ slug: 'lanternbox' })).toMatchObject({ name: 'Lanternbox', tagline: null, country: 'FR' });
  });

  test('is undone as a whole from the log, except for what people have used since', async () => {
    const { sql, site_id } = server;
    const [voter] = await makeVoters(sql, [{ email: 'voter@imports.example' }]);
    await castVote(as(voter!, { sql, site: await siteOf(sql, site_id), clock: { now: () => NOON } }), { slug: 'quillcase' });
    const [ballot] = await sql`select b.launch_week_on from ballots b join listings l on l.id = b.listing_id where l.slug = 'quillcase'`;
    expect(ballot).toEqual({ launch_week_on: '2026-11-02' });
    expect((await pageOf(id)).replace(/<[^>]*>/g, '')).toMatch(/This deletes 1 listing, .*Quillcase: 1 vote/s);
    const [act] = await sql<{ id: number }[]>`select id from team_acts where act = 'import_listings' and record_id = ${String(id)}`;
    await team.send('/admin/log/undo', { id: String(act!.id) });
    await run(undo_import, id);
    expect(await importRow(id)).toMatchObject({ status: 'undone' });
    expect((await listingsOf(id)).map(({ slug }) => slug)).toEqual(['quillcase']);
    expect(await server.refusal('get_listing', { slug: 'lanternbox' })).toBe('listing_not_found');
    // Of the categories that it made, the one in use stays.
    expect(await sql`select slug from categories where slug in ('lamps', 'writing-desk')`).toEqual([{ slug: 'writing-desk' }]);
    expect(await pageOf(id)).toContain('1 listing stayed');
    expect(await sql`select from founders where name = 'Grace Hopper'`).toHaveLength(1);
    // The slug is free again.
    await importAll('third.csv', 'Name,Website\nLanternbox,lanternbox.example');
    expect(await server.client.get_listing({ slug: 'lanternbox' })).toMatchObject({ name: 'Lanternbox' });
  });
});

describe('a preview', () => {
  /** What the page says, without its markup. */
  const textOf = async (id: number): Promise<string> =>
    (await pageOf(id))
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .replaceAll(' :', ':')
      .replaceAll(' ,', ',');

  test('finds the faults that the import finds, also across its batches', async () => {
    await importAll('first.csv', 'Name,Website\nKnown,known.preview.example');
    const rows = [
      'Known,https://known.preview.example/',
      'One,one-preview.example',
      ...Array.from({ length: 600 }, (_, i) => `Row ${i},row${i}.preview${i}.example${i}`),
      'One,http://www.one-preview.example/',
      'Bad,nowhere',
    ];
    const id = await read('preview.csv', ['Name,Website', ...rows].join('\n'));
    const text = await textOf(id);
    expect(text).toContain('2 of 604 rows can’t be imported. The others can. 1 is already there.');
    await start(id);
    await run(run_import, id);
    expect(await importRow(id)).toMatchObject({ imported: 601, refused: 2, skipped: 1 });
    const duplicate = 'Line 604: has the same website as line 3: one-preview.example. A site lists a website once.';
    expect(text).toContain(duplicate);
    expect(await textOf(id)).toContain(duplicate);
  });

  test('tells products on shared hosts apart, and each is found by its website', async () => {
    const websites = [
      'https://github.com/Ada/engine',
      'https://github.com/ada/Loom.git',
      'https://engine.sf.net/',
      'http://loom.sf.net/index.html',
      'https://ada.github.io/engine/docs',
      'https://ada.github.io/',
      'https://www.npmjs.com/package/@ada/engine',
      'https://apps.apple.com/us/app/engine/id123',
      'https://users.uni.example/~ada/engine.html',
      'https://users.uni.example/',
    ];
    const id = await importAll('shared.csv', ['Name,Website', ...websites.map((website, i) => `Shared ${i},${website}`)].join('\n'));
    expect(await importRow(id)).toMatchObject({ imported: websites.length, refused: 0 });
    for (const [i, website] of websites.entries()) {
      const { items } = await server.client.search_listings({ domain: website });
      expect(items.map(({ name }) => name)).toEqual([`Shared ${i}`]);
    }
    await team.send(`/admin/import/${id}/undo`);
    await run(undo_import, id);
  });

  test('offers to list each of several products at one website', async () => {
    const file =
      'Name,Website\nLoomkit,https://makers-of-many.example/loom\nCogkit,https://makers-of-many.example/cog\nMakers,makers-of-many.example';
    const id = await read('many.csv', file);
    const text = await textOf(id);
    expect(text).toContain('2 rows have a website that another product has.');
    expect(text).toContain('2 of 3 rows can’t be imported.');
    await team.send(`/admin/import/${id}/mapping`, { field_0: 'name', field_1: 'website', existing: 'skip', list_each: 'on' });
    expect(await textOf(id)).toContain('All 3 rows can be imported.');
    await start(id, { list_each: 'on' });
    await run(run_import, id);
    expect(await importRow(id)).toMatchObject({ imported: 3, refused: 0 });
    expect((await server.client.search_listings({ domain: 'https://makers-of-many.example/cog/' })).items[0]).toMatchObject({
      name: 'Cogkit',
    });
    // Imported again, each is there already.
    const again = await importAll('many-again.csv', file, { list_each: 'on' });
    expect(await importRow(again)).toMatchObject({ imported: 0, skipped: 3 });
  });

  test('offers no import that would refuse every row, and drafts websites only if asked to', async () => {
    const id = await read('unnamed.csv', 'Homepage,Nummer,Preis\nunnamed-a.example,17,"29,50 €"\nunnamed-b.example,18,"9,50 €"');
    const html = await pageOf(id);
    expect(Object.values(chosenFields(html))).toEqual(['website', '', 'pricing_summary']);
    expect(html).toContain('Choose which column is the name');
    expect(html).not.toContain('Import 2 rows');
    expect(html).toMatch(/value="drafts"[^>]*>Draft 2 websites instead/);
    await start(id, { start: 'drafts' });
    expect(await importRow(id)).toMatchObject({ status: 'drafting' });
    await team.send(`/admin/import/${id}/stop`);
  });
});

describe('a long import', () => {
  const rows = Array.from({ length: 1300 }, (_, i) => `Row ${i},row${i}.rows.example${i},Tool ${i}`);

  test('continues where a killed process stopped, and writes each row once', async () => {
    const id = await read('long.csv', ['Name,Website,Tagline', ...rows].join('\n'));
    await start(id);
    // The process is stopped after its first batch.
    const stop = new AbortController();
    let batches = 0;
    const signal = Object.assign(stop.signal, {
      throwIfAborted: () => {
        if (++batches === 2) throw new Error('stopped');
      },
    });
    await expect(run(run_import, id, { signal } as AbortController)).rejects.toThrow('stopped');
    expect(await importRow(id)).toMatchObject({ status: 'running', done_rows: 500, imported: 500 });
    expect(await pageOf(id)).toContain('500 of 1,300 rows');
    await Promise.all([run(run_import, id), run(run_import, id)]);
    expect(await importRow(id)).toMatchObject({ status: 'done', done_rows: 1300, imported: 1300, refused: 0 });
    expect(await listingsOf(id)).toHaveLength(1300);
    await team.send(`/admin/import/${id}/undo`);
    await run(undo_import, id);
    expect(await listingsOf(id)).toHaveLength(0);
  });
});

describe('owners', () => {
  const FILE = [
    'Name,Website,Owner email',
    'Owned One,owned-one.example,Ada@owned.example',
    'Owned Two,owned-two.example,ada@owned.example',
    'Owned Three,owned-three.example,closed@owned.example',
    'Owned Four,owned-four.example,has-owner@owned.example',
    'Owned Five,owned-five.example,',
    ...Array.from({ length: 25 }, (_, i) => `Owned by ${i},owned-by${i}.example${i},owner${i}@many.example`),
  ].join('\n');

  const mailedTo = async (host: string): Promise<string[]> =>
    (await server.sql<{ to_email: string }[]>`select to_email from mails where to_email like ${`%@${host}`} order by id`).map(
      ({ to_email }) => to_email,
    );

  test('are invited once, a few at a time, until the import is undone', async () => {
    const { sql } = server;
    await sql`
      insert into closed_mailboxes (mailbox, kind, closed_at) values (${hashToken('closed@owned.example')}, 'owner_invites', ${NOON})`;
    const id = await importAll('owners.csv', FILE, { invite_owners: 'on' });
    expect(await importRow(id)).toMatchObject({ imported: 30, invite_owners: true });
    const [waiting] =
      await sql`select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'invite_owners'`;
    expect(waiting!.payload).toEqual(refOf(id));
    await sql`
      update listings set owner_id = (select id from accounts where email_key = 'team@imports.example') where slug = 'owned-four'`;
    // Two workers at once, as after a kill: each address gets one mail.
    await Promise.all([run(invite_owners, id), run(invite_owners, id)]);
    expect(await mailedTo('owned.example')).toEqual(['ada@owned.example']);
    const { subject, text } = await findNewestMail(server, 'ada@owned.example');
    expect(subject).toMatch(/^Your product is listed on /);
    expect(text).toContain('added 2 of your products');
    expect(text).toContain(`${server.root}/listings/owned-one/claim`);
    expect(text).toContain(`${server.root}/listings/owned-two/claim`);
    expect(text).toContain('/unsubscribe/mailbox?token=');
    expect(await mailedTo('many.example')).toHaveLength(25);
    expect(await pageOf(id)).toContain('27 owners invited by email so far');
    await run(invite_owners, id);
    expect(await mailedTo('many.example')).toHaveLength(25);
  });

  test('are not invited unless the team asks for it, after an undo, or after two weeks', async () => {
    const file = (host: string) => `Name,Website,Owner email\nA ${host},a-${host},a@${host}`;
    const unasked = await importAll('unasked.csv', file('unasked.example'));
    await run(invite_owners, unasked);
    const undone = await importAll('undone.csv', file('undone.example'), { invite_owners: 'on' });
    await team.send(`/admin/import/${undone}/undo`);
    await run(invite_owners, undone);
    const late = await importAll('late.csv', file('late.example'), { invite_owners: 'on' });
    await runJob(server, invite_owners, refOf(late), new Date(NOON.getTime() + 15 * 86_400_000));
    for (const host of ['unasked.example', 'undone.example', 'late.example']) expect(await mailedTo(host)).toEqual([]);
  });
});

describe('logos', () => {
  test('are fetched from their addresses and stored, a few of each host at a time; a failure leaves the listing as it is', async () => {
    const { sql, site_id, root } = server;
    const picture = await rasterizeSvg(
      '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><circle cx="40" cy="40" r="30"/></svg>',
    );
    const asked: string[] = [];
    const host = createServer((request, response) => {
      asked.push(request.url!);
      if (request.url === '/missing.png') response.writeHead(404).end();
      else response.end(request.url === '/text.png' ? 'no picture' : picture);
    }).listen(0, '127.0.0.1');
    await once(host, 'listening');
    const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    const names = ['one', 'missing', 'text', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'];
    const file = ['Name,Website,Logo', ...names.map((name) => `Logo ${name},logo-${name}.example,https://logos.example/${name}.png`)];
    const id = await importAll('logos.csv', file.join('\n'));
    await sql`
      update listings set logo_url = replace(logo_url, 'https://logos.example', ${address}) where site_id = ${site_id} and slug like 'logo-%'`;
    const integrations = openIntegrations({ smtp_url: null, mail_from: null, crawl_allow_private: true });
    const fetchLogos = () => runJob(server, read_logos, refOf(id), NOON, { signal: new AbortController().signal, integrations });
    const { enqueued } = await fetchLogos();
    expect(asked.sort()).toEqual(
      names
        .slice(0, 10)
        .map((name) => `/${name}.png`)
        .sort(),
    );
    expect(enqueued('read_logos')).toContainEqual(refOf(id));
    const logoOf = async (name: string): Promise<string> => (await server.client.get_listing({ slug: `logo-${name}` })).logo_url as string;
    expect(await logoOf('one')).toMatch(new RegExp(`^${root}/media/[0-9a-f]{64}\\.webp$`));
    const shown = await fetch(await logoOf('one'));
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await logoOf('missing')).toBe(`${address}/missing.png`);
    expect(await logoOf('text')).toBe(`${address}/text.png`);
    expect(await logoOf('eleven')).toBe(`${address}/eleven.png`);
    await fetchLogos();
    expect(await logoOf('eleven')).toBe(await logoOf('one'));
    expect(asked).toHaveLength(11);
    // Nothing is left to fetch.
    await fetchLogos();
    expect(asked).toHaveLength(11);
    host.close();
    await team.send(`/admin/import/${id}/undo`);
    await run(undo_import, id);
    expect(await listingsOf(id)).toHaveLength(0);
  });
});

describe('the export of a site', () => {
  const packed = (files: Record<string, object[]>): Buffer =>
    gzipSync(
      Buffer.concat([
        ...Object.entries(files).map(([name, lines]) =>
          packEntry({ name, content: Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')) }, NOON),
        ),
        ARCHIVE_END,
      ]),
    );

  test('is undone with its categories, attributes, founders, posts and questions, except those in use', async () => {
    const { sql, site_id } = server;
    const { exported } = (await selectExportedListings(sql, site_id, 0, 1))[0]!;
    const listing = (slug: string, category: string) => ({
      ...exported,
      listing: { ...exported.listing, slug, name: slug, domain: `${slug}.example`, website: `https://${slug}.example/` },
      categories: [category],
      founders: [],
      attributes: [],
    });
    const category = (slug: string, parent: string | null) => ({ slug, name: slug, description: null, parent, position: 0, faqs: [] });
    const post = (slug: string) => ({
      ...{ slug, title: slug, excerpt: 'Short.', body_markdown: 'Text', author_name: 'Mara', faqs: [] },
      ...{ published_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-01T00:00:00Z' },
    });
    const question = (text: string, position: number) => ({ question: text, hint: null, position, retired: false });
    const archive = packed({
      'site.json': [{ format: 'launchweek-site', version: 1 }],
      'categories.jsonl': [
        category('moved', null),
        category('moved-inner', 'moved'),
        category('moved-used', null),
        category('moved-watched', null),
      ],
      'attributes.jsonl': [
        {
          category: null,
          key: 'moved_key',
          name: 'Moved',
          kind: 'text',
          unit: null,
          synonyms: [],
          options: null,
          position: 0,
          archived: false,
        },
      ],
      'founders.jsonl': [{ slug: 'moved-founder', name: 'Moved Founder', bio: null, country: null, photo_url: null, socials: {} }],
      'questions.jsonl': [question('Moved, unanswered?', 1), question('Moved, answered?', 2)],
      'posts.jsonl': [post('moved-post'), post('moved-edited')],
      'listings/00001.jsonl': [listing('moved-one', 'moved-inner'), listing('moved-two', 'moved-used')],
    });
    const left = async () => ({
      categories: (await sql`select slug from categories where slug like 'moved%' order by slug`).map(({ slug }) => slug),
      posts: (await sql`select slug from blog_posts where slug like 'moved%' order by slug`).map(({ slug }) => slug),
      questions: (await sql`select question from interview_questions where question like 'Moved%' order by 1`).map((row) => row.question),
      listings: (await sql`select slug from listings where slug like 'moved%' order by slug`).map(({ slug }) => slug),
      attributes: (await sql`select key from category_attributes where key = 'moved_key'`).length,
      founders: (await sql`select slug from founders where slug = 'moved-founder'`).length,
    });
    const id = await read('site.tar.gz', archive);
    await team.send(`/admin/import/${id}/mapping`, { existing: 'skip', start: 'yes' });
    await run(run_import, id);
    expect(await left()).toEqual({
      categories: ['moved', 'moved-inner', 'moved-used', 'moved-watched'],
      posts: ['moved-edited', 'moved-post'],
      questions: ['Moved, answered?', 'Moved, unanswered?'],
      listings: ['moved-one', 'moved-two'],
      attributes: 1,
      founders: 1,
    });
    const team_id = sql`(select id from accounts where email_key = 'team@imports.example')`;
    await sql`update listings set owner_id = ${team_id} where slug = 'moved-two'`;
    await sql`update blog_posts set updated_at = ${new Date(NOON.getTime() + 1000)} where slug = 'moved-edited'`;
    await sql`
      insert into interview_answers (account_id, question_id, site_id, answer, updated_at)
      select ${team_id}, id, site_id, 'Yes.', ${NOON}::timestamptz from interview_questions where question = 'Moved, answered?'`;
    await sql`
      insert into category_follows (account_id, site_id, category_id, created_at)
      select ${team_id}, site_id, id, ${NOON}::timestamptz from categories where slug = 'moved-watched'`;
    expect(await pageOf(id)).toContain('categories, posts and questions');
    await team.send(`/admin/import/${id}/undo`);
    await run(undo_import, id);
    expect(await left()).toEqual({
      categories: ['moved-used', 'moved-watched'],
      posts: ['moved-edited'],
      questions: ['Moved, answered?'],
      listings: ['moved-two'],
      attributes: 0,
      founders: 0,
    });
  });
});

describe('an upload', () => {
  test('is for the team only, and only from our own pages', async () => {
    const stranger = await new Person(server).signIn('stranger@imports.example');
    expect((await upload(stranger, 'a.csv', 'Name\nA')).status).toBe(404);
    expect((await team.send('/admin/import/paste', { text: 'a.example' }, { origin: 'https://evil.example' })).status).toBe(403);
  });

  test('that is not readable says so', async () => {
    const id = await read('empty.csv', '');
    expect(await importRow(id)).toMatchObject({ status: 'failed' });
    expect(await pageOf(id)).toContain('We found no rows in this file');
  });
});

describe('a list of websites', () => {
  const WEBSITES = [
    'https://first-found.example',
    'second-found.example/en',
    'not a website',
    'www.first-found.example',
    'third-found.example',
  ];
  let id: number;

  const draftsOf = () => server.sql<{ number: number; draft_id: string; url: string }[]>`
    select r.number, r.draft_id, d.url from import_rows r join drafts d on d.id = r.draft_id where r.import_id = ${id} order by r.number`;

  test('is drafted, a few at a time, before anything is published', async () => {
    const pasted = await team.send('/admin/import/paste', { text: [...WEBSITES.slice(0, 2), ...WEBSITES.slice(3)].join('\n') });
    id = Number(pasted.headers.get('location')!.split('/').pop());
    await run(read_import, id);
    expect(await importRow(id)).toMatchObject({ format: 'addresses', rows: 4, mapping: { Website: 'website' } });
    expect(await pageOf(id)).toContain('Draft 4 websites');
    await start(id);
    await run(draft_import, id);
    await run(draft_import, id);
    expect(await importRow(id)).toMatchObject({ status: 'reviewing', refused: 1, imported: 0 });
    expect((await draftsOf()).map(({ url }) => url)).toEqual([
      'https://first-found.example/',
      'https://second-found.example/en',
      'https://third-found.example/',
    ]);
    const reading = await server.sql`select from graphile_worker.jobs where task_identifier = 'read_draft' and priority = 50`;
    expect(reading.length).toBeGreaterThanOrEqual(3);
  });

  test('is published in bulk as listings without owner; what cannot be published says why', async () => {
    const [first, second, third] = await draftsOf();
    await writeFound(server.sql, first!.draft_id, COMPLETE_PROPOSAL);
    const { tagline: _, ...without_tagline } = COMPLETE_PROPOSAL.fields;
    await writeFound(server.sql, second!.draft_id, {
      ...COMPLETE_PROPOSAL,
      fields: without_tagline,
    });
    await writeFound(server.sql, third!.draft_id, COMPLETE_PROPOSAL);
    expect(await pageOf(id)).toMatch(/Acme Notes.*Ready.*quotes/s);
    await team.send(`/admin/import/${id}/drafts`, { review: 'leave_out', [`row_${third!.number}`]: 'on' });
    await team.send(`/admin/import/${id}/drafts`, { review: 'publish', [`row_${first!.number}`]: 'on', [`row_${second!.number}`]: 'on' });
    const stop = new AbortController();
    await runJob(server, publish_drafts, refOf(id), NOON, stop);
    expect(await importRow(id)).toMatchObject({ status: 'reviewing', imported: 1, skipped: 1 });
    expect(await pageOf(id)).toContain('Tagline is missing. Choose “Edit” to add it.');
    const [listing] = await listingsOf(id);
    expect(await server.client.get_listing({ slug: listing!.slug })).toMatchObject({
      name: 'Acme Notes',
      status: 'live',
      launch_week_on: null,
    });
    const [row] = await server.sql`select owner_id, evidence from listings where id = ${listing!.id}`;
    expect(row).toMatchObject({ owner_id: null, evidence: { name: [{ quote: 'Acme Notes' }] } });
    await team.send(`/admin/import/${id}/drafts`, { review: 'leave_out', [`row_${second!.number}`]: 'on' });
    expect(await importRow(id)).toMatchObject({ status: 'done', imported: 1, skipped: 2 });
    await team.send(`/admin/import/${id}/undo`);
    await run(undo_import, id);
    expect(await listingsOf(id)).toHaveLength(0);
  });

  test('is published in the categories that the team chooses; new ones are made, and undone with the import', async () => {
    const { sql, site_id } = server;
    const websites = ['http://127.0.0.1:4801/', 'http://127.0.0.1:4802/', 'uncategorized-a.example', 'uncategorized-b.example'];
    id = await read('websites.txt', websites.join('\n'));
    expect(await pageOf(id)).toContain('2 of 4 rows can’t be imported');
    await start(id);
    // As in development: addresses of this machine are read, too.
    await runJob(server, draft_import, { ...refOf(id), allow_private: true }, NOON);
    const drafts = await draftsOf();
    expect(drafts.map(({ url }) => url)).toEqual([
      ...websites.slice(0, 2),
      'https://uncategorized-a.example/',
      'https://uncategorized-b.example/',
    ]);
    const { categories: _, tagline: __, ...fields } = COMPLETE_PROPOSAL.fields;
    const taglines = ['Solar panels for balconies', 'Qwertz', 'Qwertz', 'Qwertz'];
    for (const [i, { draft_id }] of drafts.entries())
      await writeFound(sql, draft_id, {
        ...COMPLETE_PROPOSAL,
        fields: {
          name: { value: `Uncategorized ${i}`, evidence: [] },
          description: fields.description,
          tagline: { value: taglines[i]!, evidence: [] },
        } as never,
      });
    await run(draft_import, id);
    const html = await pageOf(id);
    const categoryOf = (number: number) => new RegExp(`id="category_${number}"[^>]* value="([^"]*)"`).exec(html)?.[1];
    expect(drafts.map(({ number }) => categoryOf(number))).toEqual(['Home energy', undefined, undefined, undefined]);
    expect(html).toContain('Category for those without one');
    const [first, second, third, fourth] = drafts.map(({ number }) => number);
    const publish = (numbers: (number | undefined)[], more: Record<string, string>) =>
      team.send(`/admin/import/${id}/drafts`, {
        review: 'publish',
        ...Object.fromEntries(numbers.map((number) => [`row_${number}`, 'on'])),
        ...more,
      });
    await publish([fourth], { [`category_${fourth}`]: '' });
    await run(publish_drafts, id);
    const returned = await pageOf(id);
    expect(returned).toContain('Choose a category.');
    expect(returned).toMatch(new RegExp(`id="row_${fourth}"[^>]* checked`));
    await publish([first, second, third, fourth], {
      [`category_${first}`]: 'home energy',
      [`category_${second}`]: 'Kites',
      category: 'Kites & wind',
    });
    await run(publish_drafts, id);
    expect(await importRow(id)).toMatchObject({ status: 'done', imported: 4 });
    const listed = await sql`
      select l.name, c.name as category from listings l join listing_categories lc on lc.listing_id = l.id join categories c on c.id = lc.category_id
      where l.site_id = ${site_id} and l.name like 'Uncategorized%' order by l.name`;
    expect(listed.map(({ category }) => category)).toEqual(['Home energy', 'Kites', 'Kites & wind', 'Kites & wind']);
    await team.send(`/admin/import/${id}/undo`);
    await run(undo_import, id);
    expect(await sql`select name from categories where name like 'Kites%'`).toEqual([]);
    expect(await sql`select name from categories where name = 'Home energy'`).toHaveLength(1);
  });
});
