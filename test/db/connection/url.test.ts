import { expect, test } from 'vitest';
import { nameHost, parseDatabaseUrl } from '../../../src/db/connection/url.ts';

const parse = (url: string, env: NodeJS.ProcessEnv = {}) => parseDatabaseUrl(url, env);
const errorOf = (url: string): string => {
  try {
    parse(url);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`${url} was not refused`);
};

test('a URL is parsed as libpq parses it', () => {
  expect(
    parse('postgres://ann:s%40crt:x@db.example:6432/site%20one?application_name=web&connect_timeout=2&options=-c%20search_path%3Da'),
  ).toMatchObject({
    hosts: [{ host: 'db.example', port: 6432 }],
    user: 'ann',
    password: 's@crt:x',
    database: 'site one',
    application_name: 'web',
    connect_timeout: 2,
    options: '-c search_path=a',
    session_kind: 'any',
    tls: { mode: 'prefer', root_cert: null, cert: null, key: null },
  });
  expect(parse('postgresql://ann@/site')).toMatchObject({ hosts: [{ host: 'localhost', port: 5432 }], database: 'site', password: null });
  expect(parse('postgres://ann@[2001:db8::1]:1/site').hosts.map(nameHost)).toEqual(['[2001:db8::1]:1']);
  expect(
    parse('postgres://', { PGUSER: 'bob', PGHOST: '/run/pg', PGPORT: '7', PGPASSWORD: 'x', PGDATABASE: 'd', PGSSLMODE: 'require' }),
  ).toMatchObject({
    hosts: [{ host: '/run/pg', port: 7 }],
    user: 'bob',
    password: 'x',
    database: 'd',
    tls: { mode: 'require' },
  });
  // A pasted password with unescaped characters.
  expect(parse('postgres://ann:a@b:c+d@h/site')).toMatchObject({ password: 'a@b:c+d', hosts: [{ host: 'h', port: 5432 }] });
});

test.each([
  ['postgres://u@%2Fvar%2Frun%2Fpostgresql/d', ['/var/run/postgresql/.s.PGSQL.5432']],
  ['postgres://u@localhost:5433/d?host=%2Frun%2Fpg', ['/run/pg/.s.PGSQL.5433']],
  ['postgres://u@h1:1,h2:2,h3/d', ['h1:1', 'h2:2', 'h3:5432']],
  ['postgres://u@/d?host=h1,h2&port=7', ['h1:7', 'h2:7']],
  ['postgres://u@/d?host=h1,/run/pg&port=7,8', ['h1:7', '/run/pg/.s.PGSQL.8']],
])('%s has the hosts %s', (url, hosts) => {
  expect(parse(url).hosts.map(nameHost)).toEqual(hosts);
});

test.each([
  ['disable', 'disable'],
  ['allow', 'allow'],
  ['prefer', 'prefer'],
  ['require', 'require'],
  ['verify-ca', 'verify-ca'],
  ['verify-full', 'verify-full'],
])('sslmode=%s', (mode, expected) => {
  expect(parse(`postgres://u@h/d?sslmode=${mode}`).tls.mode).toBe(expected);
});

test('sslrootcert=system means verify-full', () => {
  expect(parse('postgres://u@h/d?sslrootcert=system').tls).toMatchObject({ mode: 'verify-full', root_cert: 'system' });
  expect(errorOf('postgres://u@h/d?sslrootcert=system&sslmode=require')).toMatch(/needs sslmode=verify-full/);
});

test.each([
  ['mysql://u@h/d', /must look like postgres:\/\//],
  ['postgres://u:pa/ss@h/d', /In a password, write .* %2F for \//],
  ['postgres://u@h/d?sslmode=on', /sslmode=on .* one of disable, allow/],
  ['postgres://u@h/d?target_session_attrs=standby', /target_session_attrs=standby .* one of any, read-write, primary/],
  ['postgres://u@h/d?statement_timeout=5', /parameter statement_timeout, which is not supported/],
  ['postgres://u@h:99999/d', /The port 99999 in DATABASE_URL is not/],
  ['postgres://u@h:1:2/d', /cannot be read/],
  ['postgres://u@h1,h2,h3/d?port=1,2', /3 hosts and 2 ports/],
  ['postgres://u@h/d?connect_timeout=x', /whole number/],
  ['postgres://u@h/d?sslcert=a', /both sslcert and sslkey/],
  ['postgres://u:%zz@h/d', /Write %25/],
])('%s is rejected with a helpful message', (url, sentence) => {
  expect(errorOf(url)).toMatch(sentence);
});

test('no error repeats a password', () => {
  for (const url of ['postgres://u:topsecret@h:1:2/d', 'postgres://u:topsecret@h/d?sslmode=on', 'postgres//u:topsecret@h'])
    expect(errorOf(url)).not.toContain('topsecret');
});
