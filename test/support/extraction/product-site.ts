import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page: its HTML, or a request handler. */
type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);
export type Pages = Record<string, Page>;

export interface ProductSite {
  /** Its homepage's address, without a trailing slash. */
  url: string;
  /** Requested paths, in order. */
  asked: string[];
  /** User agents of the requests. */
  agents: Set<string>;
  /** Can be changed while it is served. */
  pages: Pages;
  close(): Promise<void>;
}

/** Everything a small product says about itself: enough to submit a draft. */
export const ACME: Pages = {
  '/robots.txt': 'User-agent: *\nDisallow: /admin\n',
  '/': `<!doctype html><html lang="en"><head><title>Acme Notes: Notes that find themselves</title>
    <meta name="description" content="Acme Notes keeps the notes of small teams and finds them again by what they are about.">
    <meta property="og:site_name" content="Acme Notes">
    <script type="application/ld+json">{"@context":"https://schema.org","@type":"SoftwareApplication","name":"Acme Notes",
      "description":"Acme Notes keeps the notes of small teams and finds them again by what they are about.","applicationCategory":"BusinessApplication",
      "offers":{"@type":"Offer","price":"0","priceCurrency":"USD"}}</script></head>
    <body><header><nav><a href="/">Acme Notes</a> <a href="/pricing">Pricing</a> <a href="/about">About</a></nav></header>
    <main><h1>Notes that find themselves</h1>
    <p>Acme Notes keeps the notes of small teams and finds them again by what they are about, not by where somebody put them.</p>
    <h2>Features</h2><ul><li>Search by meaning</li><li>Shared notebooks</li><li>Works without a network</li></ul></main>
    <footer><a href="https://github.com/acme-notes-example">GitHub</a> <a href="mailto:hello@acme-notes.example">hello@acme-notes.example</a></footer></body></html>`,
  '/pricing': `<!doctype html><html lang="en"><head><title>Pricing – Acme Notes</title></head><body><main><h1>Pricing</h1>
    <p>Free for three people. $6 per person per month after that.</p></main></body></html>`,
  '/about': `<!doctype html><html lang="en"><head><title>About – Acme Notes</title></head><body><main><h1>About us</h1>
    <p>Acme Notes was founded in 2021 in Lisbon, Portugal.</p><h2>Founder</h2><p>Ines Duarte, Founder</p></main></body></html>`,
};

/** A product's website on loopback. */
export const serveProduct = async (pages: Pages = ACME): Promise<ProductSite> => {
  const asked: string[] = [];
  const agents = new Set<string>();
  const site = { pages: { ...pages } };
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://here').pathname;
    asked.push(path);
    agents.add(request.headers['user-agent'] ?? '');
    const page = site.pages[path];
    if (page === undefined) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>');
    if (typeof page === 'function') return page(request, response);
    response.writeHead(200, { 'content-type': path.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8' }).end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(site, {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    agents,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
};
