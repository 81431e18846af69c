import type { ProviderSettings } from '../../../integrations/identity/provider.ts';
import type { Db, SiteCtx } from '../../../kernel/context.ts';
import { findRow } from '../../../kernel/database.ts';
import type { ProvidedIdentity } from '../rules.ts';

export interface IdentityRow extends ProvidedIdentity {
  id: number;
  account_id: number;
  created_at: Date;
  last_used_at: Date;
}

const COLUMNS = ['id', 'issuer', 'subject', 'account_id', 'provider', 'email', 'created_at', 'last_used_at'] as const;

/** Finds the identity, and records its use with the address the provider names now. */
export const useIdentity = (sql: Db, { issuer, subject, email }: ProvidedIdentity, now: Date): Promise<IdentityRow | undefined> =>
  findRow(sql<IdentityRow[]>`
    update account_identities set last_used_at = ${now}, email = ${email} where issuer = ${issuer} and subject = ${subject}
    returning ${sql(COLUMNS)}`);

/** Whether the identity is new. It stays with the account that has it. */
export const insertIdentity = async (sql: Db, account_id: number, identity: ProvidedIdentity, now: Date): Promise<boolean> => {
  const { issuer, subject, provider, email } = identity;
  const rows = await sql`
    insert into account_identities (issuer, subject, account_id, provider, email, created_at, last_used_at)
    values (${issuer}, ${subject}, ${account_id}, ${provider}, ${email}, ${now}, ${now}) on conflict do nothing returning id`;
  return rows.length > 0;
};

export const selectIdentities = (sql: Db, account_id: number): Promise<IdentityRow[]> =>
  sql<IdentityRow[]>`select ${sql(COLUMNS)} from account_identities where account_id = ${account_id} order by id`;

export const deleteIdentity = (sql: Db, account_id: number, id: number): Promise<IdentityRow | undefined> =>
  findRow(sql<IdentityRow[]>`delete from account_identities where account_id = ${account_id} and id = ${id} returning ${sql(COLUMNS)}`);

export interface ProviderSignInRow {
  provider: string;
  nonce: string;
  code_verifier: string;
  account_id: number | null;
  go_to: string | null;
  pending_id: string | null;
}

type NewProviderSignIn = ProviderSignInRow & { site_id: number; state_hash: Buffer; browser_hash: Buffer; expires_at: Date };

export const insertProviderSignIn = (sql: Db, sign_in: NewProviderSignIn) => sql`insert into provider_sign_ins ${sql(sign_in)}`;

/** Ends a sign-in that this browser began, so that its answer counts once. */
export const takeProviderSignIn = (
  { sql, site, clock }: SiteCtx,
  provider: string,
  state_hash: Buffer,
  browser_hash: Buffer,
): Promise<ProviderSignInRow | undefined> =>
  findRow(sql<ProviderSignInRow[]>`
    delete from provider_sign_ins
    where state_hash = ${state_hash} and browser_hash = ${browser_hash} and site_id = ${site.id} and provider = ${provider}
      and expires_at > ${clock.now()}
    returning provider, nonce, code_verifier, account_id, go_to, pending_id`);

export type SiteProviderRow = Pick<ProviderSettings, 'key' | 'kind' | 'issuer' | 'label' | 'client_id' | 'client_secret'>;

export const selectSiteProviders = ({ sql, site }: Pick<SiteCtx, 'sql' | 'site'>): Promise<SiteProviderRow[]> => sql<SiteProviderRow[]>`
  select key, kind, issuer, label, client_id, client_secret from sign_in_providers where site_id = ${site.id} order by created_at, key`;

export const upsertSiteProvider = ({ sql, site, clock }: SiteCtx, provider: SiteProviderRow) => sql`
  insert into sign_in_providers ${sql({ ...provider, site_id: site.id, created_at: clock.now() })}
  on conflict (site_id, key) do update set kind = excluded.kind, issuer = excluded.issuer, label = excluded.label,
    client_id = excluded.client_id, client_secret = excluded.client_secret`;

export const deleteSiteProvider = async ({ sql, site }: Pick<SiteCtx, 'sql' | 'site'>, key: string): Promise<boolean> =>
  (await sql`delete from sign_in_providers where site_id = ${site.id} and key = ${key} returning key`).length > 0;
