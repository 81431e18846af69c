#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { connect, ProblemError } from './client.ts';
import { runDataset, runMirror } from './mirror/command.ts';
import { MirrorError } from './mirror/errors.ts';
import { OPERATIONS } from './operations.ts';
import { type Parameter, REFERENCE } from './reference.ts';
import { UsageError } from './usage-error.ts';

const USAGE = `usage: launchweek-client                          lists the operations
       launchweek-client OPERATION --help          shows what an operation takes
       launchweek-client OPERATION [--NAME VALUE]  calls it and prints the answer
       launchweek-client mirror ADDRESS DIR        keeps a copy of the site in an SQLite file (mirror --help)
       launchweek-client dataset ADDRESS DIR       downloads and checks the site's data (dataset --help)

  --base-url URL         root of the API, such as https://launchweek.example/api/v1 (or LAUNCHWEEK_BASE_URL)
  --key KEY              API key, for operations that need one (or LAUNCHWEEK_API_KEY)
  --json JSON            input as one JSON object; - reads it from standard input
  --all                  every page of a list, one record a line
  --idempotency-key KEY  makes it safe to call again
  --timeout SECONDS      how long to wait for an answer

Exit codes: 0 done, 1 refused (the problem is on standard error), 2 wrong usage, 3 no answer.`;

type Method = ((input: object, options: object) => Promise<unknown>) & { all(input: object, options: object): AsyncIterable<unknown> };
type Flags = Record<string, string | true>;

/** Options of the command; every other flag is a property of the input. */
const SETTINGS = ['base-url', 'key', 'json', 'all', 'help', 'idempotency-key', 'timeout'];
const SWITCHES = ['all', 'help'];

const parseFlags = (words: string[]): Flags => {
  const flags: Flags = {};
  for (let i = 0; i < words.length; i++) {
    const [, name, value] = /^--([\w-]+)(?:=(.*))?$/s.exec(words[i]!) ?? [];
    if (!name) throw new UsageError(`What is ${words[i]}?`);
    if (SWITCHES.includes(name)) flags[name] = true;
    else {
      const text = value ?? words[++i];
      if (text === undefined) throw new UsageError(`--${name} needs a value.`);
      flags[name] = text;
    }
  }
  return flags;
};

const parseValue = (name: string, { type }: Parameter, text: string): unknown => {
  if (type === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--${name} takes ${type} in JSON.`);
  }
};

const readObject = (json: string): object => {
  try {
    const value: unknown = JSON.parse(json === '-' ? readFileSync(0, 'utf8') : json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {}
  throw new UsageError('--json takes one JSON object.');
};

const listOperations = (): string => {
  const width = Math.max(...OPERATIONS.map(({ id }) => id.length));
  return OPERATIONS.map(({ id }) => `${id.padEnd(width)}  ${REFERENCE[id]!.summary}`).join('\n');
};

const describe = (id: string): string => {
  const { method, path } = OPERATIONS.find((row) => row.id === id)!;
  const { summary, description, scope, parameters } = REFERENCE[id]!;
  const rows = Object.entries(parameters).map(
    ([name, { type, required, description }]) => `  --${name} ${type}${required ? ', required' : ''}\n      ${description}`,
  );
  const access = scope ? `Needs a key with the scope ${scope}.` : 'Public.';
  return [`${id}: ${summary}`, `${method} ${path}. ${access}`, description, ...(rows.length ? [rows.join('\n')] : [])].join('\n\n');
};

const readInput = (id: string, flags: Flags): object => {
  const { parameters } = REFERENCE[id]!;
  const given = Object.entries(flags).filter(([name]) => !SETTINGS.includes(name));
  const unknown = given.find(([name]) => !parameters[name]);
  if (unknown) throw new UsageError(`${id} takes no --${unknown[0]}. See: launchweek-client ${id} --help`);
  return {
    ...(typeof flags.json === 'string' && readObject(flags.json)),
    ...Object.fromEntries(given.map(([name, text]) => [name, parseValue(name, parameters[name]!, String(text))])),
  };
};

const run = async ([id, ...words]: string[]): Promise<void> => {
  if (id === undefined) return console.log(`${USAGE}\n\n${listOperations()}`);
  if (id === '--help') return console.log(USAGE);
  if (id === 'mirror') return runMirror(words);
  if (id === 'dataset') return runDataset(words);
  if (!REFERENCE[id]) throw new UsageError(`There is no operation ${id}. Without arguments the command lists them.`);
  const flags = parseFlags(words);
  if (flags.help) return console.log(describe(id));
  const base_url = String(flags['base-url'] ?? process.env.LAUNCHWEEK_BASE_URL ?? '');
  if (!base_url) throw new UsageError('Say where the API is, with --base-url or LAUNCHWEEK_BASE_URL.');
  const key = String(flags.key ?? process.env.LAUNCHWEEK_API_KEY ?? '');
  const client = connect<Record<string, Method>>(OPERATIONS, { base_url, key, timeout_ms: Number(flags.timeout ?? 30) * 1000 });
  const input = readInput(id, flags);
  const options = { idempotency_key: flags['idempotency-key'] };
  if (!flags.all) return console.log(JSON.stringify(await client[id]!(input, options), null, 2));
  if (!REFERENCE[id].paged) throw new UsageError(`${id} has no pages.`);
  for await (const record of client[id]!.all(input, options)) console.log(JSON.stringify(record));
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof ProblemError) {
    console.error(JSON.stringify(error.problem, null, 2));
    process.exitCode = 1;
  } else if (error instanceof UsageError || error instanceof MirrorError) {
    console.error(error.message);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  } else {
    const { message, cause } = error as Error & { cause?: Error };
    console.error(`No answer: ${cause?.message || message}`);
    process.exitCode = 3;
  }
}
