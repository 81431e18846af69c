import type { Ctx, Db } from '../../../kernel/context.ts';
import { findRow, firstValue, hasRows, selectColumn } from '../../../kernel/database.ts';
import { offsetOf, type Paging } from '../../../kernel/responses.ts';
import { attributeKey } from '../../catalog/attributes/names.ts';
import { attributeChoices, type StatedValue, type StoredQuote, valuesForHistory, writeListingAttributes } from '../attributes/queries.ts';

export type VersionSource = 'owner' | 'another_site' | 'draft' | 'restore' | 'team' | 'website';
type Values = Record<string, unknown>;

export interface LockedListing {
  id: number;
  site_id: number;
  values: Values;
}

/** All that is edited of listing `l`: its columns, and the values of its attributes as `attributes.<key>`. */
const editedValues = (sql: Db) => sql`to_jsonb(l) || ${valuesForHistory(sql)}`;

/** Locks listings until the transaction ends; always in the same order, so that two transactions cannot deadlock. */
export const lockListingsForEdit = async (sql: Db, ids: number[]): Promise<LockedListing[]> => {
  await sql`select from listings where id = any(${ids}::bigint[]) order by id for no key update`;
  // Attributes are rows of their own: read after the lock, they are those of the last edit.
  return sql<
    LockedListing[]
  >`select id, site_id, ${editedValues(sql)} as values from listings l where id = any(${ids}::bigint[]) order by id`;
};

/** `columns` are columns of `listings`, never user input. The values go as one JSON object, which PostgreSQL casts to the table's types. */
export const updateListingColumns = async (sql: Db, id: number, columns: Values, at: Date): Promise<void> => {
  const all = { ...columns, updated_at: at };
  const assignments = Object.keys(all).map((name, i) => sql`${i ? sql`, ` : sql``}${sql(name)} = ${sql(`t.${name}`)}`);
  await sql`
    update listings l set ${assignments} from json_populate_record(null::listings, ${JSON.stringify(all)}::text::json) t where l.id = ${id}`;
};

/** Quotes by the key of their fact: a column, a part of one, such as `socials.x`, or `attributes.<key>`. */
export type QuotesByFact = Record<string, StoredQuote[]>;

/** Writes values of attributes. With quotes they are the website's, without they are the owner's own. */
export const writeAttributes = (
  sql: Db,
  listing: { id: number; site_id: number },
  values: Values,
  quotes: QuotesByFact = {},
): Promise<void> => {
  const stated = (name: string, value: unknown): StatedValue | null => {
    const evidence = quotes[name] ?? [];
    return value === null ? null : { value: value as StatedValue['value'], evidence, stated_by: evidence.length > 0 ? 'website' : 'owner' };
  };
  return writeListingAttributes(
    sql,
    listing,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [attributeKey(name)!, stated(name, value)])),
  );
};

/** The columns of the listing, and the values of its attributes. */
export const splitAttributes = <V>(values: Record<string, V>): { columns: Record<string, V>; attributes: Record<string, V> } => {
  const { columns = [], attributes = [] } = Object.groupBy(Object.entries(values), ([name]) =>
    attributeKey(name) === null ? 'columns' : 'attributes',
  );
  return { columns: Object.fromEntries(columns), attributes: Object.fromEntries(attributes) };
};

/** The quotes of all facts of a listing. */
export const selectEvidence = (sql: Db, id: number): Promise<QuotesByFact> =>
  firstValue<QuotesByFact>(sql`
    select coalesce(l.evidence::jsonb, '{}') || coalesce((select jsonb_object_agg('attributes.' || t.key, t.evidence) from ${attributeChoices(sql)} t
      where t.value is not null and json_array_length(t.evidence) > 0), '{}') as evidence
    from listings l where l.id = ${id}`);

/**
 * Writes the quotes of all facts of a listing. Nothing that the listing says changes, so the time of its last edit stays. A fact without
 * quotes is the owner's own from then on.
 */
export const updateEvidence = async (sql: Db, id: number, quotes: QuotesByFact): Promise<void> => {
  const { columns, attributes } = splitAttributes(quotes);
  await sql`update listings set evidence = ${JSON.stringify(columns)}::text::json where id = ${id}`;
  await sql`
    update listing_attributes v set evidence = coalesce(t.evidence, '[]'), stated_by = case when t.evidence is null then 'owner' else 'website' end
    from listings l cross join lateral ${attributeChoices(sql)} c
      left join json_each(${JSON.stringify(attributes)}::text::json) t (name, evidence) on t.name = 'attributes.' || c.key
    where l.id = ${id} and v.listing_id = l.id and v.attribute_id = c.id and v.stated_by = 'website'`;
};

interface NewVersion extends Omit<VersionRow, 'id' | 'created_at' | 'by'> {
  site_id: number;
  account_id: number | null;
  at: Date;
}

export const insertVersion = (sql: Db, version: NewVersion) => sql`
  insert into listing_versions (site_id, listing_id, account_id, source, before, after, restored_id, created_at)
  values (${version.site_id}, ${version.listing_id}, ${version.account_id}, ${version.source}, ${JSON.stringify(version.before)}::text::jsonb,
    ${JSON.stringify(version.after)}::text::jsonb, ${version.restored_id}, ${version.at})`;

export interface VersionRow {
  id: number;
  listing_id: number;
  source: VersionSource;
  before: Values;
  after: Values;
  restored_id: number | null;
  created_at: Date;
  /** Who did it: name or else email; null if the account was deleted. */
  by: string | null;
}

const versionColumns = (sql: Db) => sql`
  v.id, v.listing_id, v.source, v.before, v.after, v.restored_id, v.created_at, coalesce(a.name, a.email) as by`;

export const selectVersions = (sql: Db, listing_id: number, paging: Paging): Promise<VersionRow[]> => sql<VersionRow[]>`
  select ${versionColumns(sql)} from listing_versions v left join account_contacts a on a.id = v.account_id
  where v.listing_id = ${listing_id} order by v.id desc limit ${paging.per_page} offset ${offsetOf(paging)}`;

export const countVersions = (sql: Db, listing_id: number): Promise<number> =>
  firstValue<number>(sql`select count(*)::int as count from listing_versions where listing_id = ${listing_id}`);

/** The values before each edit made after a version (0: all edits), newest edit first. */
export const selectPriorValues = (sql: Db, listing_id: number, version_id: number): Promise<Values[]> =>
  selectColumn<Values>(sql`
    select before from listing_versions where listing_id = ${listing_id} and id > ${version_id} order by id desc`);

export const hasVersion = (sql: Db, listing_id: number, version_id: number): Promise<boolean> =>
  hasRows(sql`select from listing_versions where listing_id = ${listing_id} and id = ${version_id}`);

export interface EditRow extends VersionRow {
  slug: string;
  name: string;
  /** Whether the edit is still in effect: no later edit changed the same fields. */
  stands: boolean;
}

/** The edits of a site, newest first, for its team. */
export const selectEdits = ({ sql, site }: Ctx, paging: Paging, more = 1): Promise<EditRow[]> => sql<EditRow[]>`
  select ${versionColumns(sql)}, l.slug, l.name, v.after - 'attributes' <> '{}' and ${editedValues(sql)} @> (v.after - 'attributes') and not exists (
      select from listing_versions n where n.listing_id = v.listing_id and n.id > v.id
        and n.after ?| array(select jsonb_object_keys(v.after - 'attributes'))) as stands
  from listing_versions v join listings l on l.id = v.listing_id
  left join account_contacts a on a.id = v.account_id
  where v.site_id = ${site.id} order by v.id desc limit ${paging.per_page + more} offset ${offsetOf(paging)}`;

export interface ListingEdit {
  id: number | null;
  listing_id: number;
  name: string;
  owner_id: number | null;
  before: Values;
  after: Values;
}

/** An edit of the site by id, or the newest edit of a listing. */
export const findEdit = ({ sql, site }: Ctx, { version_id, listing_id }: { version_id?: number; listing_id?: number }) =>
  findRow(sql<ListingEdit[]>`
    select v.id, l.id as listing_id, l.name, l.owner_id, v.before, v.after from listing_versions v join listings l on l.id = v.listing_id
    where v.site_id = ${site.id} and ${version_id === undefined ? sql`v.listing_id = ${listing_id!}` : sql`v.id = ${version_id}`}
    order by v.id desc limit 1`);

export interface ListingEvent {
  at: Date;
  kind: 'move' | 'version' | 'update';
  /** The move's name, the version's source, or the update's title. */
  what: string;
  /** The new status, the changed fields, or nothing. */
  more: string[];
  /** Who did it; null for the system, and if the account was deleted. */
  by: string | null;
}

export const selectListingEvents = (sql: Db, listing_id: number, limit: number): Promise<ListingEvent[]> => sql<ListingEvent[]>`
  select t.at, t.kind, t.what, t.more, coalesce(a.name, a.email) as by from (
    (select m.moved_at as at, 'move' as kind, m.move as what, array[m.to_status] as more, m.account_id, m.id from moves m
      where m.record = 'listing' and m.record_id = ${String(listing_id)} order by m.id desc limit ${limit})
    union all
    (select v.created_at, 'version', v.source, array(select jsonb_object_keys(v.after)), v.account_id, v.id from listing_versions v
      where v.listing_id = ${listing_id} order by v.id desc limit ${limit})
    union all
    (select u.created_at, 'update', u.title, '{}'::text[], null, u.id from listing_updates u
      where u.listing_id = ${listing_id} order by u.created_at desc limit ${limit})
  ) t left join account_contacts a on a.id = t.account_id order by t.at desc, t.id desc limit ${limit}`;
