import { chown, lstat, mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { isAlive, type Postmaster, readPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { canEnter, type ServerUser } from './server-user.ts';
import { PORT } from './settings.ts';

const PREFIX = 'launchweek-';
const PATIENCE_MS = 120_000;

/** Finds the cluster's server or starts it: one left by a killed process is taken over. Only ever called in turn. */
export const keepRunning = async (cluster: Cluster, known_at?: string): Promise<Postmaster> => {
  let socket_dir = known_at;
  let unheard = 0;
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(50)) {
    const found = await readPostmaster(cluster);
    if (found) socket_dir = found.socket_dir;
    if (!found || !(await isAlive(cluster, found))) {
      const started = await startAt(cluster, await socketFolder(cluster.user, socket_dir));
      if (started) return started;
    } else if (found.status === 'ready') {
      if (await answers(found)) return found;
      // Somebody cleaned the folder of temporary files: no one can come in any more, so begin again.
      if (++unheard > 20) await stopPostmaster(cluster, found);
    }
  }
  throw new Error(`The database is neither starting nor stopping. See ${cluster.log}.`);
};

const startAt = async (cluster: Cluster, folder: string): Promise<Postmaster | null> => {
  let started: Postmaster | null = null;
  try {
    started = await startPostmaster(cluster, folder);
    return started;
  } finally {
    // Only if empty: else a server that was faster lives there.
    if (!started) await rmdir(folder).catch(() => {});
  }
};

const answers = ({ socket_dir }: Postmaster): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(join(socket_dir, `.s.PGSQL.${PORT}`));
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** The previous one where it can be had: a process that outlived the server finds the next at the same address. */
const socketFolder = async (user: ServerUser, previous = ''): Promise<string> => {
  if (basename(previous).startsWith(PREFIX) && (await take(previous, user))) return previous;
  // A socket's whole path must fit into about a hundred bytes.
  const root = [tmpdir(), '/tmp'].find((folder) => folder.length < 70 && canEnter(user, folder)) ?? '/var/tmp';
  const folder = await mkdtemp(join(root, PREFIX));
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
};

const take = async (folder: string, user: ServerUser): Promise<boolean> => {
  try {
    await mkdir(folder, { mode: 0o700 });
    if (user) await chown(folder, user.uid, user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
  }
  // Anyone may make folders among temporary files, so an existing one has to be ours.
  const found = await lstat(folder).catch(() => null);
  if (!found?.isDirectory() || found.uid !== (user?.uid ?? process.getuid?.()) || found.mode & 0o077) return false;
  for (const end of ['', '.lock']) await rm(join(folder, `.s.PGSQL.${PORT}${end}`), { force: true });
  return true;
};
