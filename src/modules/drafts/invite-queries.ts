import type { Db } from '../../kernel/context.ts';

export interface InviteRow {
  id: number;
  site_id: number;
  draft_id: string;
  email: string;
  status: 'sent' | 'accepted';
  created_at: Date;
  expires_at: Date;
}

export const selectInvites = (sql: Db, draft_id: string): Promise<(InviteRow & { email_key: string })[]> =>
  sql<(InviteRow & { email_key: string })[]>`
    select id, site_id, draft_id, email, email_key, status, created_at, expires_at from draft_invites where draft_id = ${draft_id} order by id`;

type NewInvite = Pick<InviteRow, 'site_id' | 'draft_id' | 'email' | 'created_at' | 'expires_at'> & {
  email_key: string;
  token_hash: Buffer;
};

/** A new invite; where one to the same address has run out, it is renewed. */
export const insertInvite = async (sql: Db, invite: NewInvite): Promise<InviteRow> => {
  const [row] = await sql<InviteRow[]>`
    insert into draft_invites ${sql(invite)}
    on conflict (draft_id, email_key) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at, email = excluded.email
    returning id, site_id, draft_id, email, status, created_at, expires_at`;
  return row!;
};

/** An invite that can still be accepted, by what its link holds. */
export const findOpenInvite = async (sql: Db, site_id: number, token_hash: Buffer, now: Date): Promise<InviteRow | undefined> => {
  const [row] = await sql<InviteRow[]>`
    select id, site_id, draft_id, email, status, created_at, expires_at from draft_invites
    where site_id = ${site_id} and token_hash = ${token_hash} and status = 'sent' and expires_at > ${now}`;
  return row;
};

/** Takes an invite that can still be accepted; of two who try at once one has it. */
export const takeInvite = async (
  sql: Db,
  { site_id, token_hash, account_id, now }: { site_id: number; token_hash: Buffer; account_id: number | null; now: Date },
): Promise<InviteRow | undefined> => {
  const [row] = await sql<InviteRow[]>`
    update draft_invites set status = 'accepted', account_id = ${account_id}, accepted_at = ${now}
    where site_id = ${site_id} and token_hash = ${token_hash} and status = 'sent' and expires_at > ${now}
    returning id, site_id, draft_id, email, status, created_at, expires_at`;
  return row;
};

export const selectInviter = async (sql: Db, account_id: number): Promise<string | null> => {
  const [row] = await sql<{ name: string | null }[]>`select name from accounts where id = ${account_id}`;
  return row?.name ?? null;
};
