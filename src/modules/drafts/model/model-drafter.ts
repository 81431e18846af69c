import { type Model, type NotAnswered, type Tokens, tokensIn } from '../../../outside/model.ts';
import type { PageText } from '../page/page.ts';
import type { CategoryName } from '../proposal.ts';
import { ModelAnswer, proposalOf } from './answer.ts';
import { questionAbout } from './question.ts';

/** An ask and, where the answer could not be read, one more. The cost of a draft is parted between them. */
const ASKS = 2;
/** A profile with all its quotes is shorter. */
const MOST_OUTPUT_TOKENS = 8000;
/** The schema is sent along, and a sentence more the second time. */
const SCHEMA_TOKENS = tokensIn(JSON.stringify(ModelAnswer)) + 100;
/** With less time left no answer comes. */
const LEAST_MS = 1000;

export interface DraftedByModel {
  /** Nobody's word yet: for the judge, and for nothing else. */
  proposal: unknown;
  tokens: Tokens;
}

export interface NotDrafted {
  failed: NotAnswered['failed'];
  detail: string;
  tokens: Tokens;
}

const plus = (a: Tokens, b: Tokens = { input: 0, output: 0 }): Tokens => ({ input: a.input + b.input, output: a.output + b.output });

/** Asks a model what a site says of its product. Costs no more tokens and takes no longer than its bounds say; never throws. */
export const draftWithModel = async (
  model: Model,
  pages: PageText[],
  categories: CategoryName[],
  bounds: Model['bounds'] = model.bounds,
  signal?: AbortSignal,
): Promise<DraftedByModel | NotDrafted> => {
  const ends = performance.now() + bounds.timeout_ms;
  const per_ask = Math.floor(bounds.max_tokens / ASKS);
  const max_output_tokens = Math.min(MOST_OUTPUT_TOKENS, Math.floor(per_ask / 3));
  let tokens: Tokens = { input: 0, output: 0 };
  let again = '';
  for (let asks = 1; ; asks++) {
    // Drawn anew each time: marks that were sent once are not sent again.
    const question = questionAbout(pages, categories, per_ask - max_output_tokens - SCHEMA_TOKENS);
    if (!question) return { failed: 'over_budget', detail: 'there is no room for a page within AI_MAX_TOKENS', tokens };
    const timeout_ms = Math.max(1, Math.floor(ends - performance.now()));
    const { system, data, shown } = question;
    const outcome = await model.ask({
      system: system + again,
      data,
      schema: ModelAnswer,
      max_output_tokens,
      timeout_ms,
      signal,
    });
    tokens = plus(tokens, outcome.tokens);
    if ('answer' in outcome) return { proposal: proposalOf(outcome.answer, pages, shown), tokens };
    const { failed, detail } = outcome;
    const spent = tokens.input + tokens.output;
    const affordable = spent + per_ask <= bounds.max_tokens && ends - performance.now() > LEAST_MS;
    if (failed !== 'malformed' || asks === ASKS || !affordable) return { failed, detail, tokens };
    // Not the detail: what a server says may be a page's words, and those do not become instructions.
    again = '\n\nThe last answer could not be read. Answer with the JSON object alone, complete, and shorter.';
  }
};
