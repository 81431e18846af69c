import { isIPv4, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { Compile } from 'typebox/compile';
import { parseDatabaseUrl } from './db/connection/url.ts';
import { CDN_KINDS, type CdnKind, type CdnSettings, MAX_CDN_SECONDS } from './integrations/cdn.ts';
import { type IdentitySettings, PRESETS, type ProviderSettings } from './integrations/identity/provider.ts';
import { type MediaSettings, MediaSettingsError, readMediaSettings } from './integrations/media/settings.ts';
import type { ModelSettings } from './integrations/model/model.ts';
import type { StripeSettings } from './integrations/stripe/stripe.ts';
import { PlainError } from './kernel/errors.ts';
import { T } from './kernel/schema.ts';
import { clockStartingAt, systemClock } from './kernel/time/clock.ts';
import type { MetricsSettings } from './monitoring/metrics.ts';

export class BadConfig extends PlainError {}

const refuse = (name: string, value: string, expected: string): never => {
  throw new BadConfig(`${name} is "${value}", but must be ${expected}.`);
};

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];
const validDateTime = Compile(T.String({ format: 'date-time' }));

const readInteger = (env: NodeJS.ProcessEnv, name: string, default_value: number, min: number, max: number): number => {
  const number = Number(env[name] || default_value);
  if (!Number.isInteger(number) || number < min || number > max) refuse(name, env[name]!, `a whole number from ${min} to ${max}`);
  return number;
};

/** An http(s) URL without a user and a fragment; null for anything else. */
const parseServiceUrl = (text: string): URL | null => {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash ? url : null;
};

const withoutTrailingSlashes = (url: string): string => url.replace(/(?<!\/)\/+$/, '');

/** Errors never repeat a value that may contain a key. */
const readModel = (env: NodeJS.ProcessEnv): ModelSettings | null => {
  const { AI_BASE_URL: base_url, AI_API_KEY: api_key, AI_MODEL: model } = env;
  const bounds = {
    max_tokens: readInteger(env, 'AI_MAX_TOKENS', 80_000, 16_000, 10_000_000),
    timeout_ms: readInteger(env, 'AI_TIMEOUT_SECONDS', 60, 1, 600) * 1000,
  };
  if (!base_url && !model && !api_key) return null;
  if (!base_url || !model)
    throw new BadConfig(`${base_url ? 'AI_MODEL' : 'AI_BASE_URL'} is missing: a model needs AI_BASE_URL and AI_MODEL.`);
  if (parseServiceUrl(base_url)?.search !== '')
    throw new BadConfig('AI_BASE_URL must be an http(s) address such as https://models.example/v1, without a user, a query or a fragment.');
  if (!/^[\x21-\x7e]{1,200}$/.test(model)) refuse('AI_MODEL', model.slice(0, 200), 'a model name without spaces');
  if (api_key && !/^[\x21-\x7e]+$/.test(api_key)) throw new BadConfig('AI_API_KEY contains white space or non-ASCII characters.');
  return { base_url: withoutTrailingSlashes(base_url), api_key: api_key || null, model, ...bounds };
};

/** Errors never repeat the URL: it may contain a key. */
const readUrl = (name: string, url: string | undefined, example: string): string | null => {
  if (!url) return null;
  if (!parseServiceUrl(url)) throw new BadConfig(`${name} must be an http(s) address such as ${example}, without a user or a fragment.`);
  return url;
};

/** Errors never repeat keys. */
const readStripe = (env: NodeJS.ProcessEnv, production: boolean): StripeSettings | null => {
  const { STRIPE_SECRET_KEY: secret_key, STRIPE_WEBHOOK_SECRET: webhook_secret, STRIPE_API_URL: api_url } = env;
  if (api_url && production) throw new BadConfig('STRIPE_API_URL redirects payments and is not allowed with NODE_ENV=production.');
  if (api_url && !/^https?:$/.test(URL.parse(api_url)?.protocol ?? '')) refuse('STRIPE_API_URL', api_url, 'an http(s) address');
  if (!secret_key && !webhook_secret) return null;
  if (!secret_key || !webhook_secret)
    throw new BadConfig(
      `${secret_key ? 'STRIPE_WEBHOOK_SECRET' : 'STRIPE_SECRET_KEY'} is missing: payments need STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.`,
    );
  if (!/^(sk|rk)_[\x21-\x7e]+$/.test(secret_key))
    throw new BadConfig('STRIPE_SECRET_KEY must be a secret or restricted key: sk_… or rk_….');
  if (!/^whsec_[\x21-\x7e]+$/.test(webhook_secret)) throw new BadConfig('STRIPE_WEBHOOK_SECRET must be the secret of a webhook: whsec_….');
  return { secret_key, webhook_secret, api_url: api_url || null };
};

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

const PROVIDER_VARIABLE = /^OIDC_([A-Z][A-Z0-9]{0,19})_(?:ISSUER|API_URL|LABEL|CLIENT_ID|CLIENT_SECRET)$/;

/** An http address is accepted on this machine only, for development. */
const readProviderUrl = (name: string, text: string, production: boolean): string => {
  const url = parseServiceUrl(text);
  const is_secure = url?.protocol === 'https:' || (!production && LOOPBACK.test(url?.hostname ?? ''));
  if (!is_secure || url?.search) throw new BadConfig(`${name} must be an https address such as https://id.example, without a query.`);
  return text;
};

/** Reads one provider, OIDC_<NAME>_…. Errors never repeat secrets. */
const readProvider = (env: NodeJS.ProcessEnv, name: string, production: boolean): ProviderSettings => {
  const variable = (part: string) => `OIDC_${name}_${part}`;
  const read = (part: string): string =>
    env[variable(part)] ||
    (() => {
      throw new BadConfig(`${variable(part)} is missing: signing in with ${name.toLowerCase()} needs it.`);
    })();
  const key = name.toLowerCase();
  const preset = PRESETS[key];
  const api_url = env[variable('API_URL')] || preset?.api_url;
  return {
    key,
    kind: preset?.kind ?? 'oidc',
    label: env[variable('LABEL')] || preset?.label || key[0]!.toUpperCase() + key.slice(1),
    issuer: readProviderUrl(variable('ISSUER'), env[variable('ISSUER')] || preset?.issuer || read('ISSUER'), production),
    client_id: read('CLIENT_ID'),
    client_secret: read('CLIENT_SECRET'),
    ...(api_url && { api_url: withoutTrailingSlashes(readProviderUrl(variable('API_URL'), api_url, production)) }),
    by_deployment: true,
  };
};

const readSignIn = (env: NodeJS.ProcessEnv, production: boolean): IdentitySettings => {
  const names = new Set(Object.keys(env).flatMap((name) => (env[name] && PROVIDER_VARIABLE.exec(name)?.[1]) || []));
  const buttons = env.OIDC_BUTTONS || 'below';
  if (!['above', 'below'].includes(buttons)) refuse('OIDC_BUTTONS', buttons, 'above or below');
  return { providers: [...names].sort().map((name) => readProvider(env, name, production)), buttons_first: buttons === 'above' };
};

/** Metrics have their own listener, so that no proxy in front of the service exposes them. Errors never repeat the token. */
const readMetrics = (env: NodeJS.ProcessEnv): MetricsSettings | null => {
  const { METRICS_HOST: host = '127.0.0.1', METRICS_TOKEN: token = '' } = env;
  // The host and token may be set for all processes and commands, also for those without a port.
  if (!env.METRICS_PORT) return null;
  if (token && !/^[\x21-\x7e]{16,200}$/.test(token))
    throw new BadConfig('METRICS_TOKEN must have 16 to 200 characters, without white space.');
  if (!token && !LOOPBACK.test(host))
    throw new BadConfig(`METRICS_HOST is "${host}", which other machines can reach: set METRICS_TOKEN, or leave METRICS_HOST out.`);
  return { host, port: readInteger(env, 'METRICS_PORT', 0, 0, 65_535), token: token || null };
};

/** An address with an optional port: 192.0.2.1, 192.0.2.1:5353, 2001:db8::1, [2001:db8::1]:5353. */
const NAME_SERVER = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/;

const readNameServers = (listed: string | undefined): string[] | null => {
  const servers = (listed ?? '').split(',').flatMap((server) => server.trim() || []);
  for (const server of servers) {
    const [, ipv6, ipv4, port = '53'] = NAME_SERVER.exec(server) ?? [];
    if (!(isIPv6(server) || ((isIPv6(ipv6 ?? '') || isIPv4(ipv4 ?? '')) && Number(port) > 0 && Number(port) < 65_536)))
      refuse('DNS_SERVERS', listed!, 'comma-separated name server addresses, such as 192.0.2.1,[2001:db8::1]:5353');
  }
  return servers.length > 0 ? servers : null;
};

/** Errors never repeat the token. */
const readCdn = (env: NodeJS.ProcessEnv): CdnSettings | null => {
  const { CDN: kind = '', CDN_TOKEN: token = '' } = env;
  if (!kind) return null;
  if (!CDN_KINDS.includes(kind as CdnKind)) refuse('CDN', kind, `one of ${CDN_KINDS.join(', ')}`);
  const purge_urls = (env.CDN_PURGE_URL ?? '')
    .split(',')
    .flatMap((url) => readUrl('CDN_PURGE_URL', url.trim(), 'http://127.0.0.1:6081/') ?? []);
  if (purge_urls.length > 0 && !/^[\x21-\x7e]{16,200}$/.test(token))
    throw new BadConfig('CDN_TOKEN must have 16 to 200 characters, without white space: purges at CDN_PURGE_URL need it.');
  return { kind: kind as CdnKind, seconds: readInteger(env, 'CDN_SECONDS', 1, 1, MAX_CDN_SECONDS), purge_urls, token: token || null };
};

/** Errors never repeat the URL: it contains a password. */
const checkDatabaseUrl = (database_url: string, env: NodeJS.ProcessEnv): void => {
  try {
    parseDatabaseUrl(database_url, env);
  } catch (error) {
    throw new BadConfig((error as Error).message);
  }
};

/** Several addresses are separated by commas, and so are several hosts of one address. */
const BETWEEN_URLS = /, *(?=postgres(?:ql)?:\/\/)/;

const readReplicaUrls = (env: NodeJS.ProcessEnv, has_primary: boolean): string[] => {
  const urls = (env.DATABASE_READ_URL || '').split(BETWEEN_URLS).flatMap((url) => url.trim() || []);
  if (urls.length > 0 && !has_primary) throw new BadConfig('DATABASE_READ_URL names replicas, so DATABASE_URL must name their primary.');
  return urls.map((text) => {
    // PGTARGETSESSIONATTRS is about the primary.
    const url = text.includes('target_session_attrs=') ? text : `${text}${text.includes('?') ? '&' : '?'}target_session_attrs=any`;
    try {
      if (parseDatabaseUrl(url, env).session_kind === 'any') return url;
    } catch (error) {
      throw new BadConfig((error as Error).message.replaceAll('DATABASE_URL', 'DATABASE_READ_URL'));
    }
    throw new BadConfig('target_session_attrs in DATABASE_READ_URL must be any, or left out: every address there is one of a standby.');
  });
};

/** Errors never repeat the URL: it may contain a password. */
const readValkeyUrl = (text: string | undefined): string | null => {
  if (!text) return null;
  const url = URL.parse(text);
  if (!url?.hostname || !/^(?:valkey|redis)s?:$/.test(url.protocol))
    throw new BadConfig('VALKEY_URL must be an address such as valkey://:password@cache.example:6379/0, or valkeys:// for TLS.');
  return text.replace(/^valkey/, 'redis');
};

const readMedia = (env: NodeJS.ProcessEnv): MediaSettings => {
  try {
    return readMediaSettings(env);
  } catch (error) {
    if (error instanceof MediaSettingsError) throw new BadConfig(error.message);
    throw error;
  }
};

/** Reads the environment. Throws BadConfig with a sentence that names the variable. */
export const readConfig = (env: NodeJS.ProcessEnv) => {
  const production = env.NODE_ENV === 'production';

  const port = Number(env.PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65535) refuse('PORT', env.PORT!, 'a port number');

  const site_root = withoutTrailingSlashes(env.SITE_ROOT || `http://localhost:${port}`);
  if (URL.parse(site_root)?.origin !== site_root) refuse('SITE_ROOT', env.SITE_ROOT!, 'an origin such as https://launch.example');

  const database_url = env.DATABASE_URL || null;
  if (database_url) checkDatabaseUrl(database_url, env);

  const database_read_urls = readReplicaUrls(env, database_url !== null);

  const start = env.CLOCK_START;
  if (start && production) throw new BadConfig('CLOCK_START changes the clock and is not allowed with NODE_ENV=production.');
  if (start && !validDateTime.Check(start)) refuse('CLOCK_START', start, 'a time such as 2026-01-05T09:00:00Z');

  const log_level = env.LOG_LEVEL || 'info';
  if (!LOG_LEVELS.includes(log_level)) refuse('LOG_LEVEL', log_level, `one of ${LOG_LEVELS.join(', ')}`);

  const rate_limit = env.RATE_LIMIT || 'on';
  if (!['on', 'off'].includes(rate_limit)) refuse('RATE_LIMIT', rate_limit, 'on or off');

  const crawl = env.CRAWL_ALLOW_PRIVATE || 'off';
  if (!['on', 'off', '1', '0'].includes(crawl)) refuse('CRAWL_ALLOW_PRIVATE', crawl, 'on or off');
  const crawl_allow_private = ['on', '1'].includes(crawl);
  if (crawl_allow_private && production)
    throw new BadConfig('CRAWL_ALLOW_PRIVATE lets anyone reach private networks and is not allowed with NODE_ENV=production.');

  const smtp_url = env.SMTP_URL || null;
  if (smtp_url && !(/^smtps?:\/\//.test(smtp_url) && URL.canParse(smtp_url)))
    refuse('SMTP_URL', smtp_url.slice(0, 8), 'an smtp:// or smtps:// address');
  const mail_from = env.MAIL_FROM || null;
  if (mail_from && !/^[^\r\n]*[^\s@<>]@[^\s@<>]+>?$/.test(mail_from))
    refuse('MAIL_FROM', mail_from, 'a sender such as Launchweek <post@launch.example>');

  return {
    port,
    host: env.HOST || '127.0.0.1',
    site_root,
    database_url,
    /** Replicas of the database, for public reads. */
    database_read_urls,
    /** Replicas that are further behind are left out. */
    database_read_lag_ms: readInteger(env, 'DATABASE_READ_LAG_SECONDS', 2, 1, 300) * 1000,
    /** Null: rate limits are counted in PostgreSQL. */
    valkey_url: readValkeyUrl(env.VALKEY_URL),
    data_dir: resolve(env.DATA_DIR || './data'),
    clock: start ? clockStartingAt(new Date(start)) : systemClock,
    production,
    log_level,
    rate_limit: rate_limit === 'on',
    trust_proxy: env.TRUST_PROXY || 'loopback',
    /** Timeout of each startup step. Migrations that make progress do not count. */
    start_ms: readInteger(env, 'START_SECONDS', 60, 1, 3600) * 1000,
    metrics: readMetrics(env),
    /** How long to report "leaving" and still answer requests before shutdown. */
    leave_ms: readInteger(env, 'LEAVE_SECONDS', production ? 3 : 0, 0, 60) * 1000,
    /** Lets crawls reach loopback and private addresses. Development only. */
    crawl_allow_private,
    /** Null: use the system's name servers. */
    dns_servers: readNameServers(env.DNS_SERVERS),
    /** Null: mail is stored and shown to the admin instead of sent. */
    smtp_url,
    mail_from,
    /** Where pictures are stored. */
    media: readMedia(env),
    /** Null: only the built-in drafter writes drafts. */
    ai: readModel(env),
    /** Null: VAT numbers are only checked by format and check digits. */
    vat_check_url: readUrl('VAT_CHECK_URL', env.VAT_CHECK_URL, 'https://vat.example/check-vat-number'),
    /** Null: invoices state VAT in dollars only. */
    exchange_rates_url: readUrl('EXCHANGE_RATES_URL', env.EXCHANGE_RATES_URL, 'https://bank.example/daily.xml'),
    /** Null: payments are simulated; in production nothing can be bought. */
    stripe: readStripe(env, production),
    /** Providers to sign in with, on all sites. */
    sign_in: readSignIn(env, production),
    /** Null: no CDN that we know of stores our answers. */
    cdn: readCdn(env),
  };
};

export type Config = ReturnType<typeof readConfig>;
