import { remembered } from './remembered.ts';

/** How values are said to people. */

const numbers = new Intl.NumberFormat('en');
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Most numbers on a page are small and need no separators, which cost fifty times as much. */
export const count = (n: number): string => (n >= 0 && n < 1000 && Number.isInteger(n) ? String(n) : numbers.format(n));

export const counted = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;

export const countryName = remembered((code) => {
  try {
    return regions.of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
});

/** one-time → One-time, open_source → Open source: a slug as a label. */
export const label = (slug: string): string => {
  const words = slug.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const FIELDS: Record<string, string> = {
  founded_year: 'Year founded',
  pricing_model: 'How it is priced',
  pricing_summary: 'What it costs',
  contact_email: 'Contact email',
  demo_video_url: 'Demo video',
  logo_url: 'Logo',
  usps: 'What sets it apart',
  seo_title: 'Title for search engines',
  seo_description: 'Description for search engines',
  faqs: 'Questions and answers',
  socials: 'Links elsewhere',
  story: 'Founder’s story',
  country: 'Country',
  city: 'City',
};

export const fieldName = (field: string): string => FIELDS[field] ?? label(field);

const PLATFORMS: Record<string, string> = {
  linkedin: 'LinkedIn',
  x: 'X',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  github: 'GitHub',
  producthunt: 'Product Hunt',
  custom: 'Elsewhere',
};

export const platformName = (platform: string): string => PLATFORMS[platform] ?? label(platform);

export const STORY_HEADINGS = {
  story: 'The story',
  why_started: 'Why it was started',
  problem: 'The problem',
  journey: 'The journey',
  challenges: 'What was hard',
  achievements: 'What was achieved',
  lessons: 'What was learned',
  whats_next: 'What comes next',
} as const;

/** 45 days, but not "as long as there is disk days": a unit belongs to a number. */
export const withUnit = (value: string, unit: string | null): string => (unit && /\d\s*$/.test(value) ? `${value} ${unit}` : value);

/** An address as people read it: host and path, without protocol, www and the slash at its end. */
export const shortAddress = (address: string): string => {
  const url = URL.parse(address);
  if (!url) return address;
  const path = `${url.pathname}${url.search}`.replace(/\/$/, '');
  return `${url.host.replace(/^www\./, '')}${path.length > 40 ? `${path.slice(0, 39)}…` : path}`;
};

/** The start of a text, cut between words, for descriptions of a page. */
export const startOf = (text: string, most: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > most / 2 ? cut.slice(0, space) : cut).toWellFormed().replace(/\uFFFD$/, '')}…`;
};
