import type { AttributeValue } from '../../src/modules/extraction/proposal.ts';

export interface AttributeLabel {
  value: AttributeValue | null;
  quote: string;
  page?: string;
  /** A blank is right too. */
  optional?: boolean;
  /** Neither right nor wrong. */
  tolerate?: unknown[];
}

type Values = Partial<Record<string, string[] | null>>;

/** What a person found on a site, and what it does not say. */
export interface SiteLabel {
  key: string;
  homepage: string;
  expected?: Values;
  optional?: string[];
  tolerate?: Partial<Record<string, string[]>>;
  must_not?: Partial<Record<string, string[]>>;
  attributes?: Partial<Record<string, AttributeLabel>>;
}

export const TEXT_FIELDS = [
  'name',
  'tagline',
  'country',
  'city',
  'founded_year',
  'contact_email',
  'demo_video_url',
  'logo_url',
  'pricing_model',
] as const;
export const LIST_FIELDS = ['features', 'founders', 'faqs'] as const;

/** Letters and digits only, so that punctuation and markup do not matter. */
export const squashText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{S}]+/gu, '');

/** From this length on, a part counts as the whole. */
const TELLING = 4;
export const isNear = (a: string, b: string): boolean => {
  const [one, other] = [squashText(a), squashText(b)];
  if (one === '' || other === '') return false;
  return one === other || (Math.min(one.length, other.length) >= TELLING && (one.includes(other) || other.includes(one)));
};

const VIDEO_ID = /(?:v=|youtu\.be\/|embed\/|vimeo\.com\/(?:video\/)?)([\w-]{6,})/;
const addressEnd = (url: string): string => {
  const { pathname, search } = URL.parse(url, 'http://site.test') ?? { pathname: url, search: '' };
  return (pathname.replace(/\/$/, '') + search).toLowerCase();
};
const isSameAddress = (a: string, b: string): boolean => {
  const [one, other] = [addressEnd(a), addressEnd(b)];
  const isEnd = (a: string, b: string): boolean => a.length > 1 && (a.endsWith(b) || b.endsWith(a));
  // A query that only the page has is the version of a file.
  if (isEnd(one, other) || (!other.includes('?') && isEnd(one.split('?')[0]!, other))) return true;
  const id = VIDEO_ID.exec(a)?.[1];
  return id !== undefined && id === VIDEO_ID.exec(b)?.[1];
};

const EXACT: string[] = ['country', 'founded_year', 'contact_email'];

/** Whether a value is the labelled one, by what its field holds. */
export const matchField = (field: string, value: string, wanted: string): boolean => {
  if (field.endsWith('_url')) return isSameAddress(value, wanted);
  return EXACT.includes(field) ? value.toLowerCase() === wanted.toLowerCase() : isNear(value, wanted);
};
