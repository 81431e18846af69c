import type { Model } from '../../../src/integrations/model/model.ts';
import { proposalFromAnswer } from '../../../src/modules/extraction/model/answer.ts';
import { askModelForProposal } from '../../../src/modules/extraction/model/ask-model.ts';
import { blanksOf, type WantedValues } from '../../../src/modules/extraction/model/blanks.ts';
import { writePrompt } from '../../../src/modules/extraction/model/question.ts';
import type { TextPiece } from '../../../src/modules/extraction/parse/page.ts';
import { pageTextOf } from '../../../src/modules/extraction/parse/parsed-page.ts';
import { type CategoryOption, EMPTY_PROPOSAL } from '../../../src/modules/extraction/proposal.ts';
import { openProductSite } from '../../../src/modules/extraction/propose/site.ts';
import { verifyProposal } from '../../../src/modules/extraction/verify/verify.ts';
import { BUILT_IN_ATTRIBUTES } from '../../../src/modules/extraction/words/attributes.ts';

export interface Html {
  url: string;
  html: string;
}

export const openSite = (pages: Html[]) => openProductSite(pages.map((page) => ({ ...page, status: 200, read_at: new Date() })));

/** Everything is blank. */
export const ALL_BLANK = blanksOf(EMPTY_PROPOSAL, BUILT_IN_ATTRIBUTES);

/** A page with these texts, each from its source. */
export const pageOf = (url: string, ...pieces: [TextPiece['source'], string][]): Html => {
  const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const parts = pieces.map(([source, text]) => {
    if (source === 'meta') return `<meta name="description" content="${escapeHtml(text)}">`;
    if (source === 'json_ld') return `<script type="application/ld+json">{${text}}</script>`;
    if (source === 'attribute') return `<a href="${escapeHtml(text)}"></a>`;
    return source === 'visible' ? `<p>${escapeHtml(text)}</p>` : `<div style="display:none">${escapeHtml(text)}</div>`;
  });
  return { url, html: `<html><body>${parts.join('\n')}</body></html>` };
};

/** The whole path of a model's answer in this thread: the question, the answer over HTTP, the verified part of it. */
export const judgeWithModel = async (model: Model, pages: Html[], categories: CategoryOption[], wanted: WantedValues = ALL_BLANK) => {
  const site = openSite(pages);
  const outcome = await askModelForProposal(model, async (max_tokens) => writePrompt(site, wanted, categories, max_tokens));
  if ('failed' in outcome) return outcome;
  const proposal = proposalFromAnswer(outcome.answer, site, outcome.shown, wanted);
  const judged = verifyProposal(proposal, pages.map(pageTextOf), categories, wanted.attributes, wanted.product);
  return { proposal, judged, tokens: outcome.tokens };
};
