import type { Ctx, Db } from '../../../kernel/context.ts';
import type { MetricFigure, MetricName } from './rules.ts';

export interface MetricRow extends MetricFigure {
  listing_id: number;
  name: MetricName;
  as_of_on: string;
  source: string;
}

/** Writes figures; `rows` must have at most one per listing, name and day. Existing figures with another value are corrected. */
export const upsertMetrics = async (sql: Db, site_id: number, rows: MetricRow[]): Promise<{ imported: number; corrected: number }> => {
  if (rows.length === 0) return { imported: 0, corrected: 0 };
  const changed = await sql<{ is_new: boolean }[]>`
    insert into listing_metrics as m (site_id, listing_id, name, as_of_on, value, unit, source)
    select ${site_id}, t.listing_id, t.name, t.as_of_on, t.value, t.unit, t.source
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as t (listing_id bigint, name text, as_of_on date, value numeric, unit text, source text)
    order by t.listing_id, t.name, t.as_of_on
    on conflict (listing_id, name, as_of_on) do update set value = excluded.value, unit = excluded.unit, source = excluded.source
      where (m.value, m.unit, m.source) is distinct from (excluded.value, excluded.unit, excluded.source)
    returning xmax = 0 as is_new`;
  const imported = changed.filter(({ is_new }) => is_new).length;
  return { imported, corrected: changed.length - imported };
};

export const selectListingsBySlugOrDomain = (sql: Db, site_id: number, slugs: string[], domains: string[]) => sql<
  { id: number; slug: string; domain: string }[]
>`
  select id, slug, domain from listings
  where site_id = ${site_id} and status <> 'removed' and (slug = any(${slugs}::text[]) or domain = any(${domains}::text[]))`;

/** Live listings whose metric is due: never fetched first, then those overdue longest. A website on a shared host has no figures of its own. */
export const selectDueMetrics = (sql: Db, site_id: number, name: MetricName, now: Date, limit: number) => sql<
  { listing_id: number; domain: string }[]
>`
  select l.id as listing_id, l.domain from listings l left join metric_readings r on r.listing_id = l.id and r.name = ${name}
  where l.site_id = ${site_id} and l.status = 'live' and l.domain not like '%/%' and (r.due_at is null or r.due_at <= ${now})
  order by r.due_at nulls first, l.id limit ${limit}`;

interface MetricReading {
  site_id: number;
  listing_id: number;
  name: MetricName;
  asked_at: Date;
  due_at: Date;
  trouble: string | null;
}

export const upsertMetricReading = (sql: Db, { site_id, listing_id, name, asked_at, due_at, trouble }: MetricReading) => sql`
  insert into metric_readings (site_id, listing_id, name, asked_at, due_at, trouble)
  values (${site_id}, ${listing_id}, ${name}, ${asked_at}, ${due_at}, ${trouble})
  on conflict (listing_id, name) do update set asked_at = excluded.asked_at, due_at = excluded.due_at, trouble = excluded.trouble`;

export interface MetricTrouble {
  listing_id: number;
  listing: string;
  name: MetricName;
  asked_at: Date;
  trouble: string;
}

/** Failed fetches, the latest first. */
export const selectMetricTroubles = ({ sql, site }: Ctx, limit = 20): Promise<MetricTrouble[]> => sql<MetricTrouble[]>`
  select r.listing_id, l.name as listing, r.name, r.asked_at, r.trouble from metric_readings r join listings l on l.id = r.listing_id
  where r.site_id = ${site.id} and r.trouble is not null order by r.asked_at desc limit ${limit}`;
