import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolveWithServers } from '../../../src/integrations/fetch/addresses.ts';
import { guardedFetch, isFetched } from '../../../src/integrations/fetch/guarded-fetch.ts';
import { nameIn } from '../../support/integrations/dns-server.ts';

/** Zone of our name server: IPv4 addresses of a name, for the first query and for later ones. */
const ZONE: Record<string, string[][]> = {
  'public.example': [['93.184.216.34']],
  'inside.example': [['127.0.0.1']],
  'metadata.example': [['169.254.169.254']],
  'both.example': [['93.184.216.34', '10.0.0.1']],
  'rebinding.example': [['127.0.0.1'], ['169.254.169.254']],
};
const SILENT = 'silent.example';

let names: Socket;
let site: Server;
let port: number;
const asked: string[] = [];

const answerTo = (question: Buffer, addresses: string[], known: boolean): Buffer => {
  const { end } = nameIn(question);
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) =>
    Buffer.concat([Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]), Buffer.from(address.split('.').map(Number))]),
  );
  return Buffer.concat([head, question.subarray(12, end), ...records]);
};

beforeAll(async () => {
  names = createSocket('udp4', (question, { port, address }) => {
    const { name, type } = nameIn(question);
    if (name === SILENT) return;
    const answers = ZONE[name] ?? [];
    const times = asked.filter((one) => one === name).length;
    if (type === 1) asked.push(name);
    names.send(answerTo(question, type === 1 ? (answers[times] ?? answers.at(-1) ?? []) : [], name in ZONE), port, address);
  });
  names.bind(0, '127.0.0.1');
  site = createServer((request, response) => {
    if (request.url === '/again') response.writeHead(302, { location: '/' }).end();
    else response.end('hello');
  }).listen(0, '127.0.0.1');
  await Promise.all([once(names, 'listening'), once(site, 'listening')]);
  port = (site.address() as AddressInfo).port;
});
afterAll(() => {
  names.close();
  site.closeAllConnections();
  site.close();
});

const resolver = () => resolveWithServers([`127.0.0.1:${names.address().port}`]);
const codeOf = async (url: string, allow_private = false, timeout_ms = 5000) => {
  const outcome = await guardedFetch({ allow_private, resolve: resolver() })(url, { timeout_ms });
  return isFetched(outcome) ? outcome.status : outcome.code;
};

describe('names resolved by a name server', () => {
  test('give their addresses, or none', async () => {
    expect(await resolver()('public.example')).toEqual(['93.184.216.34']);
    expect(await resolver()('nobody.example')).toEqual([]);
    expect(await codeOf('http://nobody.example/')).toBe('unreachable');
  });

  test.each(['inside.example', 'metadata.example', 'both.example', 'inside.example.'])(
    'cannot lead a fetch to a private address: %s',
    async (host) => {
      expect(await codeOf(`http://${host}/`)).toBe('address_not_allowed');
    },
  );

  test('cannot redirect it by resolving differently the next time', async () => {
    expect(await codeOf(`http://rebinding.example:${port}/again`, true)).toBe('address_not_allowed');
    expect(asked.filter((name) => name === 'rebinding.example')).toHaveLength(2);
  });

  test('do not delay others while their server is silent', async () => {
    let given_up = 0;
    const silent = Array.from({ length: 20 }, () => codeOf(`http://${SILENT}/`, false, 1500).finally(() => given_up++));
    expect(await codeOf(`http://inside.example:${port}/`, true)).toBe(200);
    expect(given_up).toBe(0);
    expect(new Set(await Promise.all(silent))).toEqual(new Set(['timed_out']));
  });
});
