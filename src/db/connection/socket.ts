import { existsSync, readFileSync } from 'node:fs';
import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, checkServerIdentity, getCACertificates, connect as startTls } from 'node:tls';
import type { Options } from 'postgres';
import { PlainError } from '../../kernel/errors.ts';
import postgres from '../driver/postgres.ts';
import { type DatabaseTarget, type Host, nameHost, type SessionKind } from './url.ts';

/** No suitable server can be reached. */
class DatabaseUnreachable extends PlainError {
  readonly code = 'DATABASE_UNREACHABLE';
}

/** Requests TLS before anything else. The server answers with one byte, S or N. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const KEEP_ALIVE_MS = 60_000;

const readFile = (what: string, path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new DatabaseUnreachable(`The ${what} of DATABASE_URL cannot be read: ${(error as Error).message}`);
  }
};

/** Trusted root certificates; null without verification. As in libpq, a root certificate turns `require` into `verify-ca`. */
const readRoots = ({ mode, root_cert, default_root_cert }: DatabaseTarget['tls']): (string | Buffer)[] | null => {
  if (root_cert === 'system') return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
  if (mode === 'prefer' || mode === 'allow') return null;
  if (root_cert) return [readFile('sslrootcert', root_cert)];
  if (existsSync(default_root_cert)) return [readFile('root certificate', default_root_cert)];
  if (mode === 'require') return null;
  throw new DatabaseUnreachable(
    `sslmode=${mode} needs the CA certificate that signed the server's: add sslrootcert=FILE to DATABASE_URL, or sslrootcert=system for a public one (with sslmode=verify-full).`,
  );
};

/** Node's TLS options for the URL's parameters. Files are read each time, so a renewed certificate needs no restart. */
const tlsOptions = (tls: DatabaseTarget['tls'], host: string): ConnectionOptions => {
  const roots = readRoots(tls);
  return {
    ...(isIP(host) ? {} : { servername: host }),
    ...(roots ? { ca: roots } : {}),
    rejectUnauthorized: roots !== null,
    checkServerIdentity: (_name, certificate) => (tls.mode === 'verify-full' ? checkServerIdentity(host, certificate) : undefined),
    ...(tls.cert ? { cert: readFile('sslcert', tls.cert) } : {}),
    ...(tls.key ? { key: readFile('sslkey', tls.key) } : {}),
    ...(tls.passphrase ? { passphrase: tls.passphrase } : {}),
  };
};

/** Waits for an event of a socket. Errors, close and timeout reject. */
const waitFor = <T>(socket: Socket, event: string, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      socket.off(event, succeed).off('error', fail).off('close', end);
      signal.removeEventListener('abort', stop);
      act();
    };
    const succeed = (value: T) => settle(() => resolve(value));
    const fail = (error: Error) => settle(() => reject(error));
    const end = () => fail(Object.assign(new Error('The server closed the connection.'), { code: 'ECONNRESET' }));
    const stop = () => fail(Object.assign(new Error('The server did not respond in time.'), { code: 'CONNECT_TIMEOUT' }));
    socket.once(event, succeed).once('error', fail).once('close', end);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });

const connectPlain = async ({ host, port }: Host, signal: AbortSignal): Promise<Socket> => {
  const address = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port, noDelay: true };
  const socket = connect(address);
  try {
    await waitFor(socket, 'connect', signal);
    return socket;
  } catch (error) {
    discard(socket);
    // If a name has several addresses, Node's error has no message.
    if (error instanceof AggregateError) error.message ||= `connect ${(error as { code?: string }).code} ${nameHost({ host, port })}`;
    throw error;
  }
};

/** A discarded socket may still emit errors. */
const discard = (socket: Socket): void => {
  socket.on('error', () => {});
  socket.destroy();
};

/** Upgrades to TLS; null if the server has none. */
const upgrade = async (socket: Socket, tls: DatabaseTarget['tls'], host: string, signal: AbortSignal): Promise<Socket | null> => {
  const options = tlsOptions(tls, host);
  const response = waitFor<Buffer>(socket, 'data', signal);
  socket.write(SSL_REQUEST);
  const first_bytes = await response;
  // More than one byte before encryption may come from an attacker.
  if (first_bytes.length !== 1) throw new DatabaseUnreachable('The server sent more than its answer to the request for TLS.');
  if (first_bytes[0] !== 'S'.charCodeAt(0)) return null;
  const secure = startTls({ ...options, socket });
  try {
    await waitFor(secure, 'secureConnect', signal);
    return secure;
  } catch (error) {
    discard(secure);
    throw error;
  }
};

const openServerSocket = async (target: DatabaseTarget, host: Host): Promise<Socket> => {
  const { tls } = target;
  const signal = AbortSignal.timeout(target.connect_timeout * 1000);
  const plain = await connectPlain(host, signal);
  try {
    const socket = await secureSocket(target, host, plain, signal);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    // The driver's messages mention it.
    return Object.assign(socket, host);
  } catch (error) {
    discard(plain);
    // Modes that accept no TLS also accept failed TLS.
    if (tls.mode === 'prefer' || tls.mode === 'allow') return Object.assign(await connectPlain(host, signal), host);
    if (/^(ECONN|CONNECT_TIMEOUT)/.test(String((error as { code?: string }).code)) || error instanceof DatabaseUnreachable) throw error;
    const message = `The server at ${nameHost(host)} failed the TLS check (sslmode=${tls.mode}): ${(error as Error).message}`;
    throw new DatabaseUnreachable(message, { cause: error });
  }
};

/** As in libpq, a unix socket is never encrypted. `allow` is treated as `prefer`. */
const secureSocket = async ({ tls }: DatabaseTarget, { host, port }: Host, plain: Socket, signal: AbortSignal): Promise<Socket> => {
  if (tls.mode === 'disable' || host.startsWith('/')) return plain;
  const secure = await upgrade(plain, tls, host, signal);
  if (secure) return secure;
  if (tls.mode === 'prefer' || tls.mode === 'allow') return plain;
  throw new DatabaseUnreachable(
    `The server at ${nameHost({ host, port })} doesn’t support TLS, but sslmode=${tls.mode} in DATABASE_URL requires it.`,
  );
};

/** How long the chosen host is cached: a pool that opens ten connections checks once. */
const SERVER_TTL_MS = 1000;

interface ServerState {
  standby: boolean;
  read_only: boolean;
}

/** Why a server is not of the required kind; null if it is. */
const findMismatch = (kind: SessionKind, { standby, read_only }: ServerState): string | null => {
  if (kind !== 'any' && standby) return 'it is a standby';
  return kind === 'read-write' && read_only ? 'it is read-only' : null;
};

const queryServer = async (target: DatabaseTarget, host: Host): Promise<ServerState> => {
  const sql = postgres({
    ...sessionOptions(target),
    socket: () => openServerSocket(target, host),
    max: 1,
    fetch_types: false,
    connect_timeout: target.connect_timeout,
    onnotice: () => {},
  } as Options<Record<string, never>>);
  try {
    const [row] = await sql<ServerState[]>`
      select pg_is_in_recovery() as standby, current_setting('default_transaction_read_only')::bool as read_only`;
    return row!;
  } finally {
    await sql.end({ timeout: 1 });
  }
};

/** Connection options of postgres.js. The host is only used in messages: we open the socket. */
export const sessionOptions = ({ hosts, user, password, database }: DatabaseTarget) => ({
  host: hosts[0]!.host,
  port: hosts[0]!.port,
  user,
  password: password ?? '',
  database,
});

const messageOf = (error: unknown): string => (error as Error).message || String((error as { code?: string }).code);

/** Opens sockets to the first host of a target that is reachable and of the required kind. */
export const socketOpener = (target: DatabaseTarget): (() => Promise<Socket>) => {
  let chosen: { at: number; host: Promise<Host> } | null = null;

  const chooseHost = async (): Promise<Host> => {
    const errors: string[] = [];
    for (const host of target.hosts) {
      const error = await queryServer(target, host).then((server) => findMismatch(target.session_kind, server), messageOf);
      if (error === null) return host;
      errors.push(`${nameHost(host)}: ${error}`);
    }
    throw new DatabaseUnreachable(
      `No server of DATABASE_URL is what target_session_attrs=${target.session_kind} asks for (${errors.join('; ')}).`,
    );
  };

  const cachedHost = (): Promise<Host> => {
    if (!chosen || performance.now() - chosen.at > SERVER_TTL_MS) chosen = { at: performance.now(), host: chooseHost() };
    return chosen.host;
  };

  return async () => {
    if (target.session_kind !== 'any') return openServerSocket(target, await cachedHost());
    const errors: unknown[] = [];
    for (const host of target.hosts) {
      try {
        return await openServerSocket(target, host);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length === 1) throw errors[0];
    throw new DatabaseUnreachable(`No server of DATABASE_URL can be reached (${errors.map(messageOf).join('; ')}).`);
  };
};
