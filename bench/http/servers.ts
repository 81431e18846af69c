import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Target } from '../support/service.ts';

const started = async (child: ChildProcess, says_port: Readable): Promise<Target> => {
  const [port] = await once(says_port, 'data');
  const stop = () => {
    child.kill();
    return once(child, 'exit');
  };
  return { url: `http://127.0.0.1:${String(port).trim()}`, pid: child.pid!, stop };
};

const BARE = `
  import Fastify from 'fastify';
  const body = Buffer.from(process.env.BODY, 'base64');
  const app = Fastify();
  app.get('/*', (_, r) => r.header('content-type', 'application/json; charset=utf-8').send(body));
  await app.listen({ port: 0, host: '127.0.0.1' }); console.log(app.server.address().port);`;

/** A bare Fastify route that sends the given body as JSON to every request. */
export const startBare = (body: string): Promise<Target> => {
  const env = { ...process.env, BODY: Buffer.from(body).toString('base64') };
  const child = spawn(process.execPath, ['--input-type=module', '-e', BARE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return started(child, child.stdout);
};

/** The hand-written routes of `hand-written.ts`; with a file, every request is logged to it. */
export const startHandWritten = (database_url: string, root: string, log: string | null): Promise<Target> => {
  const env = { ...process.env, DATABASE_URL: database_url, ROOT: root, LOG: log ? 'on' : 'off' };
  const output = log ? openSync(log, 'w') : 'ignore';
  const child = spawn(process.execPath, ['bench/http/hand-written.ts'], { env, stdio: ['ignore', output, 'pipe'] });
  if (typeof output === 'number') closeSync(output);
  return started(child, child.stderr!);
};
