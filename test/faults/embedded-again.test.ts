import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { beginWithDatabase, here, kill, socketFolder, until } from './data-dir.ts';
import { serverProcesses, use } from './run-fixture.ts';

beginWithDatabase();

test('a second server is refused in a sentence; commands run beside the first; the last one out stops it', async () => {
  const server = await use(here.data_dir, 'serve', 'server');
  const second = await use(here.data_dir, 'serve');
  expect(second.said).toEqual({
    error: 'AlreadyServing',
    message: `Launchweek is already serving from ${here.data_dir} (process ${server.child.pid}). Stop that one first, or give this one another DATA_DIR.`,
  });
  expect(await second.end()).toBe(1);

  const command = await use(here.data_dir, 'command', 'command');
  expect(command.said.notes).toEqual(['command', 'server']);
  expect(await command.end()).toBe(0);
  expect(await server.ask()).toEqual({ count: 2 });

  expect(await server.end('SIGINT')).toBe(0);
  expect(serverProcesses(here.data_dir)).toEqual([]);
});

test('commands that come and go never meet a database on its way down', async () => {
  const rounds = Array.from({ length: 4 }, async (_, at) => {
    for (let round = 0; round < 3; round++) {
      const command = await use(here.data_dir, 'command', `${at}.${round}`);
      expect(command.said.error).toBeUndefined();
      expect(await command.end()).toBe(0);
    }
  });
  await Promise.all(rounds);
  const last = await use(here.data_dir, 'command');
  expect(last.said.notes).toHaveLength(12);
  await last.end();
});

test('DATA_DIR deleted under it: the server still ends, and its database with it', async () => {
  const server = await use(here.data_dir, 'serve');
  const [pid] = serverProcesses(here.data_dir);
  await rm(here.data_dir, { recursive: true, maxRetries: 10 });
  expect(await server.end('SIGINT')).toBe(0);
  expect(existsSync(`/proc/${pid}/cwd`)).toBe(false);
});

test('its socket swept away by a cleaner: the next to come starts it again, and the server goes on', async () => {
  const server = await use(here.data_dir, 'serve', 'kept');
  await rm(socketFolder(server.said), { recursive: true });
  const command = await use(here.data_dir, 'command');
  expect(command.said.notes).toEqual(['kept']);
  await command.end();
  expect(await server.ask()).toEqual({ count: 1 });
  expect(await server.end('SIGINT')).toBe(0);
});

test('a database that cannot start shows why', async () => {
  await writeFile(join(here.data_dir, 'postgres', 'PG_VERSION'), '12\n');
  const { said } = await use(here.data_dir, 'serve');
  expect(said.message).toMatch(
    /^The database did not start\. The end of .*postgres\.log:\n.*FATAL: {2}database files are incompatible with server/,
  );
});

test('killed: the next start takes over the database that was left running', async () => {
  const first = await use(here.data_dir, 'serve', 'kept');
  const [before] = serverProcesses(here.data_dir);
  await first.end('SIGKILL');
  const second = await use(here.data_dir, 'serve');
  expect(second.said.notes).toEqual(['kept']);
  expect(serverProcesses(here.data_dir)[0]).toBe(before);
  expect(await second.end('SIGINT')).toBe(0);
});

test('killed with its database: the next start recovers it, though its number now belongs to another process', async () => {
  vi.stubEnv('DURABLE', 'yes');
  const first = await use(here.data_dir, 'serve', 'kept');
  const all = serverProcesses(here.data_dir);
  await first.end('SIGKILL');
  for (const pid of all) kill(pid);
  await until(() => serverProcesses(here.data_dir).length === 0);
  // One that PostgreSQL may signal, and hence believes to be another server.
  const pid_file = join(here.data_dir, 'postgres', 'postmaster.pid');
  const { uid, gid } = await stat(pid_file);
  const stranger = spawn('sleep', ['60'], { uid, gid });
  await writeFile(pid_file, (await readFile(pid_file, 'utf8')).replace(/^\d+/, String(stranger.pid)));
  const second = await use(here.data_dir, 'serve');
  stranger.kill('SIGKILL');
  expect(second.said.notes).toEqual(['kept']);
  expect(socketFolder(second.said)).toBe(socketFolder(first.said));
  expect(await second.end('SIGINT')).toBe(0);
});

test('its database killed: the server brings it back and goes on, and is still the one that serves', async () => {
  vi.stubEnv('DURABLE', 'yes');
  const server = await use(here.data_dir, 'serve', 'kept');
  const [before] = serverProcesses(here.data_dir);
  process.kill(before!, 'SIGKILL');
  expect(await server.ask()).toEqual({ count: 1 });
  await until(() => serverProcesses(here.data_dir)[0] !== before);
  expect((await use(here.data_dir, 'serve')).said.error).toBe('AlreadyServing');
  expect(await server.end('SIGINT')).toBe(0);
});
