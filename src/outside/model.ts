import { setTimeout as sleep } from 'node:timers/promises';
import { adapted, type Dialect, FIRST_DIALECT } from './model-dialect.ts';
import type { Answered, ModelSettings, NotAnswered, Question } from './model-question.ts';
import { askOnce, loadSdk, readAnswer } from './model-request.ts';
import { type Trouble, tidied, troubleOf } from './model-trouble.ts';

export type { Answered, ModelSettings, NotAnswered, Question, Tokens } from './model-question.ts';
export { tokensIn } from './model-request.ts';

/** A language model. It answers or says why not, and never throws. */
export interface Model {
  bounds: Pick<ModelSettings, 'max_tokens' | 'timeout_ms'>;
  ask(question: Question): Promise<Answered | NotAnswered>;
}

/** How often a server that is busy or out of order is asked again, and how long it may make us wait. */
const RETRIES = 2;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 20_000;

/** Longer with each try, and not the same for all who were turned away at once. Null where the server wants more than we wait. */
const waitBefore = (retry: number, { wait_ms }: Trouble, left_ms: number): number | null => {
  const wait = wait_ms ?? FIRST_WAIT_MS * 2 ** retry * (0.5 + Math.random() / 2);
  return wait <= Math.min(LONGEST_WAIT_MS, left_ms) ? wait : null;
};

const ask = async (
  settings: ModelSettings,
  first: Dialect,
  question: Question,
  learnt: (dialect: Dialect) => void,
): Promise<Answered | NotAnswered> => {
  const sdk = await loadSdk();
  const ends = performance.now() + question.timeout_ms;
  const late = AbortSignal.timeout(question.timeout_ms);
  const signal = question.signal ? AbortSignal.any([late, question.signal]) : late;
  let dialect = first;
  let retries = 0;
  for (;;) {
    try {
      const said = await askOnce(sdk, settings, dialect, { ...question, signal });
      learnt(dialect);
      return readAnswer(said);
    } catch (error) {
      if (signal.aborted)
        return { failed: 'timed_out', detail: late.aborted ? `no answer within ${question.timeout_ms} ms` : 'the question was called off' };
      const trouble = troubleOf(sdk, error);
      const other = adapted(dialect, trouble.status, trouble.said);
      const wait = trouble.passing && retries < RETRIES ? waitBefore(retries, trouble, ends - performance.now()) : null;
      if (!other && wait === null) return { failed: trouble.failed, detail: trouble.detail };
      dialect = other ?? dialect;
      if (!other) {
        retries++;
        await sleep(wait!, null, { signal }).catch(() => undefined);
      }
    }
  }
};

/**
 * The model behind an OpenAI-compatible address. Asks in the language the server turns out to understand and remembers which;
 * tries again where it is busy; bounded in time and size. The key is sent nowhere else and is in no detail.
 */
export const openModel = (settings: ModelSettings): Model => {
  const { max_tokens, timeout_ms, api_key } = settings;
  let understood = FIRST_DIALECT;
  const learnt = (dialect: Dialect) => {
    understood = dialect;
  };
  return {
    bounds: { max_tokens, timeout_ms },
    ask: async (question) => {
      const outcome = await ask(settings, understood, question, learnt).catch(
        (error): NotAnswered => ({ failed: 'malformed', detail: String(error) }),
      );
      return 'failed' in outcome ? { ...outcome, detail: tidied(outcome.detail, api_key) } : outcome;
    },
  };
};
