import { describe, expect, test } from 'vitest';
import { InvalidLine } from '../../../src/kernel/json-lines.ts';
import { recognizeSource } from '../../../src/modules/imports/formats/detect.ts';
import { openFile, type SourceRecord } from '../../../src/modules/imports/formats/read.ts';
import { createMapper, fieldsOf, guessMapping } from '../../../src/modules/imports/mapping.ts';

/** Reads a file in pieces of a few bytes, and maps it as guessed. */
const read = async (file_name: string, content: string | Buffer, size = 5) => {
  const bytes = Buffer.from(content);
  const pieces = async function* () {
    // The format is guessed from the first piece.
    yield bytes.subarray(0, Math.max(size, 2000));
    for (let at = Math.max(size, 2000); at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  const { reading, records } = await openFile(file_name, pieces());
  const rows: SourceRecord[] = [];
  for await (const row of records) rows.push(row);
  const columns = [...new Set(rows.flatMap(({ values }) => (values instanceof InvalidLine ? [] : Object.keys(values))))].map((name) => ({
    name,
    filled: 1,
    samples: rows.flatMap(({ values }) => (values instanceof InvalidLine || !(name in values) ? [] : [String(values[name])])).slice(0, 5),
  }));
  const mapping = guessMapping(columns, fieldsOf([]));
  const mapRow = createMapper(mapping, []);
  const listings = rows.map(({ line, values }) => {
    const mapped = values instanceof InvalidLine ? [{ column: null, message: values.message }] : mapRow(values, line);
    return Array.isArray(mapped) ? mapped : { ...mapped.listing, founders: mapped.founders };
  });
  return {
    format: recognizeSource(
      reading.format,
      columns.map(({ name }) => name),
    ),
    separator: reading.separator,
    mapping,
    listings,
    lines: rows.map(({ line }) => line),
  };
};

describe('spreadsheets', () => {
  test('headers in German and Spanish are understood', async () => {
    const german = await read(
      'liste.csv',
      'Produktname;Webseite;Kurzbeschreibung;Kategorie;Schlagworte;Preis;Land\nA;a.example;Tut was;Spiele;x;Kostenlos;DE\n',
    );
    expect(german.mapping).toEqual({
      Produktname: 'name',
      Webseite: 'website',
      Kurzbeschreibung: 'short_description',
      Kategorie: 'categories',
      Schlagworte: 'tags',
      Preis: 'pricing_model',
      Land: 'country',
    });
    expect(german.listings).toMatchObject([{ pricing_model: 'free' }]);
    const spanish = await read('lista.csv', 'Nombre,Sitio web,Categoría,País\nA,a.example,Juegos,ES\n');
    expect(spanish.mapping).toEqual({ Nombre: 'name', 'Sitio web': 'website', Categoría: 'categories', País: 'country' });
  });

  test.each([
    [',', 'Name,Website\nA,a.example\n'],
    [';', 'Name;Website\r\nA;a.example\r\n'],
    ['\t', 'Name\tWebsite\nA\ta.example'],
  ])('separated by %j', async (separator, text) => {
    expect(await read('x.csv', text)).toMatchObject({ format: 'csv', separator, listings: [{ name: 'A', website: 'https://a.example/' }] });
  });

  test('in UTF-16 and in the encoding of older spreadsheets', async () => {
    expect((await read('x.csv', Buffer.from('\uFEFFName\tWebsite\nZoë\ta.example', 'utf16le'))).listings).toMatchObject([{ name: 'Zoë' }]);
    expect((await read('x.csv', Buffer.from('Name,Website\nZo\xeb,a.example', 'latin1'))).listings).toMatchObject([{ name: 'Zoë' }]);
  });

  test('without a header are recognised by what they contain', async () => {
    expect((await read('x.csv', 'Acme,https://acme.example,ada@acme.example,2020\n')).mapping).toEqual({
      'Column 1': 'name',
      'Column 2': 'website',
      'Column 4': 'founded_year',
    });
  });

  test('report lines that cannot be read, and read the others', async () => {
    const { listings, lines } = await read('x.csv', 'Name,Website\nA,a.example,more\n"B"x,b.example\n\nC,c.example\n');
    expect(lines).toEqual([2, 3, 5]);
    expect(listings).toMatchObject([
      [{ message: expect.stringContaining('has 3 cells, but the header has 2') }],
      [{ message: 'has a misplaced quote in cell 1' }],
      { name: 'C' },
    ]);
  });
});

test('JSON: a list anywhere in the document, in pieces, with the line of each record', async () => {
  const text = JSON.stringify(
    {
      page: 1,
      data: {
        items: [
          { name: 'A "quoted" {', website: 'a.example', tags: ['x', 'y'] },
          { name: 'B', url: 'b.example' },
        ],
      },
    },
    null,
    1,
  );
  const { format, listings, lines } = await read('x.json', text);
  expect(format).toBe('json');
  expect(listings).toMatchObject([
    { name: 'A "quoted" {', tags: ['x', 'y'] },
    { name: 'B', website: 'https://b.example/' },
  ]);
  expect(lines).toEqual([5, 13]);
  expect((await read('x.json', text.slice(0, -30))).listings.at(-1)).toEqual([
    { column: null, message: expect.stringContaining('cut off') },
  ]);
});

test('JSON lines, also those of `listings import`', async () => {
  const { format, listings } = await read(
    'x.jsonl',
    '{"name":"A","website":"a.example","categories":["dev-tools"]}\nnot json\n{"name":"B","website":"b.example"}\n',
  );
  expect(format).toBe('jsonl');
  expect(listings).toMatchObject([{ categories: [{ slug: 'dev-tools', name: 'Dev tools' }] }, [{ message: 'is not JSON' }], { name: 'B' }]);
});

test('an awesome list: the heading is the category', async () => {
  const { format, listings } = await read(
    'readme.md',
    [
      '# Awesome Notes',
      '- [Contents](#contents)',
      '## Note-taking [⬆](#top)',
      '- [Quillcase](https://quillcase.example/a_(b)) - Notes for **teams**. ![badge](https://img.example/x.svg)',
      '* **[Lantern](https://lantern.example "Lantern")** — Light.',
      '### Paid',
      '- [Cask](https://cask.example)',
    ].join('\n'),
  );
  expect(format).toBe('markdown');
  expect(listings).toMatchObject([
    {
      name: 'Quillcase',
      website: 'https://quillcase.example/a_(b)',
      description: 'Notes for teams.',
      categories: [{ slug: 'note-taking' }],
    },
    { name: 'Lantern', description: 'Light.' },
    { name: 'Cask', description: null, categories: [{ name: 'Paid' }] },
  ]);
});

test('the MCP registry: title before name, website before repository', async () => {
  const server = (more: object) => ({
    server: { name: 'io.example/weather', description: 'Tells the weather.', version: '1.0.0', ...more },
    _meta: {},
  });
  const { format, listings } = await read(
    'servers.json',
    JSON.stringify({
      servers: [
        server({
          title: 'Weather',
          websiteUrl: 'https://weather.example',
          repository: { url: 'https://github.com/x/weather', source: 'github' },
        }),
        server({ repository: { url: 'https://code.example/x', source: 'git' } }),
      ],
      metadata: { count: 2 },
    }),
  );
  expect(format).toBe('mcp_registry');
  expect(listings).toMatchObject([
    { name: 'Weather', website: 'https://weather.example/', description: 'Tells the weather.' },
    { name: 'io.example/weather', website: 'https://code.example/x' },
  ]);
});

test('Product Hunt: answers of its API, and tables made from it', async () => {
  const node = {
    name: 'Quillcase',
    tagline: 'Notes',
    votesCount: 12,
    website: 'https://quillcase.example',
    createdAt: '2024-03-01T08:01:00Z',
    topics: { edges: [{ node: { name: 'Productivity' } }, { node: { name: 'Notes' } }] },
    thumbnail: { url: 'https://img.example/q.png' },
    makers: [{ name: 'Ada Lovelace' }],
  };
  const api = await read('posts.json', JSON.stringify({ data: { posts: { edges: [{ node }] } } }));
  expect(api.format).toBe('product_hunt');
  expect(api.listings).toMatchObject([
    {
      name: 'Quillcase',
      tagline: 'Notes',
      launched_on: '2024-03-01',
      logo_url: 'https://img.example/q.png',
      categories: [{ name: 'Productivity' }, { name: 'Notes' }],
      founders: [{ name: 'Ada Lovelace' }],
    },
  ]);
  const table = await read(
    'product_hunt.csv',
    `name,product_description,release_date,websites,category_tags,makers\nCask,A cask,2020-05-06 00:00:00,"['https://cask.example']","['TECH', 'WEB APP']",['ada']\n`,
  );
  expect(table.format).toBe('product_hunt');
  expect(table.listings).toMatchObject([
    { name: 'Cask', website: 'https://cask.example/', launched_on: '2020-05-06', categories: [{ name: 'TECH' }, { name: 'WEB APP' }] },
  ]);
});

test('a list of websites', async () => {
  const { format, listings, mapping } = await read('list.txt', '# ours\nhttps://a.example/x\nb.example\n\nwww.c.example\n');
  expect(format).toBe('addresses');
  expect(mapping).toEqual({ Website: 'website' });
  expect(listings).toHaveLength(3);
});
