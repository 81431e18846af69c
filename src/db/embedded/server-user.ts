import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile } from 'node:fs/promises';

/** Whom PostgreSQL runs as; null is whoever we are. */
export type ServerUser = { uid: number; gid: number } | null;

const weAreRoot = () => process.getuid?.() === 0;

/** PostgreSQL refuses to run as root: `postgres` takes its place, or `nobody`. Whoever owns existing data goes on owning it. */
export const chooseServerUser = async (data_owner: ServerUser): Promise<ServerUser> => {
  if (!weAreRoot()) return null;
  if (data_owner && data_owner.uid !== 0) return data_owner;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account)
    throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody. Start as another user, or set DATABASE_URL.');
  return { uid: Number(account[2]), gid: Number(account[3]) };
};

/** Tried rather than worked out from modes, so access lists and mounts count as well. */
export const canEnter = (user: ServerUser, folder: string): boolean =>
  user === null || spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], runAs(user)).status === 0;

/** Makes a folder, unless it is there, that others may enter whatever our umask says. */
export const makeOpenFolder = async (folder: string): Promise<void> => {
  if (await mkdir(folder, { recursive: true })) await chmod(folder, 0o755);
};

/** How a program of PostgreSQL's is spawned: nothing of our environment or working folder, which that user may not enter. */
export const runAs = (user: ServerUser) => ({ cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, ...user });
