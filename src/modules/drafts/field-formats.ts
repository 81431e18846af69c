import type { InputError } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { normalizeEmail } from '../accounts/rules.ts';
import { attributeName } from '../catalog/attributes/names.ts';
import { type CategoryOption, PROFILE_FIELD_NAMES, type ProfileFieldName, type SocialPlatform } from '../extraction/proposal.ts';
import {
  emptyError,
  FORMAT_ERRORS,
  findRemovalErrors,
  isEmpty,
  matchCategories,
  normalizeLink,
  normalizeLogo,
  normalizeSocialLink,
  parseCountry,
  socialMessage,
  withoutBlanks,
  wrongForm,
} from '../listings/owner/fields.ts';
import { SOCIAL_PLATFORMS, STORY_SECTIONS } from '../listings/schema.ts';
import type { SocialLinks, ValueName } from './content.ts';
import type { UpdateDraft } from './schema.ts';

const parseYear = (typed: string): string | null =>
  /^\d{4}$/.test(typed) && Number(typed) >= 1800 && Number(typed) <= 2100 ? typed : null;

interface FieldFormat {
  /** `any_host` also accepts addresses that are not on the public web. */
  read(typed: string, any_host: boolean): string | null;
  message(): string;
}

const FIELD_FORMATS: Partial<Record<ProfileFieldName, FieldFormat>> = {
  country: { read: parseCountry, message: () => FORMAT_ERRORS.country },
  founded_year: { read: parseYear, message: () => t('must be a year from 1800 to 2100') },
  contact_email: { read: normalizeEmail, message: () => FORMAT_ERRORS.email },
  demo_video_url: { read: normalizeLink, message: () => FORMAT_ERRORS.link },
  logo_url: { read: normalizeLogo, message: () => FORMAT_ERRORS.logo },
};

export const formatErrors = (name: ProfileFieldName, value: unknown, any_host = true): InputError[] => {
  const form = FIELD_FORMATS[name];
  return form && typeof value === 'string' && form.read(value, any_host) === null
    ? [wrongForm(`fields.${name}`, form.message(), value)]
    : [];
};

type FieldInput = Partial<Record<ProfileFieldName, string | string[]>>;

/** Parses typed values and collects what is wrong with them. */
export const readFieldValues = (typed: FieldInput, categories: CategoryOption[], any_host: boolean, errors: InputError[]): FieldInput => {
  const read = (name: ProfileFieldName, value: string | string[]): string | string[] => {
    if (isEmpty(value)) errors.push(emptyError(`fields.${name}`));
    if (isEmpty(value)) return value;
    if (name === 'categories') return matchCategories(value as string[], categories, errors).map((one) => one.name);
    if (Array.isArray(value)) return [...new Set(value)];
    errors.push(...formatErrors(name, value, any_host));
    return FIELD_FORMATS[name]?.read(value, any_host) ?? value;
  };
  return Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, read(name as ProfileFieldName, value)]));
};

type Links = Partial<Record<SocialPlatform, string | null>>;

/** Parses typed links and collects what is wrong with them. What the draft already has may be sent back. */
export const readSocialLinks = (
  path: string,
  typed: Links | null | undefined,
  current: SocialLinks,
  any_host: boolean,
  errors: InputError[],
) =>
  Object.fromEntries(
    Object.entries(withoutBlanks(typed)).map(([platform, text]) => {
      const name = platform as SocialPlatform;
      if (text === current[name]?.value) return [name, text];
      const link = text && normalizeSocialLink(name, text, any_host);
      if (!text) errors.push(emptyError(`${path}.${name}`));
      else if (!link) errors.push(wrongForm(`${path}.${name}`, socialMessage(name), text));
      return [name, link];
    }),
  ) as Partial<Record<SocialPlatform, string>>;

/** Texts that are sent, with an error for each that is empty. */
export const readTexts = <T extends object>(path: string, typed: T | null | undefined, errors: InputError[]) => {
  const texts = withoutBlanks(typed);
  for (const [name, text] of Object.entries(texts)) if (isEmpty(text)) errors.push(emptyError(`${path}.${name}`));
  return texts;
};

/** The groups whose parts can be removed one by one. */
const GROUPS: Record<string, readonly string[]> = {
  fields: PROFILE_FIELD_NAMES,
  story: STORY_SECTIONS,
  seo: ['title', 'meta'],
  company_socials: SOCIAL_PLATFORMS,
  founder_socials: SOCIAL_PLATFORMS,
};
type Group = 'fields' | 'story' | 'seo' | 'company_socials' | 'founder_socials' | 'attributes';

/** Fields are named without their group. */
const splitName = (name: string): [group: string, part: string] =>
  name.includes('.') ? (name.split('.', 2) as [string, string]) : ['fields', name];

/** Reads remove_fields: for each group the parts to remove. `attributes` are the keys that the draft has. */
export const readRemovals = (input: UpdateDraft, attributes: string[], errors: InputError[]): Record<Group, Record<string, null>> => {
  const names = input.remove_fields ?? [];
  const groups: Record<string, readonly string[]> = { ...GROUPS, attributes };
  const set = Object.keys(groups).flatMap((group) =>
    Object.keys(withoutBlanks(input[group as Group])).map((part) => (group === 'fields' ? part : `${group}.${part}`)),
  );
  const isKnown = (name: string): boolean => {
    const [group, part] = splitName(name);
    return Object.hasOwn(groups, group) && groups[group]!.includes(part);
  };
  const forms =
    'the name of a field, story.<section>, seo.title, seo.meta, company_socials.<network>, founder_socials.<network> or attributes.<key>';
  errors.push(...findRemovalErrors(names, isKnown, forms, set));
  const partsOf = (group: string) => Object.fromEntries(names.map(splitName).flatMap(([of, part]) => (of === group ? [[part, null]] : [])));
  return Object.fromEntries(Object.keys(groups).map((group) => [group, partsOf(group)])) as Record<Group, Record<string, null>>;
};

/** Reads names of values that are locked, restored or redrafted. */
export const readValueNames = (
  path: 'lock_fields' | 'regenerate' | 'restore',
  names: string[] | null | undefined,
  attributes: string[],
  errors: InputError[],
): ValueName[] => {
  const known = [...PROFILE_FIELD_NAMES, ...attributes.map(attributeName)];
  for (const [i, name] of (names ?? []).entries())
    if (!known.includes(name))
      errors.push({
        path: `${path}[${i}]`,
        code: 'not_allowed',
        message: `must be one of ${known.join(', ')}`,
        limit: known,
        actual: name,
      });
  return (names ?? []) as ValueName[];
};
