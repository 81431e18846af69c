import type { Site } from '../../kernel/context.ts';
import type { CategoryLink, CategoryNode } from '../../modules/catalog/schema.ts';
import { DRAFT_FIELD_NAMES, type DraftFieldName } from '../../modules/drafts/fields.ts';
import type { Draft } from '../../modules/drafts/schema.ts';
import type { Listing } from '../../modules/listings/schema.ts';
import { shortAddress } from '../wording.ts';

const everyOne = (nodes: CategoryNode[]): CategoryLink[] =>
  nodes.flatMap(({ slug, name, subcategories = [] }) => [{ slug, name }, ...everyOne(subcategories)]);

/** Where what the draft says was read. */
const evidenceIn = ({ fields, socials, pages_read }: Draft): Listing['evidence'] => {
  const read_at = new Map(pages_read.map((page) => [page.url, page.read_at]));
  const held = [
    ...Object.entries(fields),
    ...Object.entries(socials.company).map(([platform, link]) => [`socials.${platform}`, link] as const),
  ];
  return held.flatMap(([field, { value, evidence }]) =>
    value === null ? [] : evidence.map(({ quote, url }) => ({ field, quote, url, read_at: read_at.get(url) ?? null })),
  );
};

/** A draft as its listing will be, on a site with these categories. What a plan has to include (story, milestones) is left out. */
export const listingOf = (draft: Draft, tree: CategoryNode[], site: Site): Listing => {
  const text = (name: DraftFieldName): string | null => {
    const { value } = draft.fields[name];
    return typeof value === 'string' && value ? value : null;
  };
  const items = (name: DraftFieldName): string[] => {
    const { value } = draft.fields[name];
    return Array.isArray(value) ? value.map(String) : [];
  };
  const known = everyOne(tree);
  const year = Number(text('founded_year'));
  return {
    slug: '',
    name: text('name') ?? shortAddress(draft.url),
    tagline: text('tagline'),
    short_description: text('short_description'),
    status: 'scheduled',
    website: draft.url,
    domain: URL.parse(draft.url)?.host.replace(/^www\./, '') ?? draft.url,
    logo_url: text('logo_url'),
    stage: text('stage'),
    pricing_model: text('pricing_model'),
    country: text('country'),
    // The primary one; more of them are part of a plan.
    categories: known.filter(({ name }) => name === items('categories')[0]).slice(0, 1),
    tags: items('tags'),
    votes: 0,
    views: 0,
    followers: 0,
    launch_week_on: null,
    launched_at: null,
    url: site.root,
    headline: null,
    summary: null,
    description: text('description'),
    features: items('features'),
    usps: items('usps'),
    keywords: items('keywords'),
    pricing_summary: text('pricing_summary'),
    city: text('city'),
    founded_year: Number.isInteger(year) && year > 0 ? year : null,
    contact_email: text('contact_email'),
    demo_video_url: text('demo_video_url'),
    seo_title: draft.seo.title,
    seo_description: draft.seo.meta,
    faqs: draft.faqs.map(({ question, answer }) => ({ question, answer })),
    socials: Object.fromEntries(
      Object.entries(draft.socials.company).flatMap(([platform, { value }]) => (value ? [[platform, value]] : [])),
    ),
    attributes: [],
    founders: draft.founders.map(({ name, title }) => ({ slug: '', name, title, url: '' })),
    updates: [],
    community_rating: null,
    domain_rating: null,
    story: null,
    milestones: null,
    media: null,
    evidence: evidenceIn(draft),
    // Of a site that was not read nothing is known.
    not_found_on_website: draft.drafter ? DRAFT_FIELD_NAMES.filter((name) => draft.fields[name].state === 'not_found') : [],
    claimed: true,
    links: { self: '', alternatives: '', badges: '', page: '' },
    updated_at: draft.updated_at,
  };
};
