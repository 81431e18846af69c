import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { migrate } from '../../src/db/migrate/migrate.ts';
import type { Sql } from '../../src/db/open.ts';
import { systemClock } from '../../src/kernel/time/clock.ts';
import { importListings } from '../../src/modules/listings/import/import.ts';
import { optimizeSearchIndex } from '../../src/modules/listings/search/search-index.ts';
import { ensureDefaultSite } from '../../src/modules/sites/sites.ts';

/** Indexes are created after loading: this is about searching, not importing. */
const INDEXES = ['listing_words_words', 'listing_words_name_words', 'search_words_variants'];

/** Migrates a database and, the first time, loads listings into it. Returns the site. */
export const loadListings = async (sql: Sql, lines: string): Promise<number> => {
  await migrate(sql);
  const site_id = await ensureDefaultSite(sql);
  const [site] = await sql<{ id: number }[]>`select id from sites where root is null`;
  if (site_id === null) return site!.id;
  const definitions = await sql<{ indexdef: string }[]>`select indexdef from pg_indexes where indexname = any(${INDEXES})`;
  await sql`drop index ${sql(INDEXES)}`;
  await importListings(sql, site_id, createInterface({ input: createReadStream(lines) }), { clock: systemClock, time_zone: 'UTC' });
  await sql.begin(async (tx) => {
    await tx`select set_config('statement_timeout', '0', true), set_config('maintenance_work_mem', '1GB', true)`;
    for (const { indexdef } of definitions) await tx.unsafe(indexdef);
  });
  await optimizeSearchIndex(sql);
  return site_id;
};
