import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { PlainError } from '../../kernel/errors.ts';

/** Address of a server: host and port, or folder of a unix socket and port. */
export interface Host {
  host: string;
  port: number;
}

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

/** Required kind of server. The service writes, so kinds that accept a standby are rejected. */
const SESSION_KINDS = ['any', 'read-write', 'primary'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

export interface DatabaseTarget {
  hosts: Host[];
  user: string;
  password: string | null;
  database: string;
  /** Connection timeout per host in seconds. */
  connect_timeout: number;
  application_name: string | null;
  /** Command-line options for the server, such as `-c search_path=site`. */
  options: string | null;
  session_kind: SessionKind;
  tls: {
    mode: SslMode;
    /** A file of certificates, `system` for the system's, or null. */
    root_cert: string | null;
    /** libpq's default file. */
    default_root_cert: string;
    cert: string | null;
    key: string | null;
    passphrase: string | null;
  };
}

/** Invalid URL. The message never repeats the URL, which contains a password. */
class BadDatabaseUrl extends PlainError {}

/** The most common mistake, mentioned whenever the URL cannot be parsed. */
const ESCAPES = 'In a password, write %40 for @, %2F for / and %3A for :.';
const SHAPE = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const ONE_HOST = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/;

/** libpq parameters that we accept and ignore: we choose encoding and keepalives, and do not support channel binding. */
const IGNORED = new Set([
  'channel_binding',
  'client_encoding',
  'fallback_application_name',
  'gssencmode',
  'keepalives',
  'keepalives_count',
  'keepalives_idle',
  'keepalives_interval',
  'sslsni',
  'tcp_user_timeout',
  'uselibpqcompat',
]);
const KNOWN = new Set([
  'application_name',
  'connect_timeout',
  'dbname',
  'host',
  'options',
  'password',
  'port',
  'ssl',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslpassword',
  'sslrootcert',
  'target_session_attrs',
  'user',
]);

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new BadDatabaseUrl('DATABASE_URL has a % that isn’t part of an escape. Write %25 for a percent sign.');
  }
};

const oneOf = <T extends string>(name: string, value: string, allowed: readonly T[]): T => {
  if (!allowed.includes(value as T)) throw new BadDatabaseUrl(`${name}=${value} in DATABASE_URL must be one of ${allowed.join(', ')}.`);
  return value as T;
};

const readPort = (text: string): number => {
  const port = Number(text || 5432);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new BadDatabaseUrl(`The port ${text} in DATABASE_URL is not a port number.`);
  return port;
};

/** Hosts of the URL, or of the parameters `host` and `port`, which take precedence: h1:1,h2:2 or host=h1,h2&port=1,2. */
const readHosts = (host_list: string, params: URLSearchParams, env: NodeJS.ProcessEnv): Host[] => {
  const listed = host_list.split(',').map((text) => {
    const [, host, port] = ONE_HOST.exec(text) ?? [];
    if (host === undefined)
      throw new BadDatabaseUrl(`DATABASE_URL has a host that cannot be read. Put IPv6 addresses in brackets: [::1]. ${ESCAPES}`);
    return { host: decode(host).replace(/^\[|\]$/g, ''), port: port ?? '' };
  });
  const hosts = params.get('host')?.split(',') ?? listed.map(({ host }) => host || env.PGHOST || 'localhost');
  const ports = params.get('port')?.split(',') ?? listed.map(({ port }) => port || env.PGPORT || '');
  if (ports.length !== 1 && ports.length !== hosts.length)
    throw new BadDatabaseUrl(`DATABASE_URL names ${hosts.length} hosts and ${ports.length} ports. Name one port for all, or one each.`);
  return hosts.map((host, i) => ({ host, port: readPort(ports[ports.length === 1 ? 0 : i]!) }));
};

const readTls = (params: URLSearchParams, env: NodeJS.ProcessEnv): DatabaseTarget['tls'] => {
  const root_cert = params.get('sslrootcert') || env.PGSSLROOTCERT || null;
  const legacy = params.get('ssl') === 'true' ? 'require' : null;
  const requested_mode = params.get('sslmode') || legacy || env.PGSSLMODE;
  const mode = oneOf('sslmode', requested_mode || (root_cert === 'system' ? 'verify-full' : 'prefer'), SSL_MODES);
  if (root_cert === 'system' && mode !== 'verify-full')
    throw new BadDatabaseUrl(`sslrootcert=system in DATABASE_URL needs sslmode=verify-full, not ${mode}.`);
  const cert = params.get('sslcert') || env.PGSSLCERT || null;
  const key = params.get('sslkey') || env.PGSSLKEY || null;
  if (!cert !== !key) throw new BadDatabaseUrl('DATABASE_URL needs both sslcert and sslkey, or neither.');
  const default_root_cert = join(homedir(), '.postgresql', 'root.crt');
  return { mode, root_cert, default_root_cert, cert, key, passphrase: params.get('sslpassword') };
};

/** Parses a database URL as libpq does. Missing parts come from the PG* variables. */
export const parseDatabaseUrl = (url: string, env: NodeJS.ProcessEnv = process.env): DatabaseTarget => {
  const [matched, user_info = '', host_list = '', path = '', query = ''] = SHAPE.exec(url) ?? [];
  if (matched === undefined)
    throw new BadDatabaseUrl(`DATABASE_URL must look like postgres://user:password@host:5432/database. ${ESCAPES}`);
  const params = new URLSearchParams(query.replaceAll('+', '%2B'));
  for (const name of params.keys())
    if (!KNOWN.has(name) && !IGNORED.has(name)) throw new BadDatabaseUrl(`DATABASE_URL has the parameter ${name}, which is not supported.`);
  const [user_part = '', ...password_parts] = user_info.split(':');
  const user = params.get('user') || decode(user_part) || env.PGUSER || userInfo().username;
  const kind = params.get('target_session_attrs') || env.PGTARGETSESSIONATTRS || 'any';
  const connect_timeout = Number(params.get('connect_timeout') || 5);
  if (!Number.isInteger(connect_timeout) || connect_timeout < 0)
    throw new BadDatabaseUrl('connect_timeout in DATABASE_URL must be a whole number of seconds.');
  return {
    hosts: readHosts(host_list, params, env),
    user,
    password: params.get('password') || decode(password_parts.join(':')) || env.PGPASSWORD || null,
    database: params.get('dbname') || decode(path) || env.PGDATABASE || user,
    connect_timeout: connect_timeout || 5,
    application_name: params.get('application_name'),
    options: params.get('options') || env.PGOPTIONS || null,
    session_kind: oneOf('target_session_attrs', kind, SESSION_KINDS),
    tls: readTls(params, env),
  };
};

/** A host as text: db.example:5432, or the path of the socket. */
export const nameHost = ({ host, port }: Host): string =>
  host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host.includes(':') ? `[${host}]` : host}:${port}`;
