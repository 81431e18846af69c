import type { Sql } from '../../src/db/open.ts';
import { openIntegrations } from '../../src/integrations/integrations.ts';
import type { Caller, Ctx, Site } from '../../src/kernel/context.ts';
import { type Limits, noLimits } from '../../src/kernel/limits.ts';
import type { Clock } from '../../src/kernel/time/clock.ts';
import { API_SCOPES } from '../../src/modules/accounts/schema.ts';
import { selectSites } from '../../src/modules/sites/queries.ts';

interface NewVoter {
  email?: string;
  created_at?: Date;
  verified?: boolean;
}

let made = 0;

/** Creates accounts that may vote; by default old ones with unrelated email addresses. */
export const makeVoters = async (sql: Sql, voters: NewVoter[]): Promise<number[]> => {
  const rows = voters.map(({ email, created_at = new Date('2020-01-01'), verified = true }) => {
    made += 1;
    return { email: email ?? `voter${made}@mail${made}.example`, created_at, email_verified_at: verified ? created_at : null };
  });
  const accounts = await sql<{ id: number }[]>`
    insert into accounts (email, email_key, created_at, email_verified_at)
    select email, lower(email), created_at, email_verified_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (email text, created_at timestamptz, email_verified_at timestamptz)
    returning id`;
  return accounts.map(({ id }) => id);
};

export const siteOf = async (sql: Sql, site_id: number): Promise<Site> => {
  const row = (await selectSites(sql)).find(({ id }) => id === site_id)!;
  return { ...row, root: row.root ?? 'http://localhost' };
};

const caller = (account_id: number, kind: Caller['kind']): Caller => ({
  account_id,
  kind,
  scopes: API_SCOPES,
  client: null,
  expires_at: null,
  credential_id: null,
});

const integrations = openIntegrations();

/** The context of an operation called by an account. */
export const as = (
  account_id: number,
  { sql, site, clock, limits = noLimits }: { sql: Sql; site: Site; clock: Clock; limits?: Limits },
  kind: Caller['kind'] = 'session',
): Ctx<Caller> => ({ sql, site, clock, limits, caller: caller(account_id, kind), request_id: 'test', integrations });
