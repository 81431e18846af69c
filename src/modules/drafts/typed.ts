import { type InputError, Refusal } from '../../kernel/errors.ts';
import { fold } from '../../kernel/words.ts';
import { mailAddress } from '../accounts/rules.ts';
import { COUNTRY_SAYS, countryOf, LINK_SAYS, linkOf, MAIL_SAYS } from '../listings/forms.ts';
import type { DraftFieldName } from './fields.ts';
import type { CategoryName } from './proposal.ts';

const yearOf = (typed: string): string | null => (/^\d{4}$/.test(typed) && Number(typed) >= 1800 && Number(typed) <= 2100 ? typed : null);

interface Form {
  /** `any_host` lets addresses pass that are not on the public web. */
  read(typed: string, any_host: boolean): string | null;
  message: string;
}

const LINK: Form = { read: linkOf, message: LINK_SAYS };

/** Fields in which not any text will do. */
const FORMS: Partial<Record<DraftFieldName, Form>> = {
  country: { read: countryOf, message: COUNTRY_SAYS },
  founded_year: { read: yearOf, message: 'must be a year from 1800 to 2100' },
  contact_email: { read: mailAddress, message: MAIL_SAYS },
  demo_video_url: LINK,
  logo_url: LINK,
};

const wrong = (path: string, message: string, actual: unknown): InputError => ({
  path,
  code: 'wrong_form',
  message,
  actual: typeof actual === 'string' ? actual.slice(0, 100) : actual,
});

/** Whether a value could stand in its field, in the words of a refusal. */
export const formFaults = (name: DraftFieldName, value: unknown, any_host = true): InputError[] => {
  const form = FORMS[name];
  return form && typeof value === 'string' && form.read(value, any_host) === null ? [wrong(`fields.${name}`, form.message, value)] : [];
};

/** Categories by name or slug, however they are written, as the site writes them. */
const categoriesOf = (typed: string[], categories: CategoryName[], errors: InputError[]): string[] => {
  const known = new Map(categories.toReversed().flatMap(({ slug, name }) => [[slug, name] as const, [fold(name), name] as const]));
  const names = typed.map((one, at) => {
    const name = known.get(fold(one)) ?? known.get(one);
    if (!name) errors.push(wrong(`fields.categories[${at}]`, 'is not a category of this site; list_categories shows them', one));
    return name ?? one;
  });
  return [...new Set(names)];
};

type Typed = Partial<Record<DraftFieldName, string | string[] | null>>;

/** Typed values as they are kept: an empty one is none. Refuses what cannot stand, naming each. */
export const readTyped = (typed: Typed, categories: CategoryName[], any_host: boolean): Typed => {
  const errors: InputError[] = [];
  const read = (name: DraftFieldName, value: string | string[] | null): string | string[] | null => {
    if (value === null || value.length === 0) return null;
    if (name === 'categories') return categoriesOf(value as string[], categories, errors);
    if (Array.isArray(value)) return [...new Set(value)];
    errors.push(...formFaults(name, value, any_host));
    return FORMS[name]?.read(value, any_host) ?? value;
  };
  const kept = Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, read(name as DraftFieldName, value ?? null)]));
  if (errors.length) throw new Refusal('invalid_input', { errors });
  return kept;
};

/** Typed links as they are kept; an empty one takes the link away. */
export const readLinks = <K extends string>(
  path: string,
  typed: Partial<Record<K, string>>,
  any_host: boolean,
): Partial<Record<K, string | null>> => {
  const entries = Object.entries<string | undefined>(typed).map(([platform, text]) => ({
    platform,
    text: text ?? '',
    link: text ? linkOf(text, any_host) : null,
  }));
  const errors = entries.flatMap(({ platform, text, link }) => (text && !link ? [wrong(`${path}.${platform}`, LINK.message, text)] : []));
  if (errors.length) throw new Refusal('invalid_input', { errors });
  return Object.fromEntries(entries.map(({ platform, link }) => [platform, link])) as Partial<Record<K, string | null>>;
};
