import { type InputError, Refusal } from '../../../kernel/errors.ts';
import { PROFILE_FIELD_NAMES, PROFILE_FIELDS, type ProfileFieldName } from '../../extraction/proposal.ts';
import { OwnFields, SetStory } from '../../listings/owner/schema.ts';
import type { DraftContent, ListingParts, SocialLinks } from '../content.ts';
import { isSame } from '../edits.ts';
import { formatErrors } from '../field-formats.ts';
import type { DraftRow } from '../queries.ts';
import { findMissingParts } from '../rules.ts';

const lengthLimits = (properties: object): Record<string, number | undefined> =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, (schema as { maxLength?: number }).maxLength]));
const FIELD_LIMITS = lengthLimits(OwnFields.properties);
const TITLE_LIMIT = lengthLimits(SetStory.properties).title!;

const findLengthErrors = (path: string, text: unknown, limit: number | undefined): InputError[] => {
  if (limit === undefined || typeof text !== 'string') return [];
  const actual = [...text].length;
  return actual <= limit ? [] : [{ path, code: 'too_long', message: `may have at most ${limit} characters on a listing`, limit, actual }];
};

/** Values that a draft accepts but a listing does not. They are reported, never cut silently. */
const findListingErrors = ({ fields, story }: DraftContent): InputError[] => [
  ...PROFILE_FIELD_NAMES.flatMap((name) => [
    ...formatErrors(name, fields[name].value),
    ...findLengthErrors(`fields.${name}`, fields[name].value, FIELD_LIMITS[name]),
  ]),
  ...findLengthErrors('story.title', story.title.value, TITLE_LIMIT),
];

export const requireListable = (content: DraftContent): void => {
  const required = findMissingParts(content).filter((part) => part.required);
  if (required.length)
    throw new Refusal('draft_incomplete', {
      errors: required.map(({ field, hint }) => ({ path: `fields.${field}`, code: 'required', message: `is required: ${hint}` })),
    });
  const errors = findListingErrors(content);
  if (errors.length) throw new Refusal('invalid_input', { errors });
};

export const findUnlistableFields = (content: DraftContent): ProfileFieldName[] => {
  const long = findListingErrors(content).map(({ path }) => path);
  return PROFILE_FIELD_NAMES.filter(
    (name) => long.includes(`fields.${name}`) || ('required' in PROFILE_FIELDS[name] && content.fields[name].value === null),
  );
};

const LISTS = ['features', 'usps', 'keywords', 'tags'] as const;
/** The text fields with a listing column of the same name; the year is a number there, the categories are rows. */
const TEXTS = PROFILE_FIELD_NAMES.filter((name) => PROFILE_FIELDS[name].kind === 'text' && name !== 'founded_year');

const extractLinks = (links: SocialLinks): Record<string, string> =>
  Object.fromEntries(Object.entries(links).flatMap(([platform, { value }]) => (value === null ? [] : [[platform, value]])));

const extractStory = ({ story }: DraftContent): Record<string, string | null> | null => {
  const sections = Object.fromEntries(Object.entries(story).map(([section, { value }]) => [section, value]));
  return Object.values(sections).some((text) => text !== null) ? sections : null;
};

const extractEvidence = ({ fields, socials }: DraftContent, read_at: Map<string, string>): Record<string, object[]> => {
  const values = [
    ...Object.entries(fields),
    ...Object.entries(socials.company).map(([platform, link]) => [`socials.${platform}`, link] as const),
  ];
  return Object.fromEntries(
    values.flatMap(([name, { evidence }]) =>
      evidence.length ? [[name, evidence.map(({ quote, url }) => ({ quote, url, read_at: read_at.get(url) ?? null }))]] : [],
    ),
  );
};

/** Fields the website was searched for without result. Empty if the site was never crawled. */
const listFieldsNotFound = ({ fields, original }: DraftRow): string[] =>
  original === null ? [] : PROFILE_FIELD_NAMES.filter((name) => fields[name].state === 'not_found');

/** The listing that a draft produces. Check with requireListable first. */
export const buildListingParts = (draft: DraftRow, read_at: Map<string, string>): ListingParts => {
  const { fields } = draft;
  const year = fields.founded_year.value;
  return {
    columns: {
      website: draft.url,
      ...Object.fromEntries(TEXTS.map((name) => [name, fields[name].value])),
      ...Object.fromEntries(LISTS.map((name) => [name, fields[name].value ?? []])),
      founded_year: year === null ? null : Number(year),
      seo_title: draft.seo.title,
      seo_description: draft.seo.meta,
      faqs: draft.faqs.map(({ question, answer }) => ({ question, answer })),
      socials: extractLinks(draft.socials.company),
      story: extractStory(draft),
      not_found_on_website: listFieldsNotFound(draft),
      evidence: extractEvidence(draft, read_at),
    },
    category: (fields.categories.value as string[])[0]!,
    founders: draft.founders.map(({ name, title, bio }, at) => ({
      name,
      title,
      bio,
      socials: at === 0 ? extractLinks(draft.socials.founder) : {},
    })),
    milestones: draft.milestones.map(({ date, title, description, url }) => ({ date, title, description, url })),
  };
};

/** These columns are merged key by key: parts the draft did not change keep what the listing has. */
const MERGED_COLUMNS = ['story', 'socials', 'evidence'];

type Parts = Record<string, unknown> | null | undefined;

const mergeParts = (saved: Parts, next: Parts, existing: Parts): Parts => {
  const names = [...new Set([...Object.keys(existing ?? {}), ...Object.keys(next ?? {})])];
  const merged = names.map(
    (name) => [name, (isSame(saved?.[name] ?? null, next?.[name] ?? null) ? existing : next)?.[name] ?? null] as const,
  );
  return Object.fromEntries(merged);
};

export const mergeIntoListing = (
  saved: ListingParts | null,
  columns: ListingParts['columns'],
  existing: Record<string, unknown>,
): ListingParts['columns'] => {
  const merged = Object.fromEntries(
    MERGED_COLUMNS.filter((name) => name in columns).map((name) => [
      name,
      mergeParts(saved?.columns[name] as Parts, columns[name] as Parts, existing[name] as Parts),
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

/** The parts that changed since the listing was last saved from this draft, so that the owner's direct edits of the listing are kept. */
export const findChanges = (saved: ListingParts | null, parts: ListingParts): Partial<ListingParts> => {
  if (!saved) return parts;
  const columns = Object.fromEntries(Object.entries(parts.columns).filter(([name, value]) => !isSame(saved.columns[name], value)));
  return {
    ...(Object.keys(columns).length && { columns }),
    ...Object.fromEntries(
      (['category', 'founders', 'milestones'] as const).flatMap((part) => (isSame(saved[part], parts[part]) ? [] : [[part, parts[part]]])),
    ),
  };
};
