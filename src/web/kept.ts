import { Refusal } from '../kernel/errors.ts';

interface Entry<T> {
  made: Promise<T>;
  until: number;
  bytes: number;
}

/** Things that cost work to make: kept while there is room and they are young, made one at a time, and only so many wait for theirs. */
export class Kept<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #limits: { bytes: number; kept_ms: number; waiting: number };
  readonly #size: (made: T) => number;
  #bytes = 0;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(limits: { bytes: number; kept_ms: number; waiting: number }, size: (made: T) => number) {
    this.#limits = limits;
    this.#size = size;
  }

  /** Whether nothing need be made. */
  has(key: string): boolean {
    const known = this.#entries.get(key);
    return known !== undefined && performance.now() < known.until;
  }

  /** What is kept under a key, or else made; those who ask for the same at once share it. Where too many wait it is refused. */
  get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known && this.has(key)) {
      // Whatever was asked for last goes last.
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.made;
    }
    if (known) this.#drop(key, known);
    if (this.#waiting >= this.#limits.waiting)
      return Promise.reject(new Refusal('not_ready', { detail: 'Too many ask for this. Try again shortly.' }));
    const entry: Entry<T> = { made: this.#inTurn(make), until: performance.now() + this.#limits.kept_ms, bytes: 0 };
    this.#entries.set(key, entry);
    entry.made.then(
      (made) => {
        if (this.#entries.get(key) !== entry) return;
        entry.bytes = this.#size(made);
        this.#bytes += entry.bytes;
        this.#makeRoom();
      },
      () => this.#drop(key, entry),
    );
    return entry.made;
  }

  #inTurn(make: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const mine = this.#last.then(make).finally(() => {
      this.#waiting--;
    });
    this.#last = mine.catch(() => {});
    return mine;
  }

  #drop(key: string, entry: Entry<T>): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  #makeRoom(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.#limits.bytes) return;
      this.#drop(key, entry);
    }
  }
}
