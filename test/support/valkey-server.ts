import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findProgram } from './debian-packages.ts';

/** Valkey, or a Redis that speaks the same protocol; undefined where neither is installed. */
export const VALKEY_SERVER = findProgram('valkey-server', 'redis-server');

/** Starts a server that stores nothing, and waits until it accepts connections. */
export const startValkey = async (port: number): Promise<{ url: string; stop(): Promise<void> }> => {
  const child = spawn(VALKEY_SERVER!, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const gone = once(child, 'exit').then(() => process.off('exit', kill));
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (/ready to accept connections/i.test(said)) break;
  }
  if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${said}`);
  return {
    url: `redis://127.0.0.1:${port}/0`,
    async stop() {
      child.kill('SIGKILL');
      await gone;
    },
  };
};
