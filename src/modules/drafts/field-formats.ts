import { type InputError, Refusal } from '../../kernel/errors.ts';
import { fold } from '../../kernel/words.ts';
import { normalizeEmail } from '../accounts/rules.ts';
import type { CategoryOption, ProfileFieldName } from '../extraction/proposal.ts';
import { COUNTRY_MESSAGE, EMAIL_MESSAGE, LINK_MESSAGE, normalizeLink, parseCountry } from '../listings/owner/fields.ts';

const parseYear = (typed: string): string | null =>
  /^\d{4}$/.test(typed) && Number(typed) >= 1800 && Number(typed) <= 2100 ? typed : null;

interface FieldFormat {
  /** `any_host` also accepts addresses that are not on the public web. */
  read(typed: string, any_host: boolean): string | null;
  message: string;
}

const LINK_FORMAT: FieldFormat = { read: normalizeLink, message: LINK_MESSAGE };

const FIELD_FORMATS: Partial<Record<ProfileFieldName, FieldFormat>> = {
  country: { read: parseCountry, message: COUNTRY_MESSAGE },
  founded_year: { read: parseYear, message: 'must be a year from 1800 to 2100' },
  contact_email: { read: normalizeEmail, message: EMAIL_MESSAGE },
  demo_video_url: LINK_FORMAT,
  logo_url: LINK_FORMAT,
};

export const formatError = (path: string, message: string, actual: unknown): InputError => ({
  path,
  code: 'wrong_form',
  message,
  actual: typeof actual === 'string' ? actual.slice(0, 100) : actual,
});

export const formatErrors = (name: ProfileFieldName, value: unknown, any_host = true): InputError[] => {
  const form = FIELD_FORMATS[name];
  return form && typeof value === 'string' && form.read(value, any_host) === null
    ? [formatError(`fields.${name}`, form.message, value)]
    : [];
};

/** Resolves categories by name or slug to the site's category names. */
const matchCategories = (typed: string[], categories: CategoryOption[], errors: InputError[]): string[] => {
  const known = new Map(categories.toReversed().flatMap(({ slug, name }) => [[slug, name] as const, [fold(name), name] as const]));
  const names = typed.map((one, at) => {
    const name = known.get(fold(one)) ?? known.get(one);
    if (!name) errors.push(formatError(`fields.categories[${at}]`, 'is not a category of this site; list_categories shows them', one));
    return name ?? one;
  });
  return [...new Set(names)];
};

type FieldInput = Partial<Record<ProfileFieldName, string | string[] | null>>;

/** Parses typed values; empty ones become null. Refuses invalid values, listing every error. */
export const readFieldValues = (typed: FieldInput, categories: CategoryOption[], any_host: boolean): FieldInput => {
  const errors: InputError[] = [];
  const read = (name: ProfileFieldName, value: string | string[] | null): string | string[] | null => {
    if (value === null || value.length === 0) return null;
    if (name === 'categories') return matchCategories(value as string[], categories, errors);
    if (Array.isArray(value)) return [...new Set(value)];
    errors.push(...formatErrors(name, value, any_host));
    return FIELD_FORMATS[name]?.read(value, any_host) ?? value;
  };
  const values = Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, read(name as ProfileFieldName, value ?? null)]));
  if (errors.length) throw new Refusal('invalid_input', { errors });
  return values;
};

/** Parses typed links; an empty one removes the link. */
export const readSocialLinks = <K extends string>(
  path: string,
  typed: Partial<Record<K, string>>,
  any_host: boolean,
): Partial<Record<K, string | null>> => {
  const errors: InputError[] = [];
  const links = Object.entries<string | undefined>(typed).map(([platform, text]) => {
    const link = text ? normalizeLink(text, any_host) : null;
    if (text && !link) errors.push(formatError(`${path}.${platform}`, LINK_MESSAGE, text));
    return [platform, link];
  });
  if (errors.length) throw new Refusal('invalid_input', { errors });
  return Object.fromEntries(links) as Partial<Record<K, string | null>>;
};
