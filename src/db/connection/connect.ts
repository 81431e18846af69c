import type { Options, PostgresType, Sql } from 'postgres';
import { PlainError } from '../../kernel/errors.ts';
import postgres from '../driver/postgres.ts';
import { sessionOptions, socketOpener } from './socket.ts';
import { parseDatabaseUrl } from './url.ts';

/**
 * Settings of every session, in both drivers. They are sent as the first statements rather than in the startup message, which poolers
 * reject. So `reset` would restore the server's defaults: use `set` with the value from this table.
 */
const SESSION_SETTINGS: Readonly<Record<string, string | number>> = {
  /** JIT compilation takes longer than any of our queries. */
  jit: 'off',
  statement_timeout: 30_000,
  /** Times in PostgreSQL's JSON are in the session's time zone. */
  TimeZone: 'UTC',
  /** Detects a dead client within half a minute and ends its transaction. Unix sockets ignore these. */
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25_000,
};

/** The statements that apply these settings, with overrides (for migrations, for example). */
export const sessionSql = (overrides: Record<string, string | number> = {}): string =>
  Object.entries({ ...SESSION_SETTINGS, ...overrides })
    .map(([name, value]) => `set ${name} = '${value}';`)
    .join(' ');

export const APPLICATION_NAME = 'launchweek';

export type { Sql } from 'postgres';

const connectionOptions = (database_url: string) => {
  const target = parseDatabaseUrl(database_url);
  return {
    ...sessionOptions(target),
    socket: socketOpener(target),
    onnotice: () => {},
    connect_timeout: target.connect_timeout,
    // Other settings are sent as statements: poolers reject them here.
    connection: {
      application_name: target.application_name ?? APPLICATION_NAME,
      ...(target.options ? { options: target.options } : {}),
    },
  };
};

/** The driver's types do not know our option `session_sql`, and would name our types in every query. */
const openDriver = (options: object): Sql => postgres(options as Options<Record<string, PostgresType>>) as unknown as Sql;

/** Opens a pool. `bigint` is read as number, `date` as string, timestamps as Date. */
export const connect = (database_url: string, pool: number, settings: Record<string, number> = {}): Sql =>
  openDriver({
    ...connectionOptions(database_url),
    session_sql: sessionSql(settings),
    max: pool,
    // Reconnect quickly: the default backoff waits up to 20 s after the server is back.
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 0.5),
    types: {
      whole: { to: 20, from: [20], serialize: String, parse: Number },
      day: { to: 1082, from: [1082], serialize: String, parse: String },
    },
  });

/** A single connection without session settings and prepared statements, for checking a server. */
export const connectPlain = (database_url: string): Sql =>
  openDriver({ ...connectionOptions(database_url), max: 1, fetch_types: false, prepare: false });

class UnsuitableServer extends PlainError {}

/** The order in which two clients query their backend. Irregular, so that a round-robin pooler is detected too. */
const ROUNDS = [0, 1, 0, 0, 1, 1, 0, 1] as const;

/** Whether one client gets different backends, or two clients share one: a pooler in transaction mode. */
const sharesBackends = async (clients: readonly [Sql, Sql]): Promise<boolean> => {
  const seen: [Set<number>, Set<number>] = [new Set(), new Set()];
  for (const client of ROUNDS) {
    const [row] = await clients[client].unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
    seen[client].add(row!.pid);
  }
  return seen.some((pids) => pids.size > 1) || [...seen[0]].some((pid) => seen[1].has(pid));
};

/** Rejects a server that would cause problems later: too old, not UTF-8, or behind a pooler in transaction mode. */
export const checkServer = async (database_url: string): Promise<void> => {
  const clients = [connectPlain(database_url), connectPlain(database_url)] as const;
  try {
    const [row] = await clients[0].unsafe<{ number: number; version: string; encoding: string }[]>(`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
        current_setting('server_encoding') as encoding`);
    const { number, version, encoding } = row!;
    if (number < 150_000) throw new UnsuitableServer(`DATABASE_URL is a PostgreSQL ${version}; Launchweek needs 15 or newer.`);
    if (encoding !== 'UTF8')
      throw new UnsuitableServer(
        `The database of DATABASE_URL has the encoding ${encoding}; Launchweek needs UTF8. Create one with createdb --encoding=UTF8 --template=template0.`,
      );
    if (await sharesBackends(clients))
      throw new UnsuitableServer(
        'DATABASE_URL points to a connection pooler in transaction or statement mode. Launchweek needs its own sessions for prepared statements, locks and notifications: set pool_mode = session for this database, or connect to PostgreSQL directly.',
      );
  } finally {
    await Promise.all(clients.map((client) => client.end({ timeout: 1 })));
  }
};
