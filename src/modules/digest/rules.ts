import type { Limit } from '../../kernel/limits.ts';
import type { WeeklySchedule } from '../accounts/rules.ts';

/** When a site's digest is sent, in its time zone, and whether it is. */
export interface DigestSettings extends WeeklySchedule {
  on: boolean;
}

export const DEFAULT_DIGEST: DigestSettings = { on: true, day: 1, hour: 10 };

const isWholeNumber = (value: unknown, min: number, max: number): value is number =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

/** The stored settings; what is missing or impossible is as usual. */
export const parseDigestSettings = (stored: unknown): DigestSettings => {
  const { on, day, hour } = (stored ?? {}) as Record<keyof DigestSettings, unknown>;
  return {
    on: on !== false,
    day: isWholeNumber(day, 1, 7) ? day : DEFAULT_DIGEST.day,
    hour: isWholeNumber(hour, 0, 23) ? hour : DEFAULT_DIGEST.hour,
  };
};

export interface DigestListing {
  slug: string;
  name: string;
  tagline: string | null;
  votes: number;
  /** With the categories above them. */
  category_ids: number[];
}

/** What there is to tell on a site in a week. */
export interface Digest {
  week_on: string;
  /** The launches of the week. */
  launches: DigestListing[];
  /** The launches of the week before, by rank. */
  ranked: DigestListing[];
}

export const MAX_WINNERS = 3;

/** The digest for somebody who chose categories, or for everybody. */
export const digestFor = ({ week_on, launches, ranked }: Digest, category_ids: number[]): Digest => {
  const isChosen = (listing: DigestListing): boolean =>
    category_ids.length === 0 || listing.category_ids.some((id) => category_ids.includes(id));
  return { week_on, launches: launches.filter(isChosen), ranked: ranked.filter(isChosen).slice(0, MAX_WINNERS) };
};

export const hasNews = ({ launches, ranked }: Digest): boolean => launches.length > 0 || ranked.length > 0;

/** How many categories somebody can choose. */
export const MAX_CATEGORIES = 50;

/** A link to confirm a subscription works for a week. */
export const CONFIRM_TTL_MS = 7 * 24 * 3_600_000;

export const SUBSCRIBE_LIMIT: Limit = { name: 'digest_network', limit: 10, window_seconds: 3600 };
