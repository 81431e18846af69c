import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from '../../src/db/open.ts';
import { mondayOf } from '../../src/kernel/time/weeks.ts';
import { onDatabase } from '../support/database.ts';
import { command, useProcesses } from '../support/processes.ts';
import { until } from '../support/until.ts';

const start = useProcesses();
let folder: string;
const { server, template } = inject('database');
const name = `${template}_from_embedded`;
const external = { DATABASE_URL: onDatabase(server, name) };
const embedded = (data: string) => ({ DATABASE_URL: '', DATA_DIR: join(folder, data) });

/** Runs a command; returns its output and exit code. */
const runCommand = async (env: Record<string, string>, ...words: string[]) =>
  command(env, ...words).then(
    (stdout) => ({ stdout, stderr: '', code: 0 }),
    ({ stdout, stderr, code }) => ({ stdout, stderr, code }) as { stdout: string; stderr: string; code: number },
  );
const admin = async (statement: string) => {
  const sql = connect(server, 1);
  await sql.unsafe(statement).finally(() => sql.end());
};
/** The manifest of a backup: checksums by table. */
const readManifest = (file: string) => {
  const plain = gunzipSync(readFileSync(file)).toString('latin1');
  return JSON.parse(plain.slice(plain.indexOf('{', plain.lastIndexOf('manifest.json')), plain.lastIndexOf('}') + 1)).tables;
};

/**
 * A restore that dies in its transaction leaves nothing behind. Watched from another database, since restore refuses a database that is in
 * use.
 */
const killHalfWay = async (file: string) => {
  const sql = connect(server, 1);
  const child = spawn(process.execPath, ['dist/main.js', 'restore', file], { env: { ...process.env, ...external, NODE_ENV: '' } });
  // Restore sets this application name in its transaction, before it creates the first table.
  const restores = () => sql`select from pg_stat_activity where datname = ${name} and application_name = 'launchweek restore'`;
  await until(async () => (await restores()).length > 0);
  child.kill('SIGKILL');
  const sessions = () => sql`select from pg_stat_activity where datname = ${name} and backend_type = 'client backend'`;
  await until(async () => (await sessions()).length === 0);
  await sql.end();
  const restored = connect(external.DATABASE_URL, 1);
  expect(await restored`select from pg_class where relnamespace = 'public'::regnamespace`).toHaveLength(0);
  await restored.end();
};

beforeAll(async () => {
  folder = await mkdtemp(join(inject('folder'), 'backup-'));
  await chmod(folder, 0o755);
  await admin(`create database ${name}`);
});
afterAll(async () => {
  await admin(`drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

test('backup of a running embedded database, restore into an external one, and from there into another embedded one', async () => {
  const first = join(folder, 'first.backup');
  const serving = await start('', ['serve', '--no-jobs'], embedded('one'));
  await command(embedded('one'), 'backup', first);
  expect(statSync(first).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).filter((file) => file.endsWith('.partial'))).toEqual([]);
  expect(await runCommand(embedded('one'), 'restore', first, '--replace')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Launchweek is already serving from/),
  });
  expect((await fetch(`${serving.root}/readyz`)).status).toBe(200);
  await serving.stop();

  expect(await command(external, 'restore', first, '--check')).toMatch(/is complete: \d+ rows/);
  await killHalfWay(first);
  expect(await command(external, 'restore', first)).toMatch(/^\d+ rows restored from the backup of /);
  expect(await runCommand(external, 'restore', first)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database is not empty\./),
  });
  const other = await start(external.DATABASE_URL, ['serve', '--no-jobs']);
  expect(await (await fetch(`${other.root}/api/v1/site`)).json()).toMatchObject({ counts: { live_listings: 51 } });
  expect(await runCommand(external, 'restore', first, '--replace')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database is in use by launchweek/),
  });
  await other.stop();

  const second = join(folder, 'second.backup');
  await command(external, 'backup', second);
  await command(embedded('two'), 'restore', second);
  const third = join(folder, 'third.backup');
  await command(embedded('two'), 'backup', third);
  expect(readManifest(third)).toEqual(readManifest(second));
  const last_week = mondayOf(new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10));
  expect(await command(embedded('two'), 'recount', last_week)).toContain(`equal to the final result of the week of ${last_week}`);
});

test('errors are reported in one sentence, and nothing is left behind', async () => {
  await writeFile(join(folder, 'letter.txt'), 'Dear Sir or Madam');
  expect(await runCommand(external, 'restore', join(folder, 'letter.txt'), '--replace')).toEqual({
    stdout: '',
    stderr: 'This is not a backup of Launchweek, or it is damaged.\n',
    code: 1,
  });
  expect(await runCommand(external, 'restore', join(folder, 'nowhere'))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^ENOENT/),
  });
  expect(await runCommand(external, 'backup', join(folder, 'no/such/folder'))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^ENOENT/),
  });
  expect(await runCommand(embedded('none'), 'backup', join(folder, 'x'))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no database in .*none to back up/),
  });
  expect(await readdir(folder)).not.toContain('x');
});

test('without a command, whatever the settings, the usage is printed; an unknown command is an error', async () => {
  expect(await runCommand({ PORT: 'nonsense' })).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^usage: launchweek COMMAND\n/),
    stderr: '',
  });
  expect(await runCommand({}, 'dance')).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^There is no command "dance"\..*usage: launchweek COMMAND/s),
  });
});
