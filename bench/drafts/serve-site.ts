import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve, sep } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

const kindOf = (path: string): 'file' | 'folder' | null => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? 'file' : found?.isDirectory() ? 'folder' : null;
};

/** The file that a static host would send for a path; null if there is none, or the address to redirect to. */
const findFile = (root: string, path: string): { file: string } | { location: string } | null => {
  const full = resolve(root, `.${path}`);
  if (full !== root && !full.startsWith(root + sep)) return null;
  const files = path.endsWith('/') ? [join(full, 'index.html'), join(full, 'index.htm')] : [full, `${full}.html`];
  const file = files.find((one) => kindOf(one) === 'file');
  if (file) return { file };
  return kindOf(full) === 'folder' && !path.endsWith('/') ? { location: `${encodeURI(path)}/` } : null;
};

/** Serves a folder on loopback, as a static host would. */
export const serveSite = async (root: string, homepage: string): Promise<{ url: string; close: () => void }> => {
  const server = createServer((request, response) => {
    const path = URL.parse(request.url ?? '', 'http://site.test')?.pathname ?? '/';
    const found = findFile(root, URL.canParse(`http://x${path}`) ? decodeURI(path) : '/');
    if (!found) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    if ('location' in found) return void response.writeHead(301, { location: found.location }).end();
    response.writeHead(200, { 'content-type': TYPES[extname(found.file).toLowerCase()] ?? 'application/octet-stream' });
    createReadStream(found.file).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${homepage}`, close };
};
