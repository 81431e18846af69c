interface BatchOptions<I, O> {
  /** Processes a batch and returns the results in the same order. May be called again for an item after a failure. */
  work(items: I[]): Promise<O[]>;
  max: number;
  /** Items with the same key are never in the same batch: the later one waits. */
  keyOf(item: I): string;
  /** Whether a single item may have caused the error, so that each should be retried alone. */
  mayBeOneItem(error: unknown): boolean;
  /** Whether the next batch would fail too: then all waiting items fail at once. */
  isFatal(error: unknown): boolean;
}

interface PendingItem<I, O> {
  item: I;
  resolve(result: O): void;
  reject(error: unknown): void;
}

/** Batches concurrent calls without a timer: the first runs at once, calls that arrive meanwhile form the next batch. */
export const batchCalls = <I, O>({ work, max, keyOf, mayBeOneItem, isFatal }: BatchOptions<I, O>): ((item: I) => Promise<O>) => {
  let waiting: PendingItem<I, O>[] = [];
  let busy = false;

  const takeBatch = (): PendingItem<I, O>[] => {
    const keys = new Set<string>();
    const [batch, rest]: [PendingItem<I, O>[], PendingItem<I, O>[]] = [[], []];
    for (const pending of waiting) {
      const key = keyOf(pending.item);
      (batch.length < max && !keys.has(key) ? batch : rest).push(pending);
      keys.add(key);
    }
    waiting = rest;
    return batch;
  };

  const doBatch = async (batch: PendingItem<I, O>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at]!);
    } catch (error) {
      if (isFatal(error)) {
        const failed = [...batch, ...waiting];
        waiting = [];
        for (const { reject } of failed) reject(error);
      } else if (batch.length > 1 && mayBeOneItem(error)) for (const pending of batch) await doBatch([pending]);
      else for (const { reject } of batch) reject(error);
    }
  };

  const runBatches = async (): Promise<void> => {
    busy = true;
    while (waiting.length > 0) await doBatch(takeBatch());
    busy = false;
  };

  return (item) =>
    new Promise<O>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!busy) void runBatches();
    });
};
