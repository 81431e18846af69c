interface Batching<I, O> {
  /** Does the whole batch, and answers each in the same order. It may be asked for an item again after it failed. */
  work(items: I[]): Promise<O[]>;
  /** At most so many at once. */
  most: number;
  /** Two with the same key never share a batch: the later is done after the earlier. */
  keyOf(item: I): string;
  /** Whether what made a batch fail may be one of its items, so that each deserves a try by itself. */
  isOnesFault(error: unknown): boolean;
}

interface Waiting<I, O> {
  item: I;
  resolve(answer: O): void;
  reject(error: unknown): void;
}

/**
 * Gathers what is asked at the same time: the first is done at once, what comes while it is under way waits together for the
 * next turn. So a crowd costs a few large pieces of work instead of a thousand small ones, and nobody waits for a clock.
 */
export const inBatches = <I, O>({ work, most, keyOf, isOnesFault }: Batching<I, O>): ((item: I) => Promise<O>) => {
  let waiting: Waiting<I, O>[] = [];
  let busy = false;

  const takeBatch = (): Waiting<I, O>[] => {
    const keys = new Set<string>();
    const [batch, rest]: [Waiting<I, O>[], Waiting<I, O>[]] = [[], []];
    for (const one of waiting) {
      const key = keyOf(one.item);
      (batch.length < most && !keys.has(key) ? batch : rest).push(one);
      keys.add(key);
    }
    waiting = rest;
    return batch;
  };

  const doBatch = async (batch: Waiting<I, O>[]): Promise<void> => {
    try {
      const answers = await work(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(answers[at]!);
    } catch (error) {
      if (batch.length > 1 && isOnesFault(error)) for (const one of batch) await doBatch([one]);
      else for (const { reject } of batch) reject(error);
    }
  };

  const go = async (): Promise<void> => {
    busy = true;
    while (waiting.length > 0) await doBatch(takeBatch());
    busy = false;
  };

  return (item) =>
    new Promise<O>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!busy) void go();
    });
};
