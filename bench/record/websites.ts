import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The ports are fixed because addresses of these websites become part of listings. */
const FIRST_PORT = 18_077;

const pageOf = (title: string, main: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><header><nav><a href="/">Home</a> <a href="/pricing">Pricing</a>
  <a href="/about">About</a></nav></header><main>${main}</main><footer><a href="mailto:hello@maker.example">hello@maker.example</a></footer></body></html>`;

/** Enough about a product for a complete draft. */
const pagesOf = (name: string): Record<string, string> => ({
  '/robots.txt': 'User-agent: *\nDisallow: /admin\n',
  '/': pageOf(
    `${name}: Notes that find themselves`,
    `<h1>Notes that find themselves</h1><p>${name} keeps the notes of small teams and finds them again by what they are about.</p>
     <h2>Features</h2><ul><li>Search by meaning</li><li>Shared notebooks</li><li>Works without a network</li></ul>`,
    `<meta name="description" content="${name} keeps the notes of small teams and finds them again by what they are about.">
     <meta property="og:site_name" content="${name}">`,
  ),
  '/pricing': pageOf(`Pricing – ${name}`, '<h1>Pricing</h1><p>Free for three people. $6 per person per month after that.</p>'),
  '/about': pageOf(
    `About – ${name}`,
    `<h1>About us</h1><p>${name} was founded in 2021 in Lisbon, Portugal.</p><h2>Founder</h2><p>Ines Duarte, Founder</p>`,
  ),
});

export interface Websites {
  urls: string[];
  close(): void;
}

/** Makers' websites on loopback, one per name. */
export const serveWebsites = async (names: string[]): Promise<Websites> => {
  const servers = names.map((name) => {
    const pages = pagesOf(name);
    return createServer(({ url }, response) => {
      const page = pages[url!];
      const type = url!.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8';
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': type }).end(page ?? '<h1>Not found</h1>');
    });
  });
  for (const [at, server] of servers.entries()) await once(server.listen(FIRST_PORT + at, '127.0.0.1'), 'listening');
  return {
    urls: servers.map((_, at) => `http://127.0.0.1:${FIRST_PORT + at}`),
    close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
};

const NO_SUCH_NAME = 3;

/** A name server without names, so that no response depends on the network. */
export const serveNames = async (): Promise<{ port: number; close(): void }> => {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const answer = Buffer.from(question);
    answer.writeUInt16BE(0x8180 | NO_SUCH_NAME, 2);
    socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: (socket.address() as AddressInfo).port, close: () => socket.close() };
};
