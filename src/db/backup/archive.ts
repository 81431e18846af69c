import { PlainError } from '../../kernel/errors.ts';

/** The container of a backup: a tar file that any tar can list and unpack, written and read as a stream. */

const BLOCK = 512;
const MAGIC = 'ustar\x0000';

export interface ArchiveEntry {
  name: string;
  content: Buffer;
}

/** Not a backup, or an incomplete one. */
export class DamagedBackupError extends PlainError {}

const checksumOf = (header: Buffer): number => {
  let sum = 0;
  // The checksum field itself counts as spaces.
  for (let i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? 32 : header[i]!;
  return sum;
};

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;

const headerOf = (name: string, size: number, seconds: number): Buffer => {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100);
  header.write(octal(0o600, 7), 100);
  header.write(octal(0, 7) + octal(0, 7), 108);
  header.write(octal(size, 11) + octal(seconds, 11), 124);
  header.write('0', 156);
  header.write(MAGIC, 257, 'latin1');
  header.write(`${octal(checksumOf(header), 6)} `, 148);
  return header;
};

const paddingFor = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

export const packEntry = ({ name, content }: ArchiveEntry, made_at: Date): Buffer =>
  Buffer.concat([headerOf(name, content.length, Math.floor(made_at.getTime() / 1000)), content, Buffer.alloc(paddingFor(content.length))]);

export const ARCHIVE_END = Buffer.alloc(2 * BLOCK);

/** Reads exactly as many bytes as requested from a stream of chunks. */
const createByteReader = (pieces: AsyncIterable<Buffer>) => {
  const source = pieces[Symbol.asyncIterator]();
  let waiting: Buffer[] = [];
  let length = 0;
  const take = async (size: number): Promise<Buffer> => {
    while (length < size) {
      const { value, done } = await source.next();
      if (done) throw new DamagedBackupError('The backup is truncated.');
      waiting.push(value);
      length += value.length;
    }
    const whole = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting);
    waiting = [whole.subarray(size)];
    length -= size;
    return whole.subarray(0, size);
  };
  /** Reads to the end, where the decompressor verifies its checksum. */
  const drain = async (): Promise<void> => {
    while (!(await source.next()).done);
  };
  return { take, drain };
};

/** A larger size means a damaged header. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

export const readArchive = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
  const { take, drain } = createByteReader(pieces);
  for (;;) {
    const header = await take(BLOCK);
    if (header.every((byte) => byte === 0)) return drain();
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8);
    if (
      header.toString('latin1', 257, 262) !== 'ustar' ||
      Number.parseInt(header.toString('latin1', 148, 154), 8) !== checksumOf(header) ||
      !(size <= MAX_ENTRY_BYTES)
    )
      throw new DamagedBackupError('This is not a backup of Launchweek, or it is damaged.');
    const name = header.toString('utf8', 0, header.indexOf(0));
    const content = await take(size);
    await take(paddingFor(size));
    yield { name, content };
  }
};
