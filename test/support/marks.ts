import type { Sql } from '../../src/db/open.ts';

/** Columns with fixed values or credentials, not written by users. */
const UNMARKED_COLUMNS = new Set(
  `act board bundle categories client_id code domain email email_key epoch grant_id hash id intent key kind logo_url method move name_key not_found_on_website
  operation photo_url pricing_model product provider record record_id reference session slug stage time_zone to_email token treatment unit
  unlocked_sections vat_number word from_status to_status ballots.state ballots.reason invoices.country metric_readings.name`.split(/\s+/),
);

/** Properties of stored JSON that users wrote. */
const TEXTS =
  'quote|question|answer|title|bio|name|description|detail|note|story|why_started|problem|journey|challenges|achievements|lessons|whats_next|summary|seen|company|address|city|meta|text|comparison';

/** How to add a mark to a value, by column type; null if it is no text. */
const marked = (type: string, column: string, mark: string): string | null => {
  if (type === 'text[]') return `array_append(${column}, '${mark}')`;
  if (type === 'json' || type === 'jsonb')
    return `regexp_replace(${column}::text, '("(?:${TEXTS})"\\s*:\\s*")(?!/|https?:)', '\\1${mark} ', 'g')::${type}`;
  if (type !== 'text') return null;
  const of_mail = `${column} ~ '^[^[:space:]@]+@[^[:space:]@]+$'`;
  return `case when ${column} ~ '^(https?:|/)' then ${column} || '#${mark}' when ${of_mail} then '${mark}.' || ${column} else ${column} || ' ${mark}' end`;
};

interface Column {
  table: string;
  column: string;
  type: string;
}

/** Append-only tables. Their rows were marked when written. */
const APPEND_ONLY = ['invoices', 'team_acts', 'votes', 'week_results'];

/** Adds a site's mark to all texts of the site, in all tables, including new ones. Idempotent. */
export const markSite = async (sql: Sql, site_id: number, mark: string): Promise<void> => {
  const columns = await sql<Column[]>`
    select c.relname as table, t.attname as column, format_type(t.atttypid, null) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_attribute t on t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped and t.attgenerated = ''
    where a.attname = 'site_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all(${APPEND_ONLY})
      -- What may only be one of some words, or of one form, is no text either.
      and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[t.attnum]
        and pg_get_constraintdef(k.oid) ~ '~|ANY|= ''')
    union all select 'sites', attname, format_type(atttypid, null) from pg_attribute where attrelid = 'sites'::regclass and attname in ('name', 'tagline', 'purpose', 'settings')
    order by 1, 2`;
  await sql.begin(async (sql) => {
    for (const [table, all] of Map.groupBy(columns, ({ table }) => table)) {
      const sets = all.flatMap(({ column, type }) => {
        const value = UNMARKED_COLUMNS.has(column) || UNMARKED_COLUMNS.has(`${table}.${column}`) ? null : marked(type, column, mark);
        const keeps = `${column} is null or ${column}::text in ('', 'null') or ${column}::text like '%${mark}%'`;
        return value === null ? [] : [`${column} = case when ${keeps} then ${column} else ${value} end`];
      });
      if (sets.length)
        await sql.unsafe(`update ${table} set ${sets.join(', ')} where ${table === 'sites' ? 'id' : 'site_id'} = ${site_id}`);
    }
    for (const table of ['founders', 'blog_posts'])
      await sql`update ${sql(table)} set words = words || to_tsvector('simple', ${mark}) where site_id = ${site_id}`;
  });
};
