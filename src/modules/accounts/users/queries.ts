import type { Ctx, Db, Site } from '../../../kernel/context.ts';
import { findRow, hasRows } from '../../../kernel/database.ts';
import { offsetOf, type Paging } from '../../../kernel/responses.ts';

/** What is needed to add somebody to the people of a site. */
export type MemberCtx = Pick<Ctx, 'sql' | 'clock'> & { site: Pick<Site, 'id'> };

/** Adds an account to the people of a site; nothing happens if it is one already. */
export const insertSiteMember = ({ sql, site, clock }: MemberCtx, account_id: number) => sql`
  insert into site_members (site_id, account_id, joined_at) values (${site.id}, ${account_id}, ${clock.now()}) on conflict do nothing`;

export interface Ban {
  reason: string;
  banned_at: Date;
}

export const findBan = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, account_id: number): Promise<Ban | undefined> =>
  findRow(sql<Ban[]>`select reason, banned_at from bans where site_id = ${site.id} and account_id = ${account_id}`);

/** False if the account is banned already. */
export const insertBan = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, account_id: number, { reason, banned_at }: Ban): Promise<boolean> =>
  hasRows(sql`
    insert into bans (site_id, account_id, reason, banned_at) values (${site.id}, ${account_id}, ${reason}, ${banned_at})
    on conflict do nothing returning account_id`);

export const deleteBan = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, account_id: number): Promise<Ban | undefined> =>
  findRow(sql<Ban[]>`delete from bans where site_id = ${site.id} and account_id = ${account_id} returning reason, banned_at`);

export const isBannedSomewhere = (sql: Db, account_id: number): Promise<boolean> =>
  hasRows(sql`select from bans where account_id = ${account_id} limit 1`);

/** Stores the bans of an account for its address. */
export const insertBannedMailboxes = (sql: Db, account_id: number, mailbox: Buffer, deleted_at: Date) => sql`
  insert into banned_mailboxes (site_id, mailbox, banned_at, deleted_at)
  select site_id, ${mailbox}, banned_at, ${deleted_at} from bans where account_id = ${account_id}
  on conflict (site_id, mailbox) do update set deleted_at = excluded.deleted_at`;

/** Turns the bans of an address into bans of its account. */
export const moveBannedMailboxes = (sql: Db, account_id: number, mailbox: Buffer, reason: string) => sql`
  with moved as (delete from banned_mailboxes where mailbox = ${mailbox} returning site_id, banned_at)
  insert into bans (site_id, account_id, reason, banned_at) select site_id, ${account_id}, ${reason}, banned_at from moved
  on conflict do nothing`;

/** A person as the site's team sees them. */
export interface User {
  account_id: number;
  name: string | null;
  email: string;
  email_verified_at: Date | null;
  joined_at: Date;
  is_site_admin: boolean;
  is_network_admin: boolean;
  ban_reason: string | null;
  banned_at: Date | null;
}

const userRows = (sql: Db, site_id: number) => sql`
  select a.id as account_id, a.name, a.email, a.email_verified_at, m.joined_at, a.is_network_admin,
    exists (select from account_roles r where r.account_id = a.id and r.site_id = m.site_id and r.role = 'site_admin') as is_site_admin,
    b.reason as ban_reason, b.banned_at
  from site_members m join accounts a on a.id = m.account_id left join bans b on b.site_id = m.site_id and b.account_id = m.account_id
  where m.site_id = ${site_id}`;

export const USER_FILTERS = ['admins', 'banned'] as const;
export type UserFilter = (typeof USER_FILTERS)[number];

const FILTERS: Record<UserFilter, (sql: Db) => ReturnType<typeof userRows>> = {
  admins: (sql) => sql`
    and (a.is_network_admin or exists (select from account_roles r where r.account_id = a.id and r.site_id = m.site_id and r.role = 'site_admin'))`,
  banned: (sql) => sql`and b.account_id is not null`,
};

/** Finds text anywhere; the wildcards of `like` are taken as they are. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The people of a site by email address, name, id or listing, the newest first. One more than the page holds. */
export const selectUsers = ({ sql, site }: Ctx, { q, show, ...paging }: Paging & { q?: string; show?: UserFilter }): Promise<User[]> => sql<
  User[]
>`
  ${userRows(sql, site.id)} ${show ? FILTERS[show](sql) : sql``}
  ${
    q
      ? sql`and (a.email ilike ${containing(q)} or a.name ilike ${containing(q)} or a.id::text = ${q}
        or exists (select from listing_heads l where l.owner_id = a.id and l.site_id = m.site_id
          and (l.name ilike ${containing(q)} or l.slug = ${q} or l.domain = ${q})))`
      : sql``
  }
  order by m.joined_at desc, m.account_id desc limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;

export const findUser = ({ sql, site }: Ctx, account_id: number): Promise<User | undefined> =>
  findRow(sql<User[]>`${userRows(sql, site.id)} and a.id = ${account_id}`);

/** Whether the account is a member of another site too. */
export const isMemberElsewhere = ({ sql, site }: Ctx, account_id: number): Promise<boolean> =>
  hasRows(sql`select from site_members where account_id = ${account_id} and site_id <> ${site.id} limit 1`);

export interface Credentials {
  sessions: number;
  session_used_at: Date | null;
  keys: number;
  key_used_at: Date | null;
}

/** How an account is signed in: only numbers and times, because sessions and keys work on all sites. */
export const selectCredentials = async ({ sql, clock }: Ctx, account_id: number): Promise<Credentials> => {
  const [row] = await sql<Credentials[]>`
    select s.sessions, s.session_used_at, k.keys, k.key_used_at from
      (select count(*)::int as sessions, max(last_used_at) as session_used_at from sessions
        where account_id = ${account_id} and expires_at > ${clock.now()}) s,
      (select count(*)::int as keys, max(last_used_at) as key_used_at from api_keys
        where account_id = ${account_id} and revoked_at is null and (expires_at is null or expires_at > ${clock.now()})) k`;
  return row!;
};
