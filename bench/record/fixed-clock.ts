/** Preload for a process whose clock must stand still at its start time. */
const STARTED_AT = Date.now();

class FixedDate extends Date {
  constructor(...values: unknown[]) {
    if (values.length === 0) super(STARTED_AT);
    else super(...(values as [number]));
  }
  static override now(): number {
    return STARTED_AT;
  }
}

globalThis.Date = FixedDate as DateConstructor;
