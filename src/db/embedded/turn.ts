import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 180_000;

/**
 * Does the work while no other process does its own under the same file.
 * Node has no flock; SQLite's lock on an empty file is the kernel's, so it vanishes with its process, however that dies.
 */
export const inTurn = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    for (const deadline = Date.now() + PATIENCE_MS; !isOurs(lock); await sleep(20)) {
      if (Date.now() > deadline) throw new Error(`Another process has been starting or stopping the database for minutes (${file}).`);
    }
    return await work();
  } finally {
    lock.close();
  }
};

const SQLITE_BUSY = 5;

const isOurs = (lock: DatabaseSync): boolean => {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
};
