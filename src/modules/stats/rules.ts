import { addDays, mondayOf } from '../../kernel/time/weeks.ts';
import { identifyWebsite, isSharedRoot } from '../listings/addresses.ts';

type Headers = Record<string, string | string[] | undefined>;

/** User agents of programs. All browsers begin with "Mozilla/". */
const BOTS =
  /bot|crawl|spider|slurp|scan|preview|headless|lighthouse|monitor|uptime|pingdom|validator|archiver|facebookexternalhit|embedly|whatsapp|telegram|curl|wget|python|java\/|go-http|okhttp|axios|node-fetch|undici|libwww|httpclient|phantomjs|puppeteer|playwright/i;

/** Headers that browsers send when they prefetch a page. */
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Whether a browser asks for a page before its reader does. */
export const isPrefetch = (headers: Headers): boolean =>
  PREFETCH_HEADERS.some((name) => /prefetch|preview|prerender/i.test(String(headers[name] ?? '')));

/** Whether a request comes from a person rather than a program or a prefetch. */
export const isPerson = (headers: Headers): boolean => {
  const agent = headers['user-agent'];
  if (typeof agent !== 'string' || !agent.startsWith('Mozilla/') || BOTS.test(agent)) return false;
  return !isPrefetch(headers);
};

/** Where a visitor came from: a link that names its source (utm_source or ref), another website, this site, or none of these. */
export interface Source {
  kind: 'campaign' | 'referrer' | 'internal' | 'direct' | 'other';
  source: string;
}

const CAMPAIGN = /^[a-z0-9][a-z0-9._-]{0,59}$/;
const MAX_HOST_LENGTH = 100;

const campaignOf = (query: Record<string, unknown>): string | undefined =>
  [query.utm_source, query.ref].map((value) => (typeof value === 'string' ? value.trim().toLowerCase() : '')).find((v) => CAMPAIGN.test(v));

/** The source of a page view. Anybody can send anything here, so only short plain names are kept. */
export const parseTrafficSource = (referrer: string | undefined, query: Record<string, unknown>, site_host: string): Source => {
  const campaign = campaignOf(query);
  if (campaign) return { kind: 'campaign', source: campaign };
  const url = URL.parse(referrer ?? '');
  if (!url || !/^https?:$/.test(url.protocol)) return { kind: 'direct', source: '' };
  if (url.host === site_host) return { kind: 'internal', source: '' };
  const source = url.hostname.replace(/^www\./, '');
  return source.length > MAX_HOST_LENGTH ? { kind: 'other', source: '' } : { kind: 'referrer', source };
};

/** The addresses that a listing links to. */
export interface OutboundLinks {
  domain: string;
  website: string;
  demo_video_url: string | null;
  socials: Record<string, string | null>;
}

/** Whether an address is one of a listing's own links, or a page of its website. */
export const isOwnLink = ({ domain, website, demo_video_url, socials }: OutboundLinks, address: string): boolean => {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  const hosts = isSharedRoot(website) ? [] : [domain, URL.parse(website)?.hostname ?? domain].map((host) => host.replace(/^www\./, ''));
  if (identifyWebsite(address) === identifyWebsite(website)) return true;
  if (hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))) return true;
  return [demo_video_url, ...Object.values(socials)].some((link) => link && URL.parse(link)?.href === url.href);
};

/** The periods that an owner can choose. `last-week` is the last full week, from Monday, and `launch` the launch week. */
export const PERIODS = ['last-week', '7', '28', '90', 'launch'] as const;
export type Period = (typeof PERIODS)[number];

export interface DayRange {
  from: string;
  to: string;
}

const daysOfWeek = (monday: string): DayRange => ({ from: monday, to: addDays(monday, 6) });

/** The days of a period that ends today, of last week or of the launch week. */
export const daysOfPeriod = (period: Period, today: string, launch_week_on: string | null): DayRange => {
  if (period === 'last-week') return daysOfWeek(addDays(mondayOf(today), -7));
  if (period === 'launch' && launch_week_on) return daysOfWeek(launch_week_on);
  return { from: addDays(today, 1 - (Number(period) || 7)), to: today };
};

/** The period to show first: the launch week until a week after it, then the last four weeks. */
export const choosePeriod = (today: string, launch_week_on: string | null): Period =>
  launch_week_on && launch_week_on <= today && today < addDays(launch_week_on, 14) ? 'launch' : '28';

export const listDays = ({ from, to }: DayRange): string[] => {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};

/** What happened to a listing on a day, or in a period. */
export interface Counts {
  views: number;
  clicks: number;
  badge_clicks: number;
  votes: number;
  follows: number;
}

export const COUNT_NAMES = ['views', 'clicks', 'badge_clicks', 'votes', 'follows'] as const satisfies (keyof Counts)[];

export const sumCounts = (days: Counts[]): Counts => {
  const sums: Counts = { views: 0, clicks: 0, badge_clicks: 0, votes: 0, follows: 0 };
  for (const day of days) for (const name of COUNT_NAMES) sums[name] += day[name];
  return sums;
};

/** The share of views that led to a click, from 0 to 1; null without a view. A click counts once a day, like a view. */
export const conversionOf = ({ views, clicks }: Pick<Counts, 'views' | 'clicks'>): number | null =>
  views === 0 ? null : Math.min(clicks / views, 1);

type Views = Source & { views: number };

const sumViews = (sources: Views[]): number => sources.reduce((sum, { views }) => sum + views, 0);

/** The sources, with a last one for all views that are not among them. */
export const completeSources = (sources: Views[], views: number): Views[] => {
  const named = sources.filter(({ kind }) => kind !== 'other');
  const rest = Math.max(views, sumViews(sources)) - sumViews(named);
  return rest > 0 ? [...named, { kind: 'other', source: '', views: rest }] : named;
};
