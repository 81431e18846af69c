import type { PageContent, PageText, TextPiece } from '../parse/page.ts';
import {
  type AttributeDefinition,
  type CategoryOption,
  EMPTY_PROPOSAL,
  type EvidenceQuote,
  type Proposal,
  type ProposedValue,
} from '../proposal.ts';
import { collapseSpaces } from '../words/text.ts';
import { proposeAttributes } from './attributes/attributes.ts';
import { proposeCategories, proposeKeywords, proposeStage, proposeTags } from './classification.ts';
import { proposeContactEmail, proposeSocials } from './contact.ts';
import { proposeDescription, proposeShortDescription, proposeStory } from './description.ts';
import { proposeFaqs } from './faqs.ts';
import { proposeFeatures } from './features.ts';
import { proposeFoundedYear, proposeFounders } from './founders.ts';
import { proposeDemoVideo, proposeLogo } from './media.ts';
import { findMakers, proposeName } from './name.ts';
import { proposePlace } from './place.ts';
import { proposePricingModel, proposePricingSummary } from './pricing.ts';
import { lettersOnly, openProductSite } from './site.ts';
import { proposeTagline } from './tagline.ts';

/** Proposes a profile by rules, without a model. The first page is the homepage. What has no evidence stays blank. */
export const proposeProfile = (pages: PageContent[], categories: CategoryOption[], attributes: AttributeDefinition[] = []): Proposal => {
  if (pages.length === 0) return EMPTY_PROPOSAL;
  const site = openProductSite(pages);
  const name = proposeName(site);
  const product_name = name?.value ?? '';
  const names = [product_name, ...findMakers(site)].filter(Boolean);
  const own_names = [...new Set([...names.map(lettersOnly), ...site.labels])].filter((one) => one.length > 2);
  const place = proposePlace(site);
  const { suggested, ...features } = proposeFeatures(site, product_name);
  const found: Partial<Record<keyof Proposal['fields'], ProposedValue<string | string[]> | null>> = {
    name,
    tagline: proposeTagline(site, product_name),
    short_description: proposeShortDescription(site),
    description: proposeDescription(site),
    stage: proposeStage(site),
    categories: proposeCategories(site, categories),
    tags: proposeTags(site),
    pricing_model: proposePricingModel(site),
    pricing_summary: proposePricingSummary(site),
    country: place.country,
    city: place.city,
    founded_year: proposeFoundedYear(site, names),
    ...features,
    keywords: proposeKeywords(site),
    contact_email: proposeContactEmail(site, own_names),
    demo_video_url: proposeDemoVideo(site),
    logo_url: proposeLogo(site, own_names),
  };
  return dropUnquoted(
    {
      ...EMPTY_PROPOSAL,
      fields: Object.fromEntries(Object.entries(found).filter(([, value]) => value)) as Proposal['fields'],
      faqs: proposeFaqs(site),
      founders: proposeFounders(site, own_names),
      company_socials: proposeSocials(site, own_names),
      story: proposeStory(site),
      attributes: proposeAttributes(site, attributes),
      suggested: suggested ? { features: suggested } : {},
    },
    site.pages.map(({ text }) => text),
  );
};

/** The texts of a page that may be quoted: each piece, and the visible text as a whole. */
const quotableTexts = ({ pieces }: PageText): string[] => {
  const join = (chosen: TextPiece[], between: string) => chosen.map(({ text }) => text).join(between);
  const quotable = pieces.filter(({ source }) => source !== 'hidden' && source !== 'template');
  const visible = pieces.filter(({ source }) => source === 'visible');
  return [join(quotable, '\n'), join(visible, ' ')];
};

/** Drops values that are not quoted verbatim from the page they name, so that a bug here cannot become a claim. */
export const dropUnquoted = (proposal: Proposal, texts: PageText[]): Proposal => {
  const pages = new Map(texts.map((text) => [text.url, quotableTexts(text)]));
  const isOnPage = ({ quote, url }: EvidenceQuote): boolean => {
    const expected = collapseSpaces(quote);
    return expected !== '' && (pages.get(url) ?? []).some((text) => text.includes(expected));
  };
  const hasEvidence = ({ evidence }: { evidence: EvidenceQuote[] }): boolean => evidence.length > 0 && evidence.every(isOnPage);
  const keepQuoted = <T extends { evidence: EvidenceQuote[] }, K extends string>(row: Partial<Record<K, T>>): Partial<Record<K, T>> =>
    Object.fromEntries(Object.entries<T | undefined>(row).filter(([, value]) => value !== undefined && hasEvidence(value))) as typeof row;
  return {
    fields: keepQuoted(proposal.fields),
    faqs: proposal.faqs.filter(hasEvidence),
    founders: proposal.founders.filter(hasEvidence),
    company_socials: keepQuoted(proposal.company_socials),
    founder_socials: keepQuoted(proposal.founder_socials),
    story: keepQuoted(proposal.story),
    milestones: proposal.milestones.filter(hasEvidence),
    attributes: keepQuoted(proposal.attributes),
    suggested: keepQuoted(proposal.suggested),
  };
};
