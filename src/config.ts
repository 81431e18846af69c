import { resolve } from 'node:path';
import { Compile } from 'typebox/compile';
import { type Clock, clockStartingAt, systemClock } from './kernel/clock.ts';
import { T } from './kernel/schema.ts';

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
  /** Lets fetches of other people's addresses reach loopback and private ones, for development. */
  crawl_allow_private: boolean;
  /** Null: mail is kept and shown to the admin. */
  smtp_url: string | null;
  mail_from: string | null;
}

export class BadConfig extends Error {}

const refuse = (name: string, value: string, wanted: string): never => {
  throw new BadConfig(`${name} is "${value}", but must be ${wanted}.`);
};

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];
const validDateTime = Compile(T.String({ format: 'date-time' }));

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
  if (!['on', 'off'].includes(crawl_allow_private)) refuse('CRAWL_ALLOW_PRIVATE', crawl_allow_private, 'on or off');

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
    smtp_url,
    mail_from,
    rate_limit: rate_limit === 'on',
    trust_proxy: env.TRUST_PROXY || 'loopback',
    crawl_allow_private: crawl_allow_private === 'on',
  };
};
