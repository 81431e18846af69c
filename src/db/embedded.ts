import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareCluster } from './embedded/cluster.ts';
import { stopPostmaster } from './embedded/postmaster.ts';
import { AlreadyServing, type Presence, type Role, showPresence } from './embedded/presence.ts';
import { keepRunning } from './embedded/running.ts';
import { inTurn } from './embedded/turn.ts';

/** The PostgreSQL of a DATA_DIR, while this process uses it. */
export type Embedded = { host: string; leave(): Promise<void> };

type Joining = { data_dir: string; role: Role; durable: boolean };
type Membership = { host: string; presence: Presence; stop(): Promise<void> };

/** Makes or finds the PostgreSQL of a DATA_DIR and keeps it running until this process leaves; the last to leave stops it. */
export const joinEmbedded = async ({ data_dir, role, durable }: Joining): Promise<Embedded> => {
  const folder = resolve(data_dir);
  const lock = join(folder, 'postgres.lock');
  let leaving = false;
  let healing: Promise<void> = Promise.resolve();
  let member: Membership;

  const lost = () => {
    healing = healing.then(heal);
  };
  const enter = (known_at?: string) => inTurn(lock, () => become(folder, role, durable, lost, known_at));

  /** The server died under us: bring it back where it was, for the pool looks for it there. */
  const heal = async () => {
    for (let pause = 100; !leaving; pause = Math.min(pause * 2, 10_000)) {
      try {
        await member.presence.end();
        member = await enter(member.host);
        if (role === 'serve') await member.presence.serve();
        return;
      } catch (error) {
        process.emitWarning(`The database is gone and did not come back yet: ${(error as Error).message}`);
        await sleep(pause);
      }
    }
  };

  await mkdir(folder, { recursive: true });
  member = await enter();
  const holder = role === 'serve' ? await member.presence.serve() : null;

  const leave = async () => {
    leaving = true;
    await healing;
    const goOut = async () => {
      const last = await member.presence.isLast().catch(() => !existsSync(folder));
      if (last) await member.stop();
      await member.presence.end();
    };
    // Whoever deletes DATA_DIR under a running server leaves no one to take turns with.
    await (existsSync(folder) ? inTurn(lock, goOut) : goOut());
  };

  if (holder !== null) {
    await leave();
    throw new AlreadyServing(
      `Launchweek is already serving from ${folder} (${holder}). Stop that one first, or give this one another DATA_DIR.`,
    );
  }
  return { host: member.host, leave };
};

const become = async (folder: string, role: Role, durable: boolean, lost: () => void, known_at?: string): Promise<Membership> => {
  const cluster = await prepareCluster(folder, durable);
  for (let tries = 0; ; tries++) {
    const postmaster = await keepRunning(cluster, known_at);
    try {
      const presence = await showPresence(postmaster.socket_dir, role, lost);
      return { host: postmaster.socket_dir, presence, stop: () => stopPostmaster(cluster, postmaster) };
    } catch (error) {
      // It answered and yet was on its way down: whoever was stopping it got killed, or it was told by hand.
      if (!isPassing(error) || tries === 100) throw error;
      await sleep(100);
    }
  }
};

const isPassing = (error: unknown) => /^(57P0\d|ECONN\w+|ENOENT|EPIPE|CONNECTION_\w+)$/.test(String((error as { code?: string }).code));
