import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import MiniSearch from 'minisearch';
import { readListings } from './support/search-queries.ts';

/** MiniSearch over a listings file behind a bare HTTP server, to measure ours against. Says its port when it is ready. */

interface Line {
  name: string;
  tagline: string;
  description: string;
  keywords: string[];
  tags: string[];
}

const lines = await readListings<Line>(process.argv[2]!);
const index = new MiniSearch({
  fields: ['name', 'tagline', 'description', 'keywords'],
  storeFields: ['name', 'tagline'],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { name: 4, tagline: 3, description: 2 } },
});
index.addAll(lines.map((line, id) => ({ id, ...line, keywords: [...line.keywords, ...line.tags].join(' ') })));

const server = createServer((request, response) => {
  const q = new URL(request.url!, 'http://localhost').searchParams.get('q') ?? '';
  const items = index.search(q).slice(0, 10);
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ items }));
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
