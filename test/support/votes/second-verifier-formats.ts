// What the second verifier reads: rows, signed notes and proofs, as docs/ledger.md describes them.

import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

export type Row = Record<'site_id' | 'seq' | 'listing_id' | 'voter_id', number> &
  Record<'launch_week_on' | 'act' | 'at' | 'previous_hash' | 'hash', string> & {
    reason: string | null;
    in_week: boolean | null;
  };
export type Note = { text: string; lines: string[]; signatures: { name: string; id: string; bytes: Buffer }[] };
export type NoteKey = { name: string; id: string; text: string; verifies: (text: string, signature: Buffer) => boolean };
export type TreeHead = { origin: string; size: number; root: Buffer };
export type Result = TreeHead & { week: string; count: string[] };

const DAY = 86_400_000;

export function demand(condition: boolean, fault: string): asserts condition {
  if (!condition) throw new Error(fault);
}

export const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
export const leafHash = (entry: Buffer) => sha256(Uint8Array.of(0), entry);
export const nodeHash = (left: Buffer, right: Buffer) => sha256(Uint8Array.of(1), left, right);

export const isTime = (value: unknown): value is string => {
  const date = new Date(String(value));
  return typeof value === 'string' && !Number.isNaN(date.getTime()) && date.toISOString() === value;
};
export const isMonday = (value: unknown): value is string => isTime(`${value}T00:00:00.000Z`) && new Date(`${value}`).getUTCDay() === 1;
const isHash = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
export const isPositive = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function parseBase64(text: unknown, length?: number): Buffer {
  const bytes = Buffer.from(String(text), 'base64');
  demand(bytes.toString('base64') === text, `"${text}" is not Base64`);
  demand(length === undefined || bytes.length === length, `"${text}" has ${bytes.length} bytes, not ${length}`);
  return bytes;
}

export function parseNumber(text: string | undefined): number {
  demand(/^(0|[1-9]\d{0,14})$/.test(text ?? ''), `"${text}" is not a number`);
  return Number(text);
}

export function parseJson(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  demand(isObject(value), 'not a JSON object');
  return value;
}

// Rows

const ROW_FORMS: Record<keyof Row, (value: unknown) => boolean> = {
  site_id: isPositive,
  seq: isPositive,
  listing_id: isPositive,
  launch_week_on: isMonday,
  voter_id: isPositive,
  act: (value) => ['cast', 'withdrawn', 'counted', 'uncounted'].includes(String(value)),
  reason: (value) => value === null || (typeof value === 'string' && /^[a-z_]{1,40}$/.test(value)),
  in_week: (value) => value === null || typeof value === 'boolean',
  at: isTime,
  previous_hash: isHash,
  hash: isHash,
};

export function readRow(value: unknown, site_id: unknown): Row {
  demand(isObject(value), 'a row is not an object');
  const { seq } = value;
  for (const [name, hasForm] of Object.entries(ROW_FORMS)) {
    demand(hasForm(value[name]), `row ${seq}: ${name} is not valid`);
  }
  const row = value as Row; // each property was checked above
  demand(row.site_id === site_id, `row ${seq} is of another site`);
  demand((row.act === 'cast') === (row.in_week !== null), `row ${seq}: in_week does not fit the act`);
  const offset = Date.parse(row.at) - Date.parse(row.launch_week_on);
  demand(row.in_week !== true || (offset >= -DAY && offset < 8 * DAY), `row ${seq} is outside of its week`);
  const { previous_hash, listing_id, launch_week_on, voter_id, act, reason, in_week, at } = row;
  const hashed = [previous_hash, row.site_id, seq, listing_id, launch_week_on, voter_id, act, reason, in_week, at];
  const hash = sha256(hashed.map((part) => part ?? '').join('|')).toString('hex');
  demand(row.hash === hash, `row ${seq}: the hash is wrong`);
  return row;
}

export const isSameVote = (a: Row, b: Row) =>
  a.listing_id === b.listing_id && a.launch_week_on === b.launch_week_on && a.voter_id === b.voter_id;

/** The lines of a result after its root, from the rows of the week up to its size. */
export function countWeek(rows: Row[]): string[] {
  const votes = new Map<string, { listing_id: number; seq: number; in_week: boolean; counts: boolean }>();
  for (const { listing_id, voter_id, act, seq, in_week, reason } of rows) {
    const key = `${listing_id} ${voter_id}`;
    const vote = votes.get(key);
    if (act === 'cast') votes.set(key, { listing_id, seq, in_week: in_week === true, counts: reason === null });
    else if (act === 'withdrawn') votes.delete(key);
    else if (vote) vote.counts = act === 'counted';
  }
  const inWeek = [...votes.values()].filter((vote) => vote.in_week);
  const listings = new Map<number, { listing_id: number; counted: number; reached_seq: number }>();
  for (const { listing_id, seq } of inWeek.filter((vote) => vote.counts)) {
    const listing = listings.get(listing_id) ?? { listing_id, counted: 0, reached_seq: 0 };
    listings.set(listing_id, {
      listing_id,
      counted: listing.counted + 1,
      reached_seq: Math.max(listing.reached_seq, seq),
    });
  }
  const ranking = [...listings.values()].sort(
    (a, b) => b.counted - a.counted || a.reached_seq - b.reached_seq || a.listing_id - b.listing_id,
  );
  const counted = inWeek.filter((vote) => vote.counts).length;
  return [
    `counted ${counted}`,
    `uncounted ${inWeek.length - counted}`,
    ...ranking.map((listing, i) => `${i + 1} ${listing.listing_id} ${listing.counted} ${listing.reached_seq}`),
  ];
}

// The tree: proofs are followed from the root down, as RFC 6962 defines them, taking hashes from their end.

function splitPoint(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

function takeLast(proof: Buffer[]): Buffer {
  const hash = proof.pop();
  demand(hash !== undefined, 'the proof is too short');
  return hash;
}

export function rootOfInclusion(index: number, size: number, leaf: Buffer, proof: Buffer[]): Buffer {
  demand(index >= 0 && index < size, 'the row is not in the checkpoint');
  if (size === 1) return leaf;
  const split = splitPoint(size);
  const other = takeLast(proof);
  return index < split
    ? nodeHash(rootOfInclusion(index, split, leaf, proof), other)
    : nodeHash(other, rootOfInclusion(index - split, size - split, leaf, proof));
}

/** The roots of the old and of the new tree. `known` is the old root where it is a subtree of the new one. */
function rootsOfConsistency(from: number, to: number, proof: Buffer[], known?: Buffer): [Buffer, Buffer] {
  if (from === to) {
    const hash = known ?? takeLast(proof);
    return [hash, hash];
  }
  const split = splitPoint(to);
  const other = takeLast(proof);
  if (from <= split) {
    const [before, after] = rootsOfConsistency(from, split, proof, known);
    return [before, nodeHash(after, other)];
  }
  const [before, after] = rootsOfConsistency(from - split, to - split, proof);
  return [nodeHash(other, before), nodeHash(other, after)];
}

export function checkConsistency(from: number, old: Buffer, to: number, next: Buffer, hashes: string[]) {
  const proof = hashes.map((hash) => parseBase64(hash, 32));
  demand(from <= to, 'the sizes are wrong');
  if (from === 0) return demand(proof.length === 0 && old.equals(sha256()), 'the proof from 0 is not empty');
  const [before, after] = rootsOfConsistency(from, to, proof, old);
  demand(proof.length === 0 && before.equals(old) && after.equals(next), `the proof from ${from} to ${to} is wrong`);
}

// Signed notes

export function readNote(raw: unknown): Note {
  demand(typeof raw === 'string' && raw.endsWith('\n'), 'the note does not end with a line feed');
  const lines = raw.slice(0, -1).split('\n');
  demand(
    lines.every((line) => [...line].every((sign) => sign >= ' ')),
    'the note has control characters',
  );
  const blank = lines.lastIndexOf('');
  demand(blank > 0 && blank < lines.length - 1, 'the note has no signatures');
  const signatures = lines.slice(blank + 1).map((line) => {
    const [dash, name = '', signature, ...rest] = line.split(' ');
    demand(dash === '—' && name !== '' && !/[\s+]/.test(name) && rest.length === 0, 'a signature line is not valid');
    const bytes = parseBase64(signature);
    return { name, id: bytes.subarray(0, 4).toString('hex'), bytes: bytes.subarray(4) };
  });
  const body = lines.slice(0, blank);
  return { text: body.map((line) => `${line}\n`).join(''), lines: body, signatures };
}

export function createKey(name: string, type: 1 | 4, bytes: Buffer): NoteKey {
  const x = bytes.toString('base64url');
  const key: KeyObject = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const typed = Buffer.concat([Uint8Array.of(type), bytes]);
  const id = sha256(`${name}\n`, typed).subarray(0, 4).toString('hex');
  const isSigned = (text: string, signature: Buffer) => signature.length === 64 && verify(null, Buffer.from(text), key, signature);
  const isCosigned = (text: string, signature: Buffer) =>
    signature.length === 72 && isSigned(`cosignature/v1\ntime ${signature.readBigUInt64BE()}\n${text}`, signature.subarray(8));
  return { name, id, text: `${name}+${id}+${typed.toString('base64')}`, verifies: type === 4 ? isCosigned : isSigned };
}

export function readWitness(text: string): NoteKey {
  const [name = '', , ...encoded] = text.split('+');
  const bytes = parseBase64(encoded.join('+'), 33);
  const key = createKey(name, 4, bytes.subarray(1));
  demand(key.text === text, `"${text}" is not the key of a witness`);
  return key;
}

export function readField(line: string | undefined, name: string): string {
  demand(line?.startsWith(`${name} `) === true, `the line "${name}" is missing`);
  return line.slice(name.length + 1);
}

export function readCheckpoint({ lines }: Note): TreeHead {
  const [origin = '', size, root, time] = lines;
  demand(lines.length === 4 && isTime(readField(time, 'time')), 'this is not a checkpoint');
  return { origin, size: parseNumber(size), root: parseBase64(root, 32) };
}

export function readResult({ lines }: Note): Result {
  const [origin = '', monday, size, root, ...count] = lines;
  const week = readField(monday, 'week');
  demand(isMonday(week), `"${week}" is not a Monday`);
  return { origin, week, size: parseNumber(readField(size, 'size')), root: parseBase64(readField(root, 'root'), 32), count };
}
