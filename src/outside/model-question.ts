export interface ModelSettings {
  base_url: string;
  /** Servers of one's own often want none. */
  api_key: string | null;
  model: string;
  /** What one draft may cost, in tokens read and written together. */
  max_tokens: number;
  /** What one draft may take. */
  timeout_ms: number;
}

export interface Question {
  /** What is wanted. The only text that says so. */
  system: string;
  /** What it is wanted of. */
  data: string;
  /** JSON Schema of the answer. */
  schema: object;
  max_output_tokens: number;
  /** For everything: waiting, trying again, and the whole answer. */
  timeout_ms: number;
  signal?: AbortSignal;
}

export interface Tokens {
  input: number;
  output: number;
}

export interface Answered {
  /** An object, of whatever shape: a server that knows no schema keeps to none. */
  answer: unknown;
  tokens: Tokens;
}

export interface NotAnswered {
  failed: 'timed_out' | 'unreachable' | 'refused' | 'malformed' | 'over_budget';
  detail: string;
  /** What it cost all the same. */
  tokens?: Tokens;
}
