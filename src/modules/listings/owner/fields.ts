import { type InputError, Refusal } from '../../../kernel/errors.ts';
import { normalizeEmail } from '../../accounts/rules.ts';
import { normalizeWebsite } from '../addresses.ts';
import type { UpdateOwnListing } from './schema.ts';

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Region codes in Unicode that are not countries. */
const NON_COUNTRIES = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'];

export const parseCountry = (text: string): string | null => {
  const code = text.toUpperCase();
  return /^[A-Z]{2}$/.test(code) && !NON_COUNTRIES.includes(code) && REGIONS.of(code) ? code : null;
};

const MAX_LINK_LENGTH = 500;

/** A web address as stored; null if it is not valid. */
export const normalizeLink = (text: string, any_host: boolean): string | null => {
  const link = normalizeWebsite(text, any_host);
  return link !== null && link.length <= MAX_LINK_LENGTH ? link : null;
};

export const COUNTRY_MESSAGE = 'must be the two letters of a country, such as DE';
export const EMAIL_MESSAGE = 'must be a mail address such as hello@acme.example';
export const LINK_MESSAGE = 'must be a web address such as https://acme.example/demo, of at most 500 characters';

interface FieldFormat {
  parse(text: string, any_host: boolean): string | null;
  message: string;
}

const FIELD_FORMATS: Record<string, FieldFormat> = {
  country: { parse: parseCountry, message: COUNTRY_MESSAGE },
  contact_email: { parse: normalizeEmail, message: EMAIL_MESSAGE },
  demo_video_url: { parse: normalizeLink, message: LINK_MESSAGE },
};

const wrongFormat = (path: string, message: string, actual: string): InputError => ({
  path,
  code: 'wrong_form',
  message,
  actual: actual.slice(0, 100),
});

export type ListingColumns = Record<string, unknown>;

/** Converts an edit to listing columns: empty text becomes null, lists are replaced. Refuses with an error for each invalid value. */
export const parseOwnFields = ({ fields = {}, socials, faqs }: Omit<UpdateOwnListing, 'listing_id'>, any_host: boolean): ListingColumns => {
  const errors: InputError[] = [];
  const parseField = (path: string, format: FieldFormat | undefined, value: unknown): unknown => {
    if (value === '') return null;
    if (!format || typeof value !== 'string') return Array.isArray(value) ? [...new Set(value)] : value;
    const parsed = format.parse(value, any_host);
    if (parsed === null) errors.push(wrongFormat(path, format.message, value));
    return parsed;
  };
  const columns: ListingColumns = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, parseField(`fields.${name}`, FIELD_FORMATS[name], value)]),
  );
  if (socials)
    columns.socials = Object.fromEntries(
      Object.entries(socials).flatMap(([platform, text]) => {
        const link = parseField(`socials.${platform}`, FIELD_FORMATS.demo_video_url, text);
        return link === null ? [] : [[platform, link]];
      }),
    );
  if (faqs) columns.faqs = faqs;
  if (errors.length) throw new Refusal('invalid_input', { errors });
  return columns;
};

/** Columns that `apply_to` copies to the same company's listings on other sites. */
const SHARED_COLUMNS = ['headline', 'summary', 'seo_title', 'seo_description'];

export const pickSharedColumns = (columns: ListingColumns): ListingColumns =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => SHARED_COLUMNS.includes(name)));
