import type { Site } from '../../kernel/context.ts';
import { type Card, cardHash, siteCard } from './card.ts';

/** Where the picture of a page is, by the page's own path. The hash of what is in it makes it another address when it changes. */
export const pictureAddress = (canonical: string, card: Card): string => {
  const [path] = canonical.split('?') as [string];
  return `/pictures${path === '/' ? '/home' : path}.png?v=${cardHash(card)}`;
};

/** The picture for a page: its own, or the site's. */
export const pictureFor = (site: Site, { canonical, card }: { canonical: string; card?: Card }): string =>
  card ? pictureAddress(canonical, card) : pictureAddress('/', siteCard(site));
