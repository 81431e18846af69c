import { msg, t, texts } from '../../kernel/language/messages.ts';
import { listingPaths } from '../paths.ts';
import { Copyable } from './elements.tsx';

const query = (values: Record<string, string>): string => String(new URLSearchParams(values));

/** Links that open another site's form for a new post. They load nothing from it, so nobody is tracked before a click. */
const TARGETS: { name: string; href: (title: string, url: string) => string }[] = texts([
  { name: 'X', href: (title, url) => `https://x.com/intent/post?${query({ text: title, url })}` },
  { name: 'LinkedIn', href: (_, url) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}` },
  { name: 'Bluesky', href: (title, url) => `https://bsky.app/intent/compose?${query({ text: `${title} ${url}` })}` },
  // Asks for one's server first.
  { name: 'Mastodon', href: (title, url) => listingPaths.shareOnMastodon({ title, url }) },
  {
    name: msg('Email'),
    href: (title, url) => `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`,
  },
]);

/** Links to share a page, and its address to copy. The page needs copy.js for the button. */
export const Share = ({ title, url }: { title: string; url: string }) => (
  <div class="stack share">
    <ul class="chips">
      {TARGETS.map(({ name, href }) => (
        <li>
          <a class="chip" href={href(title, url)} rel="nofollow noopener">
            <span class="unseen">{t('Share on')} </span>
            {name}
          </a>
        </li>
      ))}
    </ul>
    <Copyable text={url} name={t('link')} />
  </div>
);
