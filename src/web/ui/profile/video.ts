/** A video that can play on our page once the reader asks for it. Until then nothing is loaded from its host. */
export interface EmbeddedVideo {
  /** A frame of a known host, or a file. */
  kind: 'frame' | 'file';
  src: string;
  /** The origin that the page's content security policy must allow. */
  origin: string;
  /** What the host calls itself. */
  host: string;
}

interface VideoHost {
  name: string;
  hostnames: readonly string[];
  /** The frame of a video at this address; null for other pages of the host. */
  frame(url: URL): string | null;
}

const firstMatch = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1];

/** Video hosts, by their public addresses. Frames neither set cookies nor track before they play, where the host offers that. */
const VIDEO_HOSTS: readonly VideoHost[] = [
  {
    name: 'YouTube',
    hostnames: ['youtube.com', 'm.youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    frame({ hostname, pathname, searchParams }) {
      const in_path = hostname === 'youtu.be' ? /^\/([\w-]{11})$/ : /^\/(?:embed|shorts|live)\/([\w-]{11})$/;
      const id = firstMatch(pathname, in_path) ?? firstMatch(searchParams.get('v') ?? '', /^([\w-]{11})$/);
      return id ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0` : null;
    },
  },
  {
    name: 'Vimeo',
    hostnames: ['vimeo.com', 'player.vimeo.com'],
    frame({ pathname, searchParams }) {
      const id = firstMatch(pathname, /^\/(?:video\/)?(\d{6,12})(?:\/|$)/);
      // A video that is not listed has a second part.
      const key = firstMatch(pathname, /^\/\d{6,12}\/([\da-f]{6,20})$/) ?? firstMatch(searchParams.get('h') ?? '', /^([\da-f]{6,20})$/);
      return id ? `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${key ? `&h=${key}` : ''}` : null;
    },
  },
  {
    name: 'Loom',
    hostnames: ['loom.com'],
    frame({ pathname }) {
      const id = firstMatch(pathname, /^\/(?:share|embed)\/(?:[\w-]{1,200}-)?([\da-f]{32})$/);
      return id ? `https://www.loom.com/embed/${id}?autoplay=1` : null;
    },
  },
];

/** How a page can play the video at an address: in the frame of a known host, or as a file. Null for everything else, which stays a link. */
export const parseVideo = (address: string | null): EmbeddedVideo | null => {
  const url = URL.parse(address ?? '');
  if (url?.protocol !== 'https:') return null;
  const hostname = url.hostname.replace(/^www\./, '');
  const host = VIDEO_HOSTS.find(({ hostnames }) => hostnames.includes(hostname));
  if (host) {
    const src = host.frame(url);
    return src ? { kind: 'frame', src, origin: new URL(src).origin, host: host.name } : null;
  }
  return /\.(?:mp4|webm)$/i.test(url.pathname) ? { kind: 'file', src: url.href, origin: url.origin, host: hostname } : null;
};

/** What the content security policy of a page with this video adds. */
export const videoPolicy = (video: EmbeddedVideo | null): string | undefined =>
  video ? `${video.kind === 'frame' ? 'frame-src' : 'media-src'} ${video.origin}` : undefined;
