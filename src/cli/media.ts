import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { openMedia } from '../integrations/media/store.ts';
import { checkPictures, movePictures } from '../modules/imports/media/move-pictures.ts';
import { type Command, withDatabase } from './command.ts';

const report = (sentence: string): void => {
  console.error(sentence);
  process.exitCode = 1;
};

const runMigrate = (config: Config, args: string[]): Promise<void> => {
  const { values } = parseArgs({ args, options: { 'delete-old': { type: 'boolean' } } });
  const delete_old = values['delete-old'] ?? false;
  return withDatabase(config, async (sql) => {
    const media = openMedia(config.media);
    const { moved = 0, already_there = 0, missing = 0, damaged = 0 } = await movePictures({ sql, media, report }, { delete_old });
    const place = media.store?.name ?? 'the database';
    console.log(`${moved} pictures copied to ${place}, ${already_there} already there, ${missing} missing, ${damaged} damaged.`);
    if (delete_old) console.log('The old copies of those that are there were deleted.');
    else if (moved + already_there > 0) console.log('The old copies are still there: launchweek media migrate --delete-old deletes them.');
  });
};

const runCheck = (config: Config, args: string[]): Promise<void> => {
  parseArgs({ args, options: {} });
  return withDatabase(config, async (sql) => {
    const { ok = 0, missing = 0, damaged = 0 } = await checkPictures({ sql, media: openMedia(config.media), report });
    console.log(`${ok} pictures are complete, ${missing} missing, ${damaged} damaged.`);
  });
};

export const MEDIA_COMMANDS: Record<string, Command> = {
  'media migrate': {
    usage: 'media migrate [--delete-old]',
    about: 'copies all pictures to MEDIA_STORE, even while servers run; run it again to resume',
    run: runMigrate,
  },
  'media check': {
    usage: 'media check',
    about: 'reads every picture and compares it with its hash',
    run: runCheck,
  },
};
