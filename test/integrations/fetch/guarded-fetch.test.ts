import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAllowedIp, type Resolver, resolveWithSystem } from '../../../src/integrations/fetch/addresses.ts';
import { openConnections } from '../../../src/integrations/fetch/connections.ts';
import { guardedFetch, isFetched } from '../../../src/integrations/fetch/guarded-fetch.ts';

let server: Server;
let root: string;
const asked: { url: string; host: string; headers: Record<string, unknown>; method: string }[] = [];

const PAGES: Record<string, RequestListener> = {
  '/plain': (_request, response) => response.end('hello'),
  '/gzip': (_request, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('packed')),
  '/brotli': (_request, response) => response.setHeader('content-encoding', 'br').end(brotliCompressSync('packed')),
  '/deflate': (_request, response) => response.setHeader('content-encoding', 'deflate').end(deflateSync('packed')),
  '/zstd': (_request, response) => response.setHeader('content-encoding', 'zstd').end(zstdCompressSync('packed')),
  '/twice-packed': (_request, response) => response.setHeader('content-encoding', 'br, gzip').end(gzipSync(brotliCompressSync('packed'))),
  '/called-packed': (_request, response) => response.setHeader('content-encoding', 'constructor, utf-8').end('packed'),
  '/broken-off': (_request, response) => {
    response.setHeader('content-encoding', 'gzip').end(gzipSync('packed and then some more of it').subarray(0, -10));
  },
  '/bomb': (_request, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50_000_000))),
  '/brotli-bomb': (_request, response) => {
    response
      .setHeader('content-encoding', 'br')
      .end(brotliCompressSync(Buffer.alloc(50_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }));
  },
  '/zstd-bomb': (_request, response) => response.setHeader('content-encoding', 'zstd').end(zstdCompressSync(Buffer.alloc(50_000_000))),
  '/bomb-in-a-bomb': (_request, response) => {
    response.setHeader('content-encoding', 'gzip, gzip').end(gzipSync(gzipSync(Buffer.alloc(50_000_000))));
  },
  '/not-gzip': (_request, response) => response.setHeader('content-encoding', 'gzip').end('this is not gzip'),
  '/not-brotli': (_request, response) => response.setHeader('content-encoding', 'br').end('this is not brotli'),
  '/not-zstd': (_request, response) => response.setHeader('content-encoding', 'zstd').end('this is not zstd'),
  '/large': (_request, response) => response.end(Buffer.alloc(100_000)),
  '/silent': () => undefined,
  '/dripping': (_request, response) => {
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  },
  '/endless': (_request, response) => {
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384, '.')));
    };
    response.on('drain', pour);
    pour();
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

/** Sends the first part, then the second again and again. */
const every = (socket: Socket, first: string, again: string): void => {
  socket.write(first);
  const timer = setInterval(() => socket.write(again), 5);
  socket.on('close', () => clearInterval(timer));
};

const near = guardedFetch({ allow_private: true });
const codeOf = async (outcome: ReturnType<typeof near>) => {
  const found = await outcome;
  return isFetched(found) ? found.status : found.code;
};

describe('what it returns', () => {
  test('URL, status, headers and body', async () => {
    const outcome = await near(`${root}/plain`, { user_agent: 'Reader/2', headers: { Accept: 'text/html' } });
    expect(outcome).toMatchObject({ url: `${root}/plain`, status: 200, body: Buffer.from('hello') });
    expect(asked.at(-1)!.headers).toMatchObject({ 'user-agent': 'Reader/2', accept: 'text/html' });
    expect(await codeOf(near(`${root}/nothing-here`))).toBe(404);
  });

  test.each(['/gzip', '/brotli', '/deflate', '/zstd', '/twice-packed', '/called-packed'])('%s decompressed', async (path) => {
    expect(await near(root + path)).toMatchObject({ status: 200, body: Buffer.from('packed') });
  });

  test('the data before a compressed response broke off', async () => {
    const outcome = await near(`${root}/broken-off`);
    expect(isFetched(outcome) && outcome.body.toString()).toMatch(/^packed/);
  });

  test('a truncated body, if requested', async () => {
    const asking = { max_bytes: 1000, cut: true };
    for (const path of ['/large', '/bomb', '/zstd-bomb', '/endless']) {
      const outcome = await near(root + path, asking);
      expect(isFetched(outcome) && outcome.body.length, path).toBe(1000);
    }
    expect(await near(`${root}/plain`, asking)).toMatchObject({ body: Buffer.from('hello') });
  });

  test('a redirect itself, if requested', async () => {
    const outcome = await near(`${root}/twice`, { redirect: 'tell' });
    expect(outcome).toMatchObject({ url: `${root}/twice`, status: 301, body: Buffer.alloc(0) });
    expect(isFetched(outcome) && outcome.to).toBe(`${root}/once`);
    expect(asked.at(-1)!.url).toBe('/twice');
  });

  test('several responses over few connections to one address', async () => {
    const connections = openConnections();
    const ports = new Set<number | undefined>();
    const note = (socket: Socket) => ports.add(socket.remotePort);
    server.on('connection', note);
    let lookups = 0;
    const resolve: Resolver = async () => [lookups++ === 0 ? '127.0.0.1' : '10.255.255.1'];
    const fetch = guardedFetch({ allow_private: true, resolve });
    const { port } = new URL(root);
    for (const path of ['/plain', '/gzip', '/large', '/zstd', '/plain', '/brotli', '/plain'])
      expect(await codeOf(fetch(`http://kept.example:${port}${path}`, { connections }))).toBe(200);
    expect(lookups).toBe(1);
    expect(ports.size).toBeLessThanOrEqual(2);
    // A password in the URL is rejected on a reused connection too.
    expect(await codeOf(fetch(`http://a:b@kept.example:${port}/plain`, { connections }))).toBe('address_not_allowed');
    connections.close();
    server.off('connection', note);
  });

  test('the redirect target, with its URL', async () => {
    expect(await near(`${root}/twice`)).toMatchObject({ url: `${root}/plain`, status: 200 });
  });

  test('but sends no secrets to another origin', async () => {
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

describe('limits', () => {
  test('bytes, also after decompression', async () => {
    expect(await codeOf(near(`${root}/large`, { max_bytes: 99_999 }))).toBe('too_large');
    expect(await codeOf(near(`${root}/large`, { max_bytes: 100_000 }))).toBe(200);
    expect(await codeOf(near(`${root}/endless`))).toBe('too_large');
    const before = process.memoryUsage().rss;
    expect(await codeOf(near(`${root}/bomb`, { max_bytes: 1_000_000 }))).toBe('too_large');
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
    for (const path of ['/brotli-bomb', '/zstd-bomb', '/bomb-in-a-bomb'])
      expect(await codeOf(near(root + path, { max_bytes: 1_000_000 })), path).toBe('too_large');
  });

  test('headers', async () => {
    expect(await codeOf(near(`${root}/headers`))).toBe('too_large');
  });

  test.each(['/silent', '/dripping'])('time, with %s', async (path) => {
    const started = performance.now();
    expect(await codeOf(near(root + path, { timeout_ms: 300 }))).toBe('timed_out');
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  /** A server that sends arbitrary bytes. */
  const talker = async (talk: (socket: Socket) => void): Promise<{ url: string; close(): void }> => {
    const sockets: Socket[] = [];
    const talking = createSocketServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.once('data', () => talk(socket));
    });
    await once(talking.listen(0, '127.0.0.1'), 'listening');
    const close = () => {
      for (const socket of sockets) socket.destroy();
      talking.close();
    };
    return { url: `http://127.0.0.1:${(talking.address() as AddressInfo).port}/`, close };
  };

  test.each<[string, (socket: Socket) => void, string]>([
    ['one header without end', (socket) => every(socket, 'HTTP/1.1 200 OK\r\nx: ', 'y'.repeat(4096)), 'too_large'],
    ['headers without end', (socket) => every(socket, 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'.repeat(500)), 'too_large'],
    ['a header, letter by letter', (socket) => every(socket, 'HTTP/1.1 200 OK\r\nx: ', 'y'), 'timed_out'],
    ['"continue" for ever', (socket) => every(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n'), 'unreachable'],
    ['early hints for ever', (socket) => every(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'), 'timed_out'],
    ['chunks of one byte', (socket) => every(socket, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\nx\r\n'), 'timed_out'],
    ['nothing after the headers', (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n'), 'timed_out'],
    ['less than promised', (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nx'), 'unreachable'],
    ['two lengths', (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxy'), 'unreachable'],
  ])('of %s', async (_name, talk, code) => {
    const { url, close } = await talker(talk);
    const started = performance.now();
    // Only the cases that must time out have a short timeout.
    expect(await codeOf(near(url, { timeout_ms: code === 'timed_out' ? 400 : 30_000 }))).toBe(code);
    expect(performance.now() - started).toBeLessThan(30_000);
    close();
  });

  test('time, with a silent name server', async () => {
    const fetch = guardedFetch({ allow_private: true, resolve: () => new Promise(() => undefined) });
    expect(await codeOf(fetch('http://slow.example/', { timeout_ms: 200 }))).toBe('timed_out');
  });

  test('redirects', async () => {
    expect(await codeOf(near(`${root}/round`))).toBe('too_many_redirects');
    expect(await codeOf(near(`${root}/once`, { max_redirects: 0 }))).toBe('too_many_redirects');
  });
});

describe('failures are returned, never thrown', () => {
  test('invalid URL, unknown name, no server, no HTTP, invalid gzip', async () => {
    expect(await codeOf(near('http://'))).toBe('invalid_url');
    const nameless = guardedFetch({ allow_private: true, resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await codeOf(nameless('http://nobody.example/'))).toBe('unreachable');
    expect(await codeOf(near('http://127.0.0.1:1/'))).toBe('unreachable');
    for (const path of ['/not-gzip', '/not-brotli', '/not-zstd']) expect(await codeOf(near(root + path)), path).toBe('malformed_answer');
    const talker = createSocketServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')).listen(0, '127.0.0.1');
    await once(talker, 'listening');
    expect(await codeOf(near(`http://127.0.0.1:${(talker.address() as AddressInfo).port}/`))).toBe('malformed_answer');
    talker.close();
  });
});

describe('it cannot reach private addresses', () => {
  const far = guardedFetch({ allow_private: false, resolve: () => Promise.reject(new Error('must not be asked')) });

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://127.0.1/',
    'http://127.0.0.1./',
    'http://0x7f000001/',
    'http://017700000001/',
    'http://0x7F.0x0.0x0.0x1/',
    'http://0/',
    'http://0.0/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[64:ff9b::169.254.169.254]/',
    'http://[2001:0:7f00:1::1]/',
    'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[fc00::1]/',
    'http://[100::1]/',
    'http://10.0.0.1/',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://100.64.0.1/',
    'http://198.18.0.1/',
    'http://192.0.0.192/',
    'http://192.0.2.1/',
    'http://198.51.100.1/',
    'http://203.0.113.1/',
    'http://192.88.99.1/',
    'http://240.0.0.1/',
    'http://239.255.255.250/',
    'http://127\u30020\u30020\u30021/',
    'http://１２７.０.０.１/',
    'http://%31%32%37.0.0.1/',
    'http:\\\\127.0.0.1/',
    'gopher://93.184.216.34/',
    'data:text/html,hello',
    'javascript:alert(1)',
    'blob:http://93.184.216.34/x',
    'https://93.184.216.34:8443/',
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

  test.each(['http://[fe80::1%25lo]/', 'http://[::1%lo]/', 'http://256.256.256.256/', 'http://1.2.3.4.5/', 'http://[::1', 'http:///'])(
    'nor by what is no address at all: %s',
    async (url) => {
      expect(['invalid_url', 'unreachable', 'address_not_allowed']).toContain(await codeOf(far(url)));
    },
  );

  test.each([
    'ftp://93.184.216.34/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,hello',
    'mailto:ada@example.com',
    'gopher://93.184.216.34/',
    'blob:http://93.184.216.34/x',
    'about:blank',
    'tel:+491234',
    'intent://x#Intent;end',
  ])('by a redirect to %s, which is refused by its scheme', async (location) => {
    const scheme = location.slice(0, location.indexOf(':') + 1);
    const detail = `it redirects to ${scheme}, which is not a web address`;
    PAGES['/other-scheme'] = (_request, response) => response.writeHead(302, { location }).end();
    for (const redirect of ['follow', 'tell'] as const)
      expect(await near(`${root}/other-scheme`, { redirect }), redirect).toEqual({
        code: 'address_not_allowed',
        detail,
        url: `${root}/other-scheme`,
      });
  });

  test('by a name of this machine', async () => {
    const system = guardedFetch({ allow_private: false, resolve: resolveWithSystem });
    for (const host of ['localhost', 'LOCALHOST']) expect(await codeOf(system(`http://${host}/`)), host).toBe('address_not_allowed');
  });

  test('by an address with a zone, or an invalid one, from a name server', async () => {
    for (const address of ['fe80::1%eth0', '::1%lo', 'localhost', '127.1', '0x7f.1', ''])
      expect(await codeOf(guardedFetch({ allow_private: false, resolve: async () => [address] })('http://odd.example/')), address).toBe(
        'address_not_allowed',
      );
  });

  test('by a name, even if only one of its addresses is private', async () => {
    const named = (addresses: string[]) => guardedFetch({ allow_private: false, resolve: async () => addresses });
    expect(await codeOf(named(['10.0.0.1'])('http://inside.example/'))).toBe('address_not_allowed');
    expect(await codeOf(named(['93.184.216.34', '::1'])('https://both.example/'))).toBe('address_not_allowed');
    expect(await codeOf(named([])('https://none.example/'))).toBe('unreachable');
  });

  test('by a redirect', async () => {
    expect(await codeOf(near(`${root}/inward`))).toBe('address_not_allowed');
    expect(await codeOf(near(`${root}/file`))).toBe('address_not_allowed');
  });

  test('by a name that resolves differently the second time', async () => {
    const answers = ['127.0.0.1', '169.254.169.254'];
    let lookups = 0;
    const rebinding: Resolver = async () => [answers[lookups++] ?? '169.254.169.254'];
    const fetch = guardedFetch({ allow_private: true, resolve: rebinding });
    const { port } = new URL(root);
    // Resolved once, and connected to the checked address: the name need not exist elsewhere.
    expect(await codeOf(fetch(`http://rebinding.example:${port}/plain`))).toBe(200);
    expect(lookups).toBe(1);
    expect(asked.at(-1)!.host).toBe(`rebinding.example:${port}`);
    // The next hop is resolved and checked again.
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

  test('a private IPv4 address is rejected however it is written', () => {
    fc.assert(
      fc.property(inside, ([a, b, c, d]) => {
        const dotted = `${a}.${b}.${c}.${d}`;
        const [high, low] = [hex(a!, b!), hex(c!, d!)];
        const forms = [dotted, `::ffff:${dotted}`, `::ffff:${high}:${low}`, `::${high}:${low}`, `64:ff9b::${high}:${low}`];
        const more = [`2002:${high}:${low}::1`, `::ffff:0:${high}:${low}`, `64:ff9b:1::${high}:${low}`, `2001:0:${high}:${low}::1`];
        for (const form of [...forms, ...more]) expect(isAllowedIp(form, false), form).toBe(false);
        for (const host of [
          (((a! << 24) | (b! << 16) | (c! << 8) | d!) >>> 0).toString(),
          `0${a!.toString(8)}.${b}.${c}.${d}`,
          `0x${a!.toString(16)}.${b}.${c}.${d}`,
        ])
          expect(isAllowedIp(new URL(`http://${host}/`).hostname, false), host).toBe(false);
      }),
    );
  });

  test('outside the global unicast range no IPv6 address is allowed', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const first = fc.integer({ min: 0, max: 0xffff }).filter((value) => value >> 13 !== 1);
    fc.assert(
      fc.property(first, fc.array(group, { minLength: 7, maxLength: 7 }), (head, rest) => {
        const address = `${head.toString(16)}:${rest.join(':')}`;
        if (!address.startsWith('0:0:0:0:0:ffff:')) expect(isAllowedIp(address, false), address).toBe(false);
      }),
    );
  });

  test('public addresses are allowed, and invalid ones are not', () => {
    for (const address of ['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '::ffff:1.1.1.1', '2a00:1450:4001:80b::200e'])
      expect(isAllowedIp(address, false), address).toBe(true);
    for (const address of ['', 'localhost', '1.1.1', '999.1.1.1', '2001:db8::1', '3fff::1', '2001:2::1', '5f00::1'])
      expect(isAllowedIp(address, false), address).toBe(false);
  });

  test('development may reach private networks, but not cloud metadata', () => {
    for (const address of ['127.0.0.1', '::1', '192.168.1.2', 'fd12::1', '::ffff:127.0.0.1']) expect(isAllowedIp(address, true)).toBe(true);
    for (const address of ['169.254.169.254', '0.0.0.0', '224.0.0.1', 'fe80::1', '168.63.129.16'])
      expect(isAllowedIp(address, true)).toBe(false);
  });
});
