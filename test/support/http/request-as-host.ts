import { request } from 'node:http';
import type { TestServer } from '../server.ts';

export interface HostAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A request as it comes through a proxy: to the server's port, for any host. */
export const requestAsHost = (server: Pick<TestServer, 'address'>, host: string, path: string): Promise<HostAnswer> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(server.address);
    const sent = request({ host: '127.0.0.1', port, path, headers: { host }, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    sent.on('error', reject).end();
  });
