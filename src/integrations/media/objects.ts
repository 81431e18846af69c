/** Named bytes, in a folder or a bucket. Failures other than a missing object are thrown. */
export interface ObjectStore {
  /** For messages: without keys. */
  name: string;
  put(name: string, bytes: Buffer, sha256: string): Promise<void>;
  /** Null: there is no such object. */
  get(name: string): Promise<Buffer | null>;
  has(name: string): Promise<boolean>;
  delete(name: string): Promise<void>;
  /** All names, in batches of any size. */
  list(): AsyncGenerator<string[]>;
}
