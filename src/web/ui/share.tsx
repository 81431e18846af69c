import { Copyable } from './elements.tsx';

/** Where a page can be shared. Plain links: nothing is loaded from these sites, and they learn nothing before a click. */
const NETWORKS: [name: string, href: (title: string, url: string) => string][] = [
  ['X', (title, url) => `https://x.com/intent/post?${new URLSearchParams({ text: title, url })}`],
  ['LinkedIn', (_, url) => `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url })}`],
  ['Bluesky', (title, url) => `https://bsky.app/intent/compose?${new URLSearchParams({ text: `${title} ${url}` })}`],
  ['Mastodon', (title, url) => `https://share.joinmastodon.org/#text=${encodeURIComponent(`${title} ${url}`)}`],
  ['Email', (title, url) => `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`],
];

/** Links that share a page, and its address to copy (the script copy.js adds the button). */
export const ShareLinks = ({ title, url }: { title: string; url: string }) => (
  <div class="stack share">
    <ul class="chips">
      {NETWORKS.map(([name, href]) => (
        <li>
          <a class="chip" href={href(title, url)} rel="noopener noreferrer">
            <span class="unseen">Share on </span>
            {name}
          </a>
        </li>
      ))}
    </ul>
    <Copyable text={url} name="the link" />
  </div>
);
