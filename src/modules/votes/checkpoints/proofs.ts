import type { Ctx } from '../../../kernel/context.ts';
import { Refusal, requireFound } from '../../../kernel/errors.ts';
import type { LedgerRow } from '../ledger/ledger.ts';
import { selectLedgerLines } from '../ledger/queries.ts';
import { findCheckpoint, findCheckpointOf, type StoredCheckpoint, selectBallotSeqs, selectCheckpoints, selectResults } from './queries.ts';
import { consistencyProof, inclusionProof } from './tree.ts';
import { treeReader } from './tree-reader.ts';

type LedgerCtx = Pick<Ctx, 'sql' | 'site'>;

export const getCheckpoint = async ({ sql, site }: LedgerCtx, size: number | null = null): Promise<StoredCheckpoint> =>
  requireFound('checkpoint_not_found', await findCheckpoint(sql, site.id, size));

/** More than a month of hourly checkpoints. */
const MAX_CHECKPOINTS = 1000;

/** The history of checkpoints after a size, in order. */
export const listCheckpoints = async ({ sql, site }: LedgerCtx, { after }: { after: number | null }) =>
  (await selectCheckpoints(sql, site.id, after ?? -1, MAX_CHECKPOINTS)).map(({ size, signed_at, note }) => ({ size, signed_at, note }));

/** The signed result of a week. */
export const getSignedResult = async ({ sql, site }: LedgerCtx, { week }: { week: string }): Promise<string> =>
  requireFound('checkpoint_not_found', (await selectResults(sql, site.id, week))[0]).note;

const toBase64 = (hashes: Buffer[]): string[] => hashes.map((hash) => hash.toString('base64'));

/** Proves that a row is in the ledger of a size; without a size, in that of the latest checkpoint. */
export const proveInclusion = async (ctx: LedgerCtx, { entry, size }: { entry: number; size: number | null }) => {
  const latest = await getCheckpoint(ctx);
  const tree_size = size ?? latest.size;
  if (tree_size > latest.size || entry > tree_size) throw new Refusal('checkpoint_not_found');
  return { entry, size: tree_size, proof: toBase64(await inclusionProof(treeReader(ctx.sql, ctx.site.id), entry - 1, tree_size)) };
};

/** Proves that the ledger of one size is the beginning of that of another. */
export const proveConsistency = async (ctx: LedgerCtx, { from, to }: { from: number; to: number | null }) => {
  const latest = await getCheckpoint(ctx);
  const tree_size = to ?? latest.size;
  if (tree_size > latest.size || from > tree_size) throw new Refusal('checkpoint_not_found');
  return { from, to: tree_size, proof: toBase64(await consistencyProof(treeReader(ctx.sql, ctx.site.id), from, tree_size)) };
};

/** Shows that a vote is in the ledger: its rows, the paths to the root, and the signed checkpoint. */
export interface Receipt {
  receipt: 'launchweek';
  version: 1;
  checkpoint: string;
  entries: { row: LedgerRow; proof: string[] }[];
}

export interface ReceiptState {
  seq: number;
  row: LedgerRow & { listing: string };
  /** Null until a checkpoint includes the row. */
  receipt: Receipt | null;
}

/** The receipt of a ledger row: with every later row about the same vote, as of the latest checkpoint. */
export const getReceipt = async ({ sql, site }: LedgerCtx, { seq }: { seq: number }): Promise<ReceiptState> => {
  const readRow = async (number: number) => {
    const [line] = await selectLedgerLines(sql, site.id, number - 1, number, 1);
    return JSON.parse(requireFound('vote_not_found', line).line) as ReceiptState['row'];
  };
  const row = await readRow(seq);
  const checkpoint = (await findCheckpointOf(sql, site.id, seq)) === undefined ? undefined : await findCheckpoint(sql, site.id);
  if (!checkpoint) return { seq, row, receipt: null };
  const read = treeReader(sql, site.id);
  const entries: Receipt['entries'] = [];
  for (const number of await selectBallotSeqs(sql, site.id, seq, checkpoint.size))
    entries.push({ row: await readRow(number), proof: toBase64(await inclusionProof(read, number - 1, checkpoint.size)) });
  return { seq, row, receipt: { receipt: 'launchweek', version: 1, checkpoint: checkpoint.note, entries } };
};
