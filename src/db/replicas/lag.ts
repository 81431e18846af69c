/** Where the primary was at a time of this process's monotonic clock. */
interface Sample {
  at: number;
  position: bigint;
}

/** An hour, at one sample a second. */
const MAX_SAMPLES = 3600;

/**
 * Remembers where the primary was, to say how far a replica is behind. PostgreSQL's own figure, the age of the last replayed
 * transaction, also grows while nobody writes. Here a replica is behind since the first position that it has not reached; a primary that
 * does not answer adds no positions, so that replicas stay usable while it is away.
 */
export class PrimaryPositions {
  #samples: Sample[] = [];
  #first: bigint | null = null;
  #now: () => number;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  add(position: bigint): void {
    const last = this.#samples.at(-1);
    // After a failover the new primary may be behind the old one.
    if (last && position < last.position) {
      this.#samples = [];
      this.#first = null;
    }
    this.#first ??= position;
    if (last?.position !== position) this.#samples.push({ at: this.#now(), position });
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift();
  }

  /** Where the primary was when this process saw it first. */
  get first(): bigint {
    return this.#first ?? 0n;
  }

  get last(): bigint {
    return this.#samples.at(-1)?.position ?? 0n;
  }

  /** Since when a replica at this position has lacked something; null if it has everything. */
  behindSince(replayed: bigint): number | null {
    return this.#samples.find(({ position }) => position > replayed)?.at ?? null;
  }
}
