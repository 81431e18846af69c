import type { Cluster, Server } from '../../test/support/postgres-server.ts';
import { until } from '../../test/support/until.ts';
import type { Part } from './program.ts';

/** A database server as a part: killed, only its first process ends at once, and the others when they notice. */
export const postgresPart = (cluster: Cluster, settings: Record<string, string>): Part => {
  let server: Server | null = null;
  const end = async (signal: NodeJS.Signals) => {
    await server?.stop(signal);
    server = null;
  };
  return {
    /** As a supervisor does, again while processes of the one before are left. */
    async start() {
      server = await until(() => cluster.start(settings).catch(() => null));
    },
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
    pid: () => server?.pid ?? null,
  };
};
