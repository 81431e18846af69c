import { join } from 'node:path';
import type { Sql } from '../../src/db/open.ts';
import type { Site } from '../../src/kernel/context.ts';
import { enqueue_rechecks, recheck_listing } from '../../src/modules/rechecks/jobs.ts';
import type { LabelledHistory } from './labels.ts';
import { jobCtx, type Replay, startReplay } from './replay.ts';
import { createScore, printScores, type Score } from './score.ts';

const DAY_MS = 86_400_000;
/** Longer than any interval between two readings. */
const NEXT_VERSION_MS = 70 * DAY_MS;

interface Options {
  sql: Sql;
  site: Site;
  /** Of the git directories. */
  folder: string;
  details: boolean;
}

/** Replays histories side by side under one clock, and prints what was noticed. */
export const replayAll = async (histories: LabelledHistory[], { sql, site, folder, details }: Options): Promise<void> => {
  let now = new Date('2026-01-01T12:00:00Z');
  const clock = { now: () => now };
  const advance = (ms: number): void => {
    now = new Date(now.getTime() + ms);
  };
  const around = { sql, clock, site };
  await sql`insert into categories (site_id, slug, name) values (${site.id}, 'products', 'Products')`;

  const replays: { replay: Replay; score: Score }[] = [];
  for (const history of histories) {
    const replay = await startReplay(around, history, join(folder, history.repository.replace('/', '+'), 'repo'));
    replays.push({ replay, score: await createScore(replay, details) });
  }

  const claimed = async (): Promise<number[]> =>
    (await sql`select listing_id from listing_rechecks where claimed_until is not null`).map(({ listing_id }) => listing_id);

  /** Reads every website whose turn it is, as the jobs do, a minute's share at a time. Returns who was read, and how long it took. */
  const readDue = async (): Promise<Map<number, number>> => {
    const times = new Map<number, number>();
    for (;;) {
      await enqueue_rechecks.run(jobCtx(around), {});
      const ids = await claimed();
      if (ids.length === 0) return times;
      await Promise.all(
        ids.map(async (listing_id) => {
          const started = performance.now();
          await recheck_listing.run(jobCtx(around), { listing_id });
          times.set(listing_id, performance.now() - started);
        }),
      );
      advance(60_000);
    }
  };

  const isDoubtful = async (id: number): Promise<boolean> =>
    (await sql`select is_doubtful from listing_rechecks where listing_id = ${id}`)[0]?.is_doubtful === true;

  /** Reads all websites as they are now. A reading that is doubted is repeated when it is due again. */
  const readAll = async (shown: typeof replays): Promise<void> => {
    advance(NEXT_VERSION_MS);
    let waiting = shown;
    for (let attempt = 0; waiting.length > 0 && attempt < 5; attempt++) {
      const times = await readDue();
      const next: typeof replays = [];
      for (const one of waiting) {
        const took = times.get(one.replay.listing_id);
        if (took !== undefined) one.score.addReading(took);
        if (took === undefined || (await isDoubtful(one.replay.listing_id))) next.push(one);
      }
      waiting = next;
      if (waiting.length > 0) advance(2 * DAY_MS);
    }
  };

  // The first reading finds every quote where the draft found it.
  await enqueue_rechecks.run(jobCtx(around), {});
  const versions = Math.max(...histories.map((history) => history.versions.length));
  for (let at = 0; at < versions; at++) {
    const shown = replays.filter(({ replay }) => at < replay.history.versions.length);
    for (const { replay } of shown) replay.server.show(replay.history.versions[at]!.commit);
    await readAll(shown);
    for (const { score } of shown) await score.compare(at);
  }

  printScores(replays.map(({ replay, score }) => ({ key: replay.history.key, score })));
  for (const { replay } of replays) replay.server.close();
};
