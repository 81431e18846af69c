import type { Db } from '../../kernel/context.ts';

/** One thing that happened to a listing. */
export interface Happening {
  at: Date;
  kind: 'move' | 'version' | 'update';
  /** The move's name, the version's source, or the update's title. */
  what: string;
  /** The new status, the changed fields, or nothing. */
  more: string[];
  /** Whose doing it was; null for the clock's, and for who is gone. */
  by: string | null;
}

/** What happened to a listing, newest first. */
export const selectHappenings = (sql: Db, listing_id: number, most: number): Promise<Happening[]> => sql<Happening[]>`
  select t.at, t.kind, t.what, t.more, coalesce(a.name, a.email) as by from (
    (select m.moved_at as at, 'move' as kind, m.move as what, array[m.to_status] as more, m.account_id, m.id from moves m
      where m.record = 'listing' and m.record_id = ${String(listing_id)} order by m.id desc limit ${most})
    union all
    (select v.created_at, 'version', v.source, array(select jsonb_object_keys(v.after)), v.account_id, v.id from listing_versions v
      where v.listing_id = ${listing_id} order by v.id desc limit ${most})
    union all
    (select u.created_at, 'update', u.title, '{}'::text[], null, u.id from listing_updates u
      where u.listing_id = ${listing_id} order by u.created_at desc limit ${most})
  ) t left join accounts a on a.id = t.account_id order by t.at desc, t.id desc limit ${most}`;
