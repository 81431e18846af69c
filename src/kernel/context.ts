import type { Clock } from './clock.ts';
import type { Db } from './database.ts';
import type { Limits } from './limits.ts';

export type { Db } from './database.ts';

/** What every verb may know of the site it works for. */
export interface Site {
  id: number;
  key: string;
  name: string;
  tagline: string;
  purpose: string;
  /** The site's origin, without a slash at its end. */
  root: string;
  time_zone: string;
  /** Numbers that differ from the usual limits, by the limit's name. */
  limits?: Partial<Record<string, number>>;
}

export type Scope = 'account:read' | 'listings:write' | 'orders:write';

/** Who calls, once known: an account, and what its credentials are and allow. */
export interface Caller {
  account_id: number;
  kind: 'api_key' | 'oauth' | 'session';
  scopes: readonly Scope[];
  /** Name of the key or application; null for a person on the site. */
  client: string | null;
  expires_at: Date | null;
  /** The row of the session or key, for listing and ending it. */
  credential_id: number | null;
}

/** All that a verb is given. The caller is null for strangers. */
export interface Ctx<C extends Caller | null = Caller | null> {
  site: Site;
  caller: C;
  clock: Clock;
  sql: Db;
  limits: Limits;
  request_id: string;
  /** The world beyond the database, for what is done before a transaction (`before` of an operation). Its type is `outside/`’s to say. */
  outside?: unknown;
  /** Whether an address of this machine or its neighbourhood counts as a website; in development only. */
  allow_private?: boolean;
}

/** Runs work in a transaction: the one under way, or a new one. Network first, then the transaction, never the one inside the other. */
export const inTransaction = <C extends Pick<Ctx, 'sql'>, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> =>
  'begin' in ctx.sql ? (ctx.sql.begin((sql) => work({ ...ctx, sql })) as Promise<T>) : work(ctx);
