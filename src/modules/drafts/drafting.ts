import type { Model } from '../../outside/model.ts';
import type { Judgement } from './judge/judgement.ts';
import { draftWithModel } from './model/model-drafter.ts';
import type { ReadPage } from './page/page.ts';
import type { CategoryName, Proposal } from './proposal.ts';
import type { DraftRow } from './queries.ts';
import { askThread } from './thread.ts';

export interface DraftedSite {
  found: Proposal;
  drafter: NonNullable<DraftRow['drafter']>;
}

const withoutRefused = ({ dropped: _, ...found }: Judgement): Proposal => found;

/** What one found goes first; the other only fills in what is blank. */
const filledIn = (first: Proposal, second: Proposal): Proposal => {
  const list = <V>(one: V[], other: V[]): V[] => (one.length ? one : other);
  return {
    fields: { ...second.fields, ...first.fields },
    faqs: list(first.faqs, second.faqs),
    founders: list(first.founders, second.founders),
    company_socials: { ...second.company_socials, ...first.company_socials },
    founder_socials: { ...second.founder_socials, ...first.founder_socials },
    story: { ...second.story, ...first.story },
    milestones: list(first.milestones, second.milestones),
  };
};

/**
 * Drafts a profile from a site's pages: by rule, and where a model is set with what it finds beside. Whatever either
 * proposes has been before the judge.
 */
export const draftSite = async (
  model: Model | null,
  pages: ReadPage[],
  categories: CategoryName[],
  signal: AbortSignal,
): Promise<DraftedSite> => {
  const { judgement, texts } = await askThread({ pages, categories });
  const found = withoutRefused(judgement);
  if (!model) return { found, drafter: { name: 'built-in', note: null } };
  const outcome = await draftWithModel(model, texts, categories, model.bounds, signal);
  signal.throwIfAborted();
  if ('failed' in outcome)
    return {
      found,
      drafter: { name: 'built-in', note: `The model gave no draft (${outcome.failed}), so this one was made by rule alone.` },
    };
  const judged = await askThread({ pages, categories, proposal: outcome.proposal });
  return { found: filledIn(found, withoutRefused(judged.judgement)), drafter: { name: 'model', note: null } };
};
