import type { ReadPage } from '../page/page.ts';
import type { CategoryName, Proposal, Proposed } from '../proposal.ts';
import { categoriesOf } from './categories.ts';
import { contactEmailOf } from './contact.ts';
import { descriptionOf, shortDescriptionOf } from './description.ts';
import { faqsOf } from './faqs.ts';
import { featuresOf } from './features.ts';
import { foundersOf } from './founders.ts';
import { foundedYearOf } from './founding.ts';
import { keywordsOf, tagsOf } from './keywords.ts';
import { demoVideoOf, logoOf } from './media.ts';
import { makersOf, nameOf } from './naming.ts';
import { placeOf } from './place.ts';
import { pricingModelOf, pricingSummaryOf } from './pricing.ts';
import { openSite } from './site.ts';
import { socialsOf } from './socials.ts';
import { stageOf } from './stage.ts';
import { storyOf } from './story.ts';
import { taglineOf } from './tagline.ts';
import { verbatim } from './verbatim.ts';

const NOTHING: Proposal = { fields: {}, faqs: [], founders: [], company_socials: {}, founder_socials: {}, story: {}, milestones: [] };

/** Drafts a profile from a site's pages, the first being the homepage, without a model: each value with where it stands, the rest blank. */
export const draftFrom = (pages: ReadPage[], categories: CategoryName[]): Proposal => {
  if (pages.length === 0) return NOTHING;
  const site = openSite(pages);
  const name = nameOf(site);
  const called = name?.value ?? '';
  const names = [called, ...makersOf(site)].filter(Boolean);
  const place = placeOf(site);
  const found: Partial<Record<keyof Proposal['fields'], Proposed<string | string[]> | null>> = {
    name,
    tagline: taglineOf(site, called),
    short_description: shortDescriptionOf(site),
    description: descriptionOf(site),
    stage: stageOf(site),
    categories: categoriesOf(site, categories),
    tags: tagsOf(site),
    pricing_model: pricingModelOf(site),
    pricing_summary: pricingSummaryOf(site),
    country: place.country,
    city: place.city,
    founded_year: foundedYearOf(site, names),
    ...featuresOf(site, called),
    keywords: keywordsOf(site),
    contact_email: contactEmailOf(site, names),
    demo_video_url: demoVideoOf(site),
    logo_url: logoOf(site, names),
  };
  return verbatim(
    {
      ...NOTHING,
      fields: Object.fromEntries(Object.entries(found).filter(([, value]) => value)) as Proposal['fields'],
      faqs: faqsOf(site),
      founders: foundersOf(site, names),
      company_socials: socialsOf(site, names),
      story: storyOf(site),
    },
    site.pages.map(({ text }) => text),
  );
};
