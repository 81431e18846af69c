import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openIntegrations } from '../src/integrations/integrations.ts';
import type { Ctx } from '../src/kernel/context.ts';
import { noLimits } from '../src/kernel/limits.ts';
import { systemClock } from '../src/kernel/time/clock.ts';
import { searchListings } from '../src/modules/listings/search/search.ts';
import { openLasting } from './support/database.ts';
import { loadListings } from './support/load-listings.ts';
import { writeTenfold } from './support/multiply-listings.ts';
import { median, questionsFrom, readListings, recallOf } from './support/search-queries.ts';

/**
 * What the same questions cost with ten times the listings. Makes both databases under FOLDER, where they stay for the next
 * run: node bench/scale.ts LISTINGS.jsonl FOLDER
 */
const [file, folder] = process.argv.slice(2);
if (!file || !folder) throw new Error('usage: node bench/scale.ts LISTINGS.jsonl FOLDER');
await mkdir(folder, { recursive: true, mode: 0o755 });

/** Each query runs a few times and the minimum counts, which excludes other load on the machine. */
const TIMES = 5;

const sets = questionsFrom((await readListings(file)).map(({ name }) => name));

const measure = async (name: string, lines: string) => {
  const database = await openLasting(folder, name, 4);
  try {
    const id = await loadListings(database.sql, lines);
    const site = { id, key: 'main', name: '', tagline: '', purpose: '', root: 'http://localhost', time_zone: 'UTC' };
    const ctx: Ctx = {
      site,
      caller: null,
      limits: noLimits,
      clock: systemClock,
      sql: database.sql,
      request_id: '',
      integrations: openIntegrations(),
    };
    const search = (q: string) => searchListings(ctx, { q, status: 'live', sort: 'relevance', page: 1, per_page: 10 });
    const found: Record<string, { ms: number; recall: string }> = {};
    for (const [kind, questions] of Object.entries(sets)) {
      const [times, answers]: [number[], string[][]] = [[], []];
      for (const { q } of questions) {
        let least = Number.POSITIVE_INFINITY;
        for (let i = 0; i < TIMES; i++) {
          const from = performance.now();
          const answer = await search(q);
          least = Math.min(least, performance.now() - from);
          if (i === 0) answers.push(answer.parse().items.map((item) => item.name));
        }
        times.push(least);
      }
      found[kind] = { ms: median(times), recall: questions[0]!.name === null ? '' : recallOf(questions, answers).ten.toFixed(3) };
    }
    return found;
  } finally {
    await database.close();
  }
};

const tenfold = join(folder, 'tenfold.jsonl');
if (!existsSync(tenfold)) await writeTenfold(file, tenfold);
const one = await measure('one', file);
const ten = await measure('ten', tenfold);
console.table(
  Object.fromEntries(
    Object.keys(one).map((kind) => [
      kind,
      {
        'median ms': one[kind]!.ms.toFixed(2),
        'at ten times': ten[kind]!.ms.toFixed(2),
        ratio: (ten[kind]!.ms / one[kind]!.ms).toFixed(2),
        'recall@10': one[kind]!.recall,
        'at ten times, ': ten[kind]!.recall,
      },
    ]),
  ),
);
