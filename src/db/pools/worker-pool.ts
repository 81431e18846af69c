import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { APPLICATION_NAME, sessionSql } from '../connection/connect.ts';
import { socketOpener } from '../connection/socket.ts';
import { parseDatabaseUrl } from '../connection/url.ts';

/** node-postgres needs a stream before it connects: this stands in for a socket that is opened later. */
class LateSocket extends Duplex {
  #socket: Socket | null = null;
  readonly #open: () => Promise<Socket>;

  constructor(open: () => Promise<Socket>) {
    super();
    this.#open = open;
  }

  connect(): this {
    this.#open().then(
      (socket) => this.#attach(socket),
      (error) => this.destroy(error),
    );
    return this;
  }

  #attach(socket: Socket): void {
    socket.on('error', (error) => this.destroy(error)).on('close', () => this.destroy());
    if (this.destroyed) return void socket.destroy();
    this.#socket = socket;
    socket.on('data', (chunk) => this.push(chunk) || socket.pause()).on('end', () => this.push(null));
    this.emit('connect');
  }

  override _read(): void {
    this.#socket?.resume();
  }
  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#socket) this.#socket.write(chunk, encoding, done);
    else done(new Error('The connection is not open yet.'));
  }
  override _final(done: () => void): void {
    if (this.#socket) this.#socket.end(done);
    else done();
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket?.destroy();
    done(error);
  }

  /** node-postgres calls these; our sockets are opened with both. */
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    this.#socket?.ref();
    return this;
  }
  unref(): this {
    this.#socket?.unref();
    return this;
  }
}

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, release: (release?: Error | boolean) => void) => void;

/** Releases a connection only once: graphile-worker releases twice if it stops while its connection is lost, which throws. */
const releaseOnce =
  (connected: ConnectCallback): ConnectCallback =>
  (error, client, release) => {
    let released = false;
    connected(error, client, (cause) => {
      if (!released) release(cause);
      released = true;
    });
  };

class WorkerPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: ConnectCallback): void;
  override connect(connected?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (!connected) return super.connect();
    super.connect(releaseOnce(connected));
    return undefined;
  }
}

interface PoolOptions {
  max: number;
  /** Called for lost connections; their users get their own errors. */
  onError(error: Error): void;
  settings?: Record<string, string | number>;
}

const CLOSE_MS = 2000;

/** A node-postgres pool for graphile-worker, on the same target as ours. The library's own pool would lose its error handler too early. */
export const openWorkerPool = (database_url: string, { max, onError, settings }: PoolOptions) => {
  const target = parseDatabaseUrl(database_url);
  const open = socketOpener(target);
  const sockets = new Set<LateSocket>();
  const openSocket = (): Duplex => {
    const socket = new LateSocket(open);
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
  // As a pool option it would also limit waiting for a free connection.
  const connectionTimeoutMillis = 2000 * target.connect_timeout * target.hosts.length;
  class Client extends pg.Client {
    constructor(config: pg.ClientConfig) {
      // The pool makes the password non-enumerable, so it is not copied.
      super({ ...config, password: config.password, connectionTimeoutMillis });
    }
  }
  const pool = new WorkerPool({
    max,
    Client: Client as never,
    user: target.user,
    database: target.database,
    // Null would read a password file, which the other driver does not.
    password: target.password ?? '',
    host: target.hosts[0]!.host,
    port: target.hosts[0]!.port,
    ssl: false,
    stream: openSocket as never,
    application_name: target.application_name ?? APPLICATION_NAME,
    ...(target.options ? { options: target.options } : {}),
    // The pool awaits it, despite its types.
    onConnect: (client) => client.query(sessionSql(settings)) as never,
  });
  pool.on('error', onError);
  // Also for clients in use; a client closed by the pool may still fail.
  pool.on('connect', (client) => client.on('error', onError));
  /** By force if connections are not released. */
  const close = async (): Promise<void> => {
    const late = sleep(CLOSE_MS, 'late', { ref: false });
    if ((await Promise.race([pool.end(), late])) === 'late') for (const socket of sockets) socket.destroy();
  };
  return { pool, close };
};
