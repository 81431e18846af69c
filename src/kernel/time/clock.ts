/** The only source of time. Tests and CLOCK_START can move the whole service by replacing it. */
export interface Clock {
  now(): Date;
  /** Deliberate offset from real time. A clock without it is set by hand (in tests) and never compared with the database's. */
  readonly offset_ms?: number;
}

export const systemClock: Clock = { now: () => new Date(), offset_ms: 0 };

export const clockStartingAt = (start: Date, real: () => number = Date.now): Clock => {
  const offset_ms = start.getTime() - real();
  return { now: () => new Date(real() + offset_ms), offset_ms };
};
