import { parse as parseHost } from 'tldts';
import { type InputError, Refusal } from '../../../kernel/errors.ts';
import { msg, t, texts } from '../../../kernel/language/messages.ts';
import { fold } from '../../../kernel/words.ts';
import { normalizeEmail } from '../../accounts/rules.ts';
import type { AttributeDefinition, AttributeValue } from '../../catalog/attributes/kinds.ts';
import { attributeName } from '../../catalog/attributes/names.ts';
import { describeAttributeKind, parseAttributeValue } from '../../catalog/attributes/rules.ts';
import { isShownPicture, normalizeWebsite } from '../addresses.ts';
import type { SOCIAL_PLATFORMS } from '../schema.ts';
import { OwnFields, SOCIAL_FORMS, type UpdateOwnListing } from './schema.ts';

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Region codes in Unicode that are not countries. */
const NON_COUNTRIES = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'];

export const parseCountry = (text: string): string | null => {
  const code = text.toUpperCase();
  return /^[A-Z]{2}$/.test(code) && !NON_COUNTRIES.includes(code) && REGIONS.of(code) ? code : null;
};

const MAX_LINK_LENGTH = 500;

/** The host that an address begins with, without a scheme: a name with a top-level domain that exists, or one reserved for examples. */
const BARE_HOST = /^(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+\.?(?::\d+)?(?=$|[/?#])/u;
const WITH_SCHEME = /^https?:\/\/[^/?#@\\\s]+(?=$|[/?#])/i;

const isKnownHost = (host: string): boolean => {
  const { isIcann, isPrivate, publicSuffix } = parseHost(host, { allowPrivateDomains: true });
  return Boolean(isIcann || isPrivate) || publicSuffix === 'example';
};

/** A web address as stored; null for anything else, such as a handle, a path or a mail address. `any_host` allows any host. */
export const normalizeLink = (text: string, any_host: boolean): string | null => {
  const [host] = WITH_SCHEME.exec(text) ?? BARE_HOST.exec(text) ?? [];
  if (!host || (!WITH_SCHEME.test(text) && !isKnownHost(host))) return null;
  const link = normalizeWebsite(text, any_host);
  return link !== null && link.length <= MAX_LINK_LENGTH ? link : null;
};

/** The address of a logo. Our pages cannot show pictures over http. */
export const normalizeLogo = (text: string, any_host: boolean): string | null => {
  const link = normalizeLink(text, any_host);
  return link !== null && (any_host || isShownPicture(link)) ? link : null;
};

type Platform = (typeof SOCIAL_PLATFORMS)[number];

interface Network {
  /** Hosts of the network, of which subdomains count as well. */
  hosts: RegExp;
  /** What can be sent instead of an address, and the address it stands for; the first group is the name. */
  forms: readonly (readonly [form: RegExp, address: string])[];
}

const HANDLE = '([\\p{L}\\p{N}_.-]{1,60})';
const handle = (source: string): RegExp => new RegExp(`^${source.replace('NAME', HANDLE)}/?$`, 'u');
const at = (address: string) => [handle('@NAME'), address] as const;
/** A name alone, where the network has profiles of one kind only. A name with a dot would be a host. */
const bare = (address: string) => [/^([\p{L}\p{N}_-]{1,60})$/u, address] as const;

const NETWORKS: Partial<Record<Platform, Network>> = {
  linkedin: {
    hosts: /(^|\.)(linkedin\.com|lnkd\.in)$/,
    forms: [
      [handle('company/NAME'), 'https://www.linkedin.com/company/'],
      [handle('in/NAME'), 'https://www.linkedin.com/in/'],
    ],
  },
  x: { hosts: /(^|\.)(x|twitter)\.com$/, forms: [at('https://x.com/'), bare('https://x.com/')] },
  facebook: {
    hosts: /(^|\.)(facebook\.com|fb\.com|fb\.me)$/,
    forms: [at('https://www.facebook.com/'), bare('https://www.facebook.com/')],
  },
  instagram: {
    hosts: /(^|\.)(instagram\.com|instagr\.am)$/,
    forms: [at('https://www.instagram.com/'), bare('https://www.instagram.com/')],
  },
  tiktok: { hosts: /(^|\.)tiktok\.com$/, forms: [at('https://www.tiktok.com/@'), bare('https://www.tiktok.com/@')] },
  youtube: { hosts: /(^|\.)(youtube\.com|youtu\.be)$/, forms: [at('https://www.youtube.com/@'), bare('https://www.youtube.com/@')] },
  threads: { hosts: /(^|\.)threads\.(net|com)$/, forms: [at('https://www.threads.net/@'), bare('https://www.threads.net/@')] },
  pinterest: {
    hosts: /(^|\.)pinterest\.(com|[a-z]{2}|com?\.[a-z]{2})$/,
    forms: [at('https://www.pinterest.com/'), bare('https://www.pinterest.com/')],
  },
  github: { hosts: /(^|\.)github\.com$/, forms: [at('https://github.com/'), bare('https://github.com/')] },
  reddit: {
    hosts: /(^|\.)(reddit\.com|redd\.it)$/,
    forms: [
      [handle('/?r/NAME'), 'https://www.reddit.com/r/'],
      [handle('/?(?:u|user)/NAME'), 'https://www.reddit.com/user/'],
      at('https://www.reddit.com/user/'),
    ],
  },
  producthunt: { hosts: /(^|\.)producthunt\.com$/, forms: [at('https://www.producthunt.com/@')] },
  medium: { hosts: /(^|\.)medium\.com$/, forms: [at('https://medium.com/@')] },
};

/** The link of a network's field as stored; null if it does not lead to the network. `website` and `custom` take any address. */
export const normalizeSocialLink = (platform: Platform, text: string, any_host: boolean): string | null => {
  const network = NETWORKS[platform];
  if (!network) return normalizeLink(text, any_host);
  for (const [form, address] of network.forms) {
    const name = form.exec(text)?.[1];
    if (name) return address + name;
  }
  const link = normalizeLink(text, any_host);
  return link !== null && network.hosts.test(new URL(link).hostname) ? link : null;
};

/** What is wrong with a value that does not have the form of its field. */
export const FORMAT_ERRORS = texts({
  country: msg('must be a two-letter country code, such as DE'),
  email: msg('must be an email address such as hello@acme.example'),
  link: msg('must be a web address such as https://acme.example/demo, of at most 500 characters'),
  logo: msg(
    'must begin with https://, such as https://acme.example/logo.png, and have at most 500 characters. We can’t show pictures from http:// addresses: upload the file instead',
  ),
});
export const socialMessage = (platform: Platform): string => t('must be {form}', { form: SOCIAL_FORMS[platform] });

export const wrongForm = (path: string, message: string, actual: unknown): InputError => ({
  path,
  code: 'wrong_form',
  message,
  actual: typeof actual === 'string' ? actual.slice(0, 100) : actual,
});

/** An empty text or list is no value, and removes none. */
export const isEmpty = (value: unknown): boolean => (typeof value === 'string' || Array.isArray(value)) && value.length === 0;
export const emptyError = (path: string): InputError => ({
  path,
  code: 'empty',
  message: t('may not be empty; name it in remove_fields to remove it'),
});

/** Without properties that are null or undefined: in a request they leave a value as it is. */
export const withoutBlanks = <T extends object>(values: T | null | undefined): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

/** Errors of remove_fields: names that cannot be removed, and values that are set in the same request. */
export const findRemovalErrors = (names: string[], isKnown: (name: string) => boolean, known: string, set: readonly string[]) =>
  names.flatMap((name, i): InputError[] => {
    const path = `remove_fields[${i}]`;
    if (!isKnown(name)) return [{ path, code: 'not_allowed', message: `must be ${known}`, actual: name }];
    return set.includes(name)
      ? [{ path, code: 'conflict', message: 'is also set in this request; send one of the two', actual: name }]
      : [];
  });

interface Category {
  slug: string;
  name: string;
}

/** Resolves categories by name or slug to the site's own. */
export const matchCategories = <C extends Category>(typed: readonly string[], categories: readonly C[], errors: InputError[]): C[] => {
  const known = new Map(categories.toReversed().flatMap((one) => [[one.slug, one] as const, [fold(one.name), one] as const]));
  const found = typed.flatMap((text, i) => {
    const category = known.get(fold(text)) ?? known.get(text);
    if (!category) errors.push(wrongForm(`fields.categories[${i}]`, t('is not a category of this site; list_categories shows them'), text));
    return category ?? [];
  });
  return [...new Set(found)];
};

/** Reads values of attributes that were sent by key. Null leaves a value as it is. An error for an unknown key names the known ones. */
export const readAttributes = (
  sent: Record<string, unknown> | null | undefined,
  definitions: AttributeDefinition[],
  errors: InputError[],
): Record<string, AttributeValue> => {
  const keys = definitions.map(({ key }) => key).join(', ');
  const values = Object.entries(withoutBlanks(sent)).flatMap(([key, input]): [string, AttributeValue][] => {
    const path = attributeName(key);
    const definition = definitions.find((one) => one.key === key);
    const value = definition ? parseAttributeValue(definition, input) : null;
    if (!definition) errors.push({ path, code: 'unknown_attribute', message: `is not an attribute of its categories; those are ${keys}` });
    else if (isEmpty(input)) errors.push(emptyError(path));
    else if (value === null) errors.push(wrongForm(path, t('must be {form}', { form: describeAttributeKind(definition) }), input));
    return value === null ? [] : [[key, value]];
  });
  return Object.fromEntries(values);
};

interface FieldFormat {
  parse(text: string, any_host: boolean): string | null;
  message(): string;
}

const FIELD_FORMATS: Record<string, FieldFormat> = {
  country: { parse: parseCountry, message: () => FORMAT_ERRORS.country },
  contact_email: { parse: normalizeEmail, message: () => FORMAT_ERRORS.email },
  demo_video_url: { parse: normalizeLink, message: () => FORMAT_ERRORS.link },
  logo_url: { parse: normalizeLogo, message: () => FORMAT_ERRORS.logo },
};

export type ListingColumns = Record<string, unknown>;

const LISTS = ['features', 'usps', 'keywords', 'tags'];
const REQUIRED = ['name', 'tagline', 'description'];
const REMOVABLE = Object.keys(OwnFields.properties).filter((name) => name !== 'categories');
const SOCIAL = /^socials\.(\w+)$/;
const isRemovable = (name: string): boolean => REMOVABLE.includes(name) || Object.hasOwn(SOCIAL_FORMS, SOCIAL.exec(name)?.[1] ?? '');

/** Values a listing had and may not lose: whoever reads it needs them. */
export const findLostValues = (before: ListingColumns, after: ListingColumns, path: (name: string) => string): InputError[] =>
  REQUIRED.filter((name) => name in after && before[name] && !after[name]).map((name) => ({
    path: path(name),
    code: 'required',
    message: t('can’t be removed from a listing; change it instead'),
  }));

/** What an edit of a listing can change. */
export type FieldEdits = Pick<UpdateOwnListing, 'fields' | 'remove_fields' | 'socials' | 'faqs' | 'attributes'>;

/** The edits of a request as columns of the listing, without its categories. `attributes` are those it can have. */
export const parseOwnFields = (
  { fields, remove_fields, socials, faqs, ...edit }: FieldEdits,
  current: ListingColumns,
  attributes: AttributeDefinition[],
  any_host: boolean,
  errors: InputError[],
): ListingColumns => {
  const { categories, ...sent } = withoutBlanks(fields);
  const removed = remove_fields ?? [];
  const links = withoutBlanks(socials);
  const known_attributes = attributes.map(({ key }) => attributeName(key));
  const set = [
    ...Object.keys(sent),
    ...Object.keys(links).map((platform) => `socials.${platform}`),
    ...Object.keys(withoutBlanks(edit.attributes)).map(attributeName),
  ];
  const isKnown = (name: string): boolean => isRemovable(name) || known_attributes.includes(name);
  errors.push(
    ...findRemovalErrors(removed, isKnown, 'the name of a field other than categories, socials.<network>, or attributes.<key>', set),
  );
  const parseText = (path: string, message: string, value: string, parsed: string | null): string | null => {
    if (value === '') errors.push(emptyError(path));
    else if (parsed === null) errors.push(wrongForm(path, message, value));
    return parsed;
  };
  const parseField = ([name, value]: [string, unknown]): unknown => {
    const format = FIELD_FORMATS[name];
    if (typeof value === 'string' && format)
      return parseText(`fields.${name}`, format.message(), value, value && format.parse(value, any_host));
    if (isEmpty(value)) errors.push(emptyError(`fields.${name}`));
    return Array.isArray(value) ? [...new Set(value)] : value;
  };
  if (categories && isEmpty(categories)) errors.push(emptyError('fields.categories'));
  const columns: ListingColumns = {
    ...Object.fromEntries(Object.entries(sent).map((entry) => [entry[0], parseField(entry)])),
    ...Object.fromEntries(removed.filter((name) => REMOVABLE.includes(name)).map((name) => [name, LISTS.includes(name) ? [] : null])),
    ...Object.fromEntries(
      Object.entries(readAttributes(edit.attributes, attributes, errors)).map(([key, value]) => [attributeName(key), value]),
    ),
    ...Object.fromEntries(removed.filter((name) => known_attributes.includes(name)).map((name) => [name, null])),
    ...(faqs && { faqs }),
  };
  const before = (current.socials ?? {}) as Record<string, string>;
  const parsed_links = Object.entries(links).map(([platform, text]) => {
    const path = `socials.${platform}`;
    // What the listing already has may be sent back.
    const link = before[platform] === text ? text : text && normalizeSocialLink(platform as Platform, text, any_host);
    return [platform, parseText(path, socialMessage(platform as Platform), text, link)] as const;
  });
  const removed_links = removed.flatMap((name) => SOCIAL.exec(name)?.[1] ?? []);
  const replaces = socials && (Object.keys(links).length > 0 || Object.keys(socials).length === 0);
  const kept = Object.entries(before).filter(([platform]) => !replaces || (socials as Record<string, unknown>)[platform] === null);
  if (replaces || removed_links.length > 0)
    columns.socials = Object.fromEntries([...kept, ...parsed_links].filter(([platform]) => !removed_links.includes(platform)));
  return columns;
};

/** Refuses with every error of a request. Values that a listing may not lose have a code of their own. */
export const refuseIfAny = (errors: InputError[], lost: InputError[] = []): void => {
  const all = [...errors, ...lost];
  if (all.length) throw new Refusal(errors.length ? 'invalid_input' : 'required_value', { errors: all });
};

/** Columns that `apply_to` copies to the same company's listings on other sites. */
const SHARED_COLUMNS = ['headline', 'summary', 'seo_title', 'seo_description'];

export const pickSharedColumns = (columns: ListingColumns): ListingColumns =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => SHARED_COLUMNS.includes(name)));
