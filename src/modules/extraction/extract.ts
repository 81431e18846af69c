import type { Model } from '../../integrations/model/model.ts';
import { runParser } from '../../kernel/parsing/pool.ts';
import { isTooCostly } from '../../kernel/parsing/task.ts';
import { askModelForProposal } from './model/ask-model.ts';
import { blanksOf, type WantedValues } from './model/blanks.ts';
import type { PackedPage } from './parse/page.ts';
import type { AttributeDefinition, CategoryOption, Proposal } from './proposal.ts';
import { propose_by_rules, type SitePages, verify_model_answer, write_model_prompt } from './tasks.ts';
import type { Verification } from './verify/ruling.ts';

export interface ExtractedProfile {
  found: Proposal;
  /** What produced it, with a note if a configured model failed. */
  drafter: { name: 'built-in' | 'model'; note: string | null };
}

/** Loads a site's pages only for the duration of `use`, so that they are not kept in memory while a model responds. */
export type PageLoader = <T>(use: (pages: SitePages['pages']) => Promise<T>) => Promise<T>;

/** Loads pages that were just crawled. Each use gets copies, because workers take over their memory. */
export const packedPageLoader =
  (pages: PackedPage[]): PageLoader =>
  (use) =>
    use(pages.map((page) => ({ ...page, packed: page.packed.slice() })));

const withoutDropped = ({ dropped: _, ...found }: Verification): Proposal => found;

/** Merges two proposals; the second only fills gaps of the first. */
const mergeProposals = (first: Proposal, second: Proposal): Proposal => {
  const list = <V>(one: V[], other: V[]): V[] => (one.length ? one : other);
  return {
    fields: { ...second.fields, ...first.fields },
    faqs: list(first.faqs, second.faqs),
    founders: list(first.founders, second.founders),
    company_socials: { ...second.company_socials, ...first.company_socials },
    founder_socials: { ...second.founder_socials, ...first.founder_socials },
    story: { ...second.story, ...first.story },
    milestones: list(first.milestones, second.milestones),
    attributes: { ...second.attributes, ...first.attributes },
    suggested: first.suggested,
  };
};

/** The verified part of a model's answer, or why there is none. */
const askModel = async (
  model: Model,
  withPages: PageLoader,
  wanted: WantedValues,
  categories: CategoryOption[],
  signal: AbortSignal,
): Promise<Verification | { failed: string }> => {
  const site = { categories, attributes: wanted.attributes, wanted };
  const writePrompt = (max_tokens: number) => withPages((pages) => runParser(write_model_prompt, { ...site, pages, max_tokens }));
  try {
    const outcome = await askModelForProposal(model, writePrompt, signal);
    if ('failed' in outcome || signal.aborted) return { failed: 'failed' in outcome ? outcome.failed : 'timed_out' };
    const { answer, shown } = outcome;
    return await withPages((pages) => runParser(verify_model_answer, { ...site, pages, answer, shown }));
  } catch (error) {
    if (!isTooCostly(error)) throw error;
    return { failed: error.code };
  }
};

/** By rules, and what they leave blank with a model if one is configured. Everything in the profile has been verified against the pages. */
export const extractProfile = async (
  model: Model | null,
  withPages: PageLoader,
  categories: CategoryOption[],
  attributes: AttributeDefinition[],
  signal: AbortSignal,
): Promise<ExtractedProfile> => {
  const found = withoutDropped(await withPages((pages) => runParser(propose_by_rules, { pages, categories, attributes })));
  if (!model) return { found, drafter: { name: 'built-in', note: null } };
  const outcome = await askModel(model, withPages, blanksOf(found, attributes), categories, signal);
  signal.throwIfAborted();
  if (!('failed' in outcome)) return { found: mergeProposals(found, withoutDropped(outcome)), drafter: { name: 'model', note: null } };
  const note = `The model returned no draft (${outcome.failed}), so we made this one with rules only.`;
  return { found, drafter: { name: 'built-in', note } };
};
