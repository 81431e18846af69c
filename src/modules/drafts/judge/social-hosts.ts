import type { Platform } from '../proposal.ts';

interface SocialHost {
  /** Host without "www." and language or mobile prefixes. */
  host: RegExp;
  /** What a profile's path looks like; its first group is the name. */
  profile: RegExp;
  /** First steps of paths that are the platform's own pages, share buttons and single posts. */
  never?: RegExp;
}

const HANDLE = '[\\p{L}\\p{N}_.-]*[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]*';
const path = (source: string): RegExp => new RegExp(`^/${source.replaceAll('NAME', `(${HANDLE})`)}/?$`, 'u');

/** The platforms with profiles of their own. `website` and `custom` take any link. */
export const SOCIAL_HOSTS: Record<Exclude<Platform, 'website' | 'custom'>, SocialHost> = {
  linkedin: {
    host: /^linkedin\.com$/,
    profile: path('(?:company|in|school|showcase|organization|company-beta)/NAME(?:/(?:about|posts|mycompany|[a-z]{2}))?'),
  },
  x: {
    host: /^(?:x|twitter)\.com$/,
    profile: /^\/@?([A-Za-z0-9_]{1,15})\/?$/,
    never:
      /^(?:intent|share|home|hashtag|search|i|login|logout|signup|explore|settings|privacy|tos|about|messages|notifications|compose|widgets|jobs|download)$/i,
  },
  facebook: {
    host: /^(?:facebook|fb)\.com$|^fb\.me$/,
    profile: path('(?:(?:pages|people|p|groups|pg)/(?:[^/]+/)?)?NAME'),
    never:
      /^(?:sharer(?:\.php)?|share(?:\.php)?|dialog|plugins|tr|login(?:\.php)?|policies|policy\.php|privacy|help|events|watch|hashtag|home\.php|r\.php|recover|legal|ads|business|marketplace|gaming|reel|story\.php|photo(?:\.php)?|photos|v\d.*)$/i,
  },
  instagram: {
    host: /^instagram\.com$|^instagr\.am$/,
    profile: path('@?NAME'),
    never: /^(?:p|reel|reels|explore|accounts|stories|about|legal|developer|direct|tv|share|web|privacy|terms)$/i,
  },
  tiktok: { host: /^tiktok\.com$/, profile: path('@NAME') },
  youtube: {
    host: /^youtube\.com$/,
    profile: path('(?:channel/|c/|user/|@)?NAME(?:/(?:videos|featured|about|shorts|streams|playlists))?'),
    never:
      /^(?:watch|embed|playlist|shorts|results|feed|t|about|live|redirect|account|premium|ads|creators|howyoutubeworks|v|iframe_api|subscription_center|share)$/i,
  },
  threads: { host: /^threads\.(?:net|com)$/, profile: path('@NAME') },
  pinterest: {
    host: /^pinterest\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/,
    profile: path('NAME(?:/_(?:created|saved))?'),
    never: /^(?:pin|search|ideas|login|signup|business|about|_|today|settings|explore|oauth)$/i,
  },
  github: {
    host: /^github\.com$/,
    profile: path('(?:orgs/)?NAME(?:/[\\w.-]+)?'),
    never:
      /^(?:about|features|pricing|login|join|signup|marketplace|sponsors|topics|trending|explore|settings|security|enterprise|team|customer-stories|readme|contact|site|apps|collections|events|new|notifications|search|stars|codespaces|copilot|solutions|resources|education)$/i,
  },
  reddit: { host: /^reddit\.com$/, profile: path('(?:r|u|user)/NAME') },
  producthunt: { host: /^producthunt\.com$/, profile: path('(?:products/|posts/|@)NAME') },
  medium: {
    host: /^medium\.com$/,
    profile: path('@?NAME'),
    never: /^(?:m|p|me|search|tag|topics|about|membership|creators|policy|jobs-at-medium|new-story|_)$/i,
  },
};

/** Paths whose profile is named by a number in the question. */
const BY_ID = /^\/profile\.php$/;
const SUBDOMAIN = /^(?:www|m|mobile|web|old|new|business|[a-z]{2}|[a-z]{2}-[a-z]{2})\./;

/** Whose profile an address is, and on which platform; null for share buttons, single posts, and the platforms' own pages. */
export const profileOf = (address: string): { platform: Platform; name: string } | null => {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const whole = url.hostname.toLowerCase();
  const host = whole.replace(SUBDOMAIN, '');
  const own = /^([a-z0-9-]+)\.medium\.com$/.exec(whole);
  if (own && !SUBDOMAIN.test(whole) && url.pathname === '/') return { platform: 'medium', name: own[1]! };
  const steps = decoded(url.pathname);
  for (const [platform, { host: hosts, profile, never }] of Object.entries(SOCIAL_HOSTS)) {
    if (!hosts.test(host)) continue;
    if (platform === 'facebook' && BY_ID.test(steps)) {
      const id = url.searchParams.get('id');
      return id && /^\d+$/.test(id) ? { platform, name: id } : null;
    }
    const name = profile.exec(steps)?.[1];
    const first = steps.split('/')[1]!.replace(/^@/, '');
    return name && !never?.test(first) ? { platform: platform as Platform, name } : null;
  }
  return null;
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
