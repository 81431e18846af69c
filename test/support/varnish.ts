import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './debian-packages.ts';
import { until } from './until.ts';

export const VARNISHD = findProgram('varnishd');

interface Options {
  port: number;
  /** Of the processes behind it. */
  service_ports: readonly (number | string)[];
  token: string;
  /** Instead of deploy/varnish-backends.vcl. */
  backends?: string;
}

/** Varnish with the configuration we ship, in front of a service. */
export const startVarnish = async ({ port, service_ports, token, backends }: Options) => {
  const folder = await mkdtemp(join(tmpdir(), 'launchweek-varnish-'));
  let backend = 0;
  const vcl = (backends ?? (await readFile('deploy/varnish-backends.vcl', 'utf8')))
    .replace(/\.host = "[^"]*"/g, '.host = "127.0.0.1"')
    .replace(/\.port = "\d+"/g, () => `.port = "${service_ports[backend++ % service_ports.length]}"`);
  await writeFile(join(folder, 'varnish-backends.vcl'), vcl);
  await copyFile('deploy/varnish.vcl', join(folder, 'site.vcl'));
  const work = join(folder, 'work');
  // It drops its privileges otherwise, and cannot read a folder of ours.
  const args = [
    '-j',
    'none',
    '-F',
    '-n',
    work,
    '-a',
    `127.0.0.1:${port}`,
    '-f',
    join(folder, 'site.vcl'),
    '-s',
    'malloc,32m',
    '-s',
    'Transient=malloc,32m',
  ];
  const small = ['-p', 'thread_pools=1', '-p', 'thread_pool_min=10', '-p', 'vsl_space=1m'];
  const child = spawn(VARNISHD!, [...args, ...small], { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, CDN_TOKEN: token } });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise((resolve) => child.once('exit', resolve)).then(() => process.off('exit', kill));
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`varnishd ended with ${child.exitCode}: ${said}`);
    return fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status === 404,
      () => false,
    );
  });
  return {
    pid: child.pid!,
    /** Varnish's own counters, which it adds up about a second late. */
    async readCounter(name: string): Promise<number> {
      const { stdout } = await promisify(execFile)('varnishstat', ['-n', work, '-1', '-f', name]);
      return Number(stdout.trim().split(/\s+/)[1]);
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};
