#!/usr/bin/env node
/**
 * Co-signs the checkpoints of a Launchweek site: states that whoever asks this witness sees the same ledger as everybody before. Each run
 * takes the latest checkpoint, checks it and its proof of consistency with the one that was co-signed last, and sends the signature to the
 * site. docs/ledger.md describes the signature. Node 20, no dependencies.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign } from 'node:crypto';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { sizeOfCheckpoint, UnreadableError, verifyCheckpoint } from './verify-ledger.js';

const USAGE = `usage: launchweek-witness new-key NAME FILE
       launchweek-witness ADDRESS --key FILE --state FILE [--trust KEY]

new-key creates the key of a witness and prints the text that the site's team registers. NAME is yours, such as example.org/witness.
With an ADDRESS it co-signs the latest checkpoint of that site, if it continues the one that was co-signed last. Run it every hour.

  --key FILE      the private key
  --state FILE    what was co-signed last at this site; created by the first run. Never restore it from a backup
  --trust KEY     a key that must be in the site's history of keys; compare it with another source before the first run

Exit code: 0 if the checkpoint is co-signed, 1 if the site's ledger is not in order, 2 if it could not be checked or sent.`;

const COSIGNATURE_TYPE = 0x04;
const TIMEOUT_MS = 30_000;

const publicKeyOf = (private_key) => Buffer.from(createPublicKey(private_key).export({ format: 'jwk' }).x, 'base64url');

const keyId = (name, public_key) =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(COSIGNATURE_TYPE), public_key]), 'buffer').subarray(0, 4);

const formatKey = (name, public_key) =>
  `${name}+${keyId(name, public_key).toString('hex')}+${Buffer.concat([Buffer.of(COSIGNATURE_TYPE), public_key]).toString('base64')}`;

const createKey = async (name, file) => {
  if (!/^[^\s+]{1,200}$/.test(name)) throw new UnreadableError('The name of a witness has no spaces and no plus sign.');
  const { privateKey } = generateKeyPairSync('ed25519');
  const private_key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  await writeFile(file, `${JSON.stringify({ name, private_key })}\n`, { flag: 'wx', mode: 0o600 });
  console.log(formatKey(name, publicKeyOf(privateKey)));
};

const readKey = async (file) => {
  const { name, private_key } = JSON.parse(await readFile(file, 'utf8'));
  return { name, private_key: createPrivateKey({ key: Buffer.from(private_key, 'base64'), format: 'der', type: 'pkcs8' }) };
};

/** The signature line of a checkpoint's text (C2SP tlog-cosignature). */
const cosign = ({ name, private_key }, text) => {
  const seconds = BigInt(Math.floor(Date.now() / 1000));
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(seconds);
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), private_key);
  return `— ${name} ${Buffer.concat([keyId(name, publicKeyOf(private_key)), time, signature]).toString('base64')}\n`;
};

const request = async (url, init) => {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
    throw new UnreadableError(`${url} does not answer.`);
  });
  const body = await response.text();
  if (!response.ok) throw new UnreadableError(`${url} answers with status ${response.status}: ${body.slice(0, 300)}`);
  return body;
};

/** Replaces a file so that after a crash it has either the old or the new content. */
const replaceFile = async (file, content) => {
  const handle = await open(`${file}.new`, 'w');
  await handle.writeFile(content);
  await handle.sync();
  await handle.close();
  await rename(`${file}.new`, file);
};

/** Two runs that read the same state could co-sign two ledgers. */
const withLock = async (file, run) => {
  const lock = `${file}.lock`;
  await writeFile(lock, String(process.pid), { flag: 'wx' }).catch(() => {
    throw new UnreadableError(`Another run is using ${file}. If none is, delete ${lock}.`);
  });
  try {
    return await run();
  } finally {
    await rm(lock);
  }
};

const witness = async (address, { key: key_file, state: state_file, trust }) => {
  const key = await readKey(key_file);
  const root = new URL(/^https?:\/\//.test(address) ? address : `https://${address}`);
  const get = (path) => request(new URL(path, root));
  const state = await readFile(state_file, 'utf8').then(JSON.parse, (error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const note = await get('/ledger/checkpoint');
  const size = sizeOfCheckpoint(note);
  const previous = state?.checkpoint ?? null;
  const from = previous === null ? 0 : sizeOfCheckpoint(previous);
  const { proof } = from > 0 && from < size ? JSON.parse(await get(`/ledger/proofs/consistency?from=${from}&to=${size}`)) : { proof: [] };
  const key_notes = JSON.parse(await get('/ledger/keys')).map(({ note }) => note);
  const pinned = [...(trust ?? []), ...(state ? [state.key] : [])];
  const report = await verifyCheckpoint(note, key_notes, { pinned, previous, proof });
  for (const notice of report.notices) console.log(`Note: ${notice}`);
  if (!report.ok) {
    for (const fault of report.faults) console.error(`Wrong: ${fault}`);
    console.error('Not co-signed. Keep the state file and tell others: two ledgers exist under this name.');
    process.exitCode = 1;
    return;
  }
  // Written before it is sent: after a crash this witness still never signs another ledger.
  await replaceFile(state_file, JSON.stringify({ origin: report.origin, key: report.key, checkpoint: note }));
  const body = `${note}${cosign(key, report.text)}`;
  await request(new URL('/ledger/cosignatures', root), { method: 'POST', body, headers: { 'content-type': 'text/plain' } });
  console.log(`Co-signed ${size} rows of ${report.origin}.`);
  if (!state) console.log(`First run: trusts ${report.key}. Compare it with another source.`);
};

const run = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      state: { type: 'string' },
      trust: { type: 'string', multiple: true },
      help: { type: 'boolean' },
    },
  });
  if (positionals[0] === 'new-key' && positionals.length === 3) return createKey(positionals[1], positionals[2]);
  if (values.help || positionals.length !== 1 || !values.key || !values.state) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  await withLock(values.state, () => witness(positionals[0], values));
};

await run().catch((error) => {
  const is_expected = error instanceof UnreadableError || error?.code?.startsWith('ERR_PARSE_ARGS') || error?.syscall === 'open';
  console.error(is_expected ? error.message : error);
  process.exitCode = 2;
});
