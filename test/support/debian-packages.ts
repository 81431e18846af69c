import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Where a program is that has one of these names, the first that is installed. */
export const findProgram = (...names: string[]): string | undefined => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
};

/** Packages that tests need, with the programs of which one is enough. Chromium without its window takes two thirds of the processor time. */
const PACKAGES: Record<string, string[]> = {
  'chromium-headless-shell': ['chromium-headless-shell'],
  varnish: ['varnishd'],
  'redis-server': ['valkey-server', 'redis-server'],
};

/** One by one, as a release of Debian may lack one of them. In runlevel 1 no server is started. */
const INSTALL = 'apt-get update; for package; do RUNLEVEL=1 apt-get install -y "$package"; done';

/** Installs what is missing, as root on Debian. Whatever is still missing is reported by the tests that need it. */
export const installPackages = async (): Promise<void> => {
  const missing = Object.keys(PACKAGES).filter((name) => findProgram(...PACKAGES[name]!) === undefined);
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  // Two runs may start together: the second waits here, and has nothing left to do.
  const args = [join(tmpdir(), 'launchweek-packages.lock'), 'sh', '-c', INSTALL, 'sh', ...missing];
  await once(spawn('flock', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }), 'exit');
};
