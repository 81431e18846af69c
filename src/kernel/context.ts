import type { Db } from './database.ts';
import type { Language } from './language/languages.ts';
import type { Limits } from './limits.ts';
import type { Clock } from './time/clock.ts';

export type { Db } from './database.ts';

/** A picture of a brand, by the hash of its content. */
export interface BrandPicture {
  hash: string;
  width: number;
  height: number;
}

/** How a site looks. What is not set is as the software comes. */
export interface Brand {
  /** Colours as #rrggbb, for the light and the dark theme. */
  accent?: string;
  accent_dark?: string;
  /** The name of a row in the table of typefaces. */
  typeface?: string;
  logo?: BrandPicture;
  logo_dark?: BrandPicture;
  /** For browser tabs and home screens. */
  icon?: BrandPicture;
  /** The top of the home page. */
  headline?: string;
  text?: string;
  footer_links?: { name: string; url: string }[];
}

/** A legal page in force: its name in its address, its title and the number of its version. */
export interface LegalPage {
  kind: string;
  title: string;
  number: number;
}

export interface Site {
  id: number;
  key: string;
  name: string;
  tagline: string;
  purpose: string;
  /** Origin of the site, without a trailing slash. */
  root: string;
  time_zone: string;
  /** Its own language, and all it offers. */
  language?: Language;
  languages?: Language[];
  /** Overrides of the default limits, by limit name. */
  limits?: Partial<Record<string, number>>;
  /** Whether nobody can write comments. */
  comments_closed?: boolean;
  /** Whether search engines may follow links to the websites of products. */
  product_links?: 'followed' | 'nofollow';
  /** Whether people can subscribe to its weekly digest. */
  has_digest?: boolean;
  brand?: Brand;
  legal?: LegalPage[];
  /** Whether this is the unpublished brand, shown to the team. */
  is_preview?: boolean;
  /** Whether shared pages count their views by a script, because a CDN answers for us. */
  counts_views_by_script?: boolean;
}

/** What credentials may be used for. The module that issues them declares the scopes. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface Scopes {}
export type Scope = keyof Scopes;

/** The authenticated caller: an account, and the kind and scopes of its credentials. */
export interface Caller {
  account_id: number;
  kind: 'api_key' | 'oauth' | 'session';
  scopes: readonly Scope[];
  /** Name of the API key or application; null for a person signed in on the site. */
  client: string | null;
  expires_at: Date | null;
  /** Id of the session or API key, to list and revoke it. */
  credential_id: number | null;
}

/** Connections to other services. `integrations/` declares what is in it: the kernel does not import it. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface Integrations {}

/** Everything an operation gets. The caller is null for anonymous requests. */
export interface Ctx<C extends Caller | null = Caller | null> {
  site: Site;
  caller: C;
  clock: Clock;
  sql: Db;
  limits: Limits;
  request_id: string;
  /** For work before a transaction (`before` of an operation), never inside one. */
  integrations: Integrations;
  /** Whether private and loopback addresses are accepted as websites. Development only. */
  allow_private?: boolean;
  /** Collects the ids of the audit log entries that the work writes. */
  audit_ids?: number[];
}

export const isSignedIn = (ctx: Ctx): ctx is Ctx<Caller> => ctx.caller !== null;

/** What most work on a site needs: its database, its settings and the time. Jobs have no caller. */
export type SiteCtx = Pick<Ctx, 'sql' | 'site' | 'clock'>;

/** Runs work in the current transaction, or in a new one. Do network calls before it, never inside. */
export const inTransaction = <C extends Pick<Ctx, 'sql'>, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> =>
  'begin' in ctx.sql ? (ctx.sql.begin((sql) => work({ ...ctx, sql })) as Promise<T>) : work(ctx);

/** Runs work in the current transaction, or in a new one, and takes back what it wrote if it throws. */
export const inSavepoint = <C extends Pick<Ctx, 'sql'>, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> =>
  'savepoint' in ctx.sql ? (ctx.sql.savepoint((sql) => work({ ...ctx, sql })) as Promise<T>) : inTransaction(ctx, work);

/** Carries a result out of a transaction that is taken back. */
class TakenBack extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super('taken back');
    this.result = result;
  }
}

/** Runs work and takes back everything it wrote, mails and jobs included. */
export const withoutEffect = async <C extends Pick<Ctx, 'sql'>, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> => {
  try {
    return await inSavepoint(ctx, async (ctx): Promise<T> => {
      throw new TakenBack(await work(ctx));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result as T;
    throw error;
  }
};
