import { spawn } from 'node:child_process';
import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SiteCtx } from '../../../../src/kernel/context.ts';
import { signLedger } from '../../../../src/modules/votes/checkpoints/checkpoints.ts';
import { sign_ledgers } from '../../../../src/modules/votes/checkpoints/jobs.ts';
import { listLedgerKeys, rotateKey } from '../../../../src/modules/votes/checkpoints/keys.ts';
import { splitNote } from '../../../../src/modules/votes/checkpoints/notes.ts';
import {
  getCheckpoint,
  getReceipt,
  listCheckpoints,
  proveConsistency,
  proveInclusion,
} from '../../../../src/modules/votes/checkpoints/proofs.ts';
import { selectRowHashes } from '../../../../src/modules/votes/checkpoints/queries.ts';
import {
  consistencyProof,
  foldHashes,
  inclusionProof,
  leafHash,
  type ReadNode,
  treeFrontier,
  treeRoot,
} from '../../../../src/modules/votes/checkpoints/tree.ts';
import { growTree, treeReader } from '../../../../src/modules/votes/checkpoints/tree-reader.ts';
import { addCosignatures, registerWitness } from '../../../../src/modules/votes/checkpoints/witnesses.ts';
import { exportLedger } from '../../../../src/modules/votes/ledger/export.ts';
import { fetchLedger, isConsistent, rootOfInclusion, verifyLedger } from '../../../../verifier/verify-ledger.js';
import { runJob } from '../../../support/run-job.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { siteOf } from '../../../support/voters.ts';
import { secondVerifier } from '../../../support/votes/second-verifier.ts';
import { writeSmallLedger } from '../../../support/votes/small-ledger.ts';

const entriesOf = (count: number) => Array.from({ length: count }, (_, i) => hash('sha256', `entry ${i}`, 'buffer'));

const readerOf =
  (entries: Buffer[]): ReadNode =>
  async (level, position) =>
    foldHashes(entries.slice(position * 2 ** level, (position + 1) * 2 ** level).map(leafHash));

describe('the tree', () => {
  test('has the roots of RFC 6962', async () => {
    // The test vectors of Certificate Transparency.
    const entries = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map((hex) =>
      Buffer.from(hex, 'hex'),
    );
    const roots = await Promise.all([0, 1, 2, 3, 7, 8].map((size) => treeRoot(readerOf(entries), size)));
    expect(roots.map((root) => root.toString('hex'))).toEqual([
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ]);
  });

  test('every proof of every size is accepted by the verifier, and none with a wrong hash', async () => {
    const entries = entriesOf(40);
    const read = readerOf(entries);
    const roots = await Promise.all(Array.from({ length: 41 }, (_, size) => treeRoot(read, size)));
    const faults: string[] = [];
    const check = (is_right: boolean, what: string) => is_right || faults.push(what);
    for (let size = 1; size <= 40; size++)
      for (let index = 0; index < size; index++) {
        const at = `${index} of ${size}`;
        const proof = await inclusionProof(read, index, size);
        const rootOf = (entry: Buffer) => Buffer.from(rootOfInclusion(entry, index, size, proof)!);
        check(rootOf(entries[index]!).equals(roots[size]!), `entry ${at} is not included`);
        check(size === 1 || !rootOf(entries[(index + 1) % size]!).equals(roots[size]!), `another entry is included as ${at}`);
        const steps = await consistencyProof(read, index, size);
        const isAccepted = (root: Buffer, proof: Buffer[]) => isConsistent(index, root, size, roots[size]!, proof);
        check(isAccepted(roots[index]!, steps), `${at} is not consistent`);
        check(index === 0 || !isAccepted(randomBytes(32), steps), `${at} is consistent with another root`);
        check(steps.length === 0 || !isAccepted(roots[index]!, steps.slice(1)), `${at} is consistent without its first hash`);
      }
    expect(faults).toEqual([]);
  });
});

const server = useServer({ demo: false });
let ctx: SiteCtx;

const exportText = async (): Promise<string> => {
  let text = '';
  for await (const piece of await exportLedger(server.sql, ctx.site)) text += piece;
  return text;
};
const verify = async (options = {}) => verifyLedger([Buffer.from(await exportText())], options);
const tables = () => server.sql`
  select (select count(*)::int from ledger_checkpoints) as checkpoints, (select count(*)::int from ledger_results) as results,
    (select count(*)::int from ledger_nodes) as nodes, (select count(*)::int from ledger_keys) as keys,
    (select md5(string_agg(note, '' order by size)) from ledger_checkpoints) as notes`;

beforeAll(async () => {
  await writeSmallLedger(server.sql, server.site_id);
  ctx = { sql: server.sql, site: await siteOf(server.sql, server.site_id), clock: { now: () => NOON } };
});

test('the job signs the ledger and all results once, also if it is stopped in between or runs twice', async () => {
  // Stopped after each of its writes: a transaction that fails leaves nothing behind.
  const [{ seq }] = (await server.sql`select max(seq) as seq from votes`) as unknown as [{ seq: number }];
  await growTree(server.sql, server.site_id, 300);
  const stop = new AbortController();
  stop.abort();
  await expect(signLedger(ctx, stop.signal)).rejects.toThrow();
  await Promise.all([runJob(server, sign_ledgers, {}, NOON), runJob(server, sign_ledgers, { site_id: server.site_id }, NOON)]);
  const [first] = await tables();
  await runJob(server, sign_ledgers, {}, NOON);
  expect(await tables()).toEqual([first]);
  const [weeks] = await server.sql`select count(*)::int as frozen from frozen_weeks`;
  expect(first).toMatchObject({ keys: 1, results: weeks!.frozen, nodes: Math.floor(seq / 256) });
  const report = await verify();
  expect(report.faults).toEqual([]);
  expect(report).toMatchObject({ ok: true, rows: seq, latest: { size: seq }, weeks: { length: weeks!.frozen } });
});

test('proofs and the frontier follow from stored hashes', async () => {
  const { size, root } = await getCheckpoint(ctx);
  const entries = await selectRowHashes(server.sql, server.site_id, 0, size);
  const read = readerOf(entries);
  expect(await treeRoot(read, size)).toEqual(root);
  for (const from of [1, 255, 256, 257, 511, 700, size - 1]) {
    const { proof } = await proveConsistency(ctx, { from, to: null });
    expect(proof).toEqual((await consistencyProof(read, from, size)).map((one) => one.toString('base64')));
    const inclusion = await proveInclusion(ctx, { entry: from, size: null });
    expect(inclusion.proof).toEqual((await inclusionProof(read, from - 1, size)).map((one) => one.toString('base64')));
    expect(await treeFrontier(treeReader(server.sql, server.site_id), from)).toEqual(await treeFrontier(read, from));
  }
  await expect(proveInclusion(ctx, { entry: size + 1, size: null })).rejects.toThrow('checkpoint_not_found');
});

test('a receipt has every row of the vote', async () => {
  const { receipt } = await getReceipt(ctx, { seq: 5 });
  const report = await verify({ receipts: [receipt] });
  expect(report).toMatchObject({ ok: true, receipts: [{ row: { seq: 5 }, state: 'counted' }] });
});

test('everything is published', async () => {
  const json = async (path: string) => (await server.get(path)).json();
  const { size, note } = await getCheckpoint(ctx);
  expect(await (await server.get('/ledger/checkpoint')).text()).toBe(note);
  expect(await (await server.get(`/ledger/checkpoint?size=${size}`)).text()).toBe(note);
  const history = await json('/ledger/checkpoints');
  expect(history.at(-1)).toMatchObject({ size, note });
  expect(await json(`/ledger/checkpoints?after=${history.at(-2).size}`)).toEqual([history.at(-1)]);
  expect(await json('/ledger/keys')).toMatchObject([{ number: 1, compromised: false }]);
  expect(await (await server.get('/ledger/weeks/2026-11-02')).text()).toMatch(/\nweek 2026-11-02\nsize \d+\n/);
  expect(await json('/ledger/proofs/inclusion?entry=5')).toEqual(await proveInclusion(ctx, { entry: 5, size: null }));
  expect(await json('/ledger/proofs/consistency?from=5&to=9')).toEqual(await proveConsistency(ctx, { from: 5, to: 9 }));
  expect(await json('/ledger/receipts/5/receipt.json')).toEqual((await getReceipt(ctx, { seq: 5 })).receipt);
  const codes = [
    'checkpoint?size=3',
    'checkpoint?size=x',
    'weeks/2026-11-09',
    'weeks/x',
    'proofs/inclusion',
    'proofs/inclusion?entry=9&size=8',
    'receipts/9999999/receipt.json',
    'receipts/x/receipt.json',
  ];
  expect(await Promise.all(codes.map(async (path) => (await json(`/ledger/${path}`)).code))).toEqual([
    'checkpoint_not_found',
    'invalid_input',
    'checkpoint_not_found',
    'launch_week_not_found',
    'invalid_input',
    'checkpoint_not_found',
    'vote_not_found',
    'vote_not_found',
  ]);
  const { chunks, host } = await fetchLedger(server.root);
  expect(await verifyLedger(chunks, { host })).toMatchObject({ ok: true, rows: size });
});

test('registered witnesses co-sign a checkpoint; signatures of others are refused', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const public_key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url');
  const name = 'witness.example/w1';
  const id = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(4), public_key]), 'buffer').subarray(0, 4);
  const key = `${name}+${id.toString('hex')}+${Buffer.concat([Buffer.of(4), public_key]).toString('base64')}`;
  const { note } = await getCheckpoint(ctx);
  const { text } = splitNote(note)!;
  const cosign = (seconds: bigint, message = text) => {
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(seconds);
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${message}`), privateKey);
    return `— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`;
  };
  await expect(addCosignatures(ctx, note + cosign(1_800_000_000n))).rejects.toThrow('witness_not_known');
  await expect(registerWitness(ctx, { key: key.replace('w1', 'w2') })).rejects.toThrow('invalid_input');
  expect(await registerWitness(ctx, { key })).toEqual({ name });
  expect(await registerWitness(ctx, { key })).toBeNull();
  await expect(addCosignatures(ctx, note + cosign(1_800_000_000n, 'another text\n'))).rejects.toThrow('witness_not_known');
  await expect(addCosignatures(ctx, note.replace('\n', '.evil\n') + cosign(1_800_000_000n))).rejects.toThrow('checkpoint_not_found');
  await expect(addCosignatures(ctx, 'nonsense')).rejects.toThrow('checkpoint_not_found');
  expect((await verify({ witnesses: [key] })).faults).toEqual(['The latest checkpoint is not signed by the witness witness.example/w1.']);
  for (const seconds of [1_800_000_000n, 1_800_000_060n])
    expect(await addCosignatures(ctx, note + cosign(seconds))).toEqual({ accepted: 1 });
  expect((await getCheckpoint(ctx)).note).toBe(note + cosign(1_800_000_060n));
  expect((await verify({ witnesses: [key] })).faults).toEqual([]);
  let ledger = '';
  for await (const piece of await exportLedger(ctx.sql, ctx.site)) ledger += piece;
  expect(secondVerifier(ledger, { witnesses: [key] }).faults).toEqual([]);
  const cosignature = cosign(1_800_000_060n).trimEnd();
  expect(secondVerifier(ledger.replace(`${cosignature}\\n`, ''), { witnesses: [key] }).faults[0]).toMatch(/a witness did not sign it/);
  const moved = ledger.replace(cosignature, cosign(1_800_000_060n, 'another text\n').trimEnd());
  expect(secondVerifier(moved, { witnesses: [key] }).faults[0]).toMatch(/a signature of witness.example\/w1 is wrong/);
});

describe('the command of a witness', () => {
  const folder = mkdtempSync(join(tmpdir(), 'launchweek-witness-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const [key_file, state_file] = [join(folder, 'key'), join(folder, 'state')];
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, ['verifier/witness.js', ...args]);
    const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { out: out.trim(), error: error.trim(), code };
  };
  const witness = () => run(server.root, '--key', key_file, '--state', state_file);
  let key: string;

  test('co-signs the latest checkpoint and, later, one that continues it', async () => {
    key = (await run('new-key', 'witness.example/command', key_file)).out;
    expect(await registerWitness(ctx, { key })).toEqual({ name: 'witness.example/command' });
    const { size } = await getCheckpoint(ctx);
    // As if its last run was one checkpoint ago.
    const earlier = (await listCheckpoints(ctx, { after: null })).at(-2)!;
    writeFileSync(state_file, JSON.stringify({ key: (await listLedgerKeys(ctx))[0]!.key, checkpoint: earlier.note }));
    expect(earlier.size).toBeLessThan(size);
    expect(await witness()).toMatchObject({ code: 0, out: `Co-signed ${size} rows of ${new URL(server.root).host}/ledger.` });
    expect((await verify({ witnesses: [key] })).faults).toEqual([]);
    // Again, after a run that ended before its signature was stored.
    await server.sql`delete from ledger_cosignatures`;
    expect(await witness()).toMatchObject({ code: 0 });
    expect((await verify({ witnesses: [key] })).faults).toEqual([]);
  });

  test('does not co-sign a ledger that does not continue what it signed, or has another key', async () => {
    const state = JSON.parse(readFileSync(state_file, 'utf8'));
    const { root } = await getCheckpoint(ctx);
    const otherwise = { ...state, checkpoint: state.checkpoint.replace(root.toString('base64'), randomBytes(32).toString('base64')) };
    for (const [changed, fault] of [
      [otherwise, 'the ledger was rewritten or forked'],
      [{ ...state, key: state.key.replace(/.{8}$/, 'AAAAAAA=') }, 'not in the site’s history of keys'],
    ]) {
      writeFileSync(state_file, JSON.stringify(changed));
      const { code, error } = await witness();
      expect(error).toContain(fault);
      expect(code).toBe(1);
      expect(JSON.parse(readFileSync(state_file, 'utf8'))).toEqual(changed);
    }
    writeFileSync(`${state_file}.lock`, '');
    expect(await witness()).toMatchObject({ code: 2, error: expect.stringContaining('Another run is using') });
  });
});

test('keys are replaced; old private keys are deleted, and a compromised key counts for nothing', async () => {
  const secrets = () => server.sql`select name from secrets where name like 'ledger_key %'`;
  await rotateKey(ctx, { compromised: [] });
  expect(await secrets()).toMatchObject([{ name: `ledger_key ${server.site_id} 2` }]);
  expect(await verify()).toMatchObject({ ok: true, keys: [{ number: 1 }, { number: 2 }] });
  await rotateKey(ctx, { compromised: [1, 2] });
  const report = await verify();
  expect(report.faults).toEqual([]);
  expect(report.keys.map(({ is_compromised }) => is_compromised)).toEqual([true, true, false]);
  expect((await listLedgerKeys(ctx)).map(({ key, compromised }) => [key, compromised])).toEqual(
    report.keys.map(({ key, is_compromised }) => [key, is_compromised]),
  );
  await expect(rotateKey(ctx, { compromised: [9] })).rejects.toThrow('from 1 to 3');
});

test('a ledger that no longer matches its latest checkpoint is not signed', async () => {
  await server.sql`update ledger_checkpoints set root = ${randomBytes(32)} where size = (select max(size) from ledger_checkpoints)`;
  await expect(signLedger(ctx)).rejects.toThrow('rows were changed');
});
