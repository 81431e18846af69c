import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.ts';

const VARNISHD = '/usr/sbin/varnishd';
export const has_varnish = existsSync(VARNISHD);

/** Varnish with the configuration we ship, in front of a service. */
export const startVarnish = async ({ port, service_port, token }: { port: number; service_port: string; token: string }) => {
  const folder = await mkdtemp(join(tmpdir(), 'launchweek-varnish-'));
  const vcl = (await readFile('deploy/varnish.vcl', 'utf8'))
    .replace('.port = "3000"', `.port = "${service_port}"`)
    .replace('a token of your own', token);
  await writeFile(join(folder, 'site.vcl'), vcl);
  // It drops its privileges otherwise, and cannot read a folder of ours.
  const args = [
    '-j',
    'none',
    '-F',
    '-n',
    join(folder, 'work'),
    '-a',
    `127.0.0.1:${port}`,
    '-f',
    join(folder, 'site.vcl'),
    '-s',
    'malloc,32m',
  ];
  const small = ['-p', 'thread_pools=1', '-p', 'thread_pool_min=10', '-p', 'vsl_space=1m'];
  const child = spawn(VARNISHD, [...args, ...small], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`varnishd ended with ${child.exitCode}: ${said}`);
    return fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status === 404,
      () => false,
    );
  });
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};
