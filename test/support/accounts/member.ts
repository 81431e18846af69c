import { randomUUID } from 'node:crypto';
import type { Sql } from '../../../src/db/open.ts';
import type { Caller, Scope } from '../../../src/kernel/context.ts';
import type { Clock } from '../../../src/kernel/time/clock.ts';
import { createKey } from '../../../src/modules/accounts/credentials/api-keys.ts';
import { ADMIN_SCOPE, API_SCOPES } from '../../../src/modules/accounts/schema.ts';

export interface MemberOptions {
  scopes?: Scope[];
  expires_at?: Date | null;
  email?: string;
  /** Makes them an admin of this site, and their key one with `site:admin`. */
  admin_of?: number;
}
export interface NewMember {
  account_id: number;
  key: string;
  key_id: number;
}

/** Creates an account with a verified address and a key. */
export const createMember = async (
  { sql, clock }: { sql: Sql; clock: Clock },
  { scopes, expires_at = null, email = `member-${randomUUID()}@example.com`, admin_of }: MemberOptions = {},
): Promise<NewMember> => {
  const [row] = await sql<{ id: number }[]>`
    insert into accounts (email, email_key, email_verified_at) values (${email}, ${email.toLowerCase()}, ${clock.now()}) returning id`;
  const account_id = row!.id;
  const caller: Caller = { account_id, kind: 'session', scopes: [], client: null, expires_at: null, credential_id: null };
  if (admin_of) await sql`insert into account_roles (account_id, site_id, role) values (${account_id}, ${admin_of}, 'site_admin')`;
  const { key, id } = await createKey(
    { caller, clock, sql, ...(admin_of && { site: { id: admin_of } }) },
    { name: 'test', scopes: scopes ?? (admin_of ? [ADMIN_SCOPE] : API_SCOPES), expires_at: null },
  );
  if (expires_at) await sql`update api_keys set expires_at = ${expires_at} where id = ${id}`;
  return { account_id, key, key_id: id };
};
