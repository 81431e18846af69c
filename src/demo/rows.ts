import { STORY_SECTIONS } from '../modules/listings/schema.ts';
import type { DemoCategory, DemoProduct, DemoStory, FaqLine } from './types.ts';
import type { Calendar } from './when.ts';

const QUESTION_AND_ANSWER = /^(.+?[?？؟])\s*(.+)$/s;

export const faqsOf = (lines: FaqLine[] = []) =>
  lines.map((line) => {
    const [, question, answer] = line.match(QUESTION_AND_ANSWER) ?? [];
    if (!question || !answer) throw new Error(`A demo FAQ without a question mark or an answer: ${line}`);
    return { question, answer };
  });

const fullStory = (story: DemoStory) => Object.fromEntries(STORY_SECTIONS.map((section) => [section, story[section] ?? null]));

interface Branch {
  category: DemoCategory;
  parent: string | null;
  position: number;
}

/** The tree level by level, the top one first. */
export const branchesOf = (tops: DemoCategory[]): Branch[][] => {
  const levels: Branch[][] = [];
  let level: Branch[] = tops.map((category, position) => ({ category, parent: null, position }));
  while (level.length > 0) {
    levels.push(level);
    level = level.flatMap(({ category: { slug: parent, below = [] } }) =>
      below.map((category, position) => ({ category, parent, position })),
    );
  }
  return levels;
};

export const categoryRows = (site_id: number, level: Branch[], ids: Map<string, number>) =>
  level.map(({ category: { slug, name, description, faqs }, parent, position }) => {
    return { site_id, slug, name, description, faqs: faqsOf(faqs), parent_id: parent && ids.get(parent), position };
  });

export const attributeRows = (site_id: number, tops: DemoCategory[], ids: Map<string, number>) =>
  branchesOf(tops)
    .flat()
    .flatMap(({ category: { slug, attributes = [] } }) =>
      attributes.map(([key, name, unit = null], position) => ({ site_id, category_id: ids.get(slug), key, name, unit, position })),
    );

/** What is shown as the site says it, and the page it is usually said on. */
const LITERAL = { tagline: '', pricing_summary: '/pricing', contact_email: '/contact' } as const;

/** Where the facts were read, shortly before it was submitted. Only of sites that were read at all. */
const evidenceOf = (product: DemoProduct, read_at: Date) => {
  if (!product.read && !product.not_found) return null;
  const literal = Object.entries(LITERAL).flatMap(([field, path]) => {
    const said = product[field as keyof typeof LITERAL];
    return said ? [[field, [said, path]] as const] : [];
  });
  const read = [...literal, ...Object.entries(product.read ?? {})];
  return Object.fromEntries(
    read.map(([field, [quote, path = '']]) => [
      field,
      [{ quote, url: `https://${product.domain}${path}`, read_at: read_at.toISOString() }],
    ]),
  );
};

const statusOf = ({ status, week }: DemoProduct) => status ?? (week !== null && week <= 0 ? 'live' : 'scheduled');

/** A product as a row of listings, save for the site and the company. Every row has every column. */
export const listingRow = (product: DemoProduct, calendar: Calendar) => {
  const launched_at = calendar.launched(product);
  const submitted_at = calendar.submitted(product);
  const [newest] = product.updates ?? [];
  const updated = [submitted_at, launched_at, newest && calendar.daysAgo(newest[0], newest[1])].filter((date) => date instanceof Date);
  return {
    slug: product.slug,
    status: statusOf(product),
    plan: product.status === 'draft' ? null : (product.plan ?? 'free'),
    launch_week_on: product.week === null ? null : calendar.week(product.week),
    launched_at,
    name: product.name,
    website: `https://${product.domain}`,
    domain: product.domain,
    tagline: product.tagline ?? null,
    short_description: product.short_description ?? null,
    description: product.description?.join('\n\n') ?? null,
    headline: product.headline ?? null,
    summary: product.summary ?? null,
    stage: product.stage ?? null,
    pricing_model: product.pricing_model ?? null,
    pricing_summary: product.pricing_summary ?? null,
    country: product.country ?? null,
    city: product.city ?? null,
    founded_year: product.founded_year ?? null,
    features: product.features ?? [],
    usps: product.usps ?? [],
    keywords: product.keywords ?? [],
    tags: product.tags ?? [],
    contact_email: product.contact_email ?? null,
    demo_video_url: product.demo_video_url ?? null,
    seo_title: product.seo_title ?? null,
    seo_description: product.seo_description ?? null,
    faqs: faqsOf(product.faqs),
    socials: product.socials ?? {},
    story: product.story ? fullStory(product.story) : null,
    not_found_on_website: product.not_found ?? [],
    evidence: evidenceOf(product, submitted_at),
    unlocked_sections: product.unlocked ?? [],
    created_at: submitted_at,
    updated_at: new Date(Math.max(...updated.map(Number))),
  };
};
