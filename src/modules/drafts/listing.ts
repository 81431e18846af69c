import type { Ctx } from '../../kernel/context.ts';
import { type InputError, Refusal } from '../../kernel/errors.ts';
import { OwnFields, SetStory } from '../listings/own-schema.ts';
import type { Content, ListingParts, SocialLinks } from './content.ts';
import { DRAFT_FIELD_NAMES, DRAFT_FIELDS, type DraftFieldName } from './fields.ts';
import { type DraftRow, findListingOf, type StandingListing } from './queries.ts';
import { missingFrom } from './rules.ts';
import { formFaults } from './typed.ts';

const sayTaken = ({ slug, owner_id, draft_id }: StandingListing, account_id: number): string => {
  if (owner_id !== account_id)
    return `This website already has the listing "${slug}". If the product is yours, claim it with claim_listing.`;
  if (draft_id) return `This website is already that of your listing "${slug}". Edit it with update_draft and the id ${draft_id}.`;
  return `This website is already that of your listing "${slug}". Edit it with update_my_listing.`;
};

/** Refuses a website that already has a listing on the site, whoever's. */
export const refuseTaken = async (
  { sql }: Pick<Ctx, 'sql'>,
  owner: { site_id: number; account_id: number },
  domain: string,
): Promise<void> => {
  const standing = await findListingOf(sql, owner, domain);
  if (!standing) return;
  throw new Refusal('listing_exists', {
    detail: sayTaken(standing, owner.account_id),
    errors: [{ path: 'url', code: 'taken', message: `is the website of the listing "${standing.slug}"`, actual: standing.slug }],
  });
};

const lengthLimits = (properties: object): Record<string, number | undefined> =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, (schema as { maxLength?: number }).maxLength]));
const FIELD_LIMITS = lengthLimits(OwnFields.properties);
const TITLE_LIMIT = lengthLimits(SetStory.properties).title!;

const tooLong = (path: string, text: unknown, limit: number | undefined): InputError[] => {
  if (limit === undefined || typeof text !== 'string') return [];
  const actual = [...text].length;
  return actual <= limit ? [] : [{ path, code: 'too_long', message: `may have at most ${limit} characters on a listing`, limit, actual }];
};

/** What a listing has less room for than a draft. Nothing is cut without its maker's knowledge. */
const faultsOnListing = ({ fields, story }: Content): InputError[] => [
  ...DRAFT_FIELD_NAMES.flatMap((name) => [
    ...formFaults(name, fields[name].value),
    ...tooLong(`fields.${name}`, fields[name].value, FIELD_LIMITS[name]),
  ]),
  ...tooLong('story.title', story.title.value, TITLE_LIMIT),
];

/** Refuses content that could not stand as a listing, naming everything that is in the way. */
export const refuseUnfit = (content: Content): void => {
  const required = missingFrom(content).filter((part) => part.required);
  if (required.length)
    throw new Refusal('draft_incomplete', {
      errors: required.map(({ field, hint }) => ({ path: `fields.${field}`, code: 'required', message: `is required: ${hint}` })),
    });
  const errors = faultsOnListing(content);
  if (errors.length) throw new Refusal('invalid_input', { errors });
};

/** Fields that a listing could not have as they are. */
export const unfitFields = (content: Content): DraftFieldName[] => {
  const long = faultsOnListing(content).map(({ path }) => path);
  return DRAFT_FIELD_NAMES.filter(
    (name) => long.includes(`fields.${name}`) || ('required' in DRAFT_FIELDS[name] && content.fields[name].value === null),
  );
};

const SAME_NAME = [
  'name',
  'tagline',
  'short_description',
  'description',
  'stage',
  'pricing_model',
  'pricing_summary',
  'country',
  'city',
] as const;
const LISTS = ['features', 'usps', 'keywords', 'tags'] as const;
const LINKS = ['contact_email', 'demo_video_url', 'logo_url'] as const;

const linksIn = (links: SocialLinks): Record<string, string> =>
  Object.fromEntries(Object.entries(links).flatMap(([platform, { value }]) => (value === null ? [] : [[platform, value]])));

const storyIn = ({ story }: Content): Record<string, string | null> | null => {
  const sections = Object.fromEntries(Object.entries(story).map(([section, { value }]) => [section, value]));
  return Object.values(sections).some((text) => text !== null) ? sections : null;
};

/** Each value with the quotes it follows from, and when their page was read. */
const evidenceIn = ({ fields, socials }: Content, read_at: Map<string, string>): Record<string, object[]> => {
  const held = [
    ...Object.entries(fields),
    ...Object.entries(socials.company).map(([platform, link]) => [`socials.${platform}`, link] as const),
  ];
  return Object.fromEntries(
    held.flatMap(([name, { evidence }]) =>
      evidence.length ? [[name, evidence.map(({ quote, url }) => ({ quote, url, read_at: read_at.get(url) ?? null }))]] : [],
    ),
  );
};

/** What the site was read for and did not say. Of a site that was not read nothing is known. */
const notFound = ({ fields, original }: DraftRow): string[] =>
  original === null ? [] : DRAFT_FIELD_NAMES.filter((name) => fields[name].state === 'not_found');

/** The listing a draft makes. To be called once nothing is in the way. */
export const listingIn = (draft: DraftRow, read_at: Map<string, string>): ListingParts => {
  const { fields } = draft;
  const year = fields.founded_year.value;
  return {
    columns: {
      website: draft.url,
      ...Object.fromEntries([...SAME_NAME, ...LINKS].map((name) => [name, fields[name].value])),
      ...Object.fromEntries(LISTS.map((name) => [name, fields[name].value ?? []])),
      founded_year: year === null ? null : Number(year),
      seo_title: draft.seo.title,
      seo_description: draft.seo.meta,
      faqs: draft.faqs.map(({ question, answer }) => ({ question, answer })),
      socials: linksIn(draft.socials.company),
      story: storyIn(draft),
      not_found_on_website: notFound(draft),
      evidence: evidenceIn(draft, read_at),
    },
    category: (fields.categories.value as string[])[0]!,
    founders: draft.founders.map(({ name, title, bio }, at) => ({
      name,
      title,
      bio,
      socials: at === 0 ? linksIn(draft.socials.founder) : {},
    })),
    milestones: draft.milestones.map(({ date, title, description, url }) => ({ date, title, description, url })),
  };
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Sections of the story, links and quotes stand for themselves: those the draft leaves as they were stay as they are on the listing. */
const PARTED = ['story', 'socials', 'evidence'];

type Parts = Record<string, unknown> | null | undefined;

const mergedParts = (saved: Parts, next: Parts, standing: Parts): Parts => {
  const names = [...new Set([...Object.keys(standing ?? {}), ...Object.keys(next ?? {})])];
  const merged = names.map(
    (name) => [name, (same(saved?.[name] ?? null, next?.[name] ?? null) ? standing : next)?.[name] ?? null] as const,
  );
  return Object.fromEntries(merged);
};

/** Changed columns as they are written over what stands on the listing. */
export const overStanding = (
  saved: ListingParts | null,
  columns: ListingParts['columns'],
  standing: Record<string, unknown>,
): ListingParts['columns'] => {
  const merged = Object.fromEntries(
    PARTED.filter((name) => name in columns).map((name) => [
      name,
      mergedParts(saved?.columns[name] as Parts, columns[name] as Parts, standing[name] as Parts),
    ]),
  );
  const { story, socials, evidence } = merged;
  const without_blanks = (parts: Record<string, unknown>) => Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null));
  return {
    ...columns,
    ...(story && { story: Object.values(story).some((text) => text !== null) ? story : null }),
    ...(socials && { socials: without_blanks(socials) }),
    ...(evidence && { evidence: without_blanks(evidence) }),
  };
};

/** What is to be written to a listing that was last written as `saved`: what its owner did on the listing itself meanwhile stays. */
export const changesSince = (saved: ListingParts | null, parts: ListingParts): Partial<ListingParts> => {
  if (!saved) return parts;
  const columns = Object.fromEntries(Object.entries(parts.columns).filter(([name, value]) => !same(saved.columns[name], value)));
  return {
    ...(Object.keys(columns).length && { columns }),
    ...Object.fromEntries(
      (['category', 'founders', 'milestones'] as const).flatMap((part) => (same(saved[part], parts[part]) ? [] : [[part, parts[part]]])),
    ),
  };
};
