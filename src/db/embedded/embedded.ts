import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareCluster } from './cluster.ts';
import { stopPostmaster, superviseServer } from './postmaster.ts';
import { AlreadyServing, type Presence, type Role, showPresence } from './presence.ts';

/** The PostgreSQL server of a DATA_DIR, while this process uses it. */
type EmbeddedServer = { host: string; leave(): Promise<void> };

/** How long to wait for the server to say whether others use it. */
const ANSWER_MS = 2000;

type JoinOptions = { data_dir: string; role: Role; durable: boolean };
type Membership = { host: string; presence: Presence; stop(): Promise<void> };

/** Starts or finds the PostgreSQL server of a DATA_DIR. It runs until the last process that uses it leaves. */
export const joinEmbedded = async ({ data_dir, role, durable }: JoinOptions): Promise<EmbeddedServer> => {
  const folder = resolve(data_dir);
  const lock = join(folder, 'postgres.lock');
  let is_leaving = false;
  let recovery: Promise<void> = Promise.resolve();
  let member: Membership;

  const onLost = () => {
    recovery = recovery.then(recover);
  };
  const joinServer = (known_host?: string) => withFileLock(lock, () => becomeMember(folder, role, durable, onLost, known_host));

  /** The server died: restart it at the same address, where the pools expect it. */
  const recover = async () => {
    for (let pause = 100; !is_leaving; pause = Math.min(pause * 2, 10_000)) {
      try {
        await member.presence.end();
        member = await joinServer(member.host);
        if (role === 'serve') await member.presence.serve();
        return;
      } catch (error) {
        process.emitWarning(`The connection to the database was lost and isn’t back yet: ${(error as Error).message}`);
        await sleep(pause);
      }
    }
  };

  await mkdir(folder, { recursive: true });
  member = await joinServer();

  /** A server that does not respond is useless to commands too: they restart it when they need it. */
  const isLast = () =>
    Promise.race([member.presence.isLast(), sleep(ANSWER_MS, role === 'serve')]).catch(() => role === 'serve' || !existsSync(folder));

  const leaveNow = async () => {
    is_leaving = true;
    await recovery;
    const leaveServer = async () => {
      if (await isLast()) await member.stop();
      await member.presence.end();
    };
    // If DATA_DIR was deleted, there is no lock file and nobody to wait for.
    await (existsSync(folder) ? withFileLock(lock, leaveServer) : leaveServer());
  };
  let leave_result: Promise<void> | undefined;
  const leave = () => {
    leave_result ??= leaveNow();
    return leave_result;
  };

  const holder = role === 'serve' ? await member.presence.serve().catch((error) => leave().then(() => Promise.reject(error))) : null;
  if (holder !== null) {
    await leave();
    throw new AlreadyServing(`Launchweek is already serving from ${folder} (${holder}). Stop it first, or use a different DATA_DIR.`);
  }
  return { host: member.host, leave };
};

const becomeMember = async (folder: string, role: Role, durable: boolean, onLost: () => void, known_host?: string): Promise<Membership> => {
  const cluster = await prepareCluster(folder, durable);
  for (let tries = 0; ; tries++) {
    const { postmaster, is_new } = await superviseServer(cluster, known_host);
    try {
      const presence = await showPresence(postmaster.socket_dir, role, onLost);
      return { host: postmaster.socket_dir, presence, stop: () => stopPostmaster(cluster, postmaster) };
    } catch (error) {
      // It was shutting down: the process that stopped it was killed, or somebody stopped it by hand.
      if (isTransient(error) && tries < 100) await sleep(100);
      else {
        // We started it and hold the lock, so nobody else would stop it.
        if (is_new) await stopPostmaster(cluster, postmaster);
        throw error;
      }
    }
  }
};

const isTransient = (error: unknown) => /^(57P0\d|ECONN\w+|ENOENT|EPIPE|CONNECTION_\w+)$/.test(String((error as { code?: string }).code));

const LOCK_TIMEOUT_MS = 180_000;

/** Runs work under a file lock that ends with the process. Node has no flock, so it is SQLite's lock on an empty file. */
const withFileLock = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    for (const deadline = Date.now() + LOCK_TIMEOUT_MS; !tryLock(lock); await sleep(20)) {
      if (Date.now() > deadline) throw new Error(`Another process has been starting or stopping the database for minutes (${file}).`);
    }
    return await work();
  } finally {
    lock.close();
  }
};

const SQLITE_BUSY = 5;

const tryLock = (lock: DatabaseSync): boolean => {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
};
