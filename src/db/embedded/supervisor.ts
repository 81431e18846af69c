import { chown, lstat, mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { canEnter, type ServerUser } from './installation.ts';
import { isAlive, type Postmaster, readPostmaster, SOCKET_PORT, startPostmaster, stopPostmaster } from './postmaster.ts';

const PREFIX = 'launchweek-';
const TIMEOUT_MS = 120_000;

/** Finds the cluster's server or starts it. A server left by a killed process is taken over. Call it under the file lock. */
export const superviseServer = async (cluster: Cluster, known_host?: string): Promise<{ postmaster: Postmaster; is_new: boolean }> => {
  let socket_dir = known_host;
  let failed_connects = 0;
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(50)) {
    const found = await readPostmaster(cluster);
    if (found) socket_dir = found.socket_dir;
    if (!found || !(await isAlive(cluster, found))) {
      const started = await startAt(cluster, await socketFolder(cluster.user, socket_dir));
      if (started) return { postmaster: started, is_new: true };
    } else if (found.status === 'ready') {
      if (await canConnect(found)) return { postmaster: found, is_new: false };
      // The socket was deleted, for example by a cleanup of temporary files: nobody can connect any more, so restart.
      if (++failed_connects > 20) await stopPostmaster(cluster, found);
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
    // Only if empty: otherwise another server was faster and uses it.
    if (!started) await rmdir(folder).catch(() => {});
  }
};

const canConnect = ({ socket_dir }: Postmaster): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(join(socket_dir, `.s.PGSQL.${SOCKET_PORT}`));
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Returns a folder for the socket, the previous one if possible: running processes then find the restarted server. */
const socketFolder = async (user: ServerUser, previous = ''): Promise<string> => {
  if (basename(previous).startsWith(PREFIX) && (await claimFolder(previous, user))) return previous;
  // A socket's path is limited to about a hundred bytes.
  const root = [tmpdir(), '/tmp'].find((folder) => folder.length < 70 && canEnter(user, folder)) ?? '/var/tmp';
  const folder = await mkdtemp(join(root, PREFIX));
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
};

const claimFolder = async (folder: string, user: ServerUser): Promise<boolean> => {
  try {
    await mkdir(folder, { mode: 0o700 });
    if (user) await chown(folder, user.uid, user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
  }
  // Anyone may create folders in /tmp, so an existing one must be ours.
  const found = await lstat(folder).catch(() => null);
  if (!found?.isDirectory() || found.uid !== (user?.uid ?? process.getuid?.()) || found.mode & 0o077) return false;
  for (const end of ['', '.lock']) await rm(join(folder, `.s.PGSQL.${SOCKET_PORT}${end}`), { force: true });
  return true;
};
