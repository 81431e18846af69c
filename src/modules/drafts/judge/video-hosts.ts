/** Where videos are watched. `id` finds the video in an address without its scheme and "www."; `watch` is its page. */
interface VideoHost {
  name: string;
  id: RegExp;
  watch: (id: string, key?: string) => string;
}

export const VIDEO_HOSTS: readonly VideoHost[] = [
  {
    name: 'youtube',
    id: /^(?:(?:m\.|music\.)?youtube(?:-nocookie)?\.com\/(?:watch\/?\?(?:[^#]*&)?v=|embed\/(?!videoseries)|shorts\/|live\/|v\/)|youtu\.be\/)([\w-]{11})(?![\w-])/,
    watch: (id) => `https://youtu.be/${id}`,
  },
  {
    name: 'vimeo',
    id: /^(?:player\.)?vimeo\.com\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{5,12})(?:\/([0-9a-f]{6,16})|\?(?:[^#]*&)?h=([0-9a-f]{6,16}))?(?![\w-])/,
    watch: (id, key) => `https://vimeo.com/${id}${key ? `/${key}` : ''}`,
  },
  {
    name: 'loom',
    id: /^loom\.com\/(?:share|embed)\/(?:[\w-]+-)?([0-9a-f]{32})(?![\w-])/,
    watch: (id) => `https://www.loom.com/share/${id}`,
  },
  {
    name: 'wistia',
    id: /^(?:fast\.wistia\.(?:net|com)\/embed\/(?:iframe|medias)|[\w-]+\.wistia\.com\/medias)\/([a-z0-9]{10})(?![\w-])/,
    watch: (id) => `https://fast.wistia.net/embed/iframe/${id}`,
  },
  {
    name: 'dailymotion',
    id: /^(?:dailymotion\.com\/(?:embed\/)?video\/|dai\.ly\/|geo\.dailymotion\.com\/player(?:\/[\w-]+)?\.html\?(?:[^#]*&)?video=)([a-z0-9]{6,9})(?![a-z0-9])/,
    watch: (id) => `https://www.dailymotion.com/video/${id}`,
  },
  {
    name: 'bilibili',
    id: /^(?:bilibili\.com\/video\/|player\.bilibili\.com\/player\.html\?(?:[^#]*&)?bvid=)(BV[0-9A-Za-z]{10})(?![0-9A-Za-z])/,
    watch: (id) => `https://www.bilibili.com/video/${id}`,
  },
  { name: 'rutube', id: /^rutube\.ru\/(?:video|play\/embed)\/([0-9a-f]{32})(?![\w-])/, watch: (id) => `https://rutube.ru/video/${id}/` },
  {
    name: 'niconico',
    id: /^(?:embed\.)?nicovideo\.jp\/watch\/((?:sm|so|nm)\d{1,12})(?!\d)/,
    watch: (id) => `https://www.nicovideo.jp/watch/${id}`,
  },
  {
    name: 'youku',
    id: /^(?:v\.youku\.com\/v_show\/id_|player\.youku\.com\/embed\/)([\w=]{10,24})/,
    watch: (id) => `https://v.youku.com/v_show/id_${id}.html`,
  },
  {
    name: 'vidyard',
    id: /^(?:share\.vidyard\.com\/watch|play\.vidyard\.com)\/([\w-]{20,24})(?![\w-])/,
    watch: (id) => `https://share.vidyard.com/watch/${id}`,
  },
  { name: 'streamable', id: /^streamable\.com\/(?:[eos]\/)?([a-z0-9]{5,7})(?![\w-])/, watch: (id) => `https://streamable.com/${id}` },
];

const VIDEO_FILE = /\.(?:mp4|m4v|webm|mov|ogv|m3u8)$/i;

/** A video and the page it is watched on; null where an address leads to no single video. A file is its own page. */
export const videoOf = (address: string): { name: string; id: string; watch: string } | null => {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const place = `${url.hostname.replace(/^www\./, '')}${url.pathname}${url.search}`;
  for (const { name, id, watch } of VIDEO_HOSTS) {
    const found = id.exec(place);
    if (found) return { name, id: found[1]!, watch: watch(found[1]!, found[2] ?? found[3]) };
  }
  return VIDEO_FILE.test(url.pathname) ? { name: 'file', id: url.href, watch: url.href } : null;
};
