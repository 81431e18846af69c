import type { Model } from '../../../src/integrations/model/model.ts';
import { proposalFromAnswer } from '../../../src/modules/extraction/model/answer.ts';
import { askModelForProposal as ask } from '../../../src/modules/extraction/model/ask-model.ts';
import { writePrompt } from '../../../src/modules/extraction/model/question.ts';
import type { PageText } from '../../../src/modules/extraction/parse/page.ts';
import type { CategoryOption } from '../../../src/modules/extraction/proposal.ts';

/** Asks a model about pages in this thread, and returns its answer as a proposal. */
export const draftWithModel = async (model: Model, pages: PageText[], categories: CategoryOption[]) => {
  const outcome = await ask(model, async (max_tokens) => writePrompt(pages, categories, max_tokens));
  return 'failed' in outcome ? outcome : { proposal: proposalFromAnswer(outcome.answer, pages, outcome.shown), tokens: outcome.tokens };
};
