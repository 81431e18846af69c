// A second verifier of the vote ledger, written from docs/ledger.md alone. It shares no code with
// verifier/verify-ledger.js, so that an error of one of them, or of the description, shows in the tests.

import {
  checkConsistency,
  countWeek,
  createKey,
  demand,
  isMonday,
  isObject,
  isPositive,
  isSameVote,
  isTime,
  leafHash,
  type Note,
  type NoteKey,
  nodeHash,
  parseBase64,
  parseJson,
  parseNumber,
  type Result,
  type Row,
  readCheckpoint,
  readField,
  readNote,
  readResult,
  readRow,
  readWitness,
  rootOfInclusion,
  sha256,
  type TreeHead,
} from './second-verifier-formats.ts';

type VerifierOptions = {
  address?: string; // where the file was fetched
  keys?: string[]; // as NAME+ID+KEY; they must be in the history
  witnesses?: string[]; // likewise; they must have signed the latest checkpoint
  checkpoints?: string[]; // notes from earlier or from others
  receipts?: string[]; // as JSON
  consistency?: { from: number; to: number; proof: string[] }[]; // for checkpoints outside of a week's file
};
type Header = { site_id: number; week: string | null; first_seq: number; last_seq: number; frontier: Buffer[] | null };
type HistoryKey = NoteKey & { number: number; size: number; compromises: number[] };
type SignedHead = { name: string; note: Note; head: TreeHead; source: 'checkpoint' | 'result' | 'earlier' | 'receipt' };

/** The known keys that signed the note. A wrong signature of one of them makes the note invalid. */
function findSigners<Key extends NoteKey>(note: Note, keys: Key[]): Key[] {
  return note.signatures.flatMap(({ name, id, bytes }) => {
    const key = keys.find((known) => known.name === name && known.id === id);
    demand(!key || key.verifies(note.text, bytes), `a signature of ${name} is wrong`);
    return key ? [key] : [];
  });
}

function addKey(keys: HistoryKey[], note: Note) {
  const [origin = '', number, size, publicKey, time, ...compromised] = note.lines;
  const previous = keys.at(-1);
  const key: HistoryKey = {
    ...createKey(origin, 1, parseBase64(readField(publicKey, 'public'), 32)),
    number: parseNumber(readField(number, 'key')),
    size: parseNumber(readField(size, 'size')),
    compromises: compromised.map((line) => parseNumber(readField(line, 'compromised'))),
  };
  demand(isTime(readField(time, 'time')) && origin.endsWith('/ledger'), 'this does not introduce a key');
  demand(key.number === keys.length + 1, `key ${key.number} does not follow key ${keys.length}`);
  demand(previous ? key.size >= previous.size : key.size === 0, 'the size is wrong');
  demand(
    key.compromises.every((other) => other > 0 && other < key.number),
    'only earlier keys can be compromised',
  );
  demand(!keys.some((other) => other.text === key.text), 'the key is in the history twice');
  const signers = findSigners(note, [...keys, key]);
  demand(signers.includes(key) && (!previous || signers.includes(previous)), 'a signature is missing');
  keys.push(key);
}

/** Whether a signature counts; if none does, whether one would if its key were not compromised. */
function judgeSignatures(note: Note, head: TreeHead, keys: HistoryKey[]): 'counts' | 'compromised' | 'none' {
  const compromised = new Set(keys.flatMap((key) => key.compromises));
  const signers = findSigners(note, keys).filter(
    ({ number }) => head.size <= (keys[number]?.size ?? Infinity) && keys.slice(0, number).some((key) => key.name === head.origin),
  );
  if (signers.some((key) => !compromised.has(key.number))) return 'counts';
  return signers.length > 0 ? 'compromised' : 'none';
}

function checkReceipt(receipt: Record<string, unknown>, head: TreeHead, { site_id, first_seq, last_seq }: Header, rows: Row[]) {
  demand(receipt.receipt === 'launchweek' && receipt.version === 1 && Array.isArray(receipt.entries), 'this is not a receipt');
  const entries = receipt.entries.map((entry: unknown) => {
    demand(isObject(entry) && Array.isArray(entry.proof), 'an entry has no proof');
    const row = readRow(entry.row, site_id);
    const proof = entry.proof.map((hash) => parseBase64(hash, 32));
    const root = rootOfInclusion(row.seq - 1, head.size, leafHash(Buffer.from(row.hash, 'hex')), proof);
    demand(proof.length === 0 && root.equals(head.root), `the proof of row ${row.seq} is wrong`);
    return row;
  });
  const [cast] = entries;
  demand(cast?.act === 'cast' && entries.every((row) => isSameVote(row, cast)), 'the rows are not about one vote');
  demand(
    entries.every((row, i) => i === 0 || row.seq > entries[i - 1]!.seq),
    'the rows are not in order',
  );
  const hashes = (some: Row[]) => some.map((row) => row.hash).join();
  const inFile = entries.filter((row) => row.seq >= first_seq && row.seq <= last_seq);
  const expected = rows.filter((row) => row.seq >= cast.seq && row.seq <= head.size && isSameVote(row, cast));
  demand(hashes(inFile) === hashes(expected), 'the ledger has other rows about this vote');
}

function readHeader(line: string): Header {
  const { ledger, version, site_id, week, first_seq, last_seq, frontier } = parseJson(line);
  demand(ledger === 'launchweek' && version === 1, 'this is not a ledger of version 1');
  demand(isPositive(site_id) && isPositive(first_seq) && Number.isSafeInteger(last_seq), 'a number is not valid');
  demand(week === null ? first_seq === 1 : isMonday(week), 'the week is not valid');
  demand(frontier === null ? first_seq > 1 : Array.isArray(frontier), 'the frontier is not valid');
  const subtrees = Array.isArray(frontier) ? frontier.map((hash) => parseBase64(hash, 32)) : null;
  const ones = (first_seq - 1).toString(2).replaceAll('0', '').length;
  demand(!subtrees || subtrees.length === ones, 'the frontier has another number of subtrees');
  return { site_id, week: isMonday(week) ? week : null, first_seq, last_seq: Number(last_seq), frontier: subtrees };
}

/** The roots of the trees of these sizes, as far as the file has the rows. */
function findRoots({ first_seq, frontier }: Header, rows: Row[], sizes: Set<number>): Map<number, Buffer> {
  const roots = new Map<number, Buffer>();
  if (!frontier) return roots;
  const subtrees = [...frontier];
  const setRoot = (size: number) => {
    if (sizes.has(size)) roots.set(size, size === 0 ? sha256() : subtrees.reduceRight((right, left) => nodeHash(left, right)));
  };
  setRoot(first_seq - 1);
  for (const [i, row] of rows.entries()) {
    let hash = leafHash(Buffer.from(row.hash, 'hex'));
    for (let size = first_seq + i; size % 2 === 0; size /= 2) hash = nodeHash(subtrees.pop()!, hash);
    subtrees.push(hash);
    setRoot(first_seq + i);
  }
  return roots;
}

/** Checks an exported ledger against itself and against what is known besides. */
export function secondVerifier(text: string, options: VerifierOptions = {}): { ok: boolean; faults: string[] } {
  const faults: string[] = [];
  const attempt = <T>(name: string, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (faults.length < 100) faults.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  };
  const [first = '', ...lines] = text.split('\n');
  const header = attempt('header', () => readHeader(first));
  if (!header) return { ok: false, faults };
  const isWhole = header.week === null;
  if (lines.pop() !== '') faults.push('file: the last line has no end');

  const keys: HistoryKey[] = [];
  const heads: SignedHead[] = [];
  const results: Result[] = [];
  const rows: Row[] = [];
  const addHead = (name: string, note: Note, head: TreeHead, source: SignedHead['source']) => heads.push({ name, note, head, source });
  const readers: Record<string, (note: Note) => void> = {
    key: (note) => addKey(keys, note),
    checkpoint: (note) => addHead('checkpoint', note, readCheckpoint(note), 'checkpoint'),
    result: (note) => {
      const result = readResult(note);
      demand(isWhole || result.week === header.week, 'the result is of another week');
      demand(!results.some((other) => other.week === result.week), `two results of ${result.week}`);
      results.push(result);
      addHead(`result of ${result.week}`, note, result, 'result');
    },
  };
  const order = [...Object.keys(readers), 'row'];
  let position = 0;
  let previous_hash = header.first_seq === 1 ? '0'.repeat(64) : undefined;
  lines.forEach((line, i) => {
    attempt(`line ${i + 2}`, () => {
      const value = parseJson(line);
      const [kind = '', ...others] = Object.keys(value);
      const reader = others.length === 0 ? readers[kind] : undefined;
      const at = order.indexOf(reader ? kind : 'row');
      demand(at >= position, 'the line is in the wrong place');
      position = at;
      if (reader) return reader(readNote(value[kind]));
      const row = readRow(value, header.site_id);
      demand(row.seq === header.first_seq + rows.length, `row ${row.seq} does not follow row ${header.first_seq + rows.length - 1}`);
      rows.push(row);
      const expected = previous_hash ?? row.previous_hash;
      previous_hash = row.hash;
      demand(row.previous_hash === expected, `row ${row.seq} does not continue the row before`);
    });
  });
  attempt('file', () => demand(rows.length === header.last_seq - header.first_seq + 1, 'the file does not end at last_seq'));

  const addGiven = (raw: unknown, source: 'earlier' | 'receipt') => {
    const note = readNote(raw);
    return addHead(source === 'earlier' ? 'earlier checkpoint' : 'checkpoint of the receipt', note, readCheckpoint(note), source);
  };
  for (const checkpoint of options.checkpoints ?? []) attempt('earlier checkpoint', () => addGiven(checkpoint, 'earlier'));
  const witnesses = (options.witnesses ?? []).flatMap((key) => attempt('witness', () => readWitness(key)) ?? []);
  const receipts = (options.receipts ?? []).flatMap(
    (json) =>
      attempt('receipt', () => {
        const receipt = parseJson(json);
        addGiven(receipt.checkpoint, 'receipt');
        return { receipt, head: heads.at(-1)!.head };
      }) ?? [],
  );

  const roots = findRoots(header, rows, new Set(heads.map(({ head }) => head.size)));
  for (const { from, to, proof } of options.consistency ?? []) {
    attempt('consistency', () => {
      const [old, next] = [from, to].map((size) => roots.get(size) ?? heads.find(({ head }) => head.size === size)?.head.root);
      demand(old !== undefined && next !== undefined, `there is no checkpoint of ${from} or of ${to} rows`);
      checkConsistency(from, old, to, next, proof);
      // Of a week's file, checkpoints outside of its rows are connected with one inside.
      if (!isWhole && (roots.has(from) || roots.has(to))) roots.set(from, old).set(to, next);
    });
  }

  const latest = Math.max(...heads.filter(({ source }) => source === 'checkpoint').map(({ head }) => head.size));
  for (const { name, note, head, source } of heads) {
    attempt(`${name} of ${head.size} rows`, () => {
      demand(source === 'earlier' || source === 'receipt' || head.size <= header.last_seq, 'the ledger was truncated');
      const root = roots.get(head.size);
      demand(root !== undefined, isWhole ? 'the ledger was truncated' : 'it cannot be compared with the file');
      demand(root.equals(head.root), 'the ledger has another root');
      const cosigners = findSigners(note, witnesses);
      if (source === 'checkpoint' && head.size === latest)
        demand(
          witnesses.every((key) => cosigners.includes(key)),
          'a witness did not sign it',
        );
      const signature = judgeSignatures(note, head, keys);
      const isHistory = source === 'earlier' || (source === 'checkpoint' && !(isWhole && head.size === latest));
      demand(signature === 'counts' || (signature === 'compromised' && isHistory), 'it has no signature that counts');
    });
  }
  for (const { week, size, count } of results) {
    const counted = countWeek(rows.filter((row) => row.launch_week_on === week && row.seq <= size));
    if (counted.join() !== count.join()) faults.push(`result of ${week}: the count of the rows is another`);
  }
  for (const { receipt, head } of receipts) attempt('receipt', () => checkReceipt(receipt, head, header, rows));

  if (witnesses.length > 0 && latest < 0) faults.push('file: a witness did not sign it');
  attempt('keys', () => {
    const compromised = new Set(keys.flatMap((key) => key.compromises));
    const found = (options.keys ?? []).map((text) => keys.find((key) => key.text === text));
    demand(!found.includes(undefined), 'a key that must be in the history is not');
    demand(found.length === 0 || found.some((key) => key && !compromised.has(key.number)), 'every key that you trust is compromised');
  });
  if (options.address !== undefined && keys.at(-1)?.name !== `${new URL(options.address).host}/ledger`) {
    faults.push('address: the last key is of another origin');
  }
  return { ok: faults.length === 0, faults };
}
