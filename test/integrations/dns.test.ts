import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openNameServers } from '../../src/integrations/dns.ts';
import { useNameServer } from '../support/integrations/dns-server.ts';

const names = useNameServer();
const txt = (name: string) => openNameServers([names.address]).txt(name);

test('all TXT records of a name are returned, each joined', async () => {
  const long = ['x'.repeat(255), 'y'.repeat(40)];
  names.zones['_launchweek.acme.example'] = { txt: ['one', long, 'ü and "quotes"'] };
  expect(await txt('_launchweek.acme.example')).toEqual(expect.arrayContaining(['one', long.join(''), 'ü and "quotes"']));
});

test('a name without TXT records and an unknown name give none', async () => {
  names.zones['bare.example'] = { a: ['192.0.2.1'] };
  expect(await txt('bare.example')).toEqual([]);
  expect(await txt('nobody.example')).toEqual([]);
});

test('an alias is followed', async () => {
  names.zones['_launchweek.alias.example'] = { cname: 'proofs.host.example' };
  names.zones['proofs.host.example'] = { txt: ['over there'] };
  expect(await txt('_launchweek.alias.example')).toEqual(['over there']);
});

test('a response too long for one packet is fetched over TCP', async () => {
  const many = Array.from({ length: 40 }, (_, n) => `text ${n} ${'z'.repeat(200)}`);
  names.zones['long.example'] = { txt: many, trouble: 'truncated' };
  expect((await txt('long.example')) as string[]).toHaveLength(40);
  expect(names.asked.filter((one) => one.endsWith('long.example'))).toEqual(['udp long.example', 'tcp long.example']);
});

test('a change is visible at once: nothing is cached', async () => {
  const servers = openNameServers([names.address]);
  names.zones['later.example'] = { txt: [] };
  expect(await servers.txt('later.example')).toEqual([]);
  names.zones['later.example'] = { txt: ['now'] };
  expect(await servers.txt('later.example')).toEqual(['now']);
});

test.each([
  ['servfail', 'refused'],
  ['refused', 'refused'],
  ['garbled', 'malformed_answer'],
] as const)('%s is %s, not an empty answer', async (trouble, code) => {
  names.zones[`${trouble}.example`] = { trouble };
  expect(await txt(`${trouble}.example`)).toMatchObject({ code });
});

test('an invalid name is an error', async () => {
  expect(await txt(`_launchweek.${'a'.repeat(64)}.example`)).toMatchObject({ code: 'malformed_answer' });
});

test('a silent server times out without delaying others', async () => {
  names.zones['silent.example'] = { trouble: 'silent' };
  names.zones['quick.example'] = { txt: ['here'] };
  let given_up = 0;
  const silent = Array.from({ length: 10 }, () =>
    openNameServers([names.address], 500)
      .txt('silent.example')
      .finally(() => given_up++),
  );
  expect(await txt('quick.example')).toEqual(['here']);
  expect(given_up).toBe(0);
  expect(new Set((await Promise.all(silent)).map((outcome) => 'code' in outcome && outcome.code))).toEqual(new Set(['timed_out']));
});

test('without a server it is unreachable', async () => {
  expect(await openNameServers(['127.0.0.1:1']).txt('acme.example')).toMatchObject({ code: 'unreachable' });
});

test.each([
  [undefined, null],
  ['', null],
  ['192.0.2.1', ['192.0.2.1']],
  ['192.0.2.1:5353, [2001:db8::1]:53,2001:db8::2', ['192.0.2.1:5353', '[2001:db8::1]:53', '2001:db8::2']],
])('DNS_SERVERS=%s', (DNS_SERVERS, servers) => {
  expect(readConfig({ DNS_SERVERS }).dns_servers).toEqual(servers);
  expect(() => openNameServers(servers)).not.toThrow();
});

test.each(['dns.example', '192.0.2.1:0', '192.0.2.1:99999', '[192.0.2.1]:53', '2001:db8::1]:53', '1.2.3'])(
  'DNS_SERVERS=%s is refused by name',
  (DNS_SERVERS) => expect(() => readConfig({ DNS_SERVERS })).toThrow('DNS_SERVERS'),
);
