export interface ModelSettings {
  base_url: string;
  /** Self-hosted servers often need none. */
  api_key: string | null;
  model: string;
  /** Token budget of one draft, input and output together. */
  max_tokens: number;
  timeout_ms: number;
}

export interface ModelRequest {
  /** The instructions. Nothing in `data` is an instruction. */
  system: string;
  data: string;
  schema: object;
  max_output_tokens: number;
  /** Total timeout, including retries. */
  timeout_ms: number;
  signal?: AbortSignal;
}

export interface TokenUsage {
  input: number;
  output: number;
}

export interface ModelResponse {
  /** An object of any shape: servers without schema support may ignore the schema. */
  answer: unknown;
  tokens: TokenUsage;
}

export interface ModelError {
  failed: 'timed_out' | 'unreachable' | 'refused' | 'malformed' | 'over_budget';
  detail: string;
  /** Tokens used despite the failure. */
  tokens?: TokenUsage;
}

/**
 * Variant of the OpenAI API that a server understands. Servers differ and reject what they do not know: some support no schema, some
 * only a schema, newer models rename the token limit or fix the temperature.
 */
export interface ModelDialect {
  format: 'json_schema' | 'json_object' | 'text';
  limit: 'max_tokens' | 'max_completion_tokens';
  temperature: 0 | undefined;
}

export const DEFAULT_DIALECT: ModelDialect = { format: 'json_schema', limit: 'max_tokens', temperature: 0 };

const SIMPLER_FORMAT: Record<ModelDialect['format'], ModelDialect['format'] | null> = {
  json_schema: 'json_object',
  json_object: 'text',
  text: null,
};

const simplify = (dialect: ModelDialect): ModelDialect | null => {
  const format = SIMPLER_FORMAT[dialect.format];
  return format && { ...dialect, format };
};

/** How to adapt to an error message. The first match counts. */
const ADAPTATIONS: { named: RegExp; adapted: (dialect: ModelDialect) => ModelDialect | null }[] = [
  // Adapting does not make the input shorter.
  { named: /context.?(length|window|size)|too many tokens/i, adapted: () => null },
  {
    named: /max_completion_tokens/,
    adapted: (dialect) => (dialect.limit === 'max_tokens' ? { ...dialect, limit: 'max_completion_tokens' } : simplify(dialect)),
  },
  {
    named: /temperature/,
    adapted: (dialect) => (dialect.temperature === 0 ? { ...dialect, temperature: undefined } : simplify(dialect)),
  },
  { named: /response_format|json_schema|json_object|structured|schema|grammar/i, adapted: simplify },
];

/** Statuses that concern the request. A server error may be caused by the schema too, if it mentions it. */
const REQUEST_ERROR_STATUSES = [400, 415, 422];

/** The dialect to try after an error, or null if adapting does not help. */
export const adaptDialect = (dialect: ModelDialect, status: number, message: string): ModelDialect | null => {
  const adaptation = ADAPTATIONS.find(({ named }) => named.test(message));
  if (REQUEST_ERROR_STATUSES.includes(status)) return adaptation ? adaptation.adapted(dialect) : simplify(dialect);
  return status >= 500 && adaptation?.adapted === simplify ? simplify(dialect) : null;
};
