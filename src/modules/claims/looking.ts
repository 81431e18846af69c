import { isAnswered } from '../../outside/dns.ts';
import { type Fetched, isFetched } from '../../outside/guarded-fetch.ts';
import type { Outside } from '../../outside/outside.ts';
import { type Claimed, fileAddress, homepageOf, isOwn, readFile, readHomepage, readRecords, recordName, type Sighting } from './rules.ts';

const PATIENCE_MS = 10_000;
/** A head that does not fit is not one. */
const HOMEPAGE_BYTES = 1024 * 1024;
const FILE_BYTES = 4096;

type Look = (outside: Outside, claimed: Claimed, token: string) => Promise<Sighting>;

const unseen = (detail: string): Sighting => ({ found: false, detail });

export const lookAtRecords: Look = async ({ names }, claimed, token) => {
  const name = recordName(claimed);
  const texts = await names.txt(name);
  return isAnswered(texts) ? readRecords(texts, token, name) : unseen(`${name} could not be looked up: ${texts.detail}.`);
};

const typeOf = ({ headers }: Fetched): string => (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();

interface Wanted {
  address: string;
  types: string[];
  max_bytes: number;
  read(text: string, address: string): Sighting;
}

/** Fetches what should hold the proof. What another domain answers, after redirects, proves nothing about this one. */
const lookAt = async ({ fetch }: Outside, claimed: Claimed, { address, types, max_bytes, read }: Wanted): Promise<Sighting> => {
  const answer = await fetch(address, { timeout_ms: PATIENCE_MS, max_bytes, cut: true });
  if (!isFetched(answer)) return unseen(`${address} could not be read: ${answer.detail}.`);
  if (!isOwn(answer.url, claimed)) return unseen(`${address} leads to ${new URL(answer.url).host}, which is not ${claimed.domain}.`);
  if (answer.status !== 200) return unseen(`${address} answers with status ${answer.status}.`);
  const type = typeOf(answer);
  if (type && !types.includes(type)) return unseen(`${address} is sent as ${type.slice(0, 60)}, not as ${types[0]}.`);
  return read(answer.body.toString(), address);
};

export const lookAtHomepage: Look = (outside, claimed, token) =>
  lookAt(outside, claimed, {
    address: homepageOf(claimed),
    types: ['text/html', 'application/xhtml+xml'],
    max_bytes: HOMEPAGE_BYTES,
    read: (html, address) => readHomepage(html, token, address),
  });

export const lookAtFile: Look = (outside, claimed, token) =>
  lookAt(outside, claimed, {
    address: fileAddress(claimed),
    types: ['text/plain'],
    max_bytes: FILE_BYTES,
    read: (text, address) => readFile(text, token, address),
  });
