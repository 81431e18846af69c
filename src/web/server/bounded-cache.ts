import { Refusal } from '../../kernel/errors.ts';

interface Entry<T> {
  value: Promise<T>;
  /** A value that waits or is being computed does not age. */
  until: number;
  bytes: number;
}

/** A cache for expensive values: bounded in bytes and by TTL, computes one value at a time, limits how many requests wait. */
export class BoundedCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #limits: { bytes: number; ttl_ms: number; waiting: number };
  readonly #size: (value: T) => number;
  #bytes = 0;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(limits: { bytes: number; ttl_ms: number; waiting: number }, size: (value: T) => number) {
    this.#limits = limits;
    this.#size = size;
  }

  /** True if the value is cached and fresh. */
  has(key: string): boolean {
    const cached = this.#entries.get(key);
    return cached !== undefined && performance.now() < cached.until;
  }

  /** The cached value, or a new one; concurrent callers of one key share it. Refuses when too many are waiting. */
  get(key: string, make: () => Promise<T>): Promise<T> {
    const cached = this.#entries.get(key);
    if (cached && this.has(key)) {
      // Keep the least recently used first.
      this.#entries.delete(key);
      this.#entries.set(key, cached);
      return cached.value;
    }
    if (cached) this.#drop(key, cached);
    if (this.#waiting >= this.#limits.waiting)
      return Promise.reject(new Refusal('not_ready', { detail: 'Too many ask for this. Try again shortly.' }));
    const entry: Entry<T> = { value: this.#enqueue(make), until: Number.POSITIVE_INFINITY, bytes: 0 };
    this.#entries.set(key, entry);
    entry.value.then(
      (value) => {
        if (this.#entries.get(key) !== entry) return;
        entry.until = performance.now() + this.#limits.ttl_ms;
        entry.bytes = this.#size(value);
        this.#bytes += entry.bytes;
        this.#evict();
      },
      () => this.#drop(key, entry),
    );
    return entry.value;
  }

  #enqueue(make: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const result = this.#last.then(make).finally(() => {
      this.#waiting--;
    });
    this.#last = result.catch(() => {});
    return result;
  }

  #drop(key: string, entry: Entry<T>): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  #evict(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.#limits.bytes) return;
      this.#drop(key, entry);
    }
  }
}
