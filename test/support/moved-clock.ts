import { type Clock, clockStartingAt } from '../../src/kernel/time/clock.ts';

/** A clock that starts at a given time and can then be set wrong, like a machine's. */
export const movableClock = (start: Date): { clock: Clock; setWrongBy(ms: number): void } => {
  let wrong_ms = 0;
  return {
    clock: clockStartingAt(start, () => Date.now() + wrong_ms),
    setWrongBy: (ms) => {
      wrong_ms = ms;
    },
  };
};
