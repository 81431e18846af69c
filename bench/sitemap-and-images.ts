import { median } from './support/search-queries.ts';

/**
 * Measures the sitemap and share images, generated and cached. Needs a fresh server with RATE_LIMIT=off: node
 * bench/sitemap-and-images.ts http://localhost:3000
 */
const [root] = process.argv.slice(2);
if (!root) throw new Error('usage: node bench/sitemap-and-images.ts http://localhost:3000');

const timed = async (path: string): Promise<{ ms: number; bytes: number; text: string }> => {
  const from = performance.now();
  const reply = await fetch(root + path, { headers: { 'accept-encoding': 'gzip' } });
  const bytes = Buffer.from(await reply.arrayBuffer());
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
  return { ms: performance.now() - from, bytes: bytes.length, text: bytes.toString('utf8') };
};

const index = await timed('/sitemap.xml');
const files = [...index.text.matchAll(/<loc>[^<]*(\/sitemaps\/[^<]+)<\/loc>/g)].map(([, path]) => path!);
for (const path of ['/sitemap.xml', ...files]) {
  const made = path === '/sitemap.xml' ? index : await timed(path);
  const kept = await timed(path);
  const pages = made.text.match(/<loc>/g)?.length ?? 0;
  console.log(`${path}: ${pages} addresses, made in ${made.ms.toFixed(0)} ms, kept ${kept.ms.toFixed(1)} ms`);
}

const listings = await timed(files.find((path) => path.includes('listings'))!);
const slugs = [...listings.text.matchAll(/\/listings\/([^<]+)</g)].map(([, slug]) => slug!);
const chosen = slugs.filter((_, at) => at % Math.max(Math.floor(slugs.length / 200), 1) === 0).slice(0, 200);
const pictures = async () => {
  const times: number[] = [];
  let bytes = 0;
  for (const slug of chosen) {
    const made = await timed(`/pictures/listings/${slug}.png`);
    times.push(made.ms);
    bytes += made.bytes;
  }
  return { ms: median(times), bytes: bytes / chosen.length };
};
const [drawn, kept] = [await pictures(), await pictures()];
console.log(
  `${chosen.length} pictures of ${Math.round(drawn.bytes / 1024)} KB: drawn in ${drawn.ms.toFixed(1)} ms, kept ${kept.ms.toFixed(1)} ms`,
);

// A crawler that requests all images at once gets as many as the limit allows, and pages are still served.
const crawl = Promise.all(slugs.slice(-300).map(async (slug) => (await fetch(`${root}/pictures/listings/${slug}.png`)).status));
const pages: number[] = [];
for (let at = 0; at < 50; at++) pages.push((await timed(`/api/v1/listings/${slugs[(at * 7) % slugs.length]}`)).ms);
const statuses = await crawl;
console.log(
  `300 at once: ${statuses.filter((status) => status === 200).length} drawn, ${statuses.filter((status) => status === 503).length} told to come again; a listing meanwhile ${median(pages).toFixed(1)} ms`,
);
