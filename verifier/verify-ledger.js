#!/usr/bin/env node
/**
 * Checks the vote ledger of a Launchweek site: the chain of its rows, the Merkle tree, the signatures, the history of keys, earlier
 * checkpoints, receipts, and the result of every finished week. One file without dependencies, for Node 20 and for browsers.
 * docs/ledger.md describes what is checked and how.
 */

// ---------------------------------------------------------------- SHA-256, synchronous, because a ledger has millions of short texts

const K = Int32Array.from(
  (
    '428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 ' +
    'c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 ' +
    '06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 ' +
    'd6990624 f40e3585 106aa070 19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 ' +
    '90befffa a4506ceb bef9a3f7 c67178f2'
  )
    .split(' ')
    .map((word) => Number.parseInt(word, 16) | 0),
);
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const W = new Int32Array(64);
const H = new Int32Array(8);

const compress = (bytes, at) => {
  for (let i = 0; i < 16; i++) {
    const j = at + i * 4;
    W[i] = (bytes[j] << 24) | (bytes[j + 1] << 16) | (bytes[j + 2] << 8) | bytes[j + 3];
  }
  for (let i = 16; i < 64; i++) {
    const x = W[i - 15];
    const y = W[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    W[i] = (W[i - 16] + s0 + W[i - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = [H[0], H[1], H[2], H[3], H[4], H[5], H[6], H[7]];
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + W[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  H[0] += a;
  H[1] += b;
  H[2] += c;
  H[3] += d;
  H[4] += e;
  H[5] += f;
  H[6] += g;
  H[7] += h;
};

const hashHere = (buffer, length, out) => {
  H.set(START);
  const blocks = Math.ceil((length + 9) / 64);
  const end = blocks * 64;
  buffer[length] = 0x80;
  buffer.fill(0, length + 1, end);
  const bits = length * 8;
  buffer[end - 1] = bits;
  buffer[end - 2] = bits >>> 8;
  buffer[end - 3] = bits >>> 16;
  buffer[end - 4] = bits >>> 24;
  for (let block = 0; block < end; block += 64) compress(buffer, block);
  for (let i = 0; i < 8; i++) {
    const word = H[i];
    const j = i * 4;
    out[j] = word >>> 24;
    out[j + 1] = word >>> 16;
    out[j + 2] = word >>> 8;
    out[j + 3] = word;
  }
};

/** Node has a faster one. That of browsers answers later, which would take too long for millions of rows. */
const native = globalThis.process?.getBuiltinModule?.('node:crypto')?.hash;

const hashInNode = (buffer, length, out) => {
  const text = native('sha256', buffer.subarray(0, length), 'latin1');
  for (let i = 0; i < 32; i++) out[i] = text.charCodeAt(i);
};

/** Hashes the first `length` bytes of a buffer, which must have room for the padding (72 bytes), into `out`. */
const hashInto = native ? hashInNode : hashHere;

const sha256 = (...parts) => {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const buffer = new Uint8Array(length + 73);
  let at = 0;
  for (const part of parts) {
    buffer.set(part, at);
    at += part.length;
  }
  const out = new Uint8Array(32);
  hashInto(buffer, length, out);
  return out;
};

const encode = (text) => new TextEncoder().encode(text);
const HEX = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));
const toHex = (bytes) => {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += HEX[bytes[i]];
  return text;
};
/** The value of a hexadecimal digit by its character code. */
const NIBBLES = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0);
const fromHex = (text) => Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const fromBase64 = (text) => {
  if (typeof text !== 'string' || text.length % 4 || !BASE64.test(text)) return null;
  try {
    const letters = atob(text);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
    return bytes;
  } catch {
    return null;
  }
};
const isEqual = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

// ---------------------------------------------------------------- The Merkle tree of RFC 6962 over the hashes of the rows

const ZERO = Uint8Array.of(0);
const ONE = Uint8Array.of(1);
const innerHash = (left, right) => sha256(ONE, left, right);

/** A tree that grows by one entry at a time. It keeps only the roots of its complete subtrees. */
const createTree = (size = 0, frontier = []) => {
  /** Only the first `depth` are in use; the others are written again. */
  const stack = frontier.map((hash) => Uint8Array.from(hash));
  const leaf = new Uint8Array(128);
  const inner = new Uint8Array(192);
  let depth = stack.length;
  let count = size;
  return {
    /** Adds the hash of a row, in hexadecimal. */
    add(hex) {
      leaf[0] = 0;
      for (let i = 0; i < 32; i++) leaf[i + 1] = NIBBLES[hex.charCodeAt(2 * i)] * 16 + NIBBLES[hex.charCodeAt(2 * i + 1)];
      stack[depth] ??= new Uint8Array(32);
      hashInto(leaf, 33, stack[depth]);
      for (let n = count; n % 2 === 1; n = (n - 1) / 2) {
        inner[0] = 1;
        inner.set(stack[depth - 1], 1);
        inner.set(stack[depth], 33);
        depth -= 1;
        hashInto(inner, 65, stack[depth]);
      }
      depth += 1;
      count += 1;
    },
    root: () => (depth ? stack.slice(0, depth).reduceRight((right, left) => innerHash(left, right)) : sha256()),
  };
};

/** The root that an inclusion proof leads to; null if the proof has the wrong length. */
export const rootOfInclusion = (entry, index, size, proof) => {
  if (index < 0 || index >= size) return null;
  let [node, last, hash] = [index, size - 1, sha256(ZERO, entry)];
  for (const other of proof) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      hash = innerHash(other, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else hash = innerHash(hash, other);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : null;
};

/** Whether the tree of `from` entries is the beginning of the tree of `to` entries. */
export const isConsistent = (from, from_root, to, to_root, proof) => {
  if (from > to) return false;
  if (from === to) return proof.length === 0 && isEqual(from_root, to_root);
  if (from === 0) return proof.length === 0;
  const path = Number.isInteger(Math.log2(from)) ? [from_root, ...proof] : proof;
  if (path.length === 0) return false;
  let [node, last] = [from - 1, to - 1];
  while (node % 2 === 1) [node, last] = [(node - 1) / 2, Math.floor(last / 2)];
  let [old_hash, new_hash] = [path[0], path[0]];
  for (const other of path.slice(1)) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      old_hash = innerHash(other, old_hash);
      new_hash = innerHash(other, new_hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else new_hash = innerHash(new_hash, other);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && isEqual(old_hash, from_root) && isEqual(new_hash, to_root);
};

// ---------------------------------------------------------------- Signed notes

/** The input cannot be checked at all: it is something else, or unreadable. */
export class UnreadableError extends Error {}

const SIGNATURE_TYPE = 0x01;
const COSIGNATURE_TYPE = 0x04;

const keyIdOf = (name, type, public_key) => toHex(sha256(encode(`${name}\n`), Uint8Array.of(type), public_key).slice(0, 4));

const splitNote = (note) => {
  const end = typeof note === 'string' ? note.lastIndexOf('\n\n') : -1;
  if (end < 0 || !note.endsWith('\n')) return null;
  const signatures = [];
  for (const line of note
    .slice(end + 2)
    .split('\n')
    .slice(0, -1)) {
    const [dash, name, encoded, ...rest] = line.split(' ');
    const bytes = fromBase64(encoded ?? '');
    if (dash !== '—' || !name || !bytes || bytes.length < 5 || rest.length) return null;
    signatures.push({ name, id: toHex(bytes.slice(0, 4)), bytes: bytes.slice(4) });
  }
  return { text: note.slice(0, end + 1), signatures };
};

const COUNT = '(0|[1-9]\\d{0,15})';
const HASH = '([A-Za-z0-9+/]{43}=)';
const TIME = '(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)';
const CHECKPOINT_TEXT = new RegExp(`^([^\\n]+)\\n${COUNT}\\n${HASH}\\n(?:time ${TIME}\\n)?$`);
const KEY_TEXT = new RegExp(`^([^\\n]+)\\nkey ${COUNT}\\nsize ${COUNT}\\npublic ${HASH}\\ntime ${TIME}\\n((?:compromised ${COUNT}\\n)*)$`);
const RESULT_TEXT = new RegExp(
  `^([^\\n]+)\\nweek (\\d{4}-\\d\\d-\\d\\d)\\nsize ${COUNT}\\nroot ${HASH}\\ncounted ${COUNT}\\nuncounted ${COUNT}\\n((?:\\d+ \\d+ \\d+ \\d+\\n)*)$`,
);

const readNote = (note, pattern, what) => {
  const parts = splitNote(note);
  const match = parts && pattern.exec(parts.text);
  if (!match) throw new UnreadableError(`This is not a ${what}: ${JSON.stringify(String(note).slice(0, 120))}`);
  return { ...parts, match };
};

const readCheckpoint = (note) => {
  const { match, ...parts } = readNote(note, CHECKPOINT_TEXT, 'checkpoint');
  return { ...parts, origin: match[1], size: Number(match[2]), root: fromBase64(match[3]), time: match[4] ?? null, note };
};

const readKey = (note) => {
  const { match, ...parts } = readNote(note, KEY_TEXT, 'key');
  const [, origin, number, size, public_key, time, compromised] = match;
  const key = { ...parts, origin, number: Number(number), from_size: Number(size), public_key: fromBase64(public_key), time };
  key.id = keyIdOf(origin, SIGNATURE_TYPE, key.public_key);
  key.text_form = `${origin}+${key.id}+${toBase64([SIGNATURE_TYPE, ...key.public_key])}`;
  key.names_compromised = [...compromised.matchAll(/\d+/g)].map(([other]) => Number(other));
  return key;
};

const readResult = (note) => {
  const { match, ...parts } = readNote(note, RESULT_TEXT, 'result of a week');
  const [, origin, week, size, root, counted, uncounted, ranking] = match;
  return {
    ...parts,
    origin,
    week,
    size: Number(size),
    root: fromBase64(root),
    counted: Number(counted),
    uncounted: Number(uncounted),
    ranking: ranking.split('\n').slice(0, -1),
  };
};

const canVerify = async () => {
  try {
    await crypto.subtle.importKey('raw', new Uint8Array(32), { name: 'Ed25519' }, false, ['verify']);
    return true;
  } catch (error) {
    return error?.name === 'DataError';
  }
};

/** Throws where signatures cannot be checked: in old browsers, and on pages without HTTPS. */
const requireEd25519 = async () => {
  if (!globalThis.crypto?.subtle)
    throw new UnreadableError('Signatures can only be checked on a page with HTTPS, in a current browser or in Node 20.');
  if (!(await canVerify()))
    throw new UnreadableError('This browser cannot check Ed25519 signatures. Use a current version of Chrome, Edge, Firefox or Safari.');
};

const imported_keys = new Map();
const importKey = (public_key) => {
  const name = toHex(public_key);
  const key = imported_keys.get(name) ?? crypto.subtle.importKey('raw', public_key, { name: 'Ed25519' }, false, ['verify']);
  imported_keys.set(name, key);
  return key;
};

const verifyBytes = async (public_key, signature, message) => {
  try {
    const key = await importKey(public_key);
    return signature.length === 64 && (await crypto.subtle.verify({ name: 'Ed25519' }, key, signature, message));
  } catch {
    return false;
  }
};

/** The keys of a site, from the notes that introduce them, with everything that is wrong with the history. */
const readKeys = async (notes, pinned, report) => {
  const keys = notes.map(readKey);
  keys.sort((a, b) => a.number - b.number);
  for (const [i, key] of keys.entries()) {
    if (key.number !== i + 1) throw new UnreadableError(`The history of keys has no key ${i + 1}.`);
    const former = keys[i - 1];
    if (former && key.from_size < former.from_size)
      report.fault(`Key ${key.number} begins at row ${key.from_size}, before key ${former.number}.`);
    for (const signer of former ? [key, former] : [key]) {
      const signature = key.signatures.find(({ name, id }) => name === signer.origin && id === signer.id);
      if (!signature || !(await verifyBytes(signer.public_key, signature.bytes, encode(key.text))))
        report.fault(`Key ${key.number} is not signed by key ${signer.number}, so the history of keys is broken.`);
    }
  }
  for (const [i, key] of keys.entries()) {
    key.until_size = keys[i + 1]?.from_size ?? Number.POSITIVE_INFINITY;
    key.is_compromised = keys.some(({ names_compromised }) => names_compromised.includes(key.number));
    if (key.is_compromised)
      report.notice(
        `Key ${key.number} is marked as compromised. Compare key ${keys.length} (${keys.at(-1).text_form}) with another source.`,
      );
  }
  for (const text of pinned)
    if (!keys.some((key) => key.text_form === text)) report.fault(`The key you gave is not in the site’s history of keys: ${text}`);
  const given = keys.filter(({ text_form }) => pinned.includes(text_form));
  if (given.length && given.every(({ is_compromised }) => is_compromised))
    report.fault(
      `Every key you gave is marked as compromised. Compare key ${keys.length} (${keys.at(-1).text_form}) with another source, then give that one.`,
    );
  return keys;
};

/** Checks the signatures of a note that is about the ledger of a size. Returns null, or why none of them counts. */
const findSignatureFault = async ({ text, signatures, origin, size }, keys) => {
  const reasons = [];
  for (const { name, id, bytes } of signatures) {
    const key = keys.find((one) => one.origin === name && one.id === id);
    if (!key) continue;
    if (!(await verifyBytes(key.public_key, bytes, encode(text)))) return { fault: `has a wrong signature of key ${key.number}` };
    // A site that moved to another address goes on with a new name; its later keys may sign what has an earlier name.
    if (!keys.some((one) => one.number <= key.number && one.origin === origin))
      reasons.push({ fault: `names the ledger ${origin}, but is signed with a key of ${key.origin}` });
    else if (key.is_compromised)
      reasons.push({
        fault: `is signed only with key ${key.number}, which is marked as compromised`,
        is_compromised: size <= key.until_size,
      });
    else if (size > key.until_size)
      reasons.push({ fault: `is signed with the stale key ${key.number}, which was replaced when the ledger had ${key.until_size} rows` });
    else return null;
  }
  return (
    reasons.find(({ is_compromised }) => is_compromised) ??
    reasons[0] ?? { fault: `is not signed with a key of this site (it names the ledger ${origin})` }
  );
};

const WITNESS_KEY = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/;

const hasWitness = async ({ text, signatures }, witness) => {
  const [, name, id, encoded] = WITNESS_KEY.exec(witness) ?? [];
  const bytes = fromBase64(encoded ?? '');
  if (bytes?.length !== 33 || bytes[0] !== COSIGNATURE_TYPE) throw new UnreadableError(`This is not the key of a witness: ${witness}`);
  for (const signature of signatures) {
    if (signature.name !== name || signature.id !== id || signature.bytes.length !== 72) continue;
    const seconds = new DataView(signature.bytes.buffer, signature.bytes.byteOffset).getBigUint64(0);
    if (await verifyBytes(bytes.slice(1), signature.bytes.slice(8), encode(`cosignature/v1\ntime ${seconds}\n${text}`))) return true;
  }
  return false;
};

// ---------------------------------------------------------------- Rows

const HEX_HASH = /^[0-9a-f]{64}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = new RegExp(`^${TIME}$`);
const REASON = /^[a-z][a-z_]{0,39}$/;
const ACTS = new Set(['cast', 'withdrawn', 'counted', 'uncounted']);
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;

/** Whether all values of a row have their form. The hash before it may be known; its own is compared with the computed one. */
const isRow = (row, previous_hash) =>
  isCount(row.site_id) &&
  isCount(row.seq) &&
  isCount(row.listing_id) &&
  isCount(row.voter_id) &&
  ACTS.has(row.act) &&
  (row.in_week === null || typeof row.in_week === 'boolean') &&
  (row.reason === null || (typeof row.reason === 'string' && REASON.test(row.reason))) &&
  typeof row.launch_week_on === 'string' &&
  DAY.test(row.launch_week_on) &&
  typeof row.at === 'string' &&
  INSTANT.test(row.at) &&
  typeof row.hash === 'string' &&
  (row.previous_hash === previous_hash || (typeof row.previous_hash === 'string' && HEX_HASH.test(row.previous_hash)));

const serializeRow = ({ previous_hash, site_id, seq, listing_id, launch_week_on, voter_id, act, reason, in_week, at }) =>
  `${previous_hash}|${site_id}|${seq}|${listing_id}|${launch_week_on}|${voter_id}|${act}|${reason ?? ''}|${in_week ?? ''}|${at}`;

const text_buffer = new Uint8Array(1024);
const row_hash = new Uint8Array(32);
/** The hash of a row in hexadecimal. Its values are ASCII and short, as checked before. */
const hashRow = (row) => {
  const text = serializeRow(row);
  if (native) return native('sha256', text, 'hex');
  for (let i = 0; i < text.length; i++) text_buffer[i] = text.charCodeAt(i);
  hashInto(text_buffer, text.length, row_hash);
  return toHex(row_hash);
};

const DAY_MS = 86_400_000;
const shiftDay = (day, days) => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Counts votes per week from rows. A vote is kept as its row number times 4, plus 1 if it counts, plus 2 if it was cast in the week. */
const createCounter = (only_week) => {
  const weeks = new Map();
  const weekOf = (week) => {
    const found = weeks.get(week) ?? { launches: new Map(), first_day: shiftDay(week, -1), last_day: shiftDay(week, 7) };
    weeks.set(week, found);
    return found;
  };
  return {
    weeks,
    /** Adds a row; returns what is wrong with it, or null. */
    add({ launch_week_on, listing_id, voter_id, act, reason, in_week, seq, at }) {
      if (only_week && launch_week_on !== only_week) return null;
      const week = weekOf(launch_week_on);
      const ballots = week.launches.get(listing_id) ?? new Map();
      if (ballots.size === 0) week.launches.set(listing_id, ballots);
      const ballot = ballots.get(voter_id);
      if (act === 'cast') {
        ballots.set(voter_id, seq * 4 + (reason === null ? 1 : 0) + (in_week ? 2 : 0));
        const day = at.slice(0, 10);
        if (in_week && (day < week.first_day || day > week.last_day))
          return `Row ${seq} counts for the week of ${launch_week_on}, but is of ${at}.`;
      } else if (act === 'withdrawn') ballots.delete(voter_id);
      else if (ballot !== undefined) ballots.set(voter_id, ballot - (ballot % 2) + (act === 'counted' ? 1 : 0));
      return null;
    },
    result(week) {
      const ranking = [];
      let [counted, uncounted] = [0, 0];
      for (const [listing_id, ballots] of weeks.get(week)?.launches ?? []) {
        let [votes, reached_seq] = [0, 0];
        for (const ballot of ballots.values()) {
          const flags = ballot % 4;
          if (flags === 2) uncounted += 1;
          if (flags !== 3) continue;
          votes += 1;
          reached_seq = Math.max(reached_seq, (ballot - 3) / 4);
        }
        counted += votes;
        if (votes) ranking.push({ listing_id, votes, reached_seq });
      }
      ranking.sort((a, b) => b.votes - a.votes || a.reached_seq - b.reached_seq || a.listing_id - b.listing_id);
      return {
        counted,
        uncounted,
        ranking: ranking.map(({ listing_id, votes, reached_seq }, i) => `${i + 1} ${listing_id} ${votes} ${reached_seq}`),
      };
    },
    has: (week, listing_id, voter_id) => weeks.get(week)?.launches.get(listing_id)?.get(voter_id),
  };
};

const describeRank = (line) => {
  const [rank, , votes] = (line ?? '').split(' ');
  return line ? `rank ${rank} with ${votes}` : 'no rank';
};

/** The first places where two rankings differ. */
const compareRankings = (counted, published) => {
  const byListing = (ranking) => new Map(ranking.map((line) => [line.split(' ')[1], line]));
  const [a, b] = [byListing(counted), byListing(published)];
  return [...new Set([...a.keys(), ...b.keys()])]
    .filter((id) => a.get(id) !== b.get(id))
    .slice(0, 3)
    .map((id) => `listing ${id}: the ledger gives ${describeRank(a.get(id))}, the result says ${describeRank(b.get(id))}`);
};

// ---------------------------------------------------------------- Receipts

const readReceipt = (receipt) => {
  if (receipt?.receipt !== 'launchweek' || !Array.isArray(receipt.entries) || receipt.entries.length === 0)
    throw new UnreadableError('This is not a receipt of a vote.');
  const entries = receipt.entries.map(({ row, proof }) => {
    const hashes = Array.isArray(proof) ? proof.map(fromBase64) : [null];
    if (!row || !isRow(row) || !HEX_HASH.test(row.hash) || hashes.some((hash) => hash?.length !== 32))
      throw new UnreadableError('The receipt is damaged.');
    return { row, proof: hashes };
  });
  return { entries, checkpoint: readCheckpoint(receipt.checkpoint) };
};

const isSameVote = (a, b) =>
  a.site_id === b.site_id && a.listing_id === b.listing_id && a.launch_week_on === b.launch_week_on && a.voter_id === b.voter_id;

/** What the rows of a receipt come to. */
const stateOf = (entries) => {
  const last = entries.at(-1).row;
  if (last.act === 'withdrawn') return 'withdrawn';
  return last.act === 'counted' || (last.act === 'cast' && last.reason === null) ? 'counted' : 'not counted';
};

/** Everything that is wrong with a receipt by itself. */
const findReceiptFaults = async ({ entries, checkpoint }, keys) => {
  const faults = [];
  const signature = await findSignatureFault(checkpoint, keys);
  if (signature) faults.push(`The checkpoint of the receipt ${signature.fault}.`);
  for (const [i, { row, proof }] of entries.entries()) {
    if (hashRow(row) !== row.hash) faults.push(`Row ${row.seq} of the receipt does not match its hash.`);
    if (i === 0 && row.act !== 'cast') faults.push(`Row ${row.seq} of the receipt is not a cast vote.`);
    if (i > 0 && (!isSameVote(row, entries[0].row) || row.seq <= entries[i - 1].row.seq))
      faults.push(`Row ${row.seq} of the receipt is about another vote.`);
    const root = rootOfInclusion(fromHex(row.hash), row.seq - 1, checkpoint.size, proof);
    if (!root || !isEqual(root, checkpoint.root))
      faults.push(
        `Row ${row.seq} of the receipt is not in the checkpoint of ${checkpoint.size} rows: its proof is for another vote or another ledger.`,
      );
  }
  return faults;
};

/** Checks a receipt with the notes of the site's keys, without the ledger. */
export const verifyReceipt = async (receipt, key_notes, { pinned = [] } = {}) => {
  await requireEd25519();
  const report = createReport();
  const keys = await readKeys(key_notes, pinned, report);
  const read = readReceipt(receipt);
  for (const fault of await findReceiptFaults(read, keys)) report.fault(fault);
  const { row } = read.entries[0];
  return { ...report.result(), row, state: stateOf(read.entries), checkpoint: { size: read.checkpoint.size, time: read.checkpoint.time } };
};

/**
 * Checks a checkpoint with the notes of the site's keys, and that it continues an earlier checkpoint of the same site, by a proof of
 * consistency in Base64. `key` is the latest key of the history.
 */
export const verifyCheckpoint = async (note, key_notes, { pinned = [], previous = null, proof = [] } = {}) => {
  await requireEd25519();
  const report = createReport();
  const keys = await readKeys(key_notes, pinned, report);
  const checkpoint = readCheckpoint(note);
  const { origin, size, root, text } = checkpoint;
  const signature = await findSignatureFault(checkpoint, keys);
  if (signature) report.fault(`The checkpoint of ${size} rows ${signature.fault}.`);
  const earlier = previous === null ? { size: 0, root: sha256(encode('')) } : readCheckpoint(previous);
  const hashes = proof.map(fromBase64);
  if (hashes.some((hash) => hash?.length !== 32) || !isConsistent(earlier.size, earlier.root, size, root, hashes))
    report.fault(`The checkpoint of ${size} rows does not continue that of ${earlier.size} rows: the ledger was rewritten or forked.`);
  return { ...report.result(), origin, size, text, key: keys.at(-1)?.text_form ?? null };
};

/** How many rows a checkpoint is of. */
export const sizeOfCheckpoint = (note) => readCheckpoint(note).size;

// ---------------------------------------------------------------- The ledger

const MAX_FAULTS = 20;

const createReport = () => {
  const [faults, notices] = [[], []];
  let more = 0;
  return {
    fault(text) {
      if (faults.length < MAX_FAULTS) faults.push(text);
      else more += 1;
    },
    notice: (text) => void notices.push(text),
    result: () => ({ ok: faults.length === 0, faults: more ? [...faults, `… and ${more} more.`] : faults, notices }),
  };
};

const ZEROS = '0'.repeat(64);

/** The tree before the first row: one hash for each complete subtree, or null where it is not signed yet. */
const readFrontier = ({ first_seq, frontier }) => {
  if (frontier === null && first_seq > 1) return null;
  const hashes = Array.isArray(frontier) ? frontier.map(fromBase64) : [null];
  const subtrees = (first_seq - 1).toString(2).replaceAll('0', '').length;
  if (hashes.length !== subtrees || hashes.some((hash) => hash?.length !== 32))
    throw new UnreadableError('The header of the ledger is damaged.');
  return hashes;
};

const groupBySize = (notes) => {
  const groups = new Map();
  for (const note of notes) groups.set(note.size, [...(groups.get(note.size) ?? []), note]);
  return groups;
};

/**
 * Checks an exported ledger, given as chunks of bytes.
 * `checkpoints`: notes seen earlier or elsewhere; `pinned`: keys that must be in the history; `witnesses`: keys that must have co-signed the
 * latest checkpoint; `receipts`: parsed receipts; `host`: whose ledger it should be; `onProgress`: called with the number of rows.
 */
export const verifyLedger = async (chunks, { checkpoints = [], pinned = [], witnesses = [], receipts = [], host, onProgress } = {}) => {
  await requireEd25519();
  const report = createReport();
  const notes = { key: [], checkpoint: [], result: [] };
  let header;
  let state;
  let line_number = 0;
  let last;
  let rows = 0;
  const weeks = [];

  /** Checks everything that is signed, before the first row. */
  const prepare = async () => {
    const keys = await readKeys(notes.key, pinned, report);
    const published = notes.checkpoint.map(readCheckpoint).sort((a, b) => a.size - b.size);
    const results = notes.result.map(readResult);
    const latest = published.at(-1);
    // All at once: they are checked in threads.
    const signature_faults = await Promise.all(published.map((checkpoint) => findSignatureFault(checkpoint, keys)));
    for (const [i, checkpoint] of published.entries()) {
      checkpoint.what = `The checkpoint of ${checkpoint.size} rows`;
      const found = signature_faults[i];
      // Of a week, the result is signed again with the new key, and has the same root.
      if (found?.is_compromised && (checkpoint !== latest || header.week !== null)) report.notice(`${checkpoint.what} ${found.fault}.`);
      else if (found) report.fault(`${checkpoint.what} ${found.fault}.`);
    }
    for (const result of results) {
      result.what = `The result of the week of ${result.week}`;
      const found = await findSignatureFault(result, keys);
      if (found) report.fault(`${result.what} ${found.fault}.`);
      if (header.week !== null && result.week !== header.week) report.fault(`${result.what} is in the file of the week of ${header.week}.`);
      if (results.some((other) => other !== result && other.week === result.week)) report.fault(`${result.what} is signed twice.`);
    }
    const known = checkpoints.map((note) => ({ ...readCheckpoint(note), is_known: true }));
    const read_receipts = receipts.map(readReceipt);
    for (const receipt of read_receipts) {
      for (const fault of await findReceiptFaults(receipt, keys)) report.fault(fault);
      known.push({ ...receipt.checkpoint, is_known: true, is_of_receipt: true });
    }
    for (const checkpoint of known) {
      checkpoint.what = checkpoint.is_of_receipt ? 'The checkpoint of the receipt' : `The earlier checkpoint of ${checkpoint.size} rows`;
      if (checkpoint.is_of_receipt) continue;
      const found = await findSignatureFault(checkpoint, keys);
      if (found?.is_compromised) report.notice(`${checkpoint.what} ${found.fault}.`);
      else if (found) report.fault(`${checkpoint.what} ${found.fault}.`);
    }
    for (const witness of witnesses)
      if (!latest || !(await hasWitness(latest, witness)))
        report.fault(`The latest checkpoint is not signed by the witness ${witness.split('+')[0]}.`);
    const origin = keys.at(-1)?.origin ?? null;
    if (host && origin && origin !== `${host}/ledger`) report.fault(`This is the ledger of ${origin}, not of ${host}.`);
    if (!latest) report.notice('Nothing is signed yet, so only the chain and the counts were checked.');
    const start = header.first_seq - 1;
    const frontier = readFrontier(header);
    if (header.week === null && start > 0) report.fault(`The whole ledger begins at row 1, but this file begins at row ${start + 1}.`);
    if (!frontier && published.length + results.length + known.length > 0)
      report.fault('The file has no tree before its first row, so what is signed cannot be compared with it.');
    for (const { what, size } of [...published, ...results, ...known])
      if (size < start) report.fault(`${what} is about ${size} rows, before this file begins. Compare it with the whole ledger.`);
    state = {
      keys,
      origin,
      latest,
      published,
      receipts: read_receipts,
      receipt_rows: new Map(read_receipts.flatMap(({ entries }) => entries.map(({ row }) => [row.seq, row.hash]))),
      tree: frontier && createTree(start, frontier),
      roots: groupBySize([...published, ...known, ...results]),
      results: groupBySize(results),
      signed_weeks: new Set(results.map(({ week }) => week)),
      counter: createCounter(header.week),
    };
    checkSize(start);
  };

  /** Compares what was signed about the ledger of a size. */
  const checkSize = (size) => {
    const signed = state.roots.get(size);
    if (!signed) return;
    state.roots.delete(size);
    const root = state.tree?.root();
    for (const { what, root: signed_root, is_known } of root ? signed : []) {
      if (isEqual(root, signed_root)) continue;
      report.fault(
        is_known
          ? `${what} is of another ledger: the ledger was rewritten, or forked, before row ${size}.`
          : `${what} does not match: the first ${size} rows are not the ones that were signed.`,
      );
    }
    for (const result of state.results.get(size) ?? []) {
      const counted = state.counter.result(result.week);
      const differences = compareRankings(counted.ranking, result.ranking);
      for (const difference of differences) report.fault(`${result.what} is not what the votes give: ${difference}.`);
      if (!differences.length && (counted.counted !== result.counted || counted.uncounted !== result.uncounted))
        report.fault(
          `${result.what} says ${result.counted} counted and ${result.uncounted} not, the ledger gives ${counted.counted} and ${counted.uncounted}.`,
        );
      weeks.push({ week: result.week, size, ...counted });
    }
  };

  const addRow = (row) => {
    if (!isRow(row, last?.hash)) {
      report.fault(`Line ${line_number} is not a valid row.`);
      return;
    }
    rows += 1;
    const hash = hashRow(row);
    if (hash !== row.hash) report.fault(`Row ${row.seq} was changed: it does not match its hash.`);
    if (row.site_id !== header.site_id) report.fault(`Row ${row.seq} belongs to another site.`);
    const expected = last ? last.seq + 1 : header.first_seq;
    if (row.seq !== expected)
      report.fault(
        row.seq > expected
          ? `Rows are missing: row ${row.seq} follows row ${expected - 1}.`
          : `Rows are in the wrong order or repeated: row ${row.seq} follows row ${expected - 1}.`,
      );
    if (last ? row.previous_hash !== last.hash : row.seq === 1 && row.previous_hash !== ZEROS)
      report.fault(`Row ${row.seq} does not contain the hash of row ${row.seq - 1}: a row was changed, inserted, dropped or moved.`);
    const of_receipt = state.receipt_rows.get(row.seq);
    if (of_receipt !== undefined && of_receipt !== row.hash) report.fault(`Row ${row.seq} of the receipt is another one in this ledger.`);
    for (const { entries, checkpoint } of state.receipts)
      if (isSameVote(row, entries[0].row) && row.seq > entries[0].row.seq && row.seq <= checkpoint.size)
        if (!entries.some((entry) => entry.row.seq === row.seq)) report.fault(`Row ${row.seq} about the same vote is not in the receipt.`);
    last = row;
    const fault = state.counter.add(row);
    if (fault) report.fault(fault);
    // The tree is over the hashes as computed here, so it also shows a row that was changed together with the chain.
    state.tree?.add(hash);
    checkSize(row.seq);
    if (rows % 50_000 === 0) onProgress?.(rows);
  };

  const addLine = async (text) => {
    line_number += 1;
    if (text === '' || text === '\r') return;
    let line;
    try {
      line = JSON.parse(text);
    } catch {
      throw new UnreadableError(`Line ${line_number} is not JSON, so this is not an exported ledger.`);
    }
    if (line === null || typeof line !== 'object') throw new UnreadableError(`Line ${line_number} is not a line of a ledger.`);
    if (header === undefined) {
      if (
        line.ledger !== 'launchweek' ||
        !isCount(line.site_id) ||
        !isCount(line.first_seq) ||
        line.first_seq < 1 ||
        !isCount(line.last_seq)
      )
        throw new UnreadableError('The first line is not the header of a ledger. Export it again, with its first line.');
      if (line.version !== 1) throw new UnreadableError(`This ledger has version ${line.version}. Use a newer verifier.`);
      header = line;
      return;
    }
    const kind = Object.keys(notes).find((name) => name in line);
    if (kind && !('hash' in line)) {
      if (state) throw new UnreadableError(`Line ${line_number}: signed notes come before the rows.`);
      notes[kind].push(line[kind]);
      return;
    }
    if (!state) await prepare();
    addRow(line);
  };

  for await (const lines of linesOf(chunks))
    for (const text of lines) {
      if (state && text.startsWith('{"site_id"')) {
        // The common case, without a promise per row.
        line_number += 1;
        let row;
        try {
          row = JSON.parse(text);
        } catch {
          throw new UnreadableError(`Line ${line_number} is not JSON: the file is damaged or cut off.`);
        }
        addRow(row);
      } else await addLine(text);
    }
  if (header === undefined) throw new UnreadableError('The ledger is empty.');
  if (!state) await prepare();

  const end = last?.seq ?? header.first_seq - 1;
  if (end < header.last_seq) report.fault(`The ledger is truncated: it ends at row ${end}, but its header says ${header.last_seq}.`);
  for (const signed of state.roots.values())
    for (const { what, size } of signed)
      if (size > end) report.fault(`${what} is about ${size} rows, but the ledger ends at row ${end}: it is truncated or was rolled back.`);
      else if (size >= header.first_seq) report.fault(`${what} is about ${size} rows, and there is no such row.`);
  if (state.latest && state.latest.size < end)
    report.notice(`The last ${end - state.latest.size} rows are newer than the latest checkpoint.`);
  for (const week of state.counter.weeks.keys())
    if (!state.signed_weeks.has(week) && (header.week === null || header.week === week)) {
      const { counted } = state.counter.result(week);
      if (counted) report.notice(`The week of ${week} has ${counted} counted votes and no signed result yet.`);
    }
  return {
    ...report.result(),
    origin: state.origin,
    site: header.site,
    rows,
    first_seq: header.first_seq,
    last_seq: end,
    keys: state.keys.map(({ number, text_form, from_size, time, is_compromised }) => ({
      number,
      key: text_form,
      from_size,
      time,
      is_compromised,
    })),
    checkpoints: state.published.length,
    latest: state.latest ? { size: state.latest.size, time: state.latest.time, note: state.latest.note } : null,
    weeks,
    receipts: state.receipts.map(({ entries }) => ({ row: entries[0].row, state: currentState(state.counter, entries) })),
  };
};

/** Whether the vote of a receipt counts at the end of the ledger. */
const currentState = (counter, entries) => {
  const { launch_week_on, listing_id, voter_id } = entries[0].row;
  const ballot = counter.has(launch_week_on, listing_id, voter_id);
  if (ballot === undefined) return 'withdrawn';
  return ballot % 2 === 1 ? 'counted' : 'not counted';
};

const MAX_LINE = 64 * 1024 * 1024;

/** Lines of a stream of bytes, as many at a time as a chunk has. */
const linesOf = async function* (chunks) {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop();
    if (rest.length > MAX_LINE) throw new UnreadableError('This is not a ledger: it has a line of more than 64 MB.');
    yield lines;
  }
  rest += decoder.decode();
  if (rest) yield [rest];
};

/** The chunks of a browser's stream, which not every browser can loop over. */
export const chunksOf = async function* (stream) {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
};

const ADDRESS_TIMEOUT_MS = 30_000;

/** Opens the ledger of a site by its address. */
export const fetchLedger = async (address) => {
  const root = new URL(/^https?:\/\//.test(address) ? address : `https://${address}`);
  const url = new URL('/ledger/export.jsonl', root);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), ADDRESS_TIMEOUT_MS);
  const response = await fetch(url, { signal: stop.signal }).catch(() => {
    throw new UnreadableError(`${url} does not answer.`);
  });
  clearTimeout(timer);
  if (!response.ok || !response.body) throw new UnreadableError(`${url} answers with status ${response.status}.`);
  return { chunks: chunksOf(response.body), host: root.host };
};

// ---------------------------------------------------------------- The command

const USAGE = `usage: launchweek-verify LEDGER.jsonl | ADDRESS [options]

Checks the vote ledger of a Launchweek site: an exported file, or the site's address.

  --key KEY            a key that must be in the site's history of keys (may be repeated)
  --checkpoint FILE    a checkpoint from earlier or from somebody else, which the ledger must continue (may be repeated)
  --remember FILE      keeps the latest checkpoint and the latest key in this file, and checks them the next time
  --witness KEY        a witness who must have signed the latest checkpoint (may be repeated)
  --receipt FILE       a receipt of a vote, which must be in the ledger (may be repeated)
  --json               prints the report as JSON

Exit code: 0 if everything is in order, 1 if something is wrong, 2 if the ledger cannot be read.`;

const formatReport = ({ ok, origin, site, rows, first_seq, last_seq, keys, checkpoints, latest, weeks, receipts, faults, notices }) =>
  [
    `Ledger of ${origin ?? site}: rows ${first_seq} to ${last_seq} (${rows} read), ${checkpoints} checkpoints, ${weeks.length} results`,
    ...keys.map(
      ({ number, key, from_size, is_compromised }) =>
        `Key ${number}, from row ${from_size}${is_compromised ? ', compromised' : ''}: ${key}`,
    ),
    ...(latest ? [`Latest checkpoint: ${latest.size} rows, ${latest.time ?? 'without a time'}`] : []),
    ...weeks.map(
      ({ week, counted, uncounted, ranking }) =>
        `Week of ${week}: ${ranking.length} launches, ${counted} votes counted and ${uncounted} not`,
    ),
    ...receipts.map(
      ({ row, state }) => `Receipt: row ${row.seq}, a vote for listing ${row.listing_id} in the week of ${row.launch_week_on}: ${state}`,
    ),
    ...notices.map((notice) => `Note: ${notice}`),
    ...faults.map((fault) => `Wrong: ${fault}`),
    ok ? 'Everything that was checked is in order.' : 'This ledger is not in order.',
  ].join('\n');

const runCommand = async () => {
  const { parseArgs } = await import('node:util');
  const { createReadStream } = await import('node:fs');
  const { readFile, writeFile, rename } = await import('node:fs/promises');
  const many = { type: 'string', multiple: true, default: [] };
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: many,
      checkpoint: many,
      witness: many,
      receipt: many,
      remember: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help || positionals.length !== 1) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const readText = (file) =>
    readFile(file, 'utf8').catch(() => {
      throw new UnreadableError(`${file} cannot be read.`);
    });
  const readJson = async (file) => {
    try {
      return JSON.parse(await readText(file));
    } catch (error) {
      throw error instanceof UnreadableError ? error : new UnreadableError(`${file} is not JSON.`);
    }
  };
  const [source] = positionals;
  const memory = values.remember ? await readFile(values.remember, 'utf8').then(JSON.parse, () => null) : null;
  const is_address = /^https?:\/\//.test(source);
  const { chunks, host } = is_address ? await fetchLedger(source) : { chunks: createReadStream(source, { highWaterMark: 1 << 20 }) };
  const report = await verifyLedger(chunks, {
    host,
    pinned: [...values.key, ...(memory ? [memory.key] : [])],
    checkpoints: [...(await Promise.all(values.checkpoint.map(readText))), ...(memory ? [memory.checkpoint] : [])],
    witnesses: values.witness,
    receipts: await Promise.all(values.receipt.map(readJson)),
  });
  console.log(values.json ? JSON.stringify(report, null, 2) : formatReport(report));
  if (!report.ok) process.exitCode = 1;
  else if (values.remember && report.latest) {
    await writeFile(`${values.remember}.new`, JSON.stringify({ key: report.keys.at(-1).key, checkpoint: report.latest.note }));
    await rename(`${values.remember}.new`, values.remember);
  }
};

const isCommand = async () => {
  if (typeof process === 'undefined' || !process.argv?.[1] || !import.meta.url.startsWith('file:')) return false;
  const [{ realpathSync }, { fileURLToPath }] = await Promise.all([import('node:fs'), import('node:url')]);
  try {
    return realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
  } catch {
    return false;
  }
};

if (await isCommand())
  await runCommand().catch((error) => {
    const is_expected =
      error instanceof UnreadableError || error?.code?.startsWith('ERR_PARSE_ARGS') || error?.code === 'ENOENT' || error?.code === 'EISDIR';
    console.error(is_expected ? error.message : error);
    process.exitCode = 2;
  });
