import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useServer } from '../support/server.ts';
import { samplesIn } from '../support/web/docs-samples.ts';

/** The package as others get it: packed, and installed from the packed file into an empty folder. */
const server = useServer();
const folder = mkdtempSync(join(tmpdir(), 'launchweek-client-'));
const BIN = resolve('node_modules/.bin');

interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

const run = (command: string, words: string[], { cwd = folder, env = {} }: { cwd?: string; env?: Record<string, string> } = {}) =>
  new Promise<Result>((done) => {
    const options = { cwd, env: { ...process.env, PATH: `${BIN}:${process.env.PATH}`, ...env } };
    const child = execFile(command, words, options, (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), stdout, stderr }));
    child.stdin?.end();
  });

const call = (...words: string[]) =>
  run(join(folder, 'node_modules/.bin/launchweek-client'), words, { env: { LAUNCHWEEK_BASE_URL: server.api } });

beforeAll(async () => {
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: resolve('client') });
  expect(packed).toMatchObject({ code: 0 });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const file = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  const installed = await run('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', `./${file}`]);
  expect(installed).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('it has no dependencies and only what is needed', async () => {
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@launchweek']);
  const files = readdirSync(join(folder, 'node_modules/@launchweek/client'), { recursive: true }).map(String);
  expect(files.filter((name) => !name.startsWith('dist')).toSorted()).toEqual(['README.md', 'package.json']);
});

const PROGRAM = `
import { createClient, ProblemError, type Founder, type FounderCard, type ProblemCode } from '@launchweek/client';

const client = createClient({ base_url: process.argv[2]!, retries: 1 });
const founder: Founder = await client.get_founder({ slug: 'mara-lindqvist' });
const names: string[] = [];
for await (const card of client.list_founders.all({ per_page: 7 })) names.push((card satisfies FounderCard).name);
let code: ProblemCode | undefined;
try {
  await client.get_listing({ slug: 'no-such-listing' });
} catch (error) {
  if (error instanceof ProblemError) code = error.code;
}
console.log(JSON.stringify({ founder: founder.name, founders: names.length, code }));

export const wrong = () => [
  // @ts-expect-error There is no such parameter.
  client.search_listings({ qq: 'x' }),
  // @ts-expect-error The slug is required.
  client.get_listing({}),
  // @ts-expect-error No problem has this code.
  code === 'no_such_code',
];
`;

test('its types compile, and it reads pages and problems of a running server', async () => {
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  const settings = {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom'],
    strict: true,
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: settings, files: ['program.ts'] }));
  expect(await run('tsc', [])).toEqual({ code: 0, stdout: '', stderr: '' });
  const { total } = await server.client.list_founders({ per_page: 1 });
  const ran = await run('node', ['program.js', server.api]);
  expect(ran.stderr).toBe('');
  expect(JSON.parse(ran.stdout)).toEqual({ founder: 'Mara Lindqvist', founders: total, code: 'listing_not_found' });
});

test('the command lists, explains and calls operations, and says by its exit code how it went', async () => {
  const { key } = await server.member();
  const [list, help, founder, all, refused, unknown, misspelt, account, quote, nowhere, copy, copy_usage] = await Promise.all([
    call(),
    call('search_listings', '--help'),
    call('get_founder', '--slug', 'mara-lindqvist'),
    call('list_founders', '--all', '--per_page', '10'),
    call('get_listing', '--slug=no-such-listing'),
    call('get_lsting'),
    call('get_listing', '--slag', 'x'),
    call('get_account', '--key', key),
    call('quote_order', '--key', key, '--json', '{"items":[{"product":"billboard_min","amount_cents":1}]}'),
    call('get_site', '--base-url', 'http://127.0.0.1:1/api/v1', '--timeout', '5'),
    call('mirror', server.root, join(folder, 'copy'), '--once'),
    call('mirror', server.root),
  ]);
  expect(list.stdout).toMatch(/^get_listing {2,}\w/m);
  expect(help.stdout).toContain('--q string');
  expect(JSON.parse(founder.stdout)).toMatchObject({ slug: 'mara-lindqvist' });
  expect(
    all.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toContainEqual(expect.objectContaining({ slug: 'mara-lindqvist' }));
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('listing_not_found') });
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no operation get_lsting') });
  expect(misspelt).toMatchObject({ code: 2, stderr: expect.stringContaining('takes no --slag') });
  expect(JSON.parse(account.stdout)).toMatchObject({ access: { kind: 'api_key' } });
  expect(quote).toMatchObject({ code: 1, stderr: expect.stringContaining('order_not_possible') });
  expect(nowhere).toMatchObject({ code: 3, stderr: expect.stringContaining('No answer') });
  expect(copy).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+ changes read; \d+ records in .*mirror\.sqlite\.$/m) });
  expect(copy_usage).toMatchObject({ code: 2, stderr: expect.stringContaining('mirror ADDRESS DIR') });
});

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;

/** The samples of an operation's page, run exactly as they are printed, with a key of a new account in the environment. */
const RUNNERS: Record<string, (text: string, env: Record<string, string>) => Promise<Result>> = {
  'the curl command': (text, env) => run('sh', ['-c', text], { env }),
  'the JavaScript with fetch': (text, env) => runFile('fetch.mjs', 'node', text, env),
  'the JavaScript with the client': (text, env) => runFile('client.mjs', 'node', text, env),
  'the Python code': (text, env) => runFile('sample.py', 'python3', text, env),
  'the tool call': async (text, env) => {
    const response = await fetch(`${server.root}/mcp`, {
      method: 'POST',
      headers: {
        ...(env.LAUNCHWEEK_API_KEY && { authorization: `Bearer ${env.LAUNCHWEEK_API_KEY}` }),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: text,
    });
    return { code: response.ok ? 0 : 1, stdout: await response.text(), stderr: '' };
  },
  'the curl command for the tool call': (text, env) => run('sh', ['-c', text], { env }),
};

const runFile = (name: string, command: string, text: string, env: Record<string, string>): Promise<Result> => {
  writeFileSync(join(folder, name), text);
  return run(command, [name], { env });
};

const SAMPLED = ['search_listings', 'get_account', 'claim_listing', 'submit_listing'] as const;
const RUNNABLE = Object.keys(RUNNERS).filter((name) => HAS_PYTHON || name !== 'the Python code');

test(`the samples on operation pages run as printed${HAS_PYTHON ? '' : ' (not those in Python: there is no python3)'}`, async () => {
  const [first] = (await server.client.search_listings({ q: 'invoices', per_page: 1 })).items;
  for (const id of SAMPLED) {
    const samples = samplesIn(await (await server.get(`/docs/operations/${id}`)).text());
    expect(Object.keys(samples).filter((name) => name in RUNNERS)).toEqual(Object.keys(RUNNERS));
    for (const name of RUNNABLE) {
      const member = id === 'search_listings' ? null : await server.member();
      const env = { ...(member && { LAUNCHWEEK_API_KEY: member.key }), no_proxy: '*' };
      const ran = await RUNNERS[name]!(samples[name]!, env);
      expect({ id, name, ...ran }).toMatchObject({ code: 0 });
      expect({ id, name, ...ran }).not.toMatchObject({ stdout: expect.stringMatching(/isError|"(status|code)": ?4\d\d/) });
      if (!member) expect(ran.stdout).toContain(first!.slug);
      if (id === 'get_account') expect(ran.stdout).toContain('api_key');
      if (id === 'claim_listing') expect((await member!.client.list_my_claims({})).items).toHaveLength(1);
      if (id === 'submit_listing') expect((await member!.client.list_my_drafts({})).items).toHaveLength(1);
    }
  }
});
