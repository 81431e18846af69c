import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { HOSTILE } from '../../test/support/extraction/hostile-pages.ts';
import { type HostileInput, seeded } from '../../test/support/hostile.ts';

/** A worker thread that serves hostile sites, so that generating and sending them does not disturb the measurement. */
export interface SiteSettings {
  seed: number;
  bytes: number;
  only?: string;
}

/** One kind of hostile input, with a separate URL for each way into the service. */
export interface HostileSite {
  name: string;
  draft: string;
  claim: string;
  badge: string;
  image: Uint8Array | null;
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const PLAIN_PAGE = `<!doctype html><html lang="en"><head><title>Plain</title><link rel="icon" href="/icon.png"><meta property="og:image" content="/card.png"></head>
  <body><h1>Plain</h1><p>Plain is a small product that does one thing well.</p><img src="/screen.png" width="800" height="600" alt="The screen of Plain"></body></html>`;

/** Every page, robots.txt, sitemap or image is hostile; the rest of the site is plain. */
const serve = async (
  kind: HostileInput['kind'] | 'plain',
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<string> => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const asked: HostileInput['kind'] =
      pathname === '/robots.txt'
        ? 'robots'
        : /sitemap/.test(pathname)
          ? 'sitemap'
          : /\.(png|jpe?g|gif|svg|webp|ico)$/.test(pathname)
            ? 'image'
            : 'page';
    if (asked === kind) response.writeHead(200, headers).end(body);
    else if (asked === 'page') response.writeHead(200, HTML).end(PLAIN_PAGE);
    else response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const serveKind = async (name: string, kind: HostileInput['kind'] | 'plain', body: string | Buffer, headers?: Record<string, string>) => {
  const [draft, claim, badge] = await Promise.all([serve(kind, body, headers), serve(kind, body, headers), serve(kind, body, headers)]);
  return { name, draft, claim, badge, image: kind === 'image' ? new Uint8Array(Buffer.from(body)) : null } as HostileSite;
};

const { seed, bytes, only } = workerData as SiteSettings;
const random = seeded(seed);
const sites: HostileSite[] = [];
for (const { name, kind, make, headers } of HOSTILE)
  if (!only || name === only) sites.push(await serveKind(name, kind, make(random, bytes), headers));
parentPort!.postMessage({ plain: await serveKind('plain', 'plain', ''), sites });
