import type { Db, SiteCtx } from '../../../kernel/context.ts';
import { withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { selectLedgerHead, selectWeekRanks } from '../ledger/queries.ts';
import { loadCurrentSigner } from './keys.ts';
import { checkpointText, resultText, signNote } from './notes.ts';
import { type FrozenResult, findCheckpoint, insertCheckpoint, insertResult, selectUnsignedWeeks } from './queries.ts';
import { treeRoot } from './tree.ts';
import { growTree, treeReader } from './tree-reader.ts';

/** Never signs a ledger that contradicts what was signed before. */
const requireConsistent = async (sql: Db, site_id: number): Promise<number> => {
  const latest = await findCheckpoint(sql, site_id);
  if (!latest) return 0;
  const root = await treeRoot(treeReader(sql, site_id), latest.size);
  if (!root.equals(latest.root))
    throw new Error(`The ledger of site ${site_id} does not match its checkpoint of ${latest.size} rows: rows were changed.`);
  return latest.size;
};

/** Signs the checkpoint of a size, if there is none, with the results of the weeks that were frozen there. */
const signSize = async (ctx: SiteCtx, size: number, weeks: FrozenResult[]): Promise<void> => {
  const root = await treeRoot(treeReader(ctx.sql, ctx.site.id), size);
  await withDatabaseClock(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const signer = await loadCurrentSigner(ctx);
    const signed_at = clock.now();
    const text = checkpointText(signer.name, { size, root, at: signed_at });
    await insertCheckpoint(sql, site.id, { size, root, note: signNote(text, signer), signed_at });
    for (const frozen of weeks) {
      const ranking = await selectWeekRanks(sql, site.id, frozen.week);
      const note = signNote(resultText(signer.name, { ...frozen, root, ranking }), signer);
      await insertResult(sql, site.id, { week: frozen.week, size, note, signed_at });
    }
  });
};

/**
 * Signs what was added to a site's ledger since the latest checkpoint, and the results of frozen weeks. Each size is a transaction of its
 * own and is signed once, so a run after a crash continues where the last one stopped.
 */
export const signLedger = async (ctx: SiteCtx, signal?: AbortSignal): Promise<void> => {
  const { sql, site } = ctx;
  const [{ last_seq }, weeks, signed_size] = await Promise.all([
    selectLedgerHead(sql, site.id),
    selectUnsignedWeeks(sql, site.id),
    requireConsistent(sql, site.id),
  ]);
  await growTree(sql, site.id, last_seq, signal);
  const sizes = new Set([...weeks.map(({ size }) => size), ...(last_seq > signed_size ? [last_seq] : [])]);
  for (const size of [...sizes].sort((a, b) => a - b)) {
    signal?.throwIfAborted();
    await signSize(
      ctx,
      size,
      weeks.filter((week) => week.size === size),
    );
  }
};
