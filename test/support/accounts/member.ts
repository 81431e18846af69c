import { randomUUID } from 'node:crypto';
import type { Sql } from '../../../src/db/open.ts';
import type { Caller, Scope } from '../../../src/kernel/context.ts';
import type { Clock } from '../../../src/kernel/time/clock.ts';
import { createKey } from '../../../src/modules/accounts/credentials/api-keys.ts';
import { API_SCOPES } from '../../../src/modules/accounts/schema.ts';

export interface MemberOptions {
  scopes?: Scope[];
  expires_at?: Date | null;
  email?: string;
}
export interface NewMember {
  account_id: number;
  key: string;
  key_id: number;
}

/** Creates an account with a verified address and a key. */
export const createMember = async (
  { sql, clock }: { sql: Sql; clock: Clock },
  { scopes = [...API_SCOPES], expires_at = null, email = `member-${randomUUID()}@example.com` }: MemberOptions = {},
): Promise<NewMember> => {
  const [row] = await sql<{ id: number }[]>`
    insert into accounts (email, email_key, email_verified_at) values (${email}, ${email.toLowerCase()}, ${clock.now()}) returning id`;
  const account_id = row!.id;
  const caller: Caller = { account_id, kind: 'session', scopes: [], client: null, expires_at: null, credential_id: null };
  const { key, id } = await createKey({ caller, clock, sql }, { name: 'test', scopes, expires_at: null });
  if (expires_at) await sql`update api_keys set expires_at = ${expires_at} where id = ${id}`;
  return { account_id, key, key_id: id };
};
