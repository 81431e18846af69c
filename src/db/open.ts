import postgres from 'postgres';
import type { Role } from './embedded/presence.ts';
import { PORT } from './embedded/settings.ts';
import { joinEmbedded } from './embedded.ts';

export { AlreadyServing } from './embedded/presence.ts';

export type Sql = postgres.Sql;

export type Database = {
  sql: Sql;
  /** For libraries that open their own connections; takes the form node-postgres and graphile-worker expect. */
  connection: { connectionString: string };
  embedded: boolean;
  close(): Promise<void>;
};

type Opening = { database_url: string | null; data_dir: string; role: Role; durable?: boolean; pool?: number };

/** Opens the database: the server at DATABASE_URL, or a PostgreSQL of our own under DATA_DIR. */
export const openDatabase = async ({ database_url, data_dir, role, durable = true, pool = 10 }: Opening): Promise<Database> => {
  const own = database_url ? null : await joinEmbedded({ data_dir, role, durable });
  const url = database_url || socketUrl(own!.host, 'launchweek');
  const sql = connect(url, pool);
  const close = async () => {
    await sql.end({ timeout: 5 });
    await own?.leave();
  };
  try {
    await refuseOldServers(sql);
  } catch (error) {
    await close();
    throw error;
  }
  return { sql, connection: { connectionString: url }, embedded: own !== null, close };
};

/** An address that postgres.js (through `connect`), node-postgres and libpq read alike. */
export const socketUrl = (socket_dir: string, database: string) =>
  `postgres://postgres@localhost:${PORT}/${database}?host=${encodeURIComponent(socket_dir)}`;

/** A pool on an address. Whole numbers are numbers, a `date` is its text, a moment is a Date. */
export const connect = (database_url: string, pool: number): Sql => {
  const url = new URL(database_url);
  const host = url.searchParams.get('host');
  // postgres.js would send these to the server as settings, which it refuses.
  for (const name of ['host', 'channel_binding']) url.searchParams.delete(name);
  return postgres(url.href, {
    ...(host ? { host } : {}),
    max: pool,
    onnotice: () => {},
    // A server that was away is asked again soon: the default waits longer each time, up to 20 s after it is back.
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 0.5),
    connect_timeout: 5,
    // JSON that PostgreSQL writes has its times in the session's zone.
    connection: { application_name: 'launchweek', statement_timeout: 30_000, TimeZone: 'UTC' },
    types: {
      whole: { to: 20, from: [20], serialize: String, parse: Number },
      day: { to: 1082, from: [1082], serialize: String, parse: String },
    },
  }) as unknown as Sql;
};

const refuseOldServers = async (sql: Sql) => {
  const [row] = await sql<{ number: number; version: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`;
  if (row!.number < 150_000) throw new Error(`DATABASE_URL is a PostgreSQL ${row!.version}; Launchweek needs 15 or newer.`);
};
