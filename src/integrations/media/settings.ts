import { isAbsolute, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PlainError } from '../../kernel/errors.ts';

export interface S3Settings {
  kind: 's3';
  bucket: string;
  /** Ends with a slash unless it is empty. */
  prefix: string;
  endpoint: string;
  region: string;
  access_key_id: string;
  secret_access_key: string;
  session_token: string | null;
  /** Whether the bucket is part of the path, not of the host name. */
  path_style: boolean;
  /** Limit of a request with all its attempts. */
  timeout_ms: number;
}

export type StoreSettings = { kind: 'folder'; path: string } | S3Settings;

export interface MediaSettings {
  store: StoreSettings | null;
  previous: StoreSettings | null;
  base_url: string | null;
}

/** A setting is wrong. The message never repeats a key. */
export class MediaSettingsError extends PlainError {}

const S3_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[\w-][\w.-]*\/)*[\w-][\w.-]*))?\/?$/;
const KEY = /^[\x21-\x7e]+$/;

const requireKey = (env: NodeJS.ProcessEnv, name: string): string => {
  const value = env[name];
  if (!value) throw new MediaSettingsError(`${name} is missing: pictures in a bucket need S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`);
  if (!KEY.test(value)) throw new MediaSettingsError(`${name} contains white space or non-ASCII characters.`);
  return value;
};

const readEndpoint = (env: NodeJS.ProcessEnv, region: string): string => {
  const endpoint = env.S3_ENDPOINT || `https://s3.${region}.amazonaws.com`;
  const url = URL.parse(endpoint);
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== endpoint.replace(/\/$/, ''))
    throw new MediaSettingsError('S3_ENDPOINT must be an http(s) origin such as https://s3.example.');
  return url.origin;
};

const readSeconds = (env: NodeJS.ProcessEnv): number => {
  const seconds = Number(env.S3_TIMEOUT_SECONDS || 12);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 120)
    throw new MediaSettingsError(`S3_TIMEOUT_SECONDS is "${env.S3_TIMEOUT_SECONDS}", but must be a whole number from 1 to 120.`);
  return seconds;
};

const readS3 = (env: NodeJS.ProcessEnv, name: string, value: string): S3Settings => {
  const [, bucket, prefix] = S3_URL.exec(value) ?? [];
  if (!bucket) throw new MediaSettingsError(`${name} is "${value}", but a bucket is named as s3://bucket or s3://bucket/prefix.`);
  const region = env.S3_REGION || 'us-east-1';
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new MediaSettingsError(`S3_REGION is "${region}", but must be a name such as eu-central-1.`);
  const addressing = env.S3_ADDRESSING || (env.S3_ENDPOINT ? 'path' : 'host');
  if (!['path', 'host'].includes(addressing)) throw new MediaSettingsError(`S3_ADDRESSING is "${addressing}", but must be path or host.`);
  return {
    kind: 's3',
    bucket,
    prefix: prefix ? `${prefix}/` : '',
    endpoint: readEndpoint(env, region),
    region,
    access_key_id: requireKey(env, 'S3_ACCESS_KEY_ID'),
    secret_access_key: requireKey(env, 'S3_SECRET_ACCESS_KEY'),
    session_token: env.S3_SESSION_TOKEN ? requireKey(env, 'S3_SESSION_TOKEN') : null,
    path_style: addressing === 'path',
    timeout_ms: readSeconds(env) * 1000,
  };
};

const readStore = (env: NodeJS.ProcessEnv, name: 'MEDIA_STORE' | 'MEDIA_STORE_PREVIOUS'): StoreSettings | null => {
  const value = env[name] || 'database';
  if (value === 'database') return null;
  const [kind, path = ''] = value.split(/:(.*)/s);
  if (kind === 'folder' && isAbsolute(path)) return { kind, path: resolve(path) };
  if (kind === 's3') return readS3(env, name, value);
  throw new MediaSettingsError(`${name} is "${value}", but must be database, folder:/path or s3://bucket.`);
};

const readBaseUrl = (env: NodeJS.ProcessEnv): string | null => {
  if (!env.MEDIA_BASE_URL) return null;
  const url = URL.parse(env.MEDIA_BASE_URL);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new MediaSettingsError(
      'MEDIA_BASE_URL must be an http(s) address such as https://pictures.example, without a user, a query or a fragment.',
    );
  return url.href.replace(/\/$/, '');
};

export const readMediaSettings = (env: NodeJS.ProcessEnv): MediaSettings => {
  const settings = { store: readStore(env, 'MEDIA_STORE'), previous: readStore(env, 'MEDIA_STORE_PREVIOUS'), base_url: readBaseUrl(env) };
  if (settings.base_url && !settings.store)
    throw new MediaSettingsError('MEDIA_BASE_URL is the public address of MEDIA_STORE, which is not set.');
  // Deleting the old copies would delete the only ones.
  if (settings.store && isDeepStrictEqual(settings.store, settings.previous))
    throw new MediaSettingsError('MEDIA_STORE_PREVIOUS is the same as MEDIA_STORE. Remove it.');
  return settings;
};
