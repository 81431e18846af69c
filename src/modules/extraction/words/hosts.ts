import type { SocialPlatform } from '../proposal.ts';
import { decodeEscapes } from './text.ts';

interface SocialHost {
  /** Host without "www." and language or mobile prefixes. */
  host: RegExp;
  /** The path of a profile; its first group is the name. */
  profile: RegExp;
  /** First path segments of the platform's own pages, share buttons and single posts. */
  never?: RegExp;
}

const HANDLE = '[.-]*[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]*';
const path = (source: string): RegExp => new RegExp(`^/${source.replaceAll('NAME', `(${HANDLE})`)}/?$`, 'u');

/** Platforms with profiles. `website` and `custom` accept any link. */
export const SOCIAL_HOSTS: Record<Exclude<SocialPlatform, 'website' | 'custom'>, SocialHost> = {
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

/** Paths whose profile is identified by a number in the query. */
const BY_ID = /^\/profile\.php$/;
const SUBDOMAIN = /^(?:www|m|mobile|web|old|new|business|[a-z]{2}|[a-z]{2}-[a-z]{2})\./;

/** The profile and platform of an address; null for share buttons, single posts and the platforms' own pages. */
export const socialProfileOf = (address: string): { platform: SocialPlatform; name: string } | null => {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const whole = url.hostname.toLowerCase();
  const host = whole.replace(SUBDOMAIN, '');
  const own = /^([a-z0-9-]+)\.medium\.com$/.exec(whole);
  if (own && !SUBDOMAIN.test(whole) && url.pathname === '/') return { platform: 'medium', name: own[1]! };
  const steps = decodeEscapes(url.pathname);
  for (const [platform, { host: hosts, profile, never }] of Object.entries(SOCIAL_HOSTS)) {
    if (!hosts.test(host)) continue;
    if (platform === 'facebook' && BY_ID.test(steps)) {
      const id = url.searchParams.get('id');
      return id && /^\d+$/.test(id) ? { platform, name: id } : null;
    }
    const name = profile.exec(steps)?.[1];
    const first = steps.split('/')[1]!.replace(/^@/, '');
    return name && !never?.test(first) ? { platform: platform as SocialPlatform, name } : null;
  }
  return null;
};

/** Video hosts: how to find the video in an address without scheme and "www.", and the address of its page. */
const VIDEO_HOSTS: readonly [id: RegExp, pageOf: (id: string, key?: string) => string][] = [
  [
    /^(?:(?:m\.|music\.)?youtube(?:-nocookie)?\.com\/(?:watch\/?\?(?:[^#]*&)?v=|embed\/(?!videoseries)|shorts\/|live\/|v\/)|youtu\.be\/)([\w-]{11})(?![\w-])/,
    (id) => `https://youtu.be/${id}`,
  ],
  [
    /^(?:player\.)?vimeo\.com\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{5,12})(?:\/([0-9a-f]{6,16})|\?(?:[^#]*&)?h=([0-9a-f]{6,16}))?(?![\w-])/,
    (id, key) => `https://vimeo.com/${id}${key ? `/${key}` : ''}`,
  ],
  [/^loom\.com\/(?:share|embed)\/(?:[\w-]+-)?([0-9a-f]{32})(?![\w-])/, (id) => `https://www.loom.com/share/${id}`],
  [
    /^(?:fast\.wistia\.(?:net|com)\/embed\/(?:iframe|medias)|[\w-]+\.wistia\.com\/medias)\/([a-z0-9]{10})(?![\w-])/,
    (id) => `https://fast.wistia.net/embed/iframe/${id}`,
  ],
  [
    /^(?:dailymotion\.com\/(?:embed\/)?video\/|dai\.ly\/|geo\.dailymotion\.com\/player(?:\/[\w-]+)?\.html\?(?:[^#]*&)?video=)([a-z0-9]{6,9})(?![a-z0-9])/,
    (id) => `https://www.dailymotion.com/video/${id}`,
  ],
  [
    /^(?:bilibili\.com\/video\/|player\.bilibili\.com\/player\.html\?(?:[^#]*&)?bvid=)(BV[0-9A-Za-z]{10})(?![0-9A-Za-z])/,
    (id) => `https://www.bilibili.com/video/${id}`,
  ],
  [/^rutube\.ru\/(?:video|play\/embed)\/([0-9a-f]{32})(?![\w-])/, (id) => `https://rutube.ru/video/${id}/`],
  [/^(?:embed\.)?nicovideo\.jp\/watch\/((?:sm|so|nm)\d{1,12})(?!\d)/, (id) => `https://www.nicovideo.jp/watch/${id}`],
  [/^(?:v\.youku\.com\/v_show\/id_|player\.youku\.com\/embed\/)([\w=]{10,24})/, (id) => `https://v.youku.com/v_show/id_${id}.html`],
  [/^(?:share\.vidyard\.com\/watch|play\.vidyard\.com)\/([\w-]{20,24})(?![\w-])/, (id) => `https://share.vidyard.com/watch/${id}`],
  [/^streamable\.com\/(?:[eos]\/)?([a-z0-9]{5,7})(?![\w-])/, (id) => `https://streamable.com/${id}`],
];

const VIDEO_FILE = /\.(?:mp4|m4v|webm|mov|ogv|m3u8)$/i;

/** The page of a single video, or of a video file itself; undefined for other addresses. */
export const videoPageOf = (address: string): string | undefined => {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const written = `${url.hostname.replace(/^www\./, '')}${url.pathname}${url.search}`;
  for (const [pattern, pageOf] of VIDEO_HOSTS) {
    const [, id, key, other_key] = pattern.exec(written) ?? [];
    if (id) return pageOf(id, key ?? other_key);
  }
  return VIDEO_FILE.test(url.pathname) ? url.href : undefined;
};
