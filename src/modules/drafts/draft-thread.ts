/** The thread hostile pages are taken apart in: it may be slow or run out of memory without anybody else noticing. */
import { parentPort } from 'node:worker_threads';
import { draftFrom } from './drafter/built-in.ts';
import { judge } from './judge/judge.ts';
import { pageTextOf } from './page/text.ts';
import type { Asked, Drafted } from './thread.ts';

const answer = ({ pages, categories, proposal }: Asked): Drafted => {
  const texts = pages.map(pageTextOf);
  const proposed = proposal === undefined ? draftFrom(pages, categories) : proposal;
  return { judgement: judge(proposed, texts, categories), texts };
};

parentPort!.on('message', (asked: Asked) => parentPort!.postMessage(answer(asked)));
