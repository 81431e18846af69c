import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll } from 'vitest';

/** What a path answers with: an object as JSON, text as it is, null for never, undefined for 404. */
export type Documents = Record<string, (address: string) => object | string | null>;

export interface Publisher {
  origin: string;
  /** The paths it was asked for. */
  asked: string[];
}

/** Somebody's site on https, trusted by this process alone. */
export const usePublisher = (documents: Documents): Publisher => {
  const publisher: Publisher = { origin: '', asked: [] };
  let server: Server;
  beforeAll(async () => {
    const [key, cert] = ['key.pem', 'certificate.pem'].map((file) => readFileSync(`test/support/tls/${file}`, 'utf8'));
    setDefaultCACertificates([...getCACertificates('default'), cert!]);
    server = createServer({ key, cert }, ({ url = '' }, response) => {
      publisher.asked.push(url);
      if (url.startsWith('/moved')) return response.writeHead(302, { location: '/good.json' }).end();
      const document = documents[url]?.(publisher.origin + url);
      if (document === null) return;
      if (document === undefined) return response.writeHead(404).end();
      response.setHeader('content-type', 'application/json').end(typeof document === 'string' ? document : JSON.stringify(document));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    publisher.origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return publisher;
};
