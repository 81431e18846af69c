import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { migrate } from '../src/db/migrate/migrate.ts';
import { systemClock } from '../src/kernel/time/clock.ts';
import { importListings } from '../src/modules/listings/import/import.ts';
import { ensureDefaultSite } from '../src/modules/sites/sites.ts';
import { openTemporary } from './support/database.ts';

/** How long an import takes, into a database made for it: node bench/import.ts LISTINGS.jsonl */
const [file] = process.argv.slice(2);
if (!file) throw new Error('usage: node bench/import.ts LISTINGS.jsonl');

const database = await openTemporary(4);
try {
  await migrate(database.sql);
  const site_id = (await ensureDefaultSite(database.sql))!;
  const run = async () => {
    const from = performance.now();
    const lines = createInterface({ input: createReadStream(file) });
    const { imported, already_there, refused } = await importListings(database.sql, site_id, lines, {
      clock: systemClock,
      time_zone: 'UTC',
    });
    const seconds = (performance.now() - from) / 1000;
    return {
      imported,
      already_there,
      refused: refused.length,
      seconds: seconds.toFixed(1),
      'lines/s': Math.round((imported + already_there) / seconds),
    };
  };
  console.table({ first: await run(), again: await run() });
} finally {
  await database.close();
}
