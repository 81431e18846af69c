import { type InputError, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import {
  PROFILE_FIELD_NAMES,
  PROFILE_FIELDS,
  type ProfileFieldName,
  type ProposedValue,
  type SocialPlatform,
} from '../../extraction/proposal.ts';
import { refuseIfAny } from '../../listings/owner/fields.ts';
import type { PublishedProfile } from '../../listings/queries.ts';
import { applyMove, blankValue, type DraftContent, type FieldValue, type ListingParts, type SocialLinks } from '../content.ts';
import { isSame, normalizeFaq, normalizeMilestone, replaceList, withoutBlankLinks } from '../edits.ts';
import type { DraftRow } from '../queries.ts';
import { findListingErrors, findMissingParts, findUnstatedFacts } from '../rules.ts';

/** Refuses what cannot become a listing, with everything that is wrong. */
export const requireListable = (content: DraftContent): void => {
  const errors = findListingErrors(content);
  const wrong = errors.map(({ path }) => path);
  const blank = findMissingParts(content).filter(({ field, required }) => required && !wrong.some((path) => path.endsWith(field)));
  if (blank.length)
    throw new Refusal('draft_incomplete', {
      errors: [
        ...blank.map(({ field, hint }) => ({ path: `fields.${field}`, code: 'required', message: t('is required: {hint}', { hint }) })),
        ...errors,
      ],
    });
  refuseIfAny(errors);
};

const isRequired = (name: ProfileFieldName): boolean => 'required' in PROFILE_FIELDS[name];

/** Refuses an edit by which a listing would lose a value it needs, or get one it cannot take. */
export const requireStillListable = (before: DraftContent, after: DraftContent): void => {
  const known = findListingErrors(before).map(({ path }) => path);
  const lost = PROFILE_FIELD_NAMES.filter(
    (name) => isRequired(name) && before.fields[name].value !== null && after.fields[name].value === null,
  ).map(
    (name): InputError => ({ path: `fields.${name}`, code: 'required', message: t('can’t be removed from a listing; change it instead') }),
  );
  refuseIfAny(
    findListingErrors(after).filter(({ path }) => !known.includes(path)),
    lost,
  );
};

export const findUnlistableFields = (content: DraftContent): ProfileFieldName[] => {
  const long = findListingErrors(content).map(({ path }) => path);
  return PROFILE_FIELD_NAMES.filter((name) => long.includes(`fields.${name}`) || (isRequired(name) && content.fields[name].value === null));
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

/** A value with its quotes is the website's; any other is the owner's own. */
const extractAttributes = ({ attributes }: DraftContent, read_at: Map<string, string>): ListingParts['attributes'] =>
  Object.fromEntries(
    Object.entries(attributes).map(([key, stated]) => {
      if (!stated || stated.value === null) return [key, null];
      const evidence = stated.evidence.map(({ quote, url }) => ({ quote, url, read_at: read_at.get(url) ?? null }));
      return [key, { value: stated.value, evidence, stated_by: evidence.length > 0 ? 'website' : 'owner' }];
    }),
  );

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
      not_found_on_website: findUnstatedFacts(draft.original),
      evidence: extractEvidence(draft, read_at),
    },
    category: (fields.categories.value as string[] | null)?.[0] ?? null,
    founders: draft.founders.map(({ name, title, bio }, at) => ({
      name,
      title,
      bio,
      socials: at === 0 ? extractLinks(draft.socials.founder) : {},
    })),
    milestones: draft.milestones.map(({ date, title, description, url }) => ({ date, title, description, url })),
    attributes: extractAttributes(draft, read_at),
  };
};

/** A value as the listing shows it: with the draft's state and evidence where it is the same, otherwise as typed by the owner. */
const showValue = <V>(current: FieldValue<V>, original: ProposedValue<V> | undefined, value: V | null): FieldValue<V> => {
  if (isSame(current.value, value)) return current;
  if (value === null) return applyMove(current, original, 'remove');
  const is_original = current.state !== 'override' && isSame(original?.value, value);
  return applyMove(current, original, is_original ? 'restore' : 'type', value);
};

const fieldOf = ({ values, categories }: PublishedProfile, name: ProfileFieldName, drafted: string[]): string | string[] | null => {
  // The listing has one category and those that were bought; the draft keeps the others that were chosen.
  if (name === 'categories') return categories.length ? [...new Set([...categories, ...drafted])] : null;
  const value = values[name] ?? null;
  if (name === 'founded_year') return value === null ? null : String(value);
  return Array.isArray(value) && value.length === 0 ? null : (value as string | string[] | null);
};

/** The content of a submitted draft: what its listing shows, whichever way it was written. Founders are written by the draft only. */
export const showListing = (draft: DraftRow, listing: PublishedProfile): DraftContent => {
  const { original, fields, story, socials } = draft;
  const { values } = listing;
  const drafted = (fields.categories.value ?? []) as string[];
  const links = (values.socials ?? {}) as Partial<Record<SocialPlatform, string>>;
  const platforms = [...new Set([...Object.keys(socials.company), ...Object.keys(links)])] as SocialPlatform[];
  const sections = (values.story ?? {}) as Record<string, string | null>;
  return {
    fields: Object.fromEntries(
      PROFILE_FIELD_NAMES.map((name) => [name, showValue(fields[name], original?.fields[name], fieldOf(listing, name, drafted))]),
    ) as DraftContent['fields'],
    faqs: replaceList(
      draft.faqs,
      original?.faqs ?? [],
      (values.faqs as DraftContent['faqs']).map(normalizeFaq),
      ({ question }) => question,
    ),
    founders: draft.founders,
    socials: {
      company: withoutBlankLinks(
        Object.fromEntries(
          platforms.map((name) => [
            name,
            showValue(socials.company[name] ?? blankValue(), original?.company_socials[name], links[name] ?? null),
          ]),
        ),
      ),
      founder: socials.founder,
    },
    story: Object.fromEntries(
      Object.entries(story).map(([name, one]) => [
        name,
        showValue(one, original?.story[name as keyof typeof story], sections[name] ?? null),
      ]),
    ) as DraftContent['story'],
    milestones: replaceList(
      draft.milestones,
      original?.milestones ?? [],
      listing.milestones.map(normalizeMilestone),
      ({ date, title }) => `${date} ${title}`,
    ),
    seo: { title: (values.seo_title ?? null) as string | null, meta: (values.seo_description ?? null) as string | null },
    attributes: {
      ...draft.attributes,
      ...Object.fromEntries(
        Object.entries(listing.attributes).flatMap(([key, stated]) => {
          const current = draft.attributes[key];
          // Proposals from before attributes were read have none.
          const found = original?.attributes?.[key];
          return current || stated ? [[key, showValue(current ?? blankValue(), found, stated?.value ?? null)]] : [];
        }),
      ),
    },
  };
};

const pickChanged = <V>(before: Record<string, V>, after: Record<string, V>): Record<string, V> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => !isSame(before[name] ?? null, value)));

/** The parts that an edit of the draft changes. In another category the listing can state other attributes. */
export const findChanges = (before: ListingParts, after: ListingParts): Partial<ListingParts> => {
  const columns = pickChanged(before.columns, after.columns);
  const attributes = before.category === after.category ? pickChanged(before.attributes, after.attributes) : after.attributes;
  return {
    ...(Object.keys(columns).length && { columns }),
    ...(Object.keys(attributes).length && { attributes }),
    ...Object.fromEntries(
      (['category', 'founders', 'milestones'] as const).flatMap((part) => (isSame(before[part], after[part]) ? [] : [[part, after[part]]])),
    ),
  };
};
