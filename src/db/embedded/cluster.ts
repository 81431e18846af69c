import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, readdir, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { canEnter, chooseServerUser, makeOpenFolder, prepareBinaries, runAs, type ServerUser } from './installation.ts';

/** Folder for files that the server user must reach when it cannot enter DATA_DIR. */
const SHARED_HOME = '/var/lib/launchweek';

/** A PostgreSQL cluster on disk, and how to run it. */
export type Cluster = { path: string; user: ServerUser; binaries: string; log: string; durable: boolean };

/** Finds the cluster of DATA_DIR or creates it. Call it under the file lock. */
export const prepareCluster = async (data_dir: string, durable: boolean): Promise<Cluster> => {
  const folder_path = join(data_dir, 'postgres');
  const owner = await findOwner(folder_path);
  const user = await chooseServerUser(owner);
  const binaries = await prepareBinaries(user, user ? SHARED_HOME : data_dir);
  if (!owner) await makeCluster(folder_path, data_dir, { user, binaries, durable });
  return { path: await realpath(folder_path), user, binaries, log: join(data_dir, 'postgres.log'), durable };
};

/** The owner of an existing cluster, or null. A dangling link means lost data, so it is an error. */
const findOwner = async (folder_path: string) => {
  if (!(await lstat(folder_path).catch(() => null))) return null;
  const found = await stat(folder_path).catch(() => null);
  if (!found)
    throw new Error(
      `${folder_path} is a link to a database that is no longer there. Restore it, or delete the link to start with an empty one.`,
    );
  const own_uid = process.getuid?.();
  if (own_uid !== 0 && found.uid !== own_uid)
    throw new Error(`The database in ${folder_path} belongs to another user (${found.uid}). Start as that user.`);
  return { uid: found.uid, gid: found.gid };
};

type InitOptions = Pick<Cluster, 'user' | 'binaries' | 'durable'>;

const makeCluster = async (folder_path: string, data_dir: string, options: InitOptions): Promise<void> => {
  if (canEnter(options.user, data_dir)) {
    await deleteUnfinished(data_dir, 0);
    return initialize(folder_path, options);
  }
  await makeOpenFolder(SHARED_HOME);
  await deleteUnfinished(SHARED_HOME, 24 * 3600_000);
  const shared_path = join(SHARED_HOME, `data-${randomBytes(6).toString('hex')}`);
  await initialize(shared_path, options);
  await symlink(shared_path, folder_path);
};

/** Deletes unfinished clusters; in the shared folder only old ones, since other processes may be creating theirs. */
const deleteUnfinished = async (folder: string, age_ms: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith('.new') && Date.now() - (await stat(path)).mtimeMs >= age_ms)
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
  }
};

/** Creates the cluster under a temporary name until initdb is complete: a partial one must never be used. */
const initialize = async (final_path: string, { user, binaries, durable }: InitOptions): Promise<void> => {
  const folder = `${final_path}.new`;
  await mkdir(folder, { mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  // PostgreSQL's built-in code-point order and case rules: an update of the operating system cannot change them and break indexes.
  // Sorting for display is done in our code.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  // Trust authentication: only this user and root can enter the socket's folder, and nothing listens on the network.
  const args = ['-D', folder, '--username=postgres', '--auth=trust', '--no-instructions', ...locale, ...(durable ? [] : ['--no-sync'])];
  try {
    await promisify(execFile)(join(binaries, 'bin', 'initdb'), args, runAs(user));
  } catch (error) {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
    const stderr = (error as { stderr?: string }).stderr?.trim();
    throw new Error(`The database could not be created in ${folder}:\n${stderr || (error as Error).message}`, { cause: error });
  }
  await rename(folder, final_path);
};
