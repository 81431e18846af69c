import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { environmentOf, fillIn, postgresSettings, readCompose } from './support/compose.ts';

const EXAMPLE = readFileSync('deploy/compose.env', 'utf8');
const SOURCE = readFileSync('src/config.ts', 'utf8') + readFileSync('src/integrations/media/settings.ts', 'utf8');
const SECRETS = { DATABASE_PASSWORD: 'abc123' };
const LARGE_SECRETS = { ...SECRETS, CDN_TOKEN: 'abcdefghijklmnop', PICTURES_KEY: 'k1', PICTURES_SECRET: 's1' };

/** Each file, a process of the service in it, and what it requires. */
const FILES = [
  { name: 'compose.yaml', process: 'launchweek', required: { SITE_HOST: 'launch.example', ...SECRETS } },
  { name: 'compose.large.yaml', process: 'web-1', required: { SITE_HOST: 'launch.example', ...LARGE_SECRETS } },
].map((file) => ({ ...file, compose: readCompose(file.name) }));
const [small, large] = FILES.map(({ compose }) => compose) as [(typeof FILES)[0]['compose'], (typeof FILES)[0]['compose']];

test.each(FILES)('$name: the settings of the service exist, and are accepted in production', ({ compose, process, required }) => {
  const service = compose.services[process]!;
  const unknown = Object.keys(service.environment!).filter((name) => !SOURCE.includes(name) && !name.startsWith('OIDC_'));
  expect(unknown).toEqual([]);
  const config = readConfig({ NODE_ENV: 'production', ...environmentOf(service, required) });
  expect(config).toMatchObject({ site_root: 'https://launch.example', trust_proxy: 'uniquelocal', smtp_url: null, stripe: null, ai: null });
  expect(config.database_url).toBe('postgres://launchweek:abc123@database:5432/launchweek?sslmode=disable');
});

test.each(FILES)('$name: without a variable that it requires nothing starts', ({ compose, process, required }) => {
  for (const name of Object.keys(required))
    expect(() => environmentOf(compose.services[process]!, { ...required, [name]: '' })).toThrow(`Set ${name}`);
  const all = parseEnv(EXAMPLE.replace(/^#(?=[A-Z_]+=)/gm, ''));
  const secrets = { ...required, STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', AI_API_KEY: 'k', AI_MODEL: 'm' };
  const env = environmentOf(compose.services[process]!, { ...all, ...secrets });
  expect(readConfig({ NODE_ENV: 'production', ...env }).sign_in.providers).toHaveLength(2);
});

test('the example names every variable of both', () => {
  const used = FILES.flatMap(({ compose }) => [...compose.text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name!));
  const named = [...EXAMPLE.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!);
  expect([...new Set(used)].toSorted()).toEqual(named.toSorted());
});

test.each(FILES)('$name: networks, volumes and configurations are those that are used', ({ compose }) => {
  const services = Object.values(compose.services);
  const used = (names: string[]) => [...new Set(names)].toSorted();
  expect(used(services.flatMap(({ networks }) => networks))).toEqual(Object.keys(compose.networks).toSorted());
  const volumes = services.flatMap((service) => service.volumes ?? []).map((volume) => volume.split(':')[0]!);
  expect(used(volumes.filter((name) => !name.startsWith('.')))).toEqual(Object.keys(compose.volumes).toSorted());
  expect(used(services.flatMap(({ configs = [] }) => configs.map(({ source }) => source)))).toEqual(
    Object.keys(compose.configs).toSorted(),
  );
  for (const { depends_on = {} } of services) for (const name of Object.keys(depends_on)) expect(compose.services).toHaveProperty(name);
});

test('only the service reaches the database, and the proxy only what is in front of the service', () => {
  const networksOf = ({ services }: typeof small, ...names: string[]) => names.map((name) => services[name]!.networks);
  expect(networksOf(small, 'database', 'proxy', 'launchweek')).toEqual([['inside'], ['outside'], ['inside', 'outside']]);
  expect(networksOf(large, 'database', 'standby', 'valkey', 'pictures')).toEqual(Array(4).fill(['inside']));
  expect(networksOf(large, 'varnish', 'proxy')).toEqual([['cache'], ['cache', 'outside']]);
  const hosts = { SITE_HOST: 'launch.example', OTHER_HOSTS: ', garden.example' };
  const head = /^launch\.example, garden\.example \{\n[^$]*/;
  expect(fillIn(small.configs.caddyfile!.content, hosts)).toMatch(new RegExp(`${head.source}reverse_proxy launchweek:3000`));
  expect(fillIn(large.configs.caddyfile!.content, hosts)).toMatch(new RegExp(`${head.source}reverse_proxy varnish:80`));
});

test('two processes answer requests and two run jobs, each with the same settings', () => {
  const lastWords = (name: string) => large.services[name]!.command!.join(' ').split('dist/main.js ')[1];
  expect(['web-1', 'web-2', 'worker-1', 'worker-2'].map(lastWords)).toEqual(['serve --no-jobs', 'serve --no-jobs', 'work', 'work']);
  const settings = ['web-1', 'web-2', 'worker-1', 'worker-2'].map((name) => large.services[name]!.environment);
  expect(new Set(settings.map((one) => JSON.stringify(one))).size).toBe(1);
  const config = readConfig({ NODE_ENV: 'production', ...environmentOf(large.services['web-1']!, FILES[1]!.required) });
  expect(config).toMatchObject({
    database_read_urls: ['postgres://launchweek:abc123@standby:5432/launchweek?sslmode=disable&target_session_attrs=any'],
    valkey_url: 'redis://valkey:6379/0',
    media: { store: { kind: 's3', bucket: 'pictures', endpoint: 'http://pictures:7070' } },
    cdn: { kind: 'varnish', purge_urls: ['http://varnish:80/'], token: 'abcdefghijklmnop' },
  });
});

test('a standby accepts at least as many connections as its primary', () => {
  const [primary, standby] = [large.services.database!, large.services.standby!].map(({ command }) => postgresSettings(command!));
  expect(Number(standby!.max_connections)).toBeGreaterThanOrEqual(Number(primary!.max_connections));
  // Two processes that serve, two that work, and commands.
  expect(Number(primary!.max_connections)).toBeGreaterThan(4 * 50);
});

test('Varnish balances in the same way, whether or not the processes are containers', () => {
  const withoutHosts = (vcl: string) =>
    vcl
      .replace(/#.*\n/g, '')
      .replace(/acl purgers \{[^}]*\}/, '')
      .replace(/\.(host|port) = "[^"]*";/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  const file = readFileSync('deploy/varnish-backends.vcl', 'utf8');
  expect(withoutHosts(large.configs.backends!.content)).toBe(withoutHosts(file));
});
