import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkpointText, keyText, newPrivateKey, readSigner, resultText, signNote } from '../src/modules/votes/checkpoints/notes.ts';
import { foldHashes, leafHash, type ReadNode, treeRoot } from '../src/modules/votes/checkpoints/tree.ts';
import { createWeekCounter, hashRow, type LedgerRow } from '../src/modules/votes/ledger/ledger.ts';

/** How long does the verifier take for a ledger of so many votes? node bench/verify-ledger.ts [VOTES] */
const votes = Number(process.argv[2] ?? 1_000_000);
const WEEKS = 52;
const LAUNCHES = 40;
const CHECKPOINTS_PER_WEEK = 24 * 7;
const START = Date.UTC(2025, 0, 6);
const DAY_MS = 86_400_000;

const signer = readSigner('launchweek.example/ledger', newPrivateKey());
const at = new Date(START);
const key = signNote(keyText(signer.name, { number: 1, public_key: signer.public_key, from_size: 0, compromised: [], at }), signer);

/** Roots at many sizes, from the leaves. Complete subtrees are hashed once. */
const leaves: Buffer[] = [];
const nodes = new Map<string, Buffer>();
const read: ReadNode = async (level, position) => {
  if (level === 0) return leaves[position]!;
  const name = `${level} ${position}`;
  const node = nodes.get(name) ?? foldHashes([await read(level - 1, 2 * position), await read(level - 1, 2 * position + 1)]);
  nodes.set(name, node);
  return node;
};

const rows: string[] = [];
const notes: object[] = [];
const per_week = Math.ceil(votes / WEEKS);
const every = Math.max(1, Math.floor(per_week / CHECKPOINTS_PER_WEEK));
let previous_hash = '0'.repeat(64);
for (let week = 0; week < WEEKS; week++) {
  const launch_week_on = new Date(START + week * 7 * DAY_MS).toISOString().slice(0, 10);
  const counter = createWeekCounter(launch_week_on);
  for (let n = 0; n < per_week && rows.length < votes; n++) {
    const seq = rows.length + 1;
    const cast: LedgerRow = {
      site_id: 1,
      seq,
      listing_id: week * LAUNCHES + ((n * n) % LAUNCHES) + 1,
      launch_week_on,
      voter_id: n + 1,
      act: 'cast',
      reason: n % 20 === 0 ? 'too_fast' : null,
      in_week: true,
      at: new Date(START + (week + n / per_week) * 7 * DAY_MS).toISOString(),
      previous_hash,
      hash: '',
    };
    const row = { ...cast, hash: hashRow(cast) };
    previous_hash = row.hash;
    counter.add(row);
    leaves.push(leafHash(Buffer.from(row.hash, 'hex')));
    const { site_id, seq: number, listing_id, ...rest } = row;
    rows.push(JSON.stringify({ site_id, seq: number, listing_id, listing: `product-${listing_id}`, ...rest }));
    if (seq % every === 0 || seq === votes) {
      const text = checkpointText(signer.name, { size: seq, root: await treeRoot(read, seq), at: new Date(row.at) });
      notes.push({ checkpoint: signNote(text, signer) });
    }
  }
  const size = rows.length;
  notes.push({
    result: signNote(
      resultText(signer.name, { week: launch_week_on, size, root: await treeRoot(read, size), ...counter.result() }),
      signer,
    ),
  });
}

const file = join(tmpdir(), `ledger-${process.pid}.jsonl`);
const out = createWriteStream(file);
const header = {
  ledger: 'launchweek',
  version: 1,
  site: 'bench',
  site_id: 1,
  time_zone: 'UTC',
  week: null,
  first_seq: 1,
  last_seq: rows.length,
  frontier: [],
};
for (const line of [header, { key }, ...notes]) out.write(`${JSON.stringify(line)}\n`);
for (let i = 0; i < rows.length; i += 1000) if (!out.write(`${rows.slice(i, i + 1000).join('\n')}\n`)) await once(out, 'drain');
await new Promise<void>((resolve) => void out.end(resolve));
console.log(`${rows.length} rows, ${notes.length} signed notes`);
const started_at = performance.now();
const { stdout, status } = spawnSync(process.execPath, ['verifier/verify-ledger.js', file], { encoding: 'utf8', maxBuffer: 1 << 26 });
console.log(stdout.trimEnd().split('\n').at(-1), `exit code ${status}, ${((performance.now() - started_at) / 1000).toFixed(1)} s`);
if (!process.env.KEEP) rmSync(file);
