/** What a check found. `faults` say what is wrong, `notices` what else to know. */
export interface Report {
  ok: boolean;
  faults: string[];
  notices: string[];
}

export type VoteReceiptState = 'counted' | 'not counted' | 'withdrawn';

interface VoteRow {
  seq: number;
  listing_id: number;
  launch_week_on: string;
}

export interface LedgerReport extends Report {
  origin: string | null;
  site: string;
  rows: number;
  first_seq: number;
  last_seq: number;
  keys: { number: number; key: string; from_size: number; time: string; is_compromised: boolean }[];
  checkpoints: number;
  latest: { size: number; time: string | null; note: string } | null;
  weeks: { week: string; size: number; counted: number; uncounted: number; ranking: string[] }[];
  receipts: { row: VoteRow; state: VoteReceiptState }[];
}

export interface LedgerOptions {
  checkpoints?: string[];
  pinned?: string[];
  witnesses?: string[];
  receipts?: unknown[];
  host?: string;
  onProgress?(rows: number): void;
}

export class UnreadableError extends Error {}

export function verifyLedger(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, options?: LedgerOptions): Promise<LedgerReport>;
export function verifyReceipt(
  receipt: unknown,
  key_notes: string[],
  options?: { pinned?: string[] },
): Promise<Report & { row: VoteRow; state: VoteReceiptState; checkpoint: { size: number; time: string | null } }>;
export function verifyCheckpoint(
  note: string,
  key_notes: string[],
  options?: { pinned?: string[]; previous?: string | null; proof?: string[] },
): Promise<Report & { origin: string; size: number; text: string; key: string | null }>;
export function rootOfInclusion(entry: Uint8Array, index: number, size: number, proof: Uint8Array[]): Uint8Array | null;
export function isConsistent(from: number, from_root: Uint8Array, to: number, to_root: Uint8Array, proof: Uint8Array[]): boolean;
export function fetchLedger(address: string): Promise<{ chunks: AsyncIterable<Uint8Array>; host: string }>;
export function chunksOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array>;
