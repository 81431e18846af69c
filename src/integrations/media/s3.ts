import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent } from 'undici';
import { loadUndici } from '../fetch/connections.ts';
import type { ObjectStore } from './objects.ts';
import type { S3Settings } from './settings.ts';

const ATTEMPTS = 3;
const RETRY_DELAY_MS = 200;
const CONNECTIONS = 16;
const MAX_BYTES = 32 * 1024 * 1024;

/** Of an empty body. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The content under a name never changes. */
const OBJECT_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const typeOf = (bytes: Buffer): string => {
  if (bytes.subarray(0, 4).equals(PNG_SIGNATURE)) return 'image/png';
  return bytes.toString('latin1', 8, 12) === 'WEBP' ? 'image/webp' : 'application/octet-stream';
};

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  name?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer;
  sha256?: string;
}

interface S3Response {
  status: number;
  body: Buffer;
}

/** The text of an element. Names and tokens contain no other markup. */
const textsOf = (xml: string, tag: string): string[] =>
  xml
    .split(`<${tag}>`)
    .slice(1)
    .map((part) =>
      part
        .slice(0, part.indexOf('<'))
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&'),
    );

const isTemporary = (status: number): boolean => status >= 500 || status === 429;

const describeStatus = ({ status, body }: S3Response): Error => {
  const [code] = textsOf(body.toString('utf8', 0, 10_000), 'Code');
  return new Error(`it answered ${status}${code ? ` (${code})` : ''}`);
};

const readBody = async (body: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`its answer has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Objects of a bucket, at AWS or anything that speaks its protocol. */
export const openS3 = (settings: S3Settings): ObjectStore => {
  const { bucket, prefix, endpoint, region, access_key_id, secret_access_key, session_token, path_style, timeout_ms } = settings;
  const { protocol, host } = new URL(endpoint);
  const root = path_style ? `${endpoint}/${bucket}` : `${protocol}//${bucket}.${host}`;
  // Keys derived from the secret, by day and region.
  const signing_keys = new Map<string, ArrayBuffer>();
  let agent: Agent | undefined;

  const attempt = async ({ method, name, query = {}, headers = {}, body, sha256 }: S3Request, signal: AbortSignal): Promise<S3Response> => {
    const [{ AwsV4Signer }, { Agent, request }] = await Promise.all([import('aws4fetch'), loadUndici()]);
    agent ??= new Agent({ connections: CONNECTIONS, allowH2: false });
    const search = new URLSearchParams(query).toString();
    const signed = await new AwsV4Signer({
      method,
      url: `${root}/${name === undefined ? '' : prefix + name}${search && `?${search}`}`,
      // With the hash the server checks the body that arrives.
      headers: { ...headers, 'x-amz-content-sha256': sha256 ?? EMPTY_SHA256 },
      accessKeyId: access_key_id,
      secretAccessKey: secret_access_key,
      ...(session_token && { sessionToken: session_token }),
      service: 's3',
      region,
      cache: signing_keys,
    }).sign();
    const response = await request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers as unknown as Iterable<[string, string]>),
      body: body ?? null,
      dispatcher: agent,
      signal,
    });
    return { status: response.statusCode, body: await readBody(response.body as AsyncIterable<Buffer>) };
  };

  /** Sends a request, and again if the store fails or the connection breaks. All requests can be repeated. */
  const send = async (request: S3Request): Promise<S3Response> => {
    const deadline = AbortSignal.timeout(timeout_ms);
    for (let n = 1; ; n++) {
      const failure = await attempt(request, AbortSignal.any([deadline, AbortSignal.timeout(timeout_ms / 2)])).then(
        (response) => (isTemporary(response.status) ? describeStatus(response) : response),
        (error: Error) => error,
      );
      if (!(failure instanceof Error)) return failure;
      if (n === ATTEMPTS || deadline.aborted) throw failure;
      await sleep(RETRY_DELAY_MS * n);
    }
  };

  const requireStatus = (response: S3Response, ...accepted: number[]): S3Response => {
    if (!accepted.includes(response.status)) throw describeStatus(response);
    return response;
  };

  return {
    name: `s3://${bucket}${prefix && `/${prefix.slice(0, -1)}`}`,
    async put(name, body, sha256) {
      const headers = { ...OBJECT_HEADERS, 'content-type': typeOf(body), 'content-length': String(body.length) };
      requireStatus(await send({ method: 'PUT', name, headers, body, sha256 }), 200);
    },
    async get(name) {
      const { status, body } = requireStatus(await send({ method: 'GET', name }), 200, 404);
      return status === 404 ? null : body;
    },
    async has(name) {
      return requireStatus(await send({ method: 'HEAD', name }), 200, 404).status === 200;
    },
    async delete(name) {
      requireStatus(await send({ method: 'DELETE', name }), 200, 204, 404);
    },
    async *list() {
      // The first version of the request, which continues after a name: every server has it.
      for (let marker: string | undefined; ; ) {
        const query = { ...(prefix && { prefix }), ...(marker && { marker }) };
        const xml = requireStatus(await send({ method: 'GET', query }), 200).body.toString();
        const keys = textsOf(xml, 'Key');
        yield keys.map((key) => key.slice(prefix.length));
        marker = keys.at(-1);
        if (textsOf(xml, 'IsTruncated')[0] !== 'true' || !marker) return;
      }
    },
  };
};
