import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Target {
  url: string;
  pid: number;
  stop(): Promise<unknown>;
}

const freePort = async (): Promise<number> => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** What `npm start` gives Node. */
export const NODE_FLAGS = ['--max-old-space-size=768', '--max-semi-space-size=16'];
export const SERVICE = [...NODE_FLAGS, 'dist/main.js'];

interface StartOptions {
  args?: string[];
  /** A checkout with another build. */
  folder?: string;
}

/** Starts the built service as in production, with every request logged to a file, and waits until it is ready. */
export const startService = async (
  settings: Record<string, string>,
  log: string,
  { args = [], folder = '.' }: StartOptions = {},
): Promise<Target> => {
  const port = await freePort();
  const env = { ...process.env, ...settings, PORT: String(port), NODE_ENV: '', MALLOC_ARENA_MAX: '2' };
  const output = openSync(log, 'w');
  const child = spawn(process.execPath, [...SERVICE, 'serve', ...args], { cwd: folder, env, stdio: ['ignore', output, 'inherit'] });
  closeSync(output);
  const url = `http://localhost:${port}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; !(await isReady()); tries++) {
    if (tries > 600 || child.exitCode !== null) throw new Error('The service did not start.');
    await sleep(100);
  }
  const stop = () => {
    child.kill('SIGTERM');
    return once(child, 'exit');
  };
  return { url, pid: child.pid!, stop };
};
