import type { Site } from '../../kernel/context.ts';
import { type News, news } from '../launches/mails.tsx';
import type { EditedListing } from '../listings/version-queries.ts';

export const takenBackNews = (site: Site, { listing_id, name, id }: EditedListing, reason: string, at: Date): News =>
  news(site, {
    kind: 'listing',
    key: `taken back ${id} ${at.toISOString()}`,
    title: `An edit of ${name} was taken back`,
    says: [
      `The team of ${site.name} took back an edit of ${name}: ${reason}`,
      'The page below shows what the listing said and says now, word by word. You may edit it again.',
    ],
    link: 'The history of your listing',
    url: `/dashboard/listings/${listing_id}/history`,
  });
