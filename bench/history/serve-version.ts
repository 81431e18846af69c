import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

const MAX_BUFFER = 64 * 1024 * 1024;
const git = (git_dir: string, ...args: string[]): Buffer =>
  execFileSync('git', [`--git-dir=${git_dir}`, ...args], { maxBuffer: MAX_BUFFER });

/** The files of a version below a folder: their object ids by path. */
const listFiles = (git_dir: string, commit: string, root: string): Map<string, string> => {
  const lines = git(git_dir, 'ls-tree', '-r', '-z', root === '' ? commit : `${commit}:${root}`)
    .toString()
    .split('\0');
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [meta, path] = line.split('\t');
      return path === undefined ? [] : [[`/${path}`, meta!.split(' ')[2]!]];
    }),
  );
};

export interface VersionServer {
  url: string;
  /** Serves another version from now on. */
  show(commit: string): void;
  close(): void;
}

/** Serves the versions of a website from a git directory on loopback, one at a time, as a static host would. */
export const serveVersions = async (git_dir: string, root: string, homepage: string): Promise<VersionServer> => {
  let files = new Map<string, string>();
  const server = createServer((request, response) => {
    const path = decodeURI(URL.parse(request.url ?? '', 'http://site.test')?.pathname ?? '/');
    const file = (path.endsWith('/') ? [`${path}index.html`, `${path}index.htm`] : [path, `${path}.html`]).find((one) => files.has(one));
    if (!file) {
      if (files.has(`${path}/index.html`)) return void response.writeHead(301, { location: `${encodeURI(path)}/` }).end();
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    }
    const id = files.get(file)!;
    const headers = { 'content-type': TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream', etag: `"${id}"` };
    if (request.headers['if-none-match'] === headers.etag) return void response.writeHead(304, headers).end();
    response.writeHead(200, headers).end(git(git_dir, 'cat-file', 'blob', id));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${homepage}`,
    show(commit) {
      files = listFiles(git_dir, commit, root);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};
