import { COMMANDS, usage } from './commands.ts';
import { BadConfig, readConfig } from './config.ts';
import { AlreadyServing } from './db/open.ts';

/** Refusals a person can act on are said in one sentence; everything else shows where it happened. */
const say = (error: unknown): void => {
  const { code = '' } = error as { code?: string };
  const plain =
    /^(EADDR|ECONNREFUSED|ENOTFOUND|EACCES|ENOENT|EISDIR|ERR_PARSE_ARGS|28|3D)/.test(code) ||
    error instanceof BadConfig ||
    error instanceof AlreadyServing ||
    (error as { plain?: boolean }).plain;
  console.error(plain ? (error as Error).message : error);
};

const words = process.argv.slice(2);
const length = [2, 1].find((n) => COMMANDS[words.slice(0, n).join(' ')]);
if (words.length && !length) {
  console.error(usage());
  process.exitCode = 2;
} else {
  try {
    await COMMANDS[words.slice(0, length ?? 0).join(' ') || 'serve']!.run(readConfig(process.env), words.slice(length ?? 0));
  } catch (error) {
    say(error);
    process.exitCode = 1;
  }
}
