import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { median, type Question, quantile, questionsFrom, readListings, recallOf } from './support/search-queries.ts';

/**
 * How well and how fast listings are found over HTTP, beside MiniSearch on the same listings and questions.
 * The server must have imported the file: node bench/search.ts LISTINGS.jsonl http://127.0.0.1:3000
 */
const [file, root = 'http://127.0.0.1:3000'] = process.argv.slice(2);
if (!file) throw new Error('usage: node bench/search.ts LISTINGS.jsonl [http://127.0.0.1:3000]');

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const ask = async (address: string): Promise<string[]> => {
  const [response] = await once(get(address, { agent }), 'response');
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(`${address}: ${response.statusCode} ${body}`);
  return (JSON.parse(body) as { items: { name: string }[] }).items.map(({ name }) => name);
};

interface Measured {
  answers: string[][];
  times: number[];
}

const measure = async (questions: Question[], addressOf: (q: string) => string): Promise<Measured> => {
  const [answers, times]: [string[][], number[]] = [[], []];
  for (const { q } of questions) {
    const from = performance.now();
    answers.push(await ask(addressOf(encodeURIComponent(q))));
    times.push(performance.now() - from);
  }
  return { answers, times };
};

const other = fork(join(import.meta.dirname, 'minisearch-server.ts'), [file]);
const [port] = (await once(other, 'message')) as [number];
const ours = (q: string) => `${root}/api/v1/listings?q=${q}&per_page=10`;
const theirs = (q: string) => `http://127.0.0.1:${port}/?q=${q}`;

const rows: Record<string, unknown> = {};
const sets = questionsFrom((await readListings(file)).map(({ name }) => name));
await measure(sets['one error']!.slice(0, 30), ours);
await measure(sets['one error']!.slice(0, 30), theirs);
for (const [kind, questions] of Object.entries(sets)) {
  const [us, them] = [await measure(questions, ours), await measure(questions, theirs)];
  const named = questions[0]!.name !== null;
  const [our, their] = [us, them].map(({ answers }) => (named ? recallOf(questions, answers) : null));
  rows[kind] = {
    'recall@1': our?.first.toFixed(3) ?? '',
    'recall@10': our?.ten.toFixed(3) ?? '',
    'median ms': median(us.times).toFixed(2),
    'p95 ms': quantile(us.times, 0.95).toFixed(2),
    'MiniSearch @1': their?.first.toFixed(3) ?? '',
    '@10': their?.ten.toFixed(3) ?? '',
    'its median ms': median(them.times).toFixed(2),
    ratio: (median(us.times) / median(them.times)).toFixed(2),
  };
}
console.table(rows);
other.disconnect();
agent.destroy();
