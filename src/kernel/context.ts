import type { Sql, TransactionSql } from 'postgres';
import type { Clock } from './clock.ts';

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
}

export type Scope = 'account:read' | 'listings:write' | 'orders:write';

/** Who calls, once known: an account and what its credentials allow. */
export interface Caller {
  account_id: number;
  scopes: readonly Scope[];
}

export type Db = Sql | TransactionSql;

/** All that a verb is given. The caller is null for strangers. */
export interface Ctx<C extends Caller | null = Caller | null> {
  site: Site;
  caller: C;
  clock: Clock;
  sql: Db;
  request_id: string;
}
