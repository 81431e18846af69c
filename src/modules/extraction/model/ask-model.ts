import { type Model, type ModelError, type TokenUsage, tokensIn } from '../../../integrations/model/model.ts';
import { Nullable, OneOf, Strict, T } from '../../../kernel/schema.ts';
import { SOCIAL_PLATFORMS, STORY_SECTIONS } from '../../listings/schema.ts';
import { PROFILE_FIELD_NAMES, PROFILE_FIELDS, type ProfileFieldName } from '../proposal.ts';
import type { ShownPage } from './lines.ts';
import type { ModelPrompt } from './question.ts';

const fieldsOfKind = (kind: 'text' | 'list'): ProfileFieldName[] =>
  PROFILE_FIELD_NAMES.filter((name) => PROFILE_FIELDS[name].kind === kind);

const lines = T.Array(T.String());
const maybe = Nullable(T.String());
const socials = T.Array(Strict({ platform: OneOf([...SOCIAL_PLATFORMS]), link: T.String(), lines }));

/**
 * The JSON schema of the model's answer: missing values are omitted, and evidence is cited by line. It is the same for every question,
 * because providers compile and keep it. Without limits and optional properties, which strict servers do not support.
 */
export const ModelAnswer = Strict({
  texts: T.Array(Strict({ field: OneOf(fieldsOfKind('text')), value: T.String(), lines })),
  lists: T.Array(Strict({ field: OneOf(fieldsOfKind('list')), values: T.Array(T.String()), lines })),
  faqs: T.Array(Strict({ question: T.String(), answer: T.String(), lines })),
  founders: T.Array(Strict({ name: T.String(), title: maybe, bio: maybe, lines })),
  company_socials: socials,
  founder_socials: socials,
  story: T.Array(Strict({ section: OneOf([...STORY_SECTIONS]), text: T.String(), lines })),
  milestones: T.Array(Strict({ date: T.String(), title: T.String(), description: maybe, url: maybe, lines })),
  attributes: T.Array(Strict({ key: T.String(), values: T.Array(T.String()), lines })),
});

/** One request, and a second one if the answer could not be parsed. They share the token budget. */
const MAX_REQUESTS = 2;
/** Enough for a profile with the lines it is from. */
const MAX_OUTPUT_TOKENS = 8000;
/** The schema is sent along, with one more sentence on the second attempt. */
const SCHEMA_TOKENS = tokensIn(JSON.stringify(ModelAnswer)) + 100;
/** With less time left, no answer is expected. */
const MIN_MS = 1000;
/** Nothing of the answer is repeated here: it may contain text from a page, which must not become an instruction. */
const RETRY_NOTE = '\n\nThe last answer could not be read. Answer with the JSON object alone, complete, and shorter.';

/** `answer` is unverified, and `shown` is what the model saw of the pages: use both only as input for verification. */
type ModelOutcome = ({ answer: unknown; shown: ShownPage[] } | Pick<ModelError, 'failed' | 'detail'>) & { tokens: TokenUsage };

/** Asks a model what a site says about its product, within its token and time limits. No prompt means that no page fits. */
export const askModelForProposal = async (
  model: Model,
  writePrompt: (max_tokens: number) => Promise<ModelPrompt | null>,
  signal?: AbortSignal,
): Promise<ModelOutcome> => {
  const limits = model.bounds;
  const ends_at = performance.now() + limits.timeout_ms;
  const tokens_per_request = Math.floor(limits.max_tokens / MAX_REQUESTS);
  const max_output_tokens = Math.min(MAX_OUTPUT_TOKENS, Math.floor(tokens_per_request / 3));
  const tokens: TokenUsage = { input: 0, output: 0 };
  const prompt = await writePrompt(tokens_per_request - max_output_tokens - SCHEMA_TOKENS);
  if (!prompt) return { failed: 'over_budget', detail: 'there is no room for a page within AI_MAX_TOKENS', tokens };
  const { data, shown } = prompt;
  for (let attempt = 1; ; attempt++) {
    const timeout_ms = Math.max(1, Math.floor(ends_at - performance.now()));
    const system = attempt === 1 ? prompt.system : prompt.system + RETRY_NOTE;
    const outcome = await model.ask({ system, data, schema: ModelAnswer, max_output_tokens, timeout_ms, signal });
    tokens.input += outcome.tokens?.input ?? 0;
    tokens.output += outcome.tokens?.output ?? 0;
    if ('answer' in outcome) return { answer: outcome.answer, shown, tokens };
    const { failed, detail } = outcome;
    const spent = tokens.input + tokens.output;
    const affordable = spent + tokens_per_request <= limits.max_tokens && ends_at - performance.now() > MIN_MS;
    if (failed !== 'malformed' || attempt === MAX_REQUESTS || !affordable) return { failed, detail, tokens };
  }
};
