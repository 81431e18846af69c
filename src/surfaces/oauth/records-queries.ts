import type { AdapterPayload } from 'oidc-provider';
import type { Db } from '../../kernel/context.ts';

export interface RecordKey {
  site_id: number;
  kind: string;
  id: string;
}

export interface RecordRow {
  payload: AdapterPayload;
  consumed_at: Date | null;
}

/** What is looked up by beside the id; the rest of a payload is the library's own. */
interface Handles {
  grant_id: string | null;
  account_id: number | null;
  client_id: string | null;
}

export const upsertRecord = (
  sql: Db,
  { site_id, kind, id }: RecordKey,
  payload: AdapterPayload,
  { grant_id, account_id, client_id }: Handles,
  now: Date,
  expires_at: Date | null,
) => sql`
  insert into oauth_records (site_id, kind, id, payload, grant_id, account_id, client_id, expires_at, created_at)
  values (${site_id}, ${kind}, ${id}, ${sql.json(payload as never)}, ${grant_id}, ${account_id}, ${client_id}, ${expires_at}, ${now})
  on conflict (site_id, kind, id) do update
  set payload = excluded.payload, grant_id = excluded.grant_id, account_id = excluded.account_id,
    client_id = excluded.client_id, expires_at = excluded.expires_at`;

export const selectRecord = async (sql: Db, { site_id, kind, id }: RecordKey): Promise<RecordRow | undefined> => {
  const [row] = await sql<RecordRow[]>`
    select payload, consumed_at from oauth_records where site_id = ${site_id} and kind = ${kind} and id = ${id}`;
  return row;
};

/** Marks a record as used, once: of two who try at the same time one gets false. */
export const consumeRecord = async (sql: Db, { site_id, kind, id }: RecordKey, now: Date): Promise<boolean> => {
  const { count } = await sql`
    update oauth_records set consumed_at = ${now}
    where site_id = ${site_id} and kind = ${kind} and id = ${id} and consumed_at is null`;
  return count === 1;
};

export const deleteRecord = (sql: Db, { site_id, kind, id }: RecordKey) =>
  sql`delete from oauth_records where site_id = ${site_id} and kind = ${kind} and id = ${id}`;

export const deleteRecordsOfGrant = (sql: Db, site_id: number, kind: string, grant_id: string) =>
  sql`delete from oauth_records where grant_id = ${grant_id} and site_id = ${site_id} and kind = ${kind}`;

/** A grant with everything it gave: the end of what was derived from one consent. */
export const deleteGrantOf = (sql: Db, { site_id, kind, id }: RecordKey) => sql`
  with gone as (select grant_id from oauth_records where site_id = ${site_id} and kind = ${kind} and id = ${id})
  delete from oauth_records using gone
  where site_id = ${site_id} and (oauth_records.grant_id = gone.grant_id or (oauth_records.kind = 'Grant' and oauth_records.id = gone.grant_id))`;

/** Unused for so long, a registration or a consent is no longer anybody's. */
const FORGOTTEN = '7 days';

/** Takes away what has expired, consents of which nothing lives any more, and registrations nobody allowed. Returns how many. */
export const deleteExpired = async (sql: Db, now: Date): Promise<number> => {
  const expired = await sql`delete from oauth_records where expires_at < ${now}`;
  const grants = await sql`
    delete from oauth_records old
    where kind = 'Grant' and created_at < ${now}::timestamptz - ${FORGOTTEN}::interval
      and not exists (select from oauth_records token where token.grant_id = old.id and token.site_id = old.site_id)`;
  const clients = await sql`
    delete from oauth_records old
    where kind = 'Client' and created_at < ${now}::timestamptz - ${FORGOTTEN}::interval
      and not exists (select from oauth_records given where given.client_id = old.id and given.site_id = old.site_id)`;
  return expired.count + grants.count + clients.count;
};
