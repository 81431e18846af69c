/** The service's one source of time: everything that asks "when" asks it, so a test or CLOCK_START can move the whole house. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that starts at the given moment and runs on from there. */
export const clockStartingAt = (start: Date, real: () => number = Date.now): Clock => {
  const offset = start.getTime() - real();
  return { now: () => new Date(real() + offset) };
};
