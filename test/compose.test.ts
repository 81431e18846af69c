import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../src/config.ts';

interface Service {
  environment?: Record<string, string>;
  networks: string[];
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
}
const TEXT = readFileSync('deploy/compose.yaml', 'utf8');
const EXAMPLE = readFileSync('deploy/compose.env', 'utf8');
const compose = parse(TEXT) as {
  services: Record<string, Service>;
  networks: object;
  volumes: object;
  configs: Record<string, { content: string }>;
};
const { launchweek, database, proxy } = compose.services as Record<'launchweek' | 'database' | 'proxy', Service>;

/** Fills in a value as compose does: ${NAME}, ${NAME:-default}, ${NAME:?error}. */
const fillIn = (text: string, env: NodeJS.Dict<string>): string =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, more = '') => {
    if (env[name]) return env[name];
    if (kind === '?') throw new Error(more);
    return kind === '-' ? more : '';
  });
const settingsWith = (env: NodeJS.Dict<string>) =>
  Object.fromEntries(Object.entries(launchweek.environment!).map(([name, value]) => [name, fillIn(value, env)]));

test('the settings of the service exist, and are accepted in production', () => {
  const source = readFileSync('src/config.ts', 'utf8');
  const unknown = Object.keys(launchweek.environment!).filter(
    (name) => !new RegExp(`\\b${name}\\b`).test(source) && !name.startsWith('OIDC_'),
  );
  expect(unknown).toEqual([]);
  const config = readConfig({ NODE_ENV: 'production', ...settingsWith({ SITE_HOST: 'launch.example', DATABASE_PASSWORD: 'abc123' }) });
  expect(config).toMatchObject({ site_root: 'https://launch.example', trust_proxy: 'uniquelocal', smtp_url: null, stripe: null, ai: null });
  expect(config.database_url).toBe('postgres://launchweek:abc123@database:5432/launchweek?sslmode=disable');
});

test('the example names every variable, and without those it requires nothing starts', () => {
  const used = [...TEXT.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
  const named = [...EXAMPLE.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!);
  expect([...new Set(used)].toSorted()).toEqual(named.toSorted());
  expect(() => settingsWith({ SITE_HOST: 'launch.example' })).toThrow('Set DATABASE_PASSWORD');
  expect(() => settingsWith({ DATABASE_PASSWORD: 'abc123' })).toThrow('Set SITE_HOST');
  const all = parseEnv(EXAMPLE.replace(/^#(?=[A-Z_]+=)/gm, ''));
  const secrets = {
    DATABASE_PASSWORD: 'abc123',
    STRIPE_SECRET_KEY: 'sk_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    AI_API_KEY: 'k',
    AI_MODEL: 'm',
  };
  expect(readConfig({ NODE_ENV: 'production', ...settingsWith({ ...all, ...secrets }) }).sign_in.providers).toHaveLength(2);
});

test('only the service reaches the database, and the proxy only the service', () => {
  expect(database.networks).toEqual(['inside']);
  expect(proxy.networks).toEqual(['outside']);
  expect(launchweek.networks).toEqual(['inside', 'outside']);
  expect(Object.keys(compose.networks)).toEqual(['inside', 'outside']);
  expect([...database.volumes!, ...proxy.volumes!].map((volume) => volume.split(':')[0])).toEqual(Object.keys(compose.volumes));
  expect(fillIn(compose.configs.caddyfile!.content, { SITE_HOST: 'launch.example', OTHER_HOSTS: ', garden.example' })).toMatch(
    /^launch\.example, garden\.example \{\n[^$]*reverse_proxy launchweek:3000/,
  );
});
