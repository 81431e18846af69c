import { isIPv4, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { Compile } from 'typebox/compile';
import { type Clock, clockStartingAt, systemClock } from './kernel/clock.ts';
import { T } from './kernel/schema.ts';
import type { ModelSettings } from './outside/model.ts';
import type { StripeSettings } from './outside/stripe.ts';

export interface Config {
  port: number;
  host: string;
  site_root: string;
  database_url: string | null;
  data_dir: string;
  clock: Clock;
  production: boolean;
  log_level: string;
  rate_limit: boolean;
  trust_proxy: string;
  /** How long it says that it is leaving, and still answers, before it stops. */
  leave_ms: number;
  /** Lets fetches of other people's addresses reach loopback and private ones, for development. */
  crawl_allow_private: boolean;
  /** Null: this machine's own name servers are asked. */
  dns_servers: string[] | null;
  /** Null: mail is kept and shown to the admin. */
  smtp_url: string | null;
  mail_from: string | null;
  /** Null: drafts are written by the built-in drafter alone. */
  ai: ModelSettings | null;
  /** Null: VAT numbers are judged by their form and check digits alone. */
  vat_check_url: string | null;
  /** Null: invoices state VAT in dollars alone. */
  exchange_rates_url: string | null;
  /** Null: payments are tried out without money, and with NODE_ENV=production nothing is sold. */
  stripe: StripeSettings | null;
}

export class BadConfig extends Error {}

const refuse = (name: string, value: string, wanted: string): never => {
  throw new BadConfig(`${name} is "${value}", but must be ${wanted}.`);
};

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];
const validDateTime = Compile(T.String({ format: 'date-time' }));

const wholeNumber = (env: NodeJS.ProcessEnv, name: string, ordinary: number, least: number, most: number): number => {
  const number = Number(env[name] || ordinary);
  if (!Number.isInteger(number) || number < least || number > most) refuse(name, env[name]!, `a whole number from ${least} to ${most}`);
  return number;
};

/** What is refused here is not repeated where a key may be in it. */
const readModel = (env: NodeJS.ProcessEnv): ModelSettings | null => {
  const { AI_BASE_URL: base_url, AI_API_KEY: api_key, AI_MODEL: model } = env;
  const bounds = {
    max_tokens: wholeNumber(env, 'AI_MAX_TOKENS', 80_000, 16_000, 10_000_000),
    timeout_ms: wholeNumber(env, 'AI_TIMEOUT_SECONDS', 60, 1, 600) * 1000,
  };
  if (!base_url && !model && !api_key) return null;
  if (!base_url || !model)
    throw new BadConfig(`${base_url ? 'AI_MODEL' : 'AI_BASE_URL'} is missing: a model needs AI_BASE_URL and AI_MODEL.`);
  const address = URL.parse(base_url);
  if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password || address.search || address.hash)
    throw new BadConfig('AI_BASE_URL must be an http(s) address such as https://models.example/v1, without a user, a query or a fragment.');
  if (!/^[\x21-\x7e]{1,200}$/.test(model)) refuse('AI_MODEL', model.slice(0, 200), 'the name of a model, without white space');
  if (api_key && !/^[\x21-\x7e]+$/.test(api_key))
    throw new BadConfig('AI_API_KEY holds what no key does: white space or letters beyond ASCII.');
  return { base_url: base_url.replace(/\/+$/, ''), api_key: api_key || null, model, ...bounds };
};

/** What is refused here is not repeated either: an address may hold a key. */
const readAddress = (name: string, url: string | undefined, such_as: string): string | null => {
  if (!url) return null;
  const address = URL.parse(url);
  if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password || address.hash)
    throw new BadConfig(`${name} must be an http(s) address such as ${such_as}, without a user or a fragment.`);
  return url;
};

/** Keys are secrets: what is refused is not repeated. */
const readStripe = (env: NodeJS.ProcessEnv, production: boolean): StripeSettings | null => {
  const { STRIPE_SECRET_KEY: secret_key, STRIPE_WEBHOOK_SECRET: webhook_secret, STRIPE_API_URL: api_url } = env;
  if (api_url && production) throw new BadConfig('STRIPE_API_URL sends payments elsewhere and is refused with NODE_ENV=production.');
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

/** An address, with a port where it is not 53: 192.0.2.1, 192.0.2.1:5353, 2001:db8::1, [2001:db8::1]:5353. */
const NAME_SERVER = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/;

const readNameServers = (listed: string | undefined): string[] | null => {
  const servers = (listed ?? '').split(',').flatMap((server) => server.trim() || []);
  for (const server of servers) {
    const [, wide, narrow, port = '53'] = NAME_SERVER.exec(server) ?? [];
    if (!(isIPv6(server) || ((isIPv6(wide ?? '') || isIPv4(narrow ?? '')) && Number(port) > 0 && Number(port) < 65_536)))
      refuse('DNS_SERVERS', listed!, 'addresses of name servers, by commas, such as 192.0.2.1,[2001:db8::1]:5353');
  }
  return servers.length > 0 ? servers : null;
};

/** Reads the environment once and refuses nonsense with a sentence that names the variable. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const production = env.NODE_ENV === 'production';

  const port = Number(env.PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65535) refuse('PORT', env.PORT!, 'a port number');

  const site_root = (env.SITE_ROOT || `http://localhost:${port}`).replace(/\/+$/, '');
  if (!URL.canParse(site_root) || new URL(site_root).origin !== site_root)
    refuse('SITE_ROOT', env.SITE_ROOT!, 'an origin such as https://launch.example');

  const database_url = env.DATABASE_URL || null;
  if (database_url && !/^postgres(ql)?:\/\//.test(database_url)) refuse('DATABASE_URL', database_url.slice(0, 12), 'a postgres:// address');

  const start = env.CLOCK_START;
  if (start && production) throw new BadConfig('CLOCK_START moves the clock and is refused with NODE_ENV=production.');
  if (start && !validDateTime.Check(start)) refuse('CLOCK_START', start, 'a time such as 2026-01-05T09:00:00Z');

  const log_level = env.LOG_LEVEL || 'info';
  if (!LOG_LEVELS.includes(log_level)) refuse('LOG_LEVEL', log_level, `one of ${LOG_LEVELS.join(', ')}`);

  const rate_limit = env.RATE_LIMIT || 'on';
  if (!['on', 'off'].includes(rate_limit)) refuse('RATE_LIMIT', rate_limit, 'on or off');

  const crawl_allow_private = env.CRAWL_ALLOW_PRIVATE || 'off';
  if (!['on', 'off', '1', '0'].includes(crawl_allow_private)) refuse('CRAWL_ALLOW_PRIVATE', crawl_allow_private, 'on or off');

  const smtp_url = env.SMTP_URL || null;
  if (smtp_url && !(/^smtps?:\/\//.test(smtp_url) && URL.canParse(smtp_url)))
    refuse('SMTP_URL', smtp_url.slice(0, 8), 'an smtp:// or smtps:// address');
  const mail_from = env.MAIL_FROM || null;
  if (mail_from && !/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(mail_from))
    refuse('MAIL_FROM', mail_from, 'a sender such as Launchweek <post@launch.example>');

  return {
    port,
    host: env.HOST || '127.0.0.1',
    site_root,
    database_url,
    data_dir: resolve(env.DATA_DIR || './data'),
    clock: start ? clockStartingAt(new Date(start)) : systemClock,
    production,
    log_level,
    dns_servers: readNameServers(env.DNS_SERVERS),
    smtp_url,
    mail_from,
    ai: readModel(env),
    vat_check_url: readAddress('VAT_CHECK_URL', env.VAT_CHECK_URL, 'https://vat.example/check-vat-number'),
    exchange_rates_url: readAddress('EXCHANGE_RATES_URL', env.EXCHANGE_RATES_URL, 'https://bank.example/daily.xml'),
    stripe: readStripe(env, production),
    rate_limit: rate_limit === 'on',
    trust_proxy: env.TRUST_PROXY || 'loopback',
    leave_ms: wholeNumber(env, 'LEAVE_SECONDS', production ? 3 : 0, 0, 60) * 1000,
    crawl_allow_private: ['on', '1'].includes(crawl_allow_private),
  };
};
