import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { S3Settings } from '../../../src/integrations/media/settings.ts';
import { hasValidSignature } from './sigv4.ts';

/** What goes wrong between the service and the bucket. `times` counts the requests it happens to. */
export interface S3Fault {
  kind: 'fails' | 'is silent' | 'cuts the body' | 'changes the body' | 'is down';
  times?: number;
  method?: string;
}

const SECRET = 'S3RVER';

interface TestBucket {
  settings: S3Settings;
  port: number;
  fault: S3Fault | null;
  /** The requests so far, as "PUT /pictures/1/ab/…". */
  requests: string[];
  /** How many names the server lists at once; null: as many as it likes. */
  page_size: number | null;
}

const answer = (fault: S3Fault['kind'], response: ServerResponse, upstream: IncomingMessage, body: Buffer): void => {
  if (fault === 'changes the body' && body.length > 0) body[body.length >> 1]! ^= 0xff;
  response.writeHead(upstream.statusCode!, upstream.headers);
  if (fault !== 'cuts the body') return void response.end(body);
  response.write(body.subarray(0, body.length >> 1), () => response.socket?.destroy());
};

/** A real S3 server behind a proxy that checks signatures, which the server does not, and can fail. One for a test file, with the bucket "pictures". */
export const useS3 = (): TestBucket => {
  const bucket = { fault: null, requests: [] as string[], page_size: null } as unknown as TestBucket;
  let directory: string;
  let s3: S3rver;
  const proxy = createServer((incoming, response) => {
    bucket.requests.push(`${incoming.method} ${incoming.url}`);
    const { fault } = bucket;
    const kind = fault && (!fault.method || fault.method === incoming.method) && (fault.times ?? 1) > 0 ? fault.kind : null;
    if (kind && fault?.times !== undefined) fault.times -= 1;
    if (kind === 'is silent') return;
    if (kind === 'is down') return void incoming.socket.destroy();
    if (kind === 'fails') return void response.writeHead(500).end('<Error><Code>InternalError</Code></Error>');
    const { method, url, headers } = incoming;
    if (!hasValidSignature({ method: method!, url: url!, headers: headers as Record<string, string> }, SECRET))
      return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    const path = bucket.page_size && method === 'GET' && url!.includes('?') ? `${url}&max-keys=${bucket.page_size}` : url;
    const upstream = request({ host: '127.0.0.1', port: bucket.port, method, path, headers }, async (given) => {
      const chunks: Buffer[] = [];
      for await (const chunk of given) chunks.push(chunk);
      answer(kind ?? 'fails', response, given, Buffer.concat(chunks));
    });
    incoming.pipe(upstream);
  });
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'pictures-'));
    s3 = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'pictures', configs: [] }] });
    bucket.port = (await s3.run()).port;
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    bucket.settings = {
      kind: 's3',
      bucket: 'pictures',
      prefix: '',
      endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      region: 'eu-central-1',
      access_key_id: 'S3RVER',
      secret_access_key: SECRET,
      session_token: null,
      path_style: true,
      // Only what hangs takes that long.
      timeout_ms: 60_000,
    };
  });
  afterEach(() => {
    bucket.fault = null;
  });
  afterAll(async () => {
    proxy.close();
    proxy.closeAllConnections();
    await s3.close();
    await rm(directory, { recursive: true });
  });
  return bucket;
};
