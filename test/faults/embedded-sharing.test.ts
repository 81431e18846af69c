import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { kill, paths, socketFolder, until, useCopiedDatabase } from './data-dir.ts';
import { serverProcesses, startFixture } from './run-fixture.ts';

useCopiedDatabase();

test('a second server is refused; commands run beside the first; the last process stops the database', async () => {
  const server = await startFixture(paths.data_dir, 'serve', 'server');
  const second = await startFixture(paths.data_dir, 'serve');
  expect(second.output).toEqual({
    error: 'AlreadyServing',
    message: `Launchweek is already serving from ${paths.data_dir} (process ${server.child.pid}). Stop it first, or use a different DATA_DIR.`,
  });
  expect(await second.end()).toBe(1);

  const command = await startFixture(paths.data_dir, 'command', 'command');
  expect(command.output.notes).toEqual(['command', 'server']);
  expect(await command.end()).toBe(0);
  expect(await server.ask()).toEqual({ count: 2 });

  expect(await server.end('SIGINT')).toBe(0);
  expect(serverProcesses(paths.data_dir)).toEqual([]);
});

test('concurrent commands never see a database that is shutting down', async () => {
  const rounds = Array.from({ length: 4 }, async (_, at) => {
    for (let round = 0; round < 3; round++) {
      const command = await startFixture(paths.data_dir, 'command', `${at}.${round}`);
      expect(command.output.error).toBeUndefined();
      expect(await command.end()).toBe(0);
    }
  });
  await Promise.all(rounds);
  const last = await startFixture(paths.data_dir, 'command');
  expect(last.output.notes).toHaveLength(12);
  await last.end();
});

test('DATA_DIR deleted while serving: the server still stops, and its database with it', async () => {
  const server = await startFixture(paths.data_dir, 'serve');
  const [pid] = serverProcesses(paths.data_dir);
  await rm(paths.data_dir, { recursive: true, maxRetries: 10 });
  expect(await server.end('SIGINT')).toBe(0);
  expect(existsSync(`/proc/${pid}/cwd`)).toBe(false);
});

test('socket folder deleted by a cleaner: the next command restarts the database, and the server continues', async () => {
  const server = await startFixture(paths.data_dir, 'serve', 'kept');
  await rm(socketFolder(server.output), { recursive: true });
  const command = await startFixture(paths.data_dir, 'command');
  expect(command.output.notes).toEqual(['kept']);
  await command.end();
  expect(await server.ask()).toEqual({ count: 1 });
  expect(await server.end('SIGINT')).toBe(0);
});

test('a database that cannot start shows why', async () => {
  await writeFile(join(paths.data_dir, 'postgres', 'PG_VERSION'), '12\n');
  const { output } = await startFixture(paths.data_dir, 'serve');
  expect(output.message).toMatch(
    /^The database did not start\. The last lines of .*postgres\.log:\n.*FATAL: {2}database files are incompatible with server/,
  );
});

test('killed: the next start takes over the running database', async () => {
  const first = await startFixture(paths.data_dir, 'serve', 'kept');
  const [before] = serverProcesses(paths.data_dir);
  await first.end('SIGKILL');
  const second = await startFixture(paths.data_dir, 'serve');
  expect(second.output.notes).toEqual(['kept']);
  expect(serverProcesses(paths.data_dir)[0]).toBe(before);
  expect(await second.end('SIGINT')).toBe(0);
});

test('killed with its database: the next start recovers it, even if its pid now belongs to another process', async () => {
  vi.stubEnv('DURABLE', 'yes');
  const first = await startFixture(paths.data_dir, 'serve', 'kept');
  const all = serverProcesses(paths.data_dir);
  await first.end('SIGKILL');
  for (const pid of all) kill(pid);
  await until(() => serverProcesses(paths.data_dir).length === 0);
  // A process that PostgreSQL may signal, and therefore takes for another server.
  const pid_file = join(paths.data_dir, 'postgres', 'postmaster.pid');
  const { uid, gid } = await stat(pid_file);
  const other_process = spawn('sleep', ['60'], { uid, gid });
  await writeFile(pid_file, (await readFile(pid_file, 'utf8')).replace(/^\d+/, String(other_process.pid)));
  const second = await startFixture(paths.data_dir, 'serve');
  other_process.kill('SIGKILL');
  expect(second.output.notes).toEqual(['kept']);
  expect(socketFolder(second.output)).toBe(socketFolder(first.output));
  expect(await second.end('SIGINT')).toBe(0);
});

test('its database killed: the server restarts it, continues, and still counts as the one that serves', async () => {
  vi.stubEnv('DURABLE', 'yes');
  const server = await startFixture(paths.data_dir, 'serve', 'kept');
  const [before] = serverProcesses(paths.data_dir);
  process.kill(before!, 'SIGKILL');
  expect(await server.ask()).toEqual({ count: 1 });
  await until(() => serverProcesses(paths.data_dir)[0] !== before);
  expect((await startFixture(paths.data_dir, 'serve')).output.error).toBe('AlreadyServing');
  expect(await server.end('SIGINT')).toBe(0);
});
