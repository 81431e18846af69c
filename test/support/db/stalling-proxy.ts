import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** A way to a PostgreSQL on which traffic can be made to stand still, as when a machine or a network hangs. */
export interface StallingProxy {
  /** The database's address through the proxy. */
  url: string;
  /** Connections are still accepted; nothing is passed on any more. */
  stall(): void;
  /** Stalls when a client sends this text. */
  stallAt(text: string): void;
  isStalled(): boolean;
  /** What was held back is passed on. */
  resume(): void;
  close(): Promise<void>;
}

const reach = (database_url: string): Socket => {
  const url = new URL(database_url);
  const folder = url.searchParams.get('host');
  return folder ? connect(join(folder, `.s.PGSQL.${url.port || 5432}`)) : connect(Number(url.port || 5432), url.hostname);
};

export const startStallingProxy = async (database_url: string): Promise<StallingProxy> => {
  const sockets = new Set<Socket>();
  let stalled = false;
  let stall_at: string | null = null;
  let held: (() => void)[] = [];

  const pass = (from: Socket, to: Socket, watched: boolean): void => {
    from.on('data', (chunk) => {
      if (watched && stall_at !== null && chunk.includes(stall_at)) stalled = true;
      if (stalled) held.push(() => to.write(chunk));
      else to.write(chunk);
    });
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
    sockets.add(from);
    from.on('close', () => sockets.delete(from));
  };
  const server = createServer((client) => {
    const upstream = reach(database_url);
    pass(client, upstream, true);
    pass(upstream, client, false);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  const url = new URL(database_url);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  url.searchParams.delete('host');
  return {
    url: url.href,
    stall() {
      stalled = true;
    },
    stallAt(text) {
      stall_at = text;
    },
    isStalled: () => stalled,
    resume() {
      stalled = false;
      stall_at = null;
      for (const send of held) send();
      held = [];
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
};
