import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, sign, verify } from 'node:crypto';
import type { WeekRank } from '../ledger/ledger.ts';

/** Signed notes (C2SP signed-note): a text, an empty line, and a line per signature. docs/ledger.md describes all texts. */
export interface NoteKey {
  /** The key's name in signature lines. */
  name: string;
  public_key: Buffer;
}

export interface NoteSigner extends NoteKey {
  private_key: KeyObject;
}

/** Signature types of C2SP: Ed25519, and Ed25519 with a time, for witnesses. */
const SIGNATURE = 0x01;
const COSIGNATURE = 0x04;

const keyId = ({ name, public_key }: NoteKey, type: number): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(type), public_key]), 'buffer').subarray(0, 4);

/** A key as text, for people who configure a verifier. */
export const formatKey = (key: NoteKey, type = SIGNATURE): string =>
  `${key.name}+${keyId(key, type).toString('hex')}+${Buffer.concat([Buffer.of(type), key.public_key]).toString('base64')}`;

export const formatWitnessKey = (witness: NoteKey): string => formatKey(witness, COSIGNATURE);

const KEY_TEXT = /^([^\s+]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/;

/** The key of a witness from its text; null if it is none. */
export const parseWitnessKey = (text: string): NoteKey | null => {
  const [, name, id, encoded] = KEY_TEXT.exec(text.trim()) ?? [];
  if (!name || !encoded) return null;
  const bytes = Buffer.from(encoded, 'base64');
  const key = { name, public_key: bytes.subarray(1) };
  return bytes[0] === COSIGNATURE && bytes.length === 33 && keyId(key, COSIGNATURE).toString('hex') === id ? key : null;
};

/** A new private key as text, to be kept secret. */
export const newPrivateKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');

export const readSigner = (name: string, private_text: string): NoteSigner => {
  const private_key = createPrivateKey({ key: Buffer.from(private_text, 'base64'), format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(private_key).export({ format: 'jwk' });
  return { name, private_key, public_key: Buffer.from(x!, 'base64url') };
};

export const signatureLine = (text: string, signer: NoteSigner): string =>
  `— ${signer.name} ${Buffer.concat([keyId(signer, SIGNATURE), sign(null, Buffer.from(text), signer.private_key)]).toString('base64')}\n`;

export const signNote = (text: string, ...signers: NoteSigner[]): string =>
  `${text}\n${signers.map((signer) => signatureLine(text, signer)).join('')}`;

/** The text and the signature lines of a note; null if it is none. */
export const splitNote = (note: string): { text: string; lines: string[] } | null => {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return null;
  return {
    text: note.slice(0, end + 1),
    lines: note
      .slice(end + 2)
      .trimEnd()
      .split('\n'),
  };
};

const TIME_BYTES = 8;
const COSIGNATURE_BYTES = 4 + TIME_BYTES + 64;

/** When a witness signed a checkpoint; null if the line is not its valid signature. */
export const readCosignature = (text: string, line: string, witness: NoteKey): Date | null => {
  const [dash, name, encoded, ...rest] = line.split(' ');
  if (dash !== '—' || name !== witness.name || !encoded || rest.length) return null;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== COSIGNATURE_BYTES || !bytes.subarray(0, 4).equals(keyId(witness, COSIGNATURE))) return null;
  const seconds = bytes.readBigUInt64BE(4);
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: witness.public_key.toString('base64url') }, format: 'jwk' });
  const message = Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);
  const at = new Date(Number(seconds) * 1000);
  return verify(null, message, key, bytes.subarray(4 + TIME_BYTES)) && !Number.isNaN(at.getTime()) ? at : null;
};

const lines = (...all: string[]): string => all.map((line) => `${line}\n`).join('');

/** A checkpoint (C2SP tlog-checkpoint) with its time as an extension line. */
export const checkpointText = (origin: string, { size, root, at }: { size: number; root: Buffer; at: Date }): string =>
  lines(origin, String(size), root.toString('base64'), `time ${at.toISOString()}`);

export interface WeekResult {
  week: string;
  size: number;
  root: Buffer;
  counted: number;
  uncounted: number;
  ranking: WeekRank[];
}

export const resultText = (origin: string, { week, size, root, counted, uncounted, ranking }: WeekResult): string =>
  lines(
    origin,
    `week ${week}`,
    `size ${size}`,
    `root ${root.toString('base64')}`,
    `counted ${counted}`,
    `uncounted ${uncounted}`,
    ...ranking.map(({ listing_id, votes, reached_seq }, i) => `${i + 1} ${listing_id} ${votes} ${reached_seq}`),
  );

export interface KeyIntroduction {
  number: number;
  public_key: Buffer;
  from_size: number;
  compromised: number[];
  at: Date;
}

export const keyText = (origin: string, { number, public_key, from_size, compromised, at }: KeyIntroduction): string =>
  lines(
    origin,
    `key ${number}`,
    `size ${from_size}`,
    `public ${public_key.toString('base64')}`,
    `time ${at.toISOString()}`,
    ...compromised.map((other) => `compromised ${other}`),
  );

/** A dump of the public data: its name, the SHA-256 of its manifest, and when it was written. */
export const datasetText = (origin: string, { name, manifest, at }: { name: string; manifest: Buffer; at: Date }): string =>
  lines(origin, `dataset ${name}`, `manifest ${manifest.toString('base64')}`, `time ${at.toISOString()}`);
