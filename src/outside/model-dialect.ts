/**
 * What a server understands of OpenAI's language. Most differ somewhere, and say so by refusing: some know no schema, some know
 * only a schema, newer models call the limit otherwise or let nobody choose a temperature.
 */
export interface Dialect {
  format: 'json_schema' | 'json_object' | 'text';
  limit: 'max_tokens' | 'max_completion_tokens';
  temperature: 0 | undefined;
}

export const FIRST_DIALECT: Dialect = { format: 'json_schema', limit: 'max_tokens', temperature: 0 };

const SIMPLER: Record<Dialect['format'], Dialect['format'] | null> = { json_schema: 'json_object', json_object: 'text', text: null };

const simpler = (dialect: Dialect): Dialect | null => {
  const format = SIMPLER[dialect.format];
  return format && { ...dialect, format };
};

/** What a refusal names, and how to speak then. The first that fits counts. */
const ADAPTATIONS: { named: RegExp; adapted: (dialect: Dialect) => Dialect | null }[] = [
  // No other words make a text shorter.
  { named: /context.?(length|window|size)|too many tokens/i, adapted: () => null },
  {
    named: /max_completion_tokens/,
    adapted: (dialect) => (dialect.limit === 'max_tokens' ? { ...dialect, limit: 'max_completion_tokens' } : simpler(dialect)),
  },
  {
    named: /temperature/,
    adapted: (dialect) => (dialect.temperature === 0 ? { ...dialect, temperature: undefined } : simpler(dialect)),
  },
  { named: /response_format|json_schema|json_object|structured|schema|grammar/i, adapted: simpler },
];

/** Those that mean the request itself. A server's own fault may be the schema's doing too, where it names it. */
const MEANS_THE_REQUEST = [400, 415, 422];

/** The dialect to try next with a server that refused this one, or null where other words would not help. */
export const adapted = (dialect: Dialect, status: number, said: string): Dialect | null => {
  const fits = ADAPTATIONS.find(({ named }) => named.test(said));
  if (MEANS_THE_REQUEST.includes(status)) return fits ? fits.adapted(dialect) : simpler(dialect);
  return status >= 500 && fits?.adapted === simpler ? simpler(dialect) : null;
};
