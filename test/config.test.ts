import { expect, test } from 'vitest';
import { BadConfig, readConfig } from '../src/config.ts';

test.each([
  [{ PORT: 'abc' }, /^PORT is "abc", but must be a port number\.$/],
  [{ SITE_ROOT: 'launch.example/x' }, /^SITE_ROOT is /],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must look like /],
  [{ DATABASE_READ_URL: 'postgres://a@b/c' }, /^DATABASE_READ_URL names replicas, so DATABASE_URL must name their primary\.$/],
  [{ DATABASE_URL: 'postgres://a@b/c', DATABASE_READ_URL: 'mysql://secret' }, /^DATABASE_READ_URL must look like (?!.*secret)/],
  [
    { DATABASE_URL: 'postgres://a@b/c', DATABASE_READ_URL: 'postgres://a@b/c?target_session_attrs=primary' },
    /^target_session_attrs in DATABASE_READ_URL must be any/,
  ],
  [{ DATABASE_READ_LAG_SECONDS: '0' }, /^DATABASE_READ_LAG_SECONDS is "0", but must be a whole number from 1 to 300/],
  [{ VALKEY_URL: 'http://:secret@cache' }, /^VALKEY_URL must be an address such as (?!.*secret)/],
  [{ CLOCK_START: 'yesterday' }, /^CLOCK_START is /],
  [{ RATE_LIMIT: 'maybe' }, /^RATE_LIMIT is /],
  [{ METRICS_PORT: '70000' }, /^METRICS_PORT is "70000"/],
  [{ METRICS_PORT: '9100', METRICS_HOST: '0.0.0.0' }, /^METRICS_HOST is "0.0.0.0", which other machines can reach: set METRICS_TOKEN/],
  [{ METRICS_PORT: '9100', METRICS_TOKEN: 'short' }, /^METRICS_TOKEN must have 16 to 200 characters, without white space\.$/],
  [{ AI_BASE_URL: 'models.example', AI_MODEL: 'm', AI_API_KEY: 'sk-1' }, /^AI_BASE_URL must be an http\(s\) address [^\n]*$/],
  [{ CLOCK_START: '2026-01-05T09:00:00Z', NODE_ENV: 'production' }, /^CLOCK_START changes the clock/],
  [{ CRAWL_ALLOW_PRIVATE: 'on', NODE_ENV: 'production' }, /^CRAWL_ALLOW_PRIVATE lets anyone reach private networks [^\n]*$/],
  [{ CRAWL_ALLOW_PRIVATE: '1', NODE_ENV: 'production' }, /^CRAWL_ALLOW_PRIVATE lets anyone reach private networks [^\n]*$/],
] as [Record<string, string>, RegExp][])('nonsense in the environment is refused in one sentence: %o', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(BadConfig);
  expect(() => readConfig(env)).toThrow(sentence);
});

test('sign-in providers: presets need a client only, others an issuer; http is for this machine only', () => {
  const google = { OIDC_GOOGLE_CLIENT_ID: 'a', OIDC_GOOGLE_CLIENT_SECRET: 'b' };
  const acme = { OIDC_ACME_ISSUER: 'https://id.example', OIDC_ACME_CLIENT_ID: 'c', OIDC_ACME_CLIENT_SECRET: 'd' };
  expect(readConfig({}).sign_in).toEqual({ providers: [], buttons_first: false });
  const { providers, buttons_first } = readConfig({ ...google, ...acme, OIDC_ACME_LABEL: 'Acme Ltd', OIDC_BUTTONS: 'above' }).sign_in;
  expect(buttons_first).toBe(true);
  expect(providers).toMatchObject([
    { key: 'acme', label: 'Acme Ltd', kind: 'oidc', issuer: 'https://id.example', client_id: 'c', client_secret: 'd' },
    { key: 'google', label: 'Google', issuer: 'https://accounts.google.com' },
  ]);
  const github = { OIDC_GITHUB_CLIENT_ID: 'a', OIDC_GITHUB_CLIENT_SECRET: 'b' };
  expect(readConfig(github).sign_in.providers).toMatchObject([{ kind: 'github', api_url: 'https://api.github.com' }]);
  const local = { ...acme, OIDC_ACME_ISSUER: 'http://127.0.0.1:4000' };
  expect(readConfig(local).sign_in.providers).toHaveLength(1);
  for (const [env, sentence] of [
    [{ ...local, NODE_ENV: 'production' }, /^OIDC_ACME_ISSUER must be an https address/],
    [{ ...acme, OIDC_ACME_ISSUER: 'http://id.example' }, /^OIDC_ACME_ISSUER must be an https address/],
    [{ ...acme, OIDC_ACME_ISSUER: '' }, /^OIDC_ACME_ISSUER is missing/],
    [{ OIDC_GOOGLE_CLIENT_ID: 'a' }, /^OIDC_GOOGLE_CLIENT_SECRET is missing/],
    [{ OIDC_BUTTONS: 'left' }, /^OIDC_BUTTONS is "left", but must be above or below/],
  ] as [Record<string, string>, RegExp][])
    expect(() => readConfig(env)).toThrow(sentence);
});

test('replicas are separated by commas, and so are the hosts of one of them', () => {
  const read = (DATABASE_READ_URL: string) =>
    readConfig({ DATABASE_URL: 'postgres://a@b/c', DATABASE_READ_URL, PGTARGETSESSIONATTRS: 'primary' }).database_read_urls;
  expect(read('')).toEqual([]);
  expect(read('postgres://a@r1,r2/c, postgresql://a@r3/c?sslmode=require')).toEqual([
    'postgres://a@r1,r2/c?target_session_attrs=any',
    'postgresql://a@r3/c?sslmode=require&target_session_attrs=any',
  ]);
  expect(readConfig({ VALKEY_URL: 'valkeys://:x@cache:6380/1' }).valkey_url).toBe('rediss://:x@cache:6380/1');
});

test('CRAWL_ALLOW_PRIVATE may be off in production, and on elsewhere', () => {
  expect(readConfig({ CRAWL_ALLOW_PRIVATE: 'off', NODE_ENV: 'production' }).crawl_allow_private).toBe(false);
  expect(readConfig({ NODE_ENV: 'production' }).crawl_allow_private).toBe(false);
  expect(readConfig({ CRAWL_ALLOW_PRIVATE: 'on' }).crawl_allow_private).toBe(true);
});

test('metrics are not served without a port, and with one only on loopback', () => {
  expect(readConfig({}).metrics).toBeNull();
  expect(readConfig({ METRICS_TOKEN: 'a-token-of-some-length', METRICS_HOST: '0.0.0.0' }).metrics).toBeNull();
  expect(readConfig({ METRICS_PORT: '13000' }).metrics).toEqual({ host: '127.0.0.1', port: 13_000, token: null });
  const open = { METRICS_PORT: '9100', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'a-token-of-some-length' };
  expect(readConfig(open).metrics).toEqual({ host: '0.0.0.0', port: 9100, token: 'a-token-of-some-length' });
});
