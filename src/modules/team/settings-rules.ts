import type { InputError } from '../../kernel/errors.ts';
import { LIMITS } from '../accounts/limits.ts';
import { WEEK_SETTINGS } from '../launches/rules.ts';
import { type LaunchSite, launchSitesIn } from '../orders/delivery/steps.ts';

/** A site as it is stored. */
export interface SiteColumns {
  name: string;
  tagline: string;
  purpose: string;
  time_zone: string;
  settings: Record<string, unknown>;
}

/** A number a site may set; null is the usual one. */
interface NumberRow {
  label: string;
  usual: number;
  least: number;
  most: number;
}

/** Numbers about weeks, by their name in the settings. */
export const WEEK_NUMBERS: Record<keyof typeof WEEK_SETTINGS, NumberRow> = {
  week_room: { label: 'Launches in a week', usual: WEEK_SETTINGS.week_room, least: 0, most: 100_000 },
  free_weeks_ahead: { label: 'Weeks ahead the free queue begins', usual: WEEK_SETTINGS.free_weeks_ahead, least: 0, most: 52 },
  free_weeks_at_most: { label: 'Weeks ahead it is promised at most', usual: WEEK_SETTINGS.free_weeks_at_most, least: 0, most: 104 },
};

/** Limits, by their name among the limits of the settings. */
export const LIMIT_NUMBERS: Record<keyof typeof LIMITS, NumberRow> = {
  strangers: { label: 'Calls of a stranger in a minute', usual: LIMITS.strangers.limit, least: 1, most: 1_000_000 },
  reads: { label: 'Reads of an account in a minute', usual: LIMITS.reads.limit, least: 1, most: 1_000_000 },
  writes: { label: 'Writes of an account in a minute', usual: LIMITS.writes.limit, least: 1, most: 1_000_000 },
  drafts: { label: 'Drafts of an account in an hour', usual: LIMITS.drafts.limit, least: 1, most: 100_000 },
};

const NUMBERS: Record<string, NumberRow> = { ...WEEK_NUMBERS, ...LIMIT_NUMBERS };

type SiteNumbers = Record<keyof typeof WEEK_NUMBERS | keyof typeof LIMIT_NUMBERS, number | null>;

export interface SiteSettings extends Pick<SiteColumns, 'name' | 'tagline' | 'purpose' | 'time_zone'>, SiteNumbers {
  /** Where to write about a weakness: a mail address, or a page. */
  security_contact: string | null;
  done_for_you_sites: LaunchSite[];
}

/** Settings that are no numbers, by their name in the settings. */
const OTHERS = { security_contact: true, done_for_you_sites: true };
const MOST_LAUNCH_SITES = 50;

const numberAt = (from: unknown, name: string): number | null => {
  const value = (from as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'number' ? value : null;
};

const isOnTheWeb = (address: string): boolean => /^https?:\/\/[^\s/]+\S*$/.test(address);

/** What a team may set, as it is stored. */
export const settingsIn = ({ name, tagline, purpose, time_zone, settings }: SiteColumns): SiteSettings => ({
  name,
  tagline,
  purpose,
  time_zone,
  ...(Object.fromEntries([
    ...Object.keys(WEEK_NUMBERS).map((number) => [number, numberAt(settings, number)]),
    ...Object.keys(LIMIT_NUMBERS).map((number) => [number, numberAt(settings.limits, number)]),
  ]) as SiteNumbers),
  security_contact: typeof settings.security_contact === 'string' ? settings.security_contact : null,
  done_for_you_sites: launchSitesIn(settings.done_for_you_sites),
});

export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
};

const numberFaults = (typed: SiteSettings): InputError[] =>
  Object.entries(NUMBERS).flatMap(([path, { least, most }]) => {
    const actual = typed[path as keyof SiteNumbers];
    return actual !== null && (!Number.isSafeInteger(actual) || actual < least || actual > most)
      ? [{ path, code: 'out_of_range', message: `must be a whole number from ${least} to ${most}`, actual }]
      : [];
  });

/** What is wrong with settings, each in its place. */
export const faultsIn = (typed: SiteSettings): InputError[] => {
  const of = (name: keyof SiteNumbers): number => typed[name] ?? NUMBERS[name]!.usual;
  const { time_zone, security_contact, done_for_you_sites } = typed;
  const rules: [boolean, InputError][] = [
    [isTimeZone(time_zone), { path: 'time_zone', code: 'unknown', message: 'is no time zone such as Europe/Lisbon', actual: time_zone }],
    [
      of('free_weeks_at_most') >= of('free_weeks_ahead'),
      { path: 'free_weeks_at_most', code: 'too_small', message: 'must not be less than where the queue begins' },
    ],
    [
      security_contact === null || /^([^\s@<>:]+@[^\s@<>]+\.[^\s@<>.]+|https:\/\/[^\s/]+\S*)$/.test(security_contact),
      { path: 'security_contact', code: 'wrong_form', message: 'must be a mail address, or a page that begins with https://' },
    ],
    [
      done_for_you_sites.every(({ url }) => url === null || isOnTheWeb(url)),
      { path: 'done_for_you_sites', code: 'wrong_form', message: 'need addresses that begin with http:// or https://' },
    ],
    [
      done_for_you_sites.length <= MOST_LAUNCH_SITES,
      { path: 'done_for_you_sites', code: 'too_many', message: `may be ${MOST_LAUNCH_SITES} at most`, limit: MOST_LAUNCH_SITES },
    ],
  ];
  return [...numberFaults(typed), ...rules.flatMap(([holds, fault]) => (holds ? [] : [fault]))];
};

const said = (numbers: Record<string, NumberRow>, typed: SiteSettings): Record<string, number> =>
  Object.fromEntries(
    Object.keys(numbers).flatMap((name) => {
      const value = typed[name as keyof SiteNumbers];
      return value === null ? [] : [[name, value]];
    }),
  );

const without = (from: object, names: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !(name in names)));

/** Settings as they are stored. What is not set here stays as it is; what is not said is as usual. */
export const storedOf = ({ settings }: SiteColumns, typed: SiteSettings): Record<string, unknown> => ({
  ...without(settings, { ...WEEK_NUMBERS, ...OTHERS }),
  ...said(WEEK_NUMBERS, typed),
  ...(typed.security_contact !== null && { security_contact: typed.security_contact }),
  ...(typed.done_for_you_sites.length > 0 && { done_for_you_sites: typed.done_for_you_sites }),
  limits: { ...without((settings.limits as object) ?? {}, LIMIT_NUMBERS), ...said(LIMIT_NUMBERS, typed) },
});
