import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAllowedAddress } from '../../src/outside/address-rules.ts';
import { guardedFetch, isFetched, type Resolver } from '../../src/outside/guarded-fetch.ts';

let server: Server;
let root: string;
const asked: { url: string; host: string; headers: Record<string, unknown>; method: string }[] = [];

const PAGES: Record<string, RequestListener> = {
  '/plain': (_request, response) => response.end('hello'),
  '/gzip': (_request, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('packed')),
  '/brotli': (_request, response) => response.setHeader('content-encoding', 'br').end(brotliCompressSync('packed')),
  '/bomb': (_request, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50_000_000))),
  '/not-gzip': (_request, response) => response.setHeader('content-encoding', 'gzip').end('this is not gzip'),
  '/large': (_request, response) => response.end(Buffer.alloc(100_000)),
  '/silent': () => undefined,
  '/dripping': (_request, response) => {
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  },
  '/headers': (_request, response) => response.setHeader('x-long', 'x'.repeat(60_000)).end(),
  '/round': (_request, response) => response.writeHead(302, { location: '/round' }).end(),
  '/twice': (_request, response) => response.writeHead(301, { location: '/once' }).end(),
  '/once': (_request, response) => response.writeHead(307, { location: '/plain' }).end(),
  '/elsewhere': (_request, response) => response.writeHead(302, { location: `${root.replace('127.0.0.1', 'localhost')}/plain` }).end(),
  '/inward': (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  '/file': (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const { url = '', headers, method = '' } = request;
    asked.push({ url, host: headers.host!, headers, method });
    (PAGES[url] ?? ((_request, answer) => answer.writeHead(404).end('nothing')))(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const near = guardedFetch({ allow_private: true });
const codeOf = async (outcome: ReturnType<typeof near>) => {
  const found = await outcome;
  return isFetched(found) ? found.status : found.code;
};

describe('what it brings', () => {
  test('address, status, headers and body', async () => {
    const outcome = await near(`${root}/plain`, { user_agent: 'Reader/2', headers: { Accept: 'text/html' } });
    expect(outcome).toMatchObject({ url: `${root}/plain`, status: 200, body: Buffer.from('hello') });
    expect(asked.at(-1)!.headers).toMatchObject({ 'user-agent': 'Reader/2', accept: 'text/html' });
    expect(await codeOf(near(`${root}/nothing-here`))).toBe(404);
  });

  test.each(['/gzip', '/brotli'])('%s unpacked', async (path) => {
    expect(await near(root + path)).toMatchObject({ status: 200, body: Buffer.from('packed') });
  });

  test('what redirects lead to, with the address it came from', async () => {
    expect(await near(`${root}/twice`)).toMatchObject({ url: `${root}/plain`, status: 200 });
  });

  test('but tells another origin no secrets', async () => {
    const headers = { authorization: 'Bearer secret', cookie: 'a=b', 'x-kept': 'yes' };
    await near(`${root}/elsewhere`, { headers });
    expect(asked.at(-1)!.host).toMatch(/^localhost/);
    expect(asked.at(-1)!.headers).not.toHaveProperty('authorization');
    expect(asked.at(-1)!.headers).not.toHaveProperty('cookie');
    expect(asked.at(-1)!.headers['x-kept']).toBe('yes');
    await near(`${root}/twice`, { headers });
    expect(asked.at(-1)!.headers.authorization).toBe('Bearer secret');
  });
});

describe('bounds', () => {
  test('bytes, also those that only come out of the packing', async () => {
    expect(await codeOf(near(`${root}/large`, { max_bytes: 99_999 }))).toBe('too_large');
    expect(await codeOf(near(`${root}/large`, { max_bytes: 100_000 }))).toBe(200);
    const before = process.memoryUsage().rss;
    expect(await codeOf(near(`${root}/bomb`, { max_bytes: 1_000_000 }))).toBe('too_large');
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
  });

  test('headers', async () => {
    expect(await codeOf(near(`${root}/headers`))).toBe('too_large');
  });

  test.each(['/silent', '/dripping'])('time, of %s', async (path) => {
    const started = performance.now();
    expect(await codeOf(near(root + path, { timeout_ms: 300 }))).toBe('timed_out');
    expect(performance.now() - started).toBeLessThan(1500);
  });

  test('time, of a name server that never answers', async () => {
    const fetch = guardedFetch({ allow_private: true, resolve: () => new Promise(() => undefined) });
    expect(await codeOf(fetch('http://slow.example/', { timeout_ms: 200 }))).toBe('timed_out');
  });

  test('redirects', async () => {
    expect(await codeOf(near(`${root}/round`))).toBe('too_many_redirects');
    expect(await codeOf(near(`${root}/once`, { max_redirects: 0 }))).toBe('too_many_redirects');
  });
});

describe('failures are told, never thrown', () => {
  test('no address, no name, nobody there, no HTTP, no gzip', async () => {
    expect(await codeOf(near('http://'))).toBe('invalid_url');
    const nameless = guardedFetch({ allow_private: true, resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await codeOf(nameless('http://nobody.example/'))).toBe('unreachable');
    expect(await codeOf(near('http://127.0.0.1:1/'))).toBe('unreachable');
    expect(await codeOf(near(`${root}/not-gzip`))).toBe('malformed_answer');
    const talker = createSocketServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')).listen(0, '127.0.0.1');
    await once(talker, 'listening');
    expect(await codeOf(near(`http://127.0.0.1:${(talker.address() as AddressInfo).port}/`))).toBe('malformed_answer');
    talker.close();
  });
});

describe('it cannot be turned inward', () => {
  const far = guardedFetch({ allow_private: false, resolve: () => Promise.reject(new Error('must not be asked')) });

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/',
    'http://100.100.100.200/',
    'http://0.0.0.0/',
    'http://255.255.255.255/',
    'http://224.0.0.1/',
    'http://①②⑦.⓪.⓪.①/',
    'http://93.184.216.34:8080/',
    'http://93.184.216.34:22/',
    'ftp://93.184.216.34/',
    'file:///etc/passwd',
    'http://user:password@93.184.216.34/',
  ])('by %s', async (url) => {
    expect(await codeOf(far(url))).toBe('address_not_allowed');
  });

  test('by a name, also when only one of its addresses lies inside', async () => {
    const named = (addresses: string[]) => guardedFetch({ allow_private: false, resolve: async () => addresses });
    expect(await codeOf(named(['10.0.0.1'])('http://inside.example/'))).toBe('address_not_allowed');
    expect(await codeOf(named(['93.184.216.34', '::1'])('https://both.example/'))).toBe('address_not_allowed');
    expect(await codeOf(named([])('https://none.example/'))).toBe('unreachable');
  });

  test('by a redirect', async () => {
    expect(await codeOf(near(`${root}/inward`))).toBe('address_not_allowed');
    expect(await codeOf(near(`${root}/file`))).toBe('address_not_allowed');
  });

  test('by a name that means something else the second time', async () => {
    const answers = ['127.0.0.1', '169.254.169.254'];
    let lookups = 0;
    const rebinding: Resolver = async () => [answers[lookups++] ?? '169.254.169.254'];
    const fetch = guardedFetch({ allow_private: true, resolve: rebinding });
    const { port } = new URL(root);
    // Looked up once, and connected to what was checked: the name need not exist for anybody else.
    expect(await codeOf(fetch(`http://rebinding.example:${port}/plain`))).toBe(200);
    expect(lookups).toBe(1);
    expect(asked.at(-1)!.host).toBe(`rebinding.example:${port}`);
    // The next hop is a new question, and its answer is checked like the first.
    lookups = 0;
    expect(await codeOf(fetch(`http://rebinding.example:${port}/once`))).toBe('address_not_allowed');
    expect(lookups).toBe(2);
  });
});

describe('addresses', () => {
  const bytes = (from: number[]) =>
    fc.tuple(...[0, 1, 2, 3].map((at) => (from[at] === undefined ? fc.integer({ min: 0, max: 255 }) : fc.constant(from[at]!))));
  const inside = fc.oneof(...[[10], [127], [0], [192, 168], [172, 16], [172, 31], [169, 254], [100, 64], [224], [240]].map(bytes));
  const hex = (a: number, b: number) => ((a << 8) | b).toString(16);

  test('an IPv4 address that lies inside is refused however it is written', () => {
    fc.assert(
      fc.property(inside, ([a, b, c, d]) => {
        const dotted = `${a}.${b}.${c}.${d}`;
        const [high, low] = [hex(a!, b!), hex(c!, d!)];
        const forms = [dotted, `::ffff:${dotted}`, `::ffff:${high}:${low}`, `::${high}:${low}`, `64:ff9b::${high}:${low}`];
        const more = [`2002:${high}:${low}::1`, `::ffff:0:${high}:${low}`, `64:ff9b:1::${high}:${low}`, `2001:0:${high}:${low}::1`];
        for (const form of [...forms, ...more]) expect(isAllowedAddress(form, false), form).toBe(false);
        for (const host of [
          (((a! << 24) | (b! << 16) | (c! << 8) | d!) >>> 0).toString(),
          `0${a!.toString(8)}.${b}.${c}.${d}`,
          `0x${a!.toString(16)}.${b}.${c}.${d}`,
        ])
          expect(isAllowedAddress(new URL(`http://${host}/`).hostname, false), host).toBe(false);
      }),
    );
  });

  test('outside the global unicast range no IPv6 address is allowed', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const first = fc.integer({ min: 0, max: 0xffff }).filter((value) => value >> 13 !== 1);
    fc.assert(
      fc.property(first, fc.array(group, { minLength: 7, maxLength: 7 }), (head, rest) => {
        const address = `${head.toString(16)}:${rest.join(':')}`;
        if (!address.startsWith('0:0:0:0:0:ffff:')) expect(isAllowedAddress(address, false), address).toBe(false);
      }),
    );
  });

  test('the public internet is allowed, and nonsense is not', () => {
    for (const address of ['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '::ffff:1.1.1.1', '2a00:1450:4001:80b::200e'])
      expect(isAllowedAddress(address, false), address).toBe(true);
    for (const address of ['', 'localhost', '1.1.1', '999.1.1.1', '2001:db8::1', '3fff::1', '2001:2::1', '5f00::1'])
      expect(isAllowedAddress(address, false), address).toBe(false);
  });

  test('development may reach the neighbourhood, but not the cloud’s own', () => {
    for (const address of ['127.0.0.1', '::1', '192.168.1.2', 'fd12::1', '::ffff:127.0.0.1'])
      expect(isAllowedAddress(address, true)).toBe(true);
    for (const address of ['169.254.169.254', '0.0.0.0', '224.0.0.1', 'fe80::1', '168.63.129.16'])
      expect(isAllowedAddress(address, true)).toBe(false);
  });
});
