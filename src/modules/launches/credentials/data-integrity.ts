import { hash, type KeyObject, sign } from 'node:crypto';

/** JSON in canonical form (RFC 8785): names in order, no spaces. Numbers and texts are written as JSON.stringify does. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
};

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Bytes as multibase text in base58btc: the letter z, then the number; each leading zero byte is a 1. */
export const base58 = (bytes: Buffer): string => {
  const zeros = bytes.findIndex((byte) => byte !== 0);
  let digits = '';
  for (let n = BigInt(`0x0${bytes.toString('hex')}`); n > 0n; n /= 58n) digits = BASE58[Number(n % 58n)] + digits;
  return `z${'1'.repeat(zeros < 0 ? bytes.length : zeros)}${digits}`;
};

/** The multicodec prefix of a public Ed25519 key. */
const ED25519 = Buffer.of(0xed, 0x01);

/** A public key as Multikey text, which is also the name of its did:key. */
export const multikey = (public_key: Buffer): string => base58(Buffer.concat([ED25519, public_key]));

export interface ProofKey {
  private_key: KeyObject;
  /** Where verifiers find the public key. */
  verification_method: string;
}

const sha256 = (value: unknown): Buffer => hash('sha256', canonicalJson(value), 'buffer');

/** Signs a document with a Data Integrity proof of the suite eddsa-jcs-2022. */
export const withProof = <T extends { '@context': string[] }>(document: T, { private_key, verification_method }: ProofKey, at: string) => {
  const options = {
    '@context': document['@context'],
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created: at,
    verificationMethod: verification_method,
    proofPurpose: 'assertionMethod',
  };
  const signature = sign(null, Buffer.concat([sha256(options), sha256(document)]), private_key);
  return { ...document, proof: { ...options, proofValue: base58(signature) } };
};
