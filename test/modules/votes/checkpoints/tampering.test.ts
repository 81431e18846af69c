import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { SiteCtx } from '../../../../src/kernel/context.ts';
import { signLedger } from '../../../../src/modules/votes/checkpoints/checkpoints.ts';
import { rotateKey } from '../../../../src/modules/votes/checkpoints/keys.ts';
import { checkpointText, newPrivateKey, readSigner, signNote, splitNote } from '../../../../src/modules/votes/checkpoints/notes.ts';
import { getCheckpoint, getReceipt, proveConsistency, type Receipt } from '../../../../src/modules/votes/checkpoints/proofs.ts';
import { foldHashes, leafHash, treeRoot } from '../../../../src/modules/votes/checkpoints/tree.ts';
import { exportLedger, exportWeekLedger } from '../../../../src/modules/votes/ledger/export.ts';
import { hashRow, type LedgerRow } from '../../../../src/modules/votes/ledger/ledger.ts';
import { type LedgerOptions, verifyLedger } from '../../../../verifier/verify-ledger.js';
import { NOON, useServer } from '../../../support/server.ts';
import { as, siteOf } from '../../../support/voters.ts';
import { secondVerifier } from '../../../support/votes/second-verifier.ts';
import { writeSmallLedger } from '../../../support/votes/small-ledger.ts';

const server = useServer({ demo: false });

interface Ledger {
  header: Record<string, unknown>;
  keys: string[];
  checkpoints: string[];
  results: string[];
  rows: LedgerRow[];
}

/** The ledger as exported, its first checkpoint, key and receipt, and the private keys of its three keys. */
let original: Ledger;
let early: string;
let first_key: string;
let receipt: Receipt;
let withdrawn: Receipt;
let private_keys: string[];
let origin: string;

const read = async (pieces: AsyncIterable<string>): Promise<string[]> => {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text.trimEnd().split('\n');
};

const parse = (lines: string[]): Ledger => {
  const [header, ...rest] = lines.map((line) => JSON.parse(line));
  const pick = (name: string) => rest.flatMap((line) => (name in line ? [line[name] as string] : []));
  return {
    header,
    keys: pick('key'),
    checkpoints: pick('checkpoint'),
    results: pick('result'),
    rows: rest.filter((line) => 'hash' in line),
  };
};

const write = ({ header, keys, checkpoints, results, rows }: Ledger): Uint8Array =>
  Buffer.from(
    [
      header,
      ...keys.map((key) => ({ key })),
      ...checkpoints.map((checkpoint) => ({ checkpoint })),
      ...results.map((result) => ({ result })),
      ...rows,
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );

beforeAll(async () => {
  const { sql, site_id } = server;
  await writeSmallLedger(sql, site_id);
  const site = await siteOf(sql, site_id);
  const ctx: SiteCtx = { sql, site, clock: { now: () => NOON } };
  const secret = async (number: number) =>
    (await sql`select value from secrets where name = ${`ledger_key ${site_id} ${number}`}`)[0]!.value;
  await signLedger(ctx);
  private_keys = [await secret(1)];
  await rotateKey(ctx, { compromised: [] });
  private_keys.push(await secret(2));
  await rotateKey(ctx, { compromised: [2] });
  private_keys.push(await secret(3));
  // More votes after the keys were replaced: these are signed with the third key.
  await sql`
    insert into votes (site_id, listing_id, launch_week_on, voter_id, act, at)
    select site_id, listing_id, launch_week_on, voter_id, 'withdrawn', ${NOON} from ballots
    where site_id = ${site_id} and state = 'counted' order by cast_seq desc limit 5`;
  await signLedger(ctx);
  original = parse(await read(await exportLedger(sql, site)));
  early = original.checkpoints[0]!;
  origin = early.split('\n')[0]!;
  receipt = (await getReceipt(as(1, { ...ctx, sql }), { seq: 100 })).receipt!;
  const { listing_id, voter_id } = original.rows.at(-1)!;
  const cast = original.rows.find((row) => row.listing_id === listing_id && row.voter_id === voter_id)!;
  withdrawn = (await getReceipt(as(1, { ...ctx, sql }), { seq: cast.seq })).receipt!;
  first_key = (await verifyLedger([write(original)])).keys[0]!.key;
});

const signerOf = (number: number) => readSigner(origin, private_keys[number - 1]!);
const rootOf = (rows: LedgerRow[]) => {
  const leaves = rows.map((row) => leafHash(Buffer.from(row.hash, 'hex')));
  return treeRoot(async (level, position) => foldHashes(leaves.slice(position * 2 ** level, (position + 1) * 2 ** level)), rows.length);
};

/** Rows with the numbers and hashes of a valid chain. */
const chain = (rows: LedgerRow[]): LedgerRow[] => {
  let previous_hash = '0'.repeat(64);
  return rows.map((row, i) => {
    const next = { ...row, seq: i + 1, previous_hash };
    previous_hash = hashRow(next);
    return { ...next, hash: previous_hash };
  });
};

/** Both verifiers: ours, and the one written from docs/ledger.md alone. */
const verifyTwice = async (ledger: Ledger, { host, pinned, checkpoints, receipts = [] }: LedgerOptions = {}) => ({
  report: await verifyLedger([write(ledger)], { host, pinned, checkpoints, receipts }).catch((error: Error) => ({
    ok: false,
    faults: [error.message],
  })),
  second: secondVerifier(Buffer.from(write(ledger)).toString(), {
    address: host && `https://${host}`,
    keys: pinned,
    checkpoints,
    receipts: receipts.map((one) => JSON.stringify(one)),
  }),
});

const withoutLatest = (ledger: Ledger, note: string): Ledger => ({ ...ledger, checkpoints: [...ledger.checkpoints.slice(0, -1), note] });
const signed = async (ledger: Ledger, number: number, rows = ledger.rows): Promise<string> =>
  signNote(checkpointText(origin, { size: rows.length, root: await rootOf(rows), at: NOON }), signerOf(number));

const signatureOf = (note: string): string => note.slice(note.lastIndexOf('\n\n') + 2);

type Tampering = [
  what: string,
  tamper: (ledger: Ledger) => Promise<Ledger> | Ledger,
  message: RegExp,
  second_message: RegExp,
  options?: () => LedgerOptions,
];

const AT = 500;
const changed = (rows: LedgerRow[]) => rows.map((row, i) => (i === AT ? { ...row, listing_id: row.listing_id + 1 } : row));

const TAMPERINGS: Tampering[] = [
  [
    'a row changed',
    (ledger) => ({ ...ledger, rows: changed(ledger.rows) }),
    /^Row 501 was changed: it does not match its hash/,
    /row 501: the hash is wrong/,
  ],
  [
    'a row dropped',
    (ledger) => ({ ...ledger, rows: ledger.rows.toSpliced(AT, 1) }),
    /^Rows are missing: row 502 follows row 500/,
    /row 502 does not follow row 500/,
  ],
  [
    'rows reordered',
    ({ rows, ...ledger }) => ({ ...ledger, rows: rows.toSpliced(AT, 2, rows[AT + 1]!, rows[AT]!) }),
    /^Rows are in the wrong order or repeated: row 501 follows row 502/,
    /row 502 does not follow row 500/,
  ],
  [
    'a row inserted',
    ({ rows, ...ledger }) => ({ ...ledger, rows: rows.toSpliced(AT, 0, rows[AT - 1]!) }),
    /wrong order or repeated: row 500/,
    /row 500 does not follow row 500/,
  ],
  [
    'a row inserted with valid hashes from there on',
    ({ rows, ...ledger }) => ({ ...ledger, rows: chain(rows.toSpliced(AT, 0, { ...rows[AT]!, voter_id: 1_000_000 })) }),
    /does not match: the first \d+ rows are not the ones that were signed/,
    /^checkpoint of \d+ rows: the ledger has another root/,
  ],
  [
    'the whole chain rewritten with valid hashes',
    (ledger) => ({ ...ledger, rows: chain(changed(ledger.rows)) }),
    /^The checkpoint of \d+ rows does not match: the first \d+ rows are not the ones that were signed/,
    /^checkpoint of \d+ rows: the ledger has another root/,
  ],
  [
    'the chain rewritten and signed anew with the site’s key, against a checkpoint seen earlier',
    async (ledger) => {
      const rows = chain(changed(ledger.rows));
      return { ...ledger, rows, results: [], checkpoints: [await signed(ledger, 3, rows)] };
    },
    /^The earlier checkpoint of \d+ rows is of another ledger: the ledger was rewritten, or forked, before row \d+/,
    /^earlier checkpoint of \d+ rows: the ledger has another root/,
    () => ({ checkpoints: [original.checkpoints.at(-2)!] }),
  ],
  [
    'everything rewritten with a new history of keys, against a key seen earlier',
    async (ledger) => {
      const forger = readSigner(origin, newPrivateKey());
      const key = splitNote(ledger.keys[0]!)!.text.replace(/public .*/, `public ${forger.public_key.toString('base64')}`);
      const rows = chain(changed(ledger.rows));
      const text = checkpointText(origin, { size: rows.length, root: await rootOf(rows), at: NOON });
      return { ...ledger, rows, keys: [signNote(key, forger)], results: [], checkpoints: [signNote(text, forger)] };
    },
    /^The key you gave is not in the site’s history of keys/,
    /^keys: a key that must be in the history is not/,
    () => ({ pinned: [first_key] }),
  ],
  [
    'a checkpoint of another site',
    async (ledger) => {
      const other = readSigner('other.example/ledger', newPrivateKey());
      const text = checkpointText(other.name, { size: ledger.rows.length, root: await rootOf(ledger.rows), at: NOON });
      return withoutLatest(ledger, signNote(text, other));
    },
    /is not signed with a key of this site \(it names the ledger other\.example\/ledger\)/,
    /^checkpoint of \d+ rows: it has no signature that counts/,
  ],
  [
    'the ledger of another address',
    (ledger) => ledger,
    /^This is the ledger of localhost\/ledger, not of other\.example/,
    /^address: the last key is of another origin/,
    () => ({ host: 'other.example' }),
  ],
  [
    'a stale key',
    async (ledger) => withoutLatest(ledger, await signed(ledger, 1)),
    /is signed with the stale key 1, which was replaced/,
    /^checkpoint of \d+ rows: it has no signature that counts/,
  ],
  [
    'a compromised key',
    async (ledger) => withoutLatest(ledger, await signed(ledger, 2)),
    /is signed only with key 2, which is marked as compromised/,
    /^checkpoint of \d+ rows: it has no signature that counts/,
  ],
  [
    'an older checkpoint that only an unknown key signed',
    ({ checkpoints, ...ledger }) => ({
      ...ledger,
      checkpoints: checkpoints.with(0, signNote(splitNote(checkpoints[0]!)!.text, readSigner(origin, newPrivateKey()))),
    }),
    /is not signed with a key of this site/,
    /^checkpoint of \d+ rows: it has no signature that counts/,
  ],
  [
    'a signature moved to another text',
    (ledger) => withoutLatest(ledger, ledger.checkpoints.at(-1)!.replace(/time .*/, 'time 2020-01-01T00:00:00.000Z')),
    /has a wrong signature of key 3/,
    /^checkpoint of \d+ rows: a signature of localhost\/ledger is wrong/,
  ],
  [
    'a key that the one before it did not sign',
    ({ keys, ...ledger }) => ({ ...ledger, keys: keys.with(2, `${keys[2]!.trimEnd().split('\n').slice(0, -1).join('\n')}\n`) }),
    /^Key 3 is not signed by key 2, so the history of keys is broken/,
    /^line 4: a signature is missing/,
  ],
  [
    'a truncated ledger',
    (ledger) => ({ ...ledger, rows: ledger.rows.slice(0, AT) }),
    /^The ledger is truncated: it ends at row 500/,
    /^file: the file does not end at last_seq/,
  ],
  [
    'a ledger truncated with its header and checkpoints, against a checkpoint seen earlier',
    (ledger) => ({
      ...ledger,
      header: { ...ledger.header, last_seq: AT },
      rows: ledger.rows.slice(0, AT),
      checkpoints: ledger.checkpoints.filter((note) => Number(note.split('\n')[1]) <= AT),
      results: ledger.results.filter((note) => Number(/size (\d+)/.exec(note)![1]) <= AT),
    }),
    /^The earlier checkpoint of \d+ rows is about \d+ rows, but the ledger ends at row 500: it is truncated or was rolled back/,
    /^earlier checkpoint of \d+ rows: the ledger was truncated/,
    () => ({ checkpoints: [original.checkpoints.at(-1)!] }),
  ],
  [
    'a fork between two checkpoints',
    async (ledger) => ({
      ...ledger,
      checkpoints: [
        ...ledger.checkpoints,
        await signed(
          ledger,
          3,
          changed(ledger.rows).map((row) => ({ ...row, hash: hashRow(row) })),
        ),
      ],
    }),
    /^The checkpoint of \d+ rows does not match/,
    /^checkpoint of \d+ rows: the ledger has another root/,
  ],
  [
    'a forged result of a week, signed with the site’s key',
    (ledger) => {
      const text = splitNote(ledger.results[0]!)!.text.replace(/\n1 (\d+) (\d+)/, (_, id, votes) => `\n1 ${id} ${Number(votes) + 7}`);
      return { ...ledger, results: ledger.results.with(0, signNote(text, signerOf(3))) };
    },
    /^The result of the week of 2026-\d\d-\d\d is not what the votes give: listing \d+: the ledger gives rank 1 with \d+, the result says rank 1 with \d+/,
    /^result of 2026-\d\d-\d\d: the count of the rows is another/,
  ],
  [
    'a receipt for another vote',
    (ledger) => ledger,
    /^Row 101 of the receipt is not in the checkpoint of \d+ rows: its proof is for another vote/,
    /^receipt: the proof of row 101 is wrong/,
    () => ({ receipts: [{ ...receipt, entries: [{ ...receipt.entries[0]!, row: original.rows[100]! }] }] }),
  ],
  [
    'a receipt with a changed row',
    (ledger) => ledger,
    /^Row 100 of the receipt does not match its hash/,
    /^receipt: row 100: the hash is wrong/,
    () => ({ receipts: [{ ...receipt, entries: [{ ...receipt.entries[0]!, row: { ...receipt.entries[0]!.row, voter_id: 1 } }] }] }),
  ],
  [
    'a receipt without the row that withdrew the vote',
    (ledger) => ledger,
    /^Row \d+ about the same vote is not in the receipt/,
    /^receipt: the ledger has other rows about this vote/,
    () => ({ receipts: [{ ...withdrawn, entries: withdrawn.entries.slice(0, 1) }] }),
  ],
  [
    'the chain rewritten, and the tree before its first row left out',
    ({ header, rows, ...ledger }) => ({
      ...ledger,
      header: { ...header, frontier: null },
      rows: chain(rows.with(AT, { ...rows[AT]!, voter_id: 1_000_000 })),
    }),
    /^The header of the ledger is damaged/,
    /^header: the frontier is not valid/,
  ],
  [
    'the chain rewritten and signed anew, without the rows up to the checkpoint seen earlier',
    async (ledger) => {
      const rows = chain(changed(ledger.rows));
      const leaves = rows.slice(0, 512).map((row) => leafHash(Buffer.from(row.hash, 'hex')));
      const header = { ...ledger.header, first_seq: 513, frontier: [foldHashes(leaves).toString('base64')] };
      return { ...ledger, header, rows: rows.slice(512), results: [], checkpoints: [await signed(ledger, 3, rows)] };
    },
    /^The whole ledger begins at row 1, but this file begins at row 513/,
    /^header: the week is not valid/,
    () => ({ checkpoints: [early] }),
  ],
  [
    'a second result of a week with later rows, signed with the site’s key',
    async (ledger) => {
      const text = splitNote(ledger.results[0]!)!.text.replace(/root .*/, `root ${(await rootOf(ledger.rows)).toString('base64')}`);
      return { ...ledger, results: [...ledger.results, signNote(text.replace(/size .*/, `size ${ledger.rows.length}`), signerOf(3))] };
    },
    /^The result of the week of 2026-\d\d-\d\d is signed twice/,
    /two results of 2026-\d\d-\d\d/,
  ],
  [
    'everything rewritten with a stolen key, and that key marked as compromised',
    async (ledger) => {
      const [thief, next] = [signerOf(1), readSigner(origin, newPrivateKey())];
      const text = splitNote(ledger.keys[1]!)!.text.replace(/public .*/, `public ${next.public_key.toString('base64')}`);
      const rows = chain(changed(ledger.rows));
      const checkpoint = checkpointText(origin, { size: rows.length, root: await rootOf(rows), at: NOON });
      const keys = [
        ledger.keys[0]!,
        `${signNote(`${text}compromised 1\n`, next)}${signatureOf(signNote(`${text}compromised 1\n`, thief))}`,
      ];
      return { ...ledger, rows, keys, results: [], checkpoints: [signNote(checkpoint, next)] };
    },
    /^Every key you gave is marked as compromised/,
    /^keys: every key that you trust is compromised/,
    () => ({ pinned: [first_key] }),
  ],
];

test('an untouched ledger is in order, whole and by week', async () => {
  const { report, second } = await verifyTwice(original, {
    checkpoints: [early],
    pinned: [first_key],
    receipts: [receipt, withdrawn],
    host: 'localhost',
  });
  expect([...report.faults, ...second.faults]).toEqual([]);
  expect(report).toMatchObject({ keys: [{ number: 1 }, { number: 2, is_compromised: true }, { number: 3 }] });
  const ctx = as(1, { sql: server.sql, site: await siteOf(server.sql, server.site_id), clock: { now: () => NOON } });
  const week = parse(await read(await exportWeekLedger(ctx, { week: 'last' })));
  expect(week.rows[0]!.seq).toBeGreaterThan(1);
  expect(await verifyLedger([write(week)])).toMatchObject({ ok: true, rows: week.rows.length, weeks: [{ week: '2026-11-02' }] });
  const broken = { ...week, rows: changed(week.rows.map((row) => row)).map((row, i) => (i === 3 ? { ...row, voter_id: 1 } : row)) };
  // Checkpoints outside of a week's rows are compared by proofs of consistency.
  const { size } = await getCheckpoint(ctx);
  const [from, to] = [Number(early.split('\n')[1]), Number(week.header.last_seq)];
  const proofs = [await proveConsistency(ctx, { from, to }), await proveConsistency(ctx, { from: to, to: size })];
  const checkWeek = (consistency: typeof proofs) =>
    secondVerifier(Buffer.from(write(week)).toString(), { checkpoints: [early, original.checkpoints.at(-1)!], consistency });
  expect(checkWeek(proofs).faults).toEqual([]);
  expect(checkWeek([]).faults).toEqual(
    [from, size].map((rows) => `earlier checkpoint of ${rows} rows: it cannot be compared with the file`),
  );
  const wrong = proofs.map((proof) => ({ ...proof, proof: proof.proof.with(0, proof.proof.at(-1)!) }));
  expect(checkWeek(wrong).faults).toHaveLength(4);
  const both = async (ledger: Ledger) => Object.values(await verifyTwice(ledger)).map(({ ok }) => ok);
  expect(await both(week)).toEqual([true, true]);
  expect(await both(broken)).toEqual([false, false]);
  // The checkpoint of a past week is not signed again when its key is marked as compromised; the result is.
  const checkpoints = week.checkpoints.map((note) => signNote(splitNote(note)!.text, signerOf(2)));
  expect(await both({ ...week, checkpoints })).toEqual([true, true]);
  const results = week.results.map((note) => signNote(splitNote(note)!.text, signerOf(2)));
  expect(await both({ ...week, results })).toEqual([false, false]);
  expect(await both({ ...week, header: { ...week.header, frontier: null } })).toEqual([false, false]);
});

test.each(TAMPERINGS)('%s is found by both verifiers', async (_, tamper, message, second_message, options) => {
  const { report, second } = await verifyTwice(await tamper(original), options?.());
  expect(report.ok).toBe(false);
  expect(report.faults.find((fault) => message.test(fault))).toBeDefined();
  expect(second.ok).toBe(false);
  expect(second.faults.find((fault) => second_message.test(fault))).toBeDefined();
});

test('what is no ledger gets a clear message', async () => {
  const bad = async (text: string) => verifyLedger([Buffer.from(text)]).catch((error: Error) => error.message);
  const [header] = Buffer.from(write({ ...original, keys: [], checkpoints: [], results: [], rows: [] }))
    .toString()
    .split('\n');
  expect(await bad('')).toBe('The ledger is empty.');
  expect(await bad('<html>')).toBe('Line 1 is not JSON, so this is not an exported ledger.');
  expect(await bad('{"a":1}\n')).toMatch(/^The first line is not the header/);
  expect(await bad(header!.replace('"version":1', '"version":2'))).toMatch(/Use a newer verifier/);
  expect(await bad(`${header}\n{"key":"nonsense"}\n{"checkpoint":"x"}\n${JSON.stringify(original.rows[0])}\n`)).toMatch(
    /^This is not a key: "nonsense"/,
  );
  expect(await bad(`${header}\n${JSON.stringify(original.rows[0])}\n{"site_id":1,"se`)).toMatch(/the file is damaged or cut off/);
  expect(await bad(`${header}\n${JSON.stringify(original.rows[0])}\n{"checkpoint":"x"}\n`)).toMatch(/come before the rows/);
  const report = await verifyLedger([Buffer.from(`${header}\n${JSON.stringify({ ...original.rows[0], act: 'cast|x' })}\n`)]);
  expect(report.faults[0]).toBe('Line 2 is not a valid row.');
});

test('the command says what it found by its exit code, and remembers what it saw', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-'));
  const fileOf = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['verifier/verify-ledger.js', ...args], { encoding: 'utf8' });
    return { status, text: stdout + stderr };
  };
  const memory = join(folder, 'memory.json');
  const good = fileOf('good.jsonl', write(original));
  expect(run(good, '--remember', memory, '--receipt', fileOf('receipt.json', JSON.stringify(receipt)))).toMatchObject({ status: 0 });
  const rows = chain(changed(original.rows));
  const rewritten = { ...original, rows, results: [], checkpoints: [await signed(original, 3, rows)] };
  expect(run(fileOf('bad.jsonl', write(rewritten)))).toMatchObject({ status: 0 });
  const found = run(join(folder, 'bad.jsonl'), '--remember', memory);
  expect(found).toMatchObject({ status: 1 });
  expect(found.text).toContain('the ledger was rewritten, or forked');
  expect(run(good, '--remember', memory)).toMatchObject({ status: 0 });
  expect(run(join(folder, 'none.jsonl'))).toMatchObject({ status: 2, text: expect.stringContaining('none.jsonl') });
  expect(run(good, '--checkpoint', good)).toMatchObject({ status: 2, text: expect.stringContaining('This is not a checkpoint') });
  expect(run()).toMatchObject({ status: 2, text: expect.stringContaining('usage:') });
  rmSync(folder, { recursive: true });
});
