import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, readdir, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareBinaries } from './binaries.ts';
import { canEnter, chooseServerUser, makeOpenFolder, runAs, type ServerUser } from './server-user.ts';

/** Where things go that the server user must reach when it cannot enter DATA_DIR. */
const SHARED_HOME = '/var/lib/launchweek';

/** One PostgreSQL cluster on disk, and all that is needed to run it. */
export type Cluster = { path: string; user: ServerUser; binaries: string; log: string; durable: boolean };

/** The cluster of DATA_DIR, made on first use. Only ever called in turn. */
export const prepareCluster = async (data_dir: string, durable: boolean): Promise<Cluster> => {
  const place = join(data_dir, 'postgres');
  const made = await findMade(place);
  const user = await chooseServerUser(made);
  const binaries = await prepareBinaries(user, user ? SHARED_HOME : data_dir);
  if (!made) await makeCluster(place, data_dir, { user, binaries, durable });
  return { path: await realpath(place), user, binaries, log: join(data_dir, 'postgres.log'), durable };
};

/** Its owner, or null when there is none yet. A link to nowhere is lost data, not a reason to begin anew in silence. */
const findMade = async (place: string) => {
  if (!(await lstat(place).catch(() => null))) return null;
  const found = await stat(place).catch(() => null);
  if (!found)
    throw new Error(
      `${place} is a link to a database that is no longer there. Bring it back, or delete the link to begin with an empty one.`,
    );
  const we = process.getuid?.();
  if (we !== 0 && found.uid !== we) throw new Error(`The database in ${place} belongs to another user (${found.uid}). Start as that user.`);
  return { uid: found.uid, gid: found.gid };
};

/** Under another name until initdb is through: one that was killed half way must never be taken for a database. */
const makeCluster = async (place: string, data_dir: string, how: Pick<Cluster, 'user' | 'binaries' | 'durable'>): Promise<void> => {
  if (canEnter(how.user, data_dir)) {
    await sweep(data_dir, 0);
    await initialize(`${place}.new`, how);
    await rename(`${place}.new`, place);
    return;
  }
  await makeOpenFolder(SHARED_HOME);
  await sweep(SHARED_HOME, 24 * 3600_000);
  const elsewhere = join(SHARED_HOME, `data-${randomBytes(6).toString('hex')}`);
  await initialize(`${elsewhere}.new`, how);
  await rename(`${elsewhere}.new`, elsewhere);
  await symlink(elsewhere, place);
};

/** Clears away what was cut short; in the shared home only old ones, for others may be at it. */
const sweep = async (folder: string, age_ms: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith('.new') && Date.now() - (await stat(path)).mtimeMs >= age_ms)
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
  }
};

const initialize = async (folder: string, { user, binaries, durable }: Pick<Cluster, 'user' | 'binaries' | 'durable'>): Promise<void> => {
  await mkdir(folder, { mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  // Code-point order and Unicode's own case rules come with PostgreSQL, so an update of the operating system cannot
  // change them under an index. Order for people's eyes is made in our code.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  // Trust: the socket lies in a folder that only this user and root may enter, and nothing listens on the network.
  const args = ['-D', folder, '--username=postgres', '--auth=trust', '--no-instructions', ...locale, ...(durable ? [] : ['--no-sync'])];
  try {
    await promisify(execFile)(join(binaries, 'bin', 'initdb'), args, runAs(user));
  } catch (error) {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
    const said = (error as { stderr?: string }).stderr?.trim();
    throw new Error(`The database could not be made in ${folder}:\n${said || (error as Error).message}`, { cause: error });
  }
};
