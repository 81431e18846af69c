import { checkServer, connect, type Sql } from './connection/connect.ts';
import { joinEmbedded } from './embedded/embedded.ts';
import { SOCKET_PORT } from './embedded/postmaster.ts';
import type { Role } from './embedded/presence.ts';
import { guardPool, POOLS, type PoolName } from './pools/guarded-pool.ts';

export { connect, type Sql } from './connection/connect.ts';
export { AlreadyServing } from './embedded/presence.ts';

export type Database = {
  /** For commands, migrations and startup. It waits for locks as long as it takes. */
  sql: Sql;
  /** For other pools on the database, such as graphile-worker's. */
  connection: { connectionString: string };
  embedded: boolean;
  /** Opens another pool on the same database. It is closed with the database. */
  open(name: PoolName): Sql;
  close(): Promise<void>;
  /** Leaves without closing connections. Still stops the embedded server unless others use it. */
  abandon(): Promise<void>;
};

type OpenOptions = { database_url: string | null; data_dir: string; role: Role; durable?: boolean; pool?: number };

export const openDatabase = async ({ database_url, data_dir, role, durable = true, pool = 10 }: OpenOptions): Promise<Database> => {
  if (database_url) await checkServer(database_url);
  const embedded = database_url ? null : await joinEmbedded({ data_dir, role, durable });
  const url = database_url || socketUrl(embedded!.host, 'launchweek');
  const sql = connect(url, pool);
  const pools = [sql];
  const open = (name: PoolName): Sql => {
    const { settings, ...limits } = POOLS[name];
    const opened = guardPool(name, () => connect(url, limits.connections, settings), limits);
    pools.push(opened);
    return opened;
  };
  const close = async () => {
    await Promise.all(pools.map((pool) => pool.end({ timeout: 5 })));
    await embedded?.leave();
  };
  const abandon = async () => embedded?.leave();
  try {
    await sql`select`;
  } catch (error) {
    await close();
    throw error;
  }
  return { sql, connection: { connectionString: url }, embedded: embedded !== null, open, close, abandon };
};

/** A URL that `connect` and libpq both understand. */
const socketUrl = (socket_dir: string, database: string) =>
  `postgres://postgres@localhost:${SOCKET_PORT}/${database}?host=${encodeURIComponent(socket_dir)}`;
