// What it costs to store the parts of profiles with each change (decision 64), in transactions that are undone. "Without" is the same with
// a function that stores nothing. The database stays in FOLDER: node bench/listing-parts.ts LISTINGS.jsonl FOLDER
import { mkdir } from 'node:fs/promises';
import type { TransactionSql } from 'postgres';
import { openLasting } from './support/database.ts';
import { loadListings } from './support/load-listings.ts';
import { median } from './support/search-queries.ts';

const [file, folder] = process.argv.slice(2);
if (!file || !folder) throw new Error('usage: node bench/listing-parts.ts LISTINGS.jsonl FOLDER');
await mkdir(folder, { recursive: true, mode: 0o755 });

const ROWS = 300;

const CHANGES: Record<string, (tx: TransactionSql, listing_ids: number[]) => Promise<unknown>> = {
  [`${ROWS} updates of one listing each`]: async (tx, ids) => {
    for (const id of ids.slice(0, ROWS))
      await tx`insert into listing_updates (site_id, listing_id, title, body) select site_id, id, 'News', 'Body' from listings where id = ${id}`;
  },
  'a value of each listing': (tx) => tx`
    insert into listing_attributes (site_id, listing_id, attribute_id, kind, value)
    select l.site_id, l.id, a.id, a.kind, 'true' from listings l join category_attributes a on a.site_id = l.site_id and a.key = 'self_hosted'`,
  // As after a while of use: other triggers take very long on a table that was never analyzed.
  'that table analyzed': (tx) => tx`analyze listing_attributes, listing_facts`,
  'another name for that attribute': (tx) => tx`update category_attributes set name = 'On your own server' where key = 'self_hosted'`,
  'other synonyms': (tx) => tx`update category_attributes set synonyms = '{on-premises}' where key = 'self_hosted'`,
  'another kind': (tx) => tx`update category_attributes set kind = 'text' where key = 'self_hosted'`,
  'its values converted': (tx) => tx`update listing_attributes set kind = 'text', value = '"yes"' where kind = 'boolean'`,
  'a parent for the largest category': (tx) => tx`
    update categories set parent_id = (select id from categories where parent_id is null order by id limit 1)
    where id = (select category_id from shelves where category_id > 0 order by live desc limit 1)`,
};

class Undone extends Error {}

const database = await openLasting(folder, 'http', 2);
const { sql } = database;
await loadListings(sql, file);
const listing_ids = (await sql<{ id: number }[]>`select id from listings order by id`).map(({ id }) => id);

const times: Record<string, { stored: number[]; without: number[] }> = {};
const timeAll = (which: 'stored' | 'without') =>
  sql
    .begin(async (tx) => {
      await tx`set local statement_timeout = '5 min'`;
      if (which === 'without')
        await tx.unsafe(`create or replace function store_listing_parts(ids bigint[]) returns void language plpgsql as 'begin end'`);
      for (const [name, change] of Object.entries(CHANGES)) {
        const from = performance.now();
        await change(tx, listing_ids);
        times[name] ??= { stored: [], without: [] };
        times[name][which].push(performance.now() - from);
      }
      throw new Undone();
    })
    .catch((error) => {
      if (!(error instanceof Undone)) throw error;
    });

const ROUNDS = 3;
for (let round = 0; round < ROUNDS; round++) {
  await timeAll('stored');
  await timeAll('without');
  await sql`vacuum analyze`;
}
console.log(`${listing_ids.length} listings, median of ${ROUNDS}\n\n| change | without | with stored parts |\n|---|---|---|`);
for (const [name, { stored, without }] of Object.entries(times))
  console.log(`| ${name} | ${median(without).toFixed(0)} ms | ${median(stored).toFixed(0)} ms |`);
await database.close();
