import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { fill, type HostileInput, pick, word } from './hostile.ts';

const robots = (name: string, make: HostileInput['make']): HostileInput => ({
  name,
  kind: 'robots',
  make,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
});

const ROBOTS: HostileInput[] = [
  robots('robots: rules, then agents', (random, bytes) => {
    const rules = fill(bytes / 2, (at) => `Disallow: /${at}/${word(random)}\n`);
    return `User-agent: *\n${rules}${fill(bytes / 2, (at) => `User-agent: bot${at}\n`)}Disallow: /\n`;
  }),
  robots('robots: a group for each agent', (random, bytes) =>
    fill(bytes, (at) => `User-agent: ${pick(random, ['*', 'Launchweek', `bot${at}`])}\nDisallow: /${word(random)}\n`),
  ),
  robots(
    'robots: rules made of stars',
    (random, bytes) => `User-agent: *\n${fill(bytes, () => `Disallow: /${'a*'.repeat(200)}${word(random)}$\n`)}`,
  ),
  robots('robots: one rule without an end', (_, bytes) => `User-agent: *\nDisallow: /${fill(bytes, () => '*a')}`),
  robots('robots: one line of white space', (_, bytes) => `User-agent:${fill(bytes, () => ' \t')}*\nDisallow: /x`),
  robots(
    'robots: percent codes',
    (random, bytes) => `User-agent: *\n${fill(bytes, () => `Allow: /${'%e2%82%ac%7E'.repeat(20)}${word(random)}\n`)}`,
  ),
  robots(
    'robots: sitemaps without end',
    (random, bytes) => `User-agent: *\nAllow: /\n${fill(bytes, (at) => `Sitemap: /map-${at}-${word(random)}.xml\n`)}`,
  ),
  robots('robots: no text at all', (random, bytes) => Buffer.from(Uint8Array.from({ length: bytes }, () => Math.floor(random() * 256)))),
];

const sitemap = (name: string, make: HostileInput['make'], type = 'application/xml'): HostileInput => ({
  name,
  kind: 'sitemap',
  make,
  headers: { 'content-type': type },
});
const URLSET = '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';

const SITEMAPS: HostileInput[] = [
  sitemap(
    'sitemap: addresses without end',
    (random, bytes) => `${URLSET}${fill(bytes, (at) => `<url><loc>/about/${at}/${word(random)}?utm_source=${at}</loc></url>`)}</urlset>`,
  ),
  sitemap(
    'sitemap: an index of itself',
    (_, bytes) =>
      `<?xml version="1.0"?><sitemapindex>${fill(bytes, (at) => `<sitemap><loc>/sitemap.xml?${at}</loc></sitemap>`)}</sitemapindex>`,
  ),
  sitemap('sitemap: tags that never end', (_, bytes) => `${URLSET}${fill(bytes, () => '<url><loc>')}`),
  sitemap('sitemap: one address without an end', (_, bytes) => `${URLSET}<url><loc>/${fill(bytes, () => 'a/')}</loc></url></urlset>`),
  sitemap('sitemap: entities in entities', (_, bytes) => {
    const entities = Array.from({ length: 20 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');
    return `<?xml version="1.0"?><!DOCTYPE u [<!ENTITY e0 "about">${entities}]><urlset>${fill(bytes, () => '<url><loc>/&e20;</loc></url>')}</urlset>`;
  }),
  sitemap(
    'sitemap: white space and references',
    (_, bytes) => `${URLSET}${fill(bytes, () => `<url><loc>${' \n'.repeat(40)}/${'&#x61;&amp;'.repeat(20)}</loc></url>`)}`,
  ),
  // Decompresses to a thousand times its size.
  sitemap(
    'sitemap: packed white space',
    (_, bytes) => gzipSync(`${URLSET}${' '.repeat(Math.min(bytes * 1000, 200_000_000))}</urlset>`),
    'application/gzip',
  ),
];

const image = (name: string, type: string, make: HostileInput['make']): HostileInput => ({
  name,
  kind: 'image',
  make,
  headers: { 'content-type': type },
});

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
};
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const header = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width);
  data.writeUInt32BE(height, 4);
  data.set([1, 0, 0, 0, 0], 8);
  return chunk('IHDR', data);
};
const png = (width: number, height: number, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([PNG, header(width, height), ...chunks, chunk('IEND', Buffer.alloc(0))]);
/** One frame of a GIF of one pixel. */
const FRAME = Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);

const IMAGES: HostileInput[] = [
  image('image: more pixels than memory', 'image/png', (_, bytes) => {
    const side = Math.min(65_000, bytes);
    return png(side, side, chunk('IDAT', deflateSync(Buffer.alloc(Math.min(bytes * 100, 50_000_000)))));
  }),
  image('image: a header that lies', 'image/png', () => png(2 ** 31 - 1, 2 ** 31 - 1, chunk('IDAT', deflateSync(Buffer.alloc(100))))),
  image('image: notes without end', 'image/png', (random, bytes) =>
    png(
      1,
      1,
      ...Array.from({ length: Math.ceil(bytes / 60) }, () => chunk('tEXt', Buffer.from(`Comment\0${word(random)}${'x'.repeat(40)}`))),
      chunk('IDAT', deflateSync(Buffer.alloc(2))),
    ),
  ),
  image('image: frames without end', 'image/gif', (_, bytes) =>
    Buffer.concat([
      Buffer.from('GIF89a\xff\xff\xff\xff\x80\x00\x00\x00\x00\x00\xff\xff\xff', 'latin1'),
      ...Array.from({ length: Math.ceil(bytes / FRAME.length) }, () => FRAME),
      Buffer.from(';'),
    ]),
  ),
  image('image: cut off', 'image/jpeg', (random, bytes) =>
    Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0]),
      Buffer.from(Uint8Array.from({ length: bytes }, () => Math.floor(random() * 256))),
    ]),
  ),
  image('image: a drawing that uses itself', 'image/svg+xml', (_, bytes) => {
    const groups = Array.from({ length: 40 }, (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(10)}</g>`).join('');
    return `<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"><g id="g0"><rect width="9" height="9"/></g>${groups}${fill(bytes, () => '<use href="#g40"/>')}</svg>`;
  }),
  image('image: an icon of many', 'image/x-icon', (random, bytes) => {
    const entries = Buffer.from(Uint8Array.from({ length: bytes }, () => Math.floor(random() * 256)));
    return Buffer.concat([Buffer.from([0, 0, 1, 0, 0xff, 0xff]), entries]);
  }),
];

/** Files of a site that are slow, large or broken on purpose. */
export const HOSTILE_FILES: readonly HostileInput[] = [...ROBOTS, ...SITEMAPS, ...IMAGES];
