import type { JSONSchema7 } from 'ai';
import { objectIn } from './model-answer.ts';
import type { Dialect } from './model-dialect.ts';
import { fetchFromModel } from './model-fetch.ts';
import type { Answered, ModelSettings, NotAnswered, Question, Tokens } from './model-question.ts';

/** About how many tokens a text is, rather too many: English has four letters a token, other languages three, other scripts one. */
export const tokensIn = (text: string): number => {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) tokens += text.charCodeAt(at) < 128 ? 1 / 3 : 1;
  return Math.ceil(tokens);
};

export type Sdk = [typeof import('ai'), typeof import('@ai-sdk/openai-compatible')];

/** Loaded by the first question: who has no model should not wait for it at each start. */
export const loadSdk = (): Promise<Sdk> => Promise.all([import('ai'), import('@ai-sdk/openai-compatible')]);

const counted = (reported: number | undefined, text: string): number =>
  reported !== undefined && Number.isSafeInteger(reported) && reported > 0 ? reported : tokensIn(text);

interface Said {
  text: string;
  finish: string | undefined;
  tokens: Tokens;
}

const schemaInWords = (schema: object): string =>
  `\n\nAnswer with one JSON object and nothing else. It must fit this JSON Schema:\n${JSON.stringify(schema)}`;

/** One request. Throws what the SDK throws where nothing was said. */
export const askOnce = async ([ai, compatible]: Sdk, settings: ModelSettings, dialect: Dialect, question: Question): Promise<Said> => {
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
  const instructions = format === 'json_schema' ? question.system : question.system + schemaInWords(question.schema);
  const output = {
    json_schema: () => Output.object({ schema: jsonSchema(question.schema as JSONSchema7), name: 'answer' }),
    json_object: () => Output.json(),
    text: () => Output.text(),
  }[format]();
  const said = (text: string, finish: string | undefined, usage: { inputTokens?: number; outputTokens?: number } | undefined): Said => ({
    text,
    finish,
    tokens: { input: counted(usage?.inputTokens, instructions + question.data), output: counted(usage?.outputTokens, text) },
  });
  try {
    const result = await generateText({
      model: provider(settings.model),
      instructions,
      prompt: question.data,
      output,
      temperature,
      maxOutputTokens: question.max_output_tokens,
      maxRetries: 0,
      abortSignal: question.signal,
    });
    return said(result.text, result.finishReason, result.usage);
  } catch (error) {
    // Words that are not JSON may still hold some.
    if (NoObjectGeneratedError.isInstance(error)) return said(error.text ?? '', error.finishReason, error.usage);
    throw error;
  }
};

export const readAnswer = ({ text, finish, tokens }: Said): Answered | NotAnswered => {
  if (finish === 'content-filter') return { failed: 'refused', detail: 'the model declined to answer', tokens };
  if (finish === 'length') return { failed: 'malformed', detail: 'the answer was cut off at its limit', tokens };
  const answer = objectIn(text);
  return answer ? { answer, tokens } : { failed: 'malformed', detail: 'the answer holds no JSON object', tokens };
};
