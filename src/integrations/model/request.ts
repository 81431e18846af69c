import type { JSONSchema7 } from 'ai';
import { runParser } from '../../kernel/parsing/pool.ts';
import { find_object, PLAIN_JSON_BYTES, write_plain_json } from '../tasks.ts';
import type { ModelDialect, ModelError, ModelRequest, ModelResponse, ModelSettings, TokenUsage } from './protocol.ts';

/** The longest real response has a tenth of this. */
const MAX_BYTES = PLAIN_JSON_BYTES;

export class AnswerTooLong extends Error {}

const readWholeBody = async (body: ReadableStream<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the stream.
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new AnswerTooLong(`the answer has more than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
};

const WITHOUT_BODY = [204, 205, 304];

/** Fetches from the model's server, which may be private. Does not follow redirects, so that the key goes nowhere else. */
const fetchFromModel: typeof fetch = async (url, init) => {
  const { status, headers, body } = await fetch(url, { ...init, redirect: 'manual' });
  const read = body && (await readWholeBody(body));
  // The SDK parses the body on the main thread, so limit its nesting and size first.
  const plain = read && (await runParser(write_plain_json, { body: read }));
  return new Response(WITHOUT_BODY.includes(status) ? null : plain, { status, headers });
};

/** Estimates tokens on the high side: English has four letters per token, other languages three, other scripts one. */
export const tokensIn = (text: string): number => {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) tokens += text.charCodeAt(at) < 128 ? 1 / 3 : 1;
  return Math.ceil(tokens);
};

export type Sdk = [typeof import('ai'), typeof import('@ai-sdk/openai-compatible')];

/** Loaded on first use, so that deployments without a model start faster. */
export const loadSdk = (): Promise<Sdk> => Promise.all([import('ai'), import('@ai-sdk/openai-compatible')]);

const countTokens = (reported: number | undefined, text: string): number =>
  reported !== undefined && Number.isSafeInteger(reported) && reported > 0 ? reported : tokensIn(text);

interface Completion {
  text: string;
  finish: string | undefined;
  tokens: TokenUsage;
}

const schemaInstructions = (schema: object): string =>
  `\n\nAnswer with one JSON object and nothing else. It must fit this JSON Schema:\n${JSON.stringify(schema)}`;

/** Makes one request. Throws the SDK's errors. */
export const askOnce = async (
  [ai, compatible]: Sdk,
  settings: ModelSettings,
  dialect: ModelDialect,
  request: ModelRequest,
): Promise<Completion> => {
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = ai;
  const { format, limit, temperature } = dialect;
  const provider = compatible.createOpenAICompatible({
    name: 'model',
    baseURL: settings.base_url,
    ...(settings.api_key && { apiKey: settings.api_key }),
    supportsStructuredOutputs: format === 'json_schema',
    fetch: fetchFromModel,
    transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, [limit]: max_tokens }),
  });
  const instructions = format === 'json_schema' ? request.system : request.system + schemaInstructions(request.schema);
  const output = {
    json_schema: () => Output.object({ schema: jsonSchema(request.schema as JSONSchema7), name: 'answer' }),
    json_object: () => Output.json(),
    text: () => Output.text(),
  }[format]();
  const countUsage = (usage: { inputTokens?: number; outputTokens?: number } | undefined, text: string): TokenUsage => ({
    input: countTokens(usage?.inputTokens, instructions + request.data),
    output: countTokens(usage?.outputTokens, text),
  });
  try {
    const { text, finishReason, usage } = await generateText({
      model: provider(settings.model),
      instructions,
      prompt: request.data,
      output,
      temperature,
      maxOutputTokens: request.max_output_tokens,
      maxRetries: 0,
      abortSignal: request.signal,
    });
    return { text, finish: finishReason, tokens: countUsage(usage, text) };
  } catch (error) {
    // The text may still contain JSON.
    if (!NoObjectGeneratedError.isInstance(error)) throw error;
    const { text = '', finishReason, usage } = error;
    return { text, finish: finishReason, tokens: countUsage(usage, text) };
  }
};

export const readAnswer = async ({ text, finish, tokens }: Completion): Promise<ModelResponse | ModelError> => {
  if (finish === 'content-filter') return { failed: 'refused', detail: 'the model declined to answer', tokens };
  if (finish === 'length') return { failed: 'malformed', detail: 'the answer was cut off at its limit', tokens };
  const answer = await runParser(find_object, { text });
  return answer ? { answer, tokens } : { failed: 'malformed', detail: 'the answer holds no JSON object', tokens };
};
