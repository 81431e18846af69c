import { createReadStream, existsSync, rmSync, statSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import type { Config } from '../config.ts';
import { type BackupManifest, countBackupRows } from '../db/backup/format.ts';
import { verifyBackup } from '../db/backup/read.ts';
import { restoreBackup } from '../db/backup/restore.ts';
import { BackupError, makeBackup, type PictureReader } from '../db/backup/write.ts';
import { packageRoot } from '../db/migrate/files.ts';
import { prepareDatabase } from '../db/migrate/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { type Media, openMedia } from '../integrations/media/store.ts';
import { readFromStores } from '../modules/listings/media/stored-pictures.ts';
import { type Command, progressBar, TERMINAL_LOG, UsageError } from './command.ts';

const readVersion = async (): Promise<string> =>
  (JSON.parse(await readFile(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }).version;

/** Nearly as small as the default, in half the time. */
const GZIP_LEVEL = 4;

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

/** Writes a file atomically, readable only by its owner. */
const writeAtomically = async (file: string, write: (out: NodeJS.WritableStream) => Promise<void>): Promise<void> => {
  const partial = `${file}.${process.pid}.partial`;
  const remove = () => rmSync(partial, { force: true });
  const stop = () => {
    remove();
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const handle = await open(partial, 'wx', 0o600);
    await write(handle.createWriteStream({ flush: true }));
    await rename(partial, file);
    await syncFolder(dirname(resolve(file)));
  } catch (error) {
    remove();
    throw error;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
};

const nameOf = ({ store, previous }: Media): string => store?.name ?? previous?.name ?? 'the database';

const pictureReader = (media: Media): PictureReader => ({
  name: nameOf(media),
  get: (ref) =>
    readFromStores(media, ref).catch((cause) => {
      throw new BackupError(
        `${(cause as Error).message}. Nothing was backed up; with --without-pictures the backup is made without them.`,
        { cause },
      );
    }),
});

/** Says which pictures outside of the database are in a backup. */
const describePictures = ({ pictures }: BackupManifest): string[] => {
  if (!pictures) return [];
  const { store, named, included, missing } = pictures;
  if (missing.length > 0) return [`${included} pictures of ${store} are included, ${missing.length} were not found: ${missing.join(', ')}`];
  if (included === named) return [`${included} pictures of ${store} are included.`];
  return [`${named - included} pictures are not included: they are in ${store}. Back them up there.`];
};

const runBackup = async (config: Config, args: string[]): Promise<void> => {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { 'without-pictures': { type: 'boolean' } } });
  const [file, ...more] = positionals;
  if (!file || more.length) throw new UsageError(`usage: launchweek ${BACKUP_COMMANDS.backup!.usage}`);
  if (file === '-' && process.stdout.isTTY)
    throw new UsageError('A backup can’t be written to a terminal. Redirect it to a file: launchweek backup - > FILE');
  if (!config.database_url && !existsSync(join(config.data_dir, 'postgres')))
    throw new UsageError(`There is no database in ${config.data_dir} to back up. Set DATA_DIR or DATABASE_URL.`);
  const { database_url, data_dir } = config;
  const version = await readVersion();
  const database = await openDatabase({ database_url, data_dir, role: 'command', pool: 1 });
  try {
    const bar = progressBar();
    const options = {
      version,
      now: config.clock.now(),
      progress: bar.show,
      pictures: pictureReader(openMedia(config.media)),
      without_pictures: values['without-pictures'] ?? false,
    };
    const write = (out: NodeJS.WritableStream) => (pieces: AsyncIterable<Buffer>) =>
      pipeline(Readable.from(pieces, { objectMode: false }), createGzip({ level: GZIP_LEVEL }), out);
    if (file === '-') {
      const manifest = await makeBackup(database.sql, options, write(process.stdout));
      bar.end();
      for (const sentence of describePictures(manifest)) console.error(sentence);
      return;
    }
    await writeAtomically(file, async (out) => {
      const manifest = await makeBackup(database.sql, options, write(out));
      bar.end();
      console.error(`${countBackupRows(manifest)} rows of ${Object.keys(manifest.tables).length} tables are in ${file}.`);
      for (const sentence of describePictures(manifest)) console.error(sentence);
    });
  } finally {
    await database.close();
  }
};

const gunzipFile = async function* (file: string, read: (bytes: number) => void): AsyncGenerator<Buffer> {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 }).on('data', (chunk) => read(chunk.length));
  const plain = createGunzip({ chunkSize: 256 * 1024 });
  source.on('error', (error) => plain.destroy(error));
  try {
    yield* source.pipe(plain) as AsyncIterable<Buffer>;
  } finally {
    source.destroy();
  }
};

const runRestore = async (config: Config, args: string[]): Promise<void> => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean' }, check: { type: 'boolean' } },
  });
  const [file, ...more] = positionals;
  if (!file || more.length) throw new UsageError(`usage: launchweek ${BACKUP_COMMANDS.restore!.usage}`);
  const bar = progressBar();
  const { size } = statSync(file);
  let done = 0;
  const readFileBytes = (passes: number) =>
    gunzipFile(file, (bytes) => {
      done += bytes;
      bar.show(done, size * passes);
    });
  if (values.check) {
    const { head, tail } = await verifyBackup(readFileBytes(1));
    bar.end();
    console.log(
      `${file} is complete: ${countBackupRows(tail)} rows, made at ${head.made_at} by Launchweek ${head.launchweek} on PostgreSQL ${head.postgresql}.`,
    );
    for (const sentence of describePictures(tail)) console.log(sentence);
    return;
  }
  const { database_url, data_dir } = config;
  // As a server: only one can run at a time.
  const database = await openDatabase({ database_url, data_dir, role: 'serve', pool: 1 });
  try {
    const media = openMedia(config.media);
    const { store } = media;
    const { head, tail } = await restoreBackup({
      ...database,
      open: () => readFileBytes(2),
      replace: values.replace ?? false,
      ...(store && { storePicture: (ref, bytes) => store.put(ref, bytes) }),
    });
    bar.end();
    await prepareDatabase(database, TERMINAL_LOG);
    console.log(`${countBackupRows(tail)} rows restored from the backup of ${head.made_at}.`);
    if (!tail.pictures) return;
    const { named, included } = tail.pictures;
    if (included > 0) console.log(`${included} pictures restored to ${store?.name ?? 'the database'}.`);
    if (included < named)
      console.log(
        `${named - included} pictures were not in the backup. They were in ${tail.pictures.store}: set MEDIA_STORE to it, and run launchweek media check.`,
      );
  } finally {
    await database.close();
  }
};

export const BACKUP_COMMANDS: Record<string, Command> = {
  backup: {
    usage: 'backup FILE [--without-pictures]',
    about:
      'writes everything to one file, even while servers run; - writes to standard output, --without-pictures leaves out those outside of the database',
    run: runBackup,
  },
  restore: {
    usage: 'restore FILE [--replace] [--check]',
    about:
      'restores a backup into an empty database, with no server running; --replace deletes existing data, --check only verifies the file',
    run: runRestore,
  },
};
