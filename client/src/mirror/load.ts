import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { type DatasetOptions, downloadFile, readManifest } from './dataset.ts';
import type { MirrorFile } from './file.ts';

const LINES_PER_WRITE = 500;

const batchesOf = async function* (path: string): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY })) {
    batch.push(line);
    if (batch.length < LINES_PER_WRITE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
};

/**
 * Begins a new copy with the latest dump, so that the feed has to be read from its end only. False if there is none of this site. The
 * cursor is written last: a copy that is interrupted before begins anew, with the files that it has.
 */
export const loadDump = async (
  file: MirrorFile,
  options: DatasetOptions,
  { source, kinds }: { source: string; kinds: string | null },
  onRecords: (records: number) => void,
): Promise<boolean> => {
  const folder = join(options.folder, 'dataset');
  const found = await readManifest(options);
  if (!found || found.manifest.site.address !== source) return false;
  const { manifest } = found;
  const wanted = manifest.files.filter(({ kind }) => kind && (kinds === null || kinds.split(',').includes(kind)));
  file.beginCopy(kinds);
  for (const each of wanted) {
    const path = await downloadFile({ ...options, folder }, manifest.name, each);
    for await (const lines of batchesOf(path)) {
      options.signal?.throwIfAborted();
      // A record of a dump is a change that is no removal.
      const changes = lines.map((line) => line.replace('{', '{"removed":false,'));
      file.addRecords({ text: `{"changes":[${changes.join(',')}]}`, changes: lines.length });
      onRecords(lines.length);
    }
  }
  file.continueCopyAt(manifest.cursor);
  rmSync(folder, { recursive: true, force: true });
  return true;
};
