import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { guardedFetch } from '../../../src/integrations/fetch/guarded-fetch.ts';
import { crawlSite } from '../../../src/modules/extraction/crawl/crawl-site.ts';
import type { CrawlLimits, CrawlResult } from '../../../src/modules/extraction/crawl/types.ts';

/** HTML, or a request handler. */
export type Answer = string | RequestListener;

export interface TestHost {
  root: string;
  /** The requested paths, in order. */
  seen: string[];
  /** When each request arrived, in milliseconds. */
  times: number[];
  agents: Set<string | undefined>;
  most_at_once(): number;
}

/** A site on loopback for one test, with only these pages. */
export const openHost = async (pages: Record<string, Answer>, linger_ms = 0): Promise<TestHost> => {
  const host = { root: '', seen: [] as string[], times: [] as number[], agents: new Set<string | undefined>() };
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    host.seen.push(url);
    host.times.push(performance.now());
    host.agents.add(request.headers['user-agent']);
    most = Math.max(most, ++open);
    response.on('close', () => open--);
    const respondWith = pages[url];
    setTimeout(() => {
      if (typeof respondWith === 'function') respondWith(request, response);
      else if (respondWith === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing here</h1>');
      else response.setHeader('content-type', url.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8').end(respondWith);
    }, linger_ms);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  host.root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { ...host, most_at_once: () => most };
};

export const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location }).end();
export const respondWith =
  (status: number, headers: Record<string, string> = {}, body: string | Buffer = ''): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);

/** A page with these links. Each has its own text, since identical pages count as one. */
export const page = (name: string, links: string[] = [], head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${name}</title>${head}</head><body><h1>${name}</h1><nav>${links
    .map((link) => `<a href="${link}">${link.startsWith('/') ? '' : link}</a>`)
    .join('')}</nav></body></html>`;

export const NOW = new Date('2026-03-02T10:00:00Z');
const near = guardedFetch({ allow_private: true });

/** Crawls a site without delay between requests, unless the test sets one. */
export const crawl = (url: string, bounds: Partial<CrawlLimits> = {}): Promise<CrawlResult> =>
  crawlSite(near, url, { now: () => NOW, user_agent: 'Launchweek/1.0', bounds: { delay_ms: 0, ...bounds } });

export const listPaths = ({ pages }: CrawlResult): string[] => pages.map(({ url }) => new URL(url).pathname);
