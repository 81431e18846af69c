import type { InputError } from '../../kernel/errors.ts';
import { isLanguage, LANGUAGES, type Language } from '../../kernel/language/languages.ts';
import { msg, t, texts } from '../../kernel/language/messages.ts';
import { LIMITS } from '../accounts/limits.ts';
import { WEEK_SETTINGS } from '../launches/rules.ts';
import { type LaunchSite, parseLaunchSites } from '../orders/fulfilment/done-for-you-steps.ts';
import { RECHECK_SETTINGS } from '../rechecks/rules.ts';
import type { SiteColumns } from '../sites/queries.ts';

/** A number that a site may set; null means the default. */
interface NumberSetting {
  label: string;
  usual: number;
  min: number;
  max: number;
}

/** Numbers about launch weeks, by their name in the settings. */
export const WEEK_NUMBERS: Record<keyof typeof WEEK_SETTINGS, NumberSetting> = texts({
  week_room: { label: msg('Launches per week'), usual: WEEK_SETTINGS.week_room, min: 0, max: 100_000 },
  free_weeks_ahead: {
    label: msg('Free queue: earliest launch, in weeks from now'),
    usual: WEEK_SETTINGS.free_weeks_ahead,
    min: 0,
    max: 52,
  },
  free_weeks_at_most: {
    label: msg('Free queue: latest launch, in weeks from now'),
    usual: WEEK_SETTINGS.free_weeks_at_most,
    min: 0,
    max: 104,
  },
});

/** Numbers about the websites of listings, by their name in the settings. */
export const WEBSITE_NUMBERS: Record<'hide_dead_after_days', NumberSetting> = texts({
  hide_dead_after_days: {
    label: msg('Hide listings whose website hasn’t answered for so many days (0 for never)'),
    usual: RECHECK_SETTINGS.hide_dead_after_days,
    min: 0,
    max: 3650,
  },
});

/** Whether a price that changed on the same plan waits for the owner, or is published. */
export const PRICE_CHANGES = ['ask', 'publish'] as const;

/** Whether new listings go public at once, or wait for the team's approval. */
export const NEW_LISTINGS = ['public', 'approved'] as const;

/** Rate limits, by their name under `limits` in the settings. */
export const LIMIT_NUMBERS: Record<keyof typeof LIMITS, NumberSetting> = texts({
  strangers: { label: msg('Anonymous requests per minute'), usual: LIMITS.strangers.limit, min: 1, max: 1_000_000 },
  reads: { label: msg('API reads per account and minute'), usual: LIMITS.reads.limit, min: 1, max: 1_000_000 },
  writes: { label: msg('API writes per account and minute'), usual: LIMITS.writes.limit, min: 1, max: 1_000_000 },
  drafts: { label: msg('Website reads per account and hour'), usual: LIMITS.drafts.limit, min: 1, max: 100_000 },
  readings: { label: msg('Reads of one website per hour, all accounts'), usual: LIMITS.readings.limit, min: 1, max: 100_000 },
  invites: { label: msg('Invitations per account and day'), usual: LIMITS.invites.limit, min: 1, max: 100_000 },
  comments: { label: msg('Comments per account and hour'), usual: LIMITS.comments.limit, min: 1, max: 100_000 },
  pages: { label: msg('Anonymous page views per minute'), usual: LIMITS.pages.limit, min: 10, max: 1_000_000 },
  member_pages: { label: msg('Page views per account and minute'), usual: LIMITS.member_pages.limit, min: 10, max: 1_000_000 },
  sign_in_pages: { label: msg('Sign-in requests per network and minute'), usual: LIMITS.sign_in_pages.limit, min: 10, max: 1_000_000 },
  pictures: { label: msg('Images and badges per network and minute'), usual: LIMITS.pictures.limit, min: 10, max: 1_000_000 },
});

const NUMBERS = { ...WEEK_NUMBERS, ...WEBSITE_NUMBERS, ...LIMIT_NUMBERS };

type SiteNumbers = Record<keyof typeof NUMBERS, number | null>;

export interface SiteSettings extends Pick<SiteColumns, 'name' | 'tagline' | 'purpose' | 'time_zone'>, SiteNumbers {
  /** The site's own language, and the others it offers. */
  language: Language;
  languages: Language[];
  /** Where to report a vulnerability: a mail address or a page. */
  security_contact: string | null;
  done_for_you_sites: LaunchSite[];
  /** Whether people can write comments. */
  discussion: 'open' | 'closed';
  product_links: ProductLinks;
  price_changes: (typeof PRICE_CHANGES)[number];
  /** Whether the team approves new listings before they go public. */
  new_listings: (typeof NEW_LISTINGS)[number];
}

/** Whether search engines follow the link to a product's website. Paid listings are marked as sponsored in any case. */
export const PRODUCT_LINKS = ['nofollow', 'followed'] as const;
type ProductLinks = (typeof PRODUCT_LINKS)[number];

/** The options of settings that are a choice, by name. */
export const SETTING_CHOICES = texts({
  new_listings: { public: msg('Go public when their makers choose a launch'), approved: msg('Are approved by the team first') },
  product_links: { nofollow: msg('Marked nofollow'), followed: msg('Followed by search engines') },
  price_changes: { ask: msg('Ask the owner'), publish: msg('Update the listing') },
  discussion: { open: msg('Open'), closed: msg('Closed') },
});

const OTHER_SETTINGS = {
  language: true,
  languages: true,
  security_contact: true,
  done_for_you_sites: true,
  discussion: true,
  product_links: true,
  publish_price_changes: true,
  approve_listings: true,
};
const MAX_LAUNCH_SITES = 50;

const numberSetting = (from: unknown, name: string): number | null => {
  const value = (from as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'number' ? value : null;
};

const isWebAddress = (address: string): boolean => /^https?:\/\/[^\s/]\S*$/.test(address);

/** Reads the settings a team can change from the stored site. */
export const readSettings = ({ name, tagline, purpose, time_zone, settings }: SiteColumns): SiteSettings => ({
  name,
  tagline,
  purpose,
  time_zone,
  ...(Object.fromEntries([
    ...Object.keys({ ...WEEK_NUMBERS, ...WEBSITE_NUMBERS }).map((number) => [number, numberSetting(settings, number)]),
    ...Object.keys(LIMIT_NUMBERS).map((number) => [number, numberSetting(settings.limits, number)]),
  ]) as SiteNumbers),
  language: isLanguage(settings.language) ? settings.language : 'en',
  languages: (Array.isArray(settings.languages) ? settings.languages : []).filter(isLanguage),
  security_contact: typeof settings.security_contact === 'string' ? settings.security_contact : null,
  done_for_you_sites: parseLaunchSites(settings.done_for_you_sites),
  discussion: settings.discussion === 'closed' ? 'closed' : 'open',
  product_links: settings.product_links === 'followed' ? 'followed' : 'nofollow',
  price_changes: settings.publish_price_changes === true ? 'publish' : 'ask',
  new_listings: settings.approve_listings === true ? 'approved' : 'public',
});

export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
};

const numberFaults = (input: SiteSettings): InputError[] =>
  Object.entries(NUMBERS).flatMap(([path, { min, max }]) => {
    const actual = input[path as keyof SiteNumbers];
    return actual !== null && (!Number.isSafeInteger(actual) || actual < min || actual > max)
      ? [{ path, code: 'out_of_range', message: t('must be a whole number from {min} to {max}', { min, max }), actual }]
      : [];
  });

export const settingsFaults = (input: SiteSettings): InputError[] => {
  const effective = (name: keyof SiteNumbers): number => input[name] ?? NUMBERS[name].usual;
  const { time_zone, language, languages, security_contact, done_for_you_sites } = input;
  const rules: [boolean, InputError][] = [
    [
      isTimeZone(time_zone),
      { path: 'time_zone', code: 'unknown', message: t('isn’t a time zone, such as Europe/Lisbon'), actual: time_zone },
    ],
    [isLanguage(language), { path: 'language', code: 'unknown', message: t('must be one of the options'), actual: language }],
    [
      languages.every(isLanguage),
      {
        path: 'languages',
        code: 'unknown',
        message: t('must be codes of languages, such as {codes}', { codes: Object.keys(LANGUAGES).join(', ') }),
        actual: languages,
      },
    ],
    [
      effective('free_weeks_at_most') >= effective('free_weeks_ahead'),
      { path: 'free_weeks_at_most', code: 'too_small', message: t('must not be lower than the earliest week') },
    ],
    [
      security_contact === null || /^([^\s@<>:]+@[^\s@<>]+\.[^\s@<>.]+|https:\/\/[^\s/]\S*)$/.test(security_contact),
      { path: 'security_contact', code: 'wrong_form', message: t('must be an email address or an https:// page') },
    ],
    [
      done_for_you_sites.every(({ url }) => url === null || isWebAddress(url)),
      { path: 'done_for_you_sites', code: 'wrong_form', message: t('need addresses that start with http:// or https://') },
    ],
    [
      done_for_you_sites.length <= MAX_LAUNCH_SITES,
      { path: 'done_for_you_sites', code: 'too_many', message: t('may be {n} at most', { n: MAX_LAUNCH_SITES }), limit: MAX_LAUNCH_SITES },
    ],
  ];
  return [...numberFaults(input), ...rules.flatMap(([holds, fault]) => (holds ? [] : [fault]))];
};

const presentNumbers = (numbers: Record<string, NumberSetting>, input: SiteSettings) =>
  Object.fromEntries(Object.entries(input).filter(([name, value]) => name in numbers && value !== null));

const omitKeys = (from: object, names: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !(name in names)));

/** The settings as they are stored. Settings that cannot be changed here are kept; null means the default and is not stored. */
export const toStoredSettings = ({ settings }: SiteColumns, input: SiteSettings): Record<string, unknown> => ({
  ...omitKeys(settings, { ...WEEK_NUMBERS, ...WEBSITE_NUMBERS, ...OTHER_SETTINGS }),
  ...presentNumbers({ ...WEEK_NUMBERS, ...WEBSITE_NUMBERS }, input),
  ...(input.price_changes === 'publish' && { publish_price_changes: true }),
  ...(input.new_listings === 'approved' && { approve_listings: true }),
  ...(input.language !== 'en' && { language: input.language }),
  ...(input.languages.length > 0 && { languages: input.languages }),
  ...(input.security_contact !== null && { security_contact: input.security_contact }),
  ...(input.product_links !== 'nofollow' && { product_links: input.product_links }),
  ...(input.done_for_you_sites.length > 0 && { done_for_you_sites: input.done_for_you_sites }),
  ...(input.discussion === 'closed' && { discussion: input.discussion }),
  limits: { ...omitKeys((settings.limits as object) ?? {}, LIMIT_NUMBERS), ...presentNumbers(LIMIT_NUMBERS, input) },
});
