// What reading costs over HTTP, as a share of a bare server that sends the same bytes. One run, one machine, so only the ratios mean something.
// usage: node bench/http.ts [http://localhost:3000] [seconds=4] (the server with RATE_LIMIT=off LOG_LEVEL=warn)
import { spawn } from 'node:child_process';
import autocannon from 'autocannon';

const root = process.argv[2] ?? 'http://localhost:3000';
const seconds = Number(process.argv[3] ?? 4);

interface Page {
  items: { slug: string }[];
}
const read = async (path: string): Promise<string> => {
  const answer = await fetch(root + path);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.text();
};

const slugs: string[] = [];
for (let page = 1; page <= 60; page++)
  slugs.push(...(JSON.parse(await read(`/api/v1/listings?sort=newest&per_page=100&page=${page}`)) as Page).items.map(({ slug }) => slug));
const categories = (JSON.parse(await read('/api/v1/categories')) as { items: { slug: string; live_listings: number }[] }).items.toSorted(
  (a, b) => b.live_listings - a.live_listings,
);
const category = categories[0]!.slug;
const slug = slugs[0]!;

/** A minimal server that sends the given body as JSON to every request. */
const bare = async (kind: 'http' | 'fastify', body: string): Promise<{ url: string; stop(): void }> => {
  const program =
    kind === 'http'
      ? `import { createServer } from 'node:http';
         const body = Buffer.from(process.env.BODY, 'base64');
         const s = createServer((_, r) => { r.setHeader('content-type', 'application/json; charset=utf-8'); r.end(body); });
         s.listen(0, '127.0.0.1', () => console.log(s.address().port));`
      : `import Fastify from 'fastify';
         const body = Buffer.from(process.env.BODY, 'base64');
         const app = Fastify();
         app.get('/*', (_, r) => r.header('content-type', 'application/json; charset=utf-8').send(body));
         await app.listen({ port: 0, host: '127.0.0.1' }); console.log(app.server.address().port);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, BODY: Buffer.from(body).toString('base64') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk).trim())));
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
};

const rate = async (url: string, paths: string[]): Promise<number> => {
  const requests = paths.map((path) => ({ method: 'GET' as const, path }));
  await autocannon({ url, requests, connections: 20, duration: 1 });
  const result = await autocannon({ url, requests, connections: 20, duration: seconds });
  if (result.non2xx || result.errors) throw new Error(`${url}${paths[0]}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
};

const CASES: { name: string; against: 'http' | 'fastify'; paths: string[]; wanted: number }[] = [
  { name: 'one listing, kept', against: 'fastify', paths: [`/api/v1/listings/${slug}`], wanted: 0.7 },
  { name: 'a category, kept', against: 'fastify', paths: [`/api/v1/categories/${category}`], wanted: 0.7 },
  { name: 'the default list, kept', against: 'fastify', paths: ['/api/v1/listings'], wanted: 0.7 },
  { name: 'one listing of 6,000, not kept', against: 'http', paths: slugs.map((each) => `/api/v1/listings/${each}`), wanted: 0.25 },
  {
    name: 'a page of 200, not kept',
    against: 'http',
    paths: Array.from({ length: 200 }, (_, i) => `/api/v1/listings?page=${i + 1}`),
    wanted: 0.2,
  },
  {
    name: 'a category page of 200, not kept',
    against: 'http',
    paths: Array.from({ length: 200 }, (_, i) => `/api/v1/categories/${category}?page=${i + 1}`),
    wanted: 0.2,
  },
];

for (const { name, against, paths, wanted } of CASES) {
  const body = await read(paths[0]!);
  const server = await bare(against, body);
  // Before and after, because other load on the machine varies.
  const before = await rate(server.url, paths.slice(0, 1));
  const ours = await rate(root, paths);
  const after = await rate(server.url, paths.slice(0, 1));
  server.stop();
  const ratio = ours / ((before + after) / 2);
  console.log(
    `${name.padEnd(34)} ${String(Math.round(ours)).padStart(6)}/s   bare ${against.padEnd(7)} ${String(Math.round((before + after) / 2)).padStart(6)}/s   ratio ${ratio.toFixed(2)} (wanted ${wanted})   ${body.length} bytes`,
  );
}
const { resident_bytes } = JSON.parse(await read('/healthz')) as { resident_bytes: number };
console.log(`resident after the load: ${(resident_bytes / 1024 / 1024).toFixed(0)} MB`);
