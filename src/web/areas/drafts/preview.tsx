import type { Ctx, Site } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listCategories } from '../../../modules/catalog/categories.ts';
import type { CategoryLink, CategoryNode } from '../../../modules/catalog/schema.ts';
import { getFullDraft } from '../../../modules/drafts/drafts.ts';
import type { Draft } from '../../../modules/drafts/schema.ts';
import type { ProfileFieldName } from '../../../modules/extraction/proposal.ts';
import type { Listing } from '../../../modules/listings/schema.ts';
import { draftPaths } from '../../paths.ts';
import { type PageContext, type PageHead, requireSignedIn } from '../../server/page.ts';
import { shortUrl } from '../../ui/format.tsx';
import { ListingProfile } from '../../ui/profile/profile.tsx';
import { draftName } from './draft-list.tsx';

const flattenCategories = (nodes: CategoryNode[]): CategoryLink[] =>
  nodes.flatMap(({ slug, name, subcategories = [] }) => [{ slug, name }, ...flattenCategories(subcategories)]);

const collectEvidence = ({ fields, socials, pages_read }: Draft): Listing['evidence'] => {
  const read_at = new Map(pages_read.map((page) => [page.url, page.read_at]));
  const values = [
    ...Object.entries(fields),
    ...Object.entries(socials.company).map(([platform, link]) => [`socials.${platform}`, link] as const),
  ];
  return values.flatMap(([field, { value, evidence }]) =>
    value === null
      ? []
      : evidence.map(({ quote, url }) => ({
          field,
          quote,
          url,
          read_at: read_at.get(url) ?? null,
          confirmed_at: null,
          missing_since: null,
        })),
  );
};

const previewAttributes = ({ attributes, pages_read }: Draft): Listing['attributes'] => {
  const read_at = new Map(pages_read.map((page) => [page.url, page.read_at]));
  return Object.entries(attributes).flatMap(([key, { name, kind, unit, value, evidence }]) => {
    const quotes = evidence.map((quoted) => ({
      ...quoted,
      read_at: read_at.get(quoted.url) ?? null,
      confirmed_at: null,
      missing_since: null,
    }));
    return value === null ? [] : [{ key, name, kind, unit, value, evidence: quotes, stated_by: quotes.length > 0 ? 'website' : 'owner' }];
  });
};

/** The listing a draft would become, on a site with these categories. Content that depends on the plan (story, milestones) is left out. */
const draftAsListing = (draft: Draft, tree: CategoryNode[], site: Site): Listing => {
  const text = (name: ProfileFieldName): string | null => {
    const { value } = draft.fields[name];
    return typeof value === 'string' && value ? value : null;
  };
  const items = (name: ProfileFieldName): string[] => {
    const { value } = draft.fields[name];
    return Array.isArray(value) ? value.map(String) : [];
  };
  const all_categories = flattenCategories(tree);
  const year = Number(text('founded_year'));
  return {
    slug: '',
    name: text('name') ?? shortUrl(draft.url),
    tagline: text('tagline'),
    short_description: text('short_description'),
    status: 'scheduled',
    website: draft.url,
    domain: URL.parse(draft.url)?.host.replace(/^www\./, '') ?? draft.url,
    logo_url: text('logo_url'),
    stage: text('stage'),
    pricing_model: text('pricing_model'),
    country: text('country'),
    // Only the primary category; more of them depend on the plan.
    categories: all_categories.filter(({ name }) => name === items('categories')[0]).slice(0, 1),
    tags: items('tags'),
    votes: 0,
    views: 0,
    followers: 0,
    comments_count: 0,
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
    attributes: previewAttributes(draft),
    founders: draft.founders.map(({ name, title }) => ({ slug: '', name, title, url: '' })),
    updates: [],
    community_rating: null,
    domain_rating: null,
    story: null,
    milestones: null,
    media: null,
    evidence: collectEvidence(draft),
    not_found_on_website: draft.not_found_on_website,
    claimed: true,
    links: { self: '', alternatives: '', badges: '', page: '' },
    updated_at: draft.updated_at,
  };
};

interface PreviewData {
  draft: Draft;
  categories: CategoryNode[];
}

export const load = async (ctx: Ctx, { uuid }: { uuid: string }): Promise<PreviewData> => {
  const [draft, categories] = await Promise.all([
    getFullDraft(requireSignedIn(ctx), { id: uuid }),
    listCategories(ctx, { include_empty: true }),
  ]);
  return { draft, categories: toValue(categories).items };
};

export const head = ({ draft }: PreviewData): PageHead => ({
  title: t('Preview of {draft}', { draft: draftName(draft) }),
  description: t('How the listing will look.'),
  canonical: draftPaths.preview({ uuid: draft.id }),
  trail: [
    { name: t('Your drafts'), href: draftPaths.drafts() },
    { name: draftName(draft), href: draftPaths.draft({ uuid: draft.id }) },
  ],
  index: false,
});

const hiddenSections = ({ story, milestones }: Draft): string | null => {
  const has_story = Object.values(story).some(({ value }) => value);
  if (has_story && milestones.length > 0) return t('Your story and milestones will appear if the listing’s plan includes them.');
  if (has_story) return t('Your story will appear if the listing’s plan includes it.');
  return milestones.length > 0 ? t('Your milestones will appear if the listing’s plan includes them.') : null;
};

export const view = ({ draft, categories }: PreviewData, { site }: PageContext) => (
  <>
    <div class="done split">
      <p>
        {rich('<strong>This is a preview.</strong> Only you can see it. {draft}', {
          strong: (text) => <strong>{text}</strong>,
          draft: hiddenSections(draft),
        })}
      </p>
      <a class="button" href={draftPaths.draft({ uuid: draft.id })}>
        {t('Back to editing')}
      </a>
    </div>
    <ListingProfile listing={draftAsListing(draft, categories, site)} />
  </>
);
