import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../src/db/open.ts';
import type { Chance } from '../support/random.ts';
import { type Cluster, dropPackets, writeClock } from './cluster.ts';
import { canMoveClocks, type Service } from './services.ts';

/** What a fault may break. */
export interface Scene {
  cluster: Cluster;
  services: Service[];
  /** The run's own connection, which faults may end too. */
  sql: Sql;
  chance: Chance;
  /** The mail server. */
  mail: { refuse: boolean };
}

/** Breaks something and repairs it. False if that is impossible on this machine. */
type Fault = (scene: Scene) => Promise<unknown>;

const LOCKED_TABLES = ['listings', 'orders', 'votes', 'ballots', 'mails', 'accounts', 'limits_taken', 'sessions', 'launch_weeks'];
/** Shutdown time: three seconds of leaving, ten for pending work, and a margin. */
const STOPS_WITHIN_MS = 25_000;

const others = (sql: Sql) =>
  sql<{ pid: number }[]>`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

const moveClock =
  (seconds: number): Fault =>
  async ({ services, chance }) => {
    if (!canMoveClocks) return false;
    const service = chance.of(services);
    await writeClock(service.clock_file, seconds);
    await sleep(8000);
    await writeClock(service.clock_file, 0);
    // The file is read at most once a second.
    await sleep(1500);
  };

const loseNetwork =
  (probability: number, ms: number): Fault =>
  async ({ cluster }) => {
    const mend = await dropPackets(cluster.port, probability);
    if (!mend) return false;
    await sleep(ms).finally(mend);
  };

export const FAULTS: Record<string, Fault> = {
  'end one backend': async ({ sql, chance }) => {
    const pids = await others(sql);
    if (pids.length) await sql`select pg_terminate_backend(${chance.of(pids).pid})`;
  },
  'end all backends': async ({ sql }) => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  },
  'end all backends, ten times': async ({ sql }) => {
    for (let n = 0; n < 10; n++) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
      await sleep(150);
    }
  },
  'stop one backend for 6 s': async ({ sql, chance }) => {
    const pids = await others(sql);
    if (!pids.length) return;
    const { pid } = chance.of(pids);
    try {
      process.kill(pid, 'SIGSTOP');
      await sleep(6000);
    } catch {
      // It has exited meanwhile.
    } finally {
      try {
        process.kill(pid, 'SIGCONT');
      } catch {}
    }
  },
  'restart PostgreSQL': async ({ cluster }) => {
    await cluster.restart('fast');
  },
  'crash PostgreSQL': async ({ cluster }) => {
    await cluster.restart('immediate');
  },
  'lock a table for 8 s': async ({ sql, chance }) => {
    const table = chance.of(LOCKED_TABLES);
    await sql
      .begin(async (tx) => {
        await tx`set local lock_timeout = '5s'`;
        await tx`set local idle_in_transaction_session_timeout = 0`;
        await tx`lock table ${tx(table)} in access exclusive mode`;
        await sleep(8000);
      })
      .catch(() => undefined);
  },
  'lose one packet in three for 8 s': loseNetwork(0.33, 8000),
  'lose all packets for 10 s': loseNetwork(1, 10_000),
  'stop a process for 7 s': async ({ services, chance }) => {
    await chance.of(services).pause(7000);
  },
  'kill a process': async ({ services, chance }) => {
    const service = chance.of(services);
    await service.end('SIGKILL', 5000);
    service.start();
  },
  'ask a process to stop': async ({ services, chance }) => {
    const service = chance.of(services);
    await service.end('SIGTERM', STOPS_WITHIN_MS);
    service.start();
  },
  'ask a process to stop while the database is away': async ({ services, chance, cluster }) => {
    const mend = await dropPackets(cluster.port, 1);
    if (!mend) return false;
    const service = chance.of(services);
    try {
      await sleep(500);
      await service.end('SIGTERM', STOPS_WITHIN_MS);
    } finally {
      await mend();
    }
    service.start();
  },
  'fill the disk for 6 s': async ({ cluster }) => {
    if (!cluster.has_own_disk) return false;
    const mend = await cluster.fill();
    await sleep(6000).finally(mend);
  },
  'move a clock by an hour': moveClock(3600),
  'move a clock by eight days': moveClock(8 * 86_400),
  'move a clock back by a day': moveClock(-86_400),
  'refuse mail for 8 s': async ({ mail }) => {
    mail.refuse = true;
    await sleep(8000);
    mail.refuse = false;
  },
};
