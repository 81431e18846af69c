import { type InputError, Refusal } from '../../kernel/errors.ts';
import { mailAddress } from '../accounts/rules.ts';
import { COUNTRY_SAYS, countryOf, LINK_SAYS, linkOf, MAIL_SAYS } from './forms.ts';
import type { UpdateOwnListing } from './own-schema.ts';

interface Form {
  read(typed: string, any_host: boolean): string | null;
  message: string;
}

/** Fields in which not any text will do. */
const FORMS: Record<string, Form> = {
  country: { read: countryOf, message: COUNTRY_SAYS },
  contact_email: { read: mailAddress, message: MAIL_SAYS },
  demo_video_url: { read: linkOf, message: LINK_SAYS },
};

const wrong = (path: string, message: string, actual: string): InputError => ({
  path,
  code: 'wrong_form',
  message,
  actual: actual.slice(0, 100),
});

export type Columns = Record<string, unknown>;

/** What was sent as a listing's columns: empty text is none, lists are replaced. Refuses what cannot stand, naming each. */
export const columnsIn = ({ fields = {}, socials, faqs }: Omit<UpdateOwnListing, 'listing_id'>, any_host: boolean): Columns => {
  const errors: InputError[] = [];
  const read = (path: string, form: Form | undefined, value: unknown): unknown => {
    if (value === '') return null;
    if (!form || typeof value !== 'string') return Array.isArray(value) ? [...new Set(value)] : value;
    const kept = form.read(value, any_host);
    if (kept === null) errors.push(wrong(path, form.message, value));
    return kept;
  };
  const columns: Columns = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, read(`fields.${name}`, FORMS[name], value)]),
  );
  if (socials)
    columns.socials = Object.fromEntries(
      Object.entries(socials).flatMap(([platform, typed]) => {
        const link = read(`socials.${platform}`, FORMS.demo_video_url, typed);
        return link === null ? [] : [[platform, link]];
      }),
    );
  if (faqs) columns.faqs = faqs;
  if (errors.length) throw new Refusal('invalid_input', { errors });
  return columns;
};

/** What travels to the same company's listings elsewhere. */
const TRAVELLING = ['headline', 'summary', 'seo_title', 'seo_description'];

export const travellingIn = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => TRAVELLING.includes(name)));
