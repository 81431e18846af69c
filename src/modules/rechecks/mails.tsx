import type { Site } from '../../kernel/context.ts';
import { t } from '../../kernel/language/messages.ts';
import { formatLongDay } from '../../kernel/time/weeks.ts';
import { buildOwnerNotification, type NotifiedListing, type OwnerNotification } from '../launches/mails.tsx';
import { dashboardPath, listingPath } from '../sites/addresses.ts';
import type { FactChange } from './changes/queries.ts';

const changesPath = ({ listing_id }: NotifiedListing): string => `${dashboardPath(listing_id)}/changes`;
const factName = ({ path, name }: Pick<FactChange, 'path' | 'name'>): string => name ?? path.split('.').at(-1)!.replaceAll('_', ' ');

/** The website says something else than the listing. */
export const changesNotification = (
  site: Site,
  listing: NotifiedListing,
  changes: Pick<FactChange, 'id' | 'path' | 'name'>[],
): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'facts',
    key: `fact changes ${changes.at(-1)!.id}`,
    title: t('Your website changed: {product}', { product: listing.name }),
    says: [
      t('We read your website again, and it now says something else than your listing on {site}: {facts}.', {
        site: site.name,
        facts: changes.map(factName).join(', '),
      }),
      t('Your listing stays as it is until you decide. You can accept what your website says, keep what your listing says, or correct it.'),
    ],
    link: t('Review the changes'),
    url: changesPath(listing),
  });

/** The website has not answered for a week. */
export const deadNotification = (site: Site, listing: NotifiedListing, since: Date, hidden_from: Date | null): OwnerNotification => {
  const [since_on, hidden_on] = [since, hidden_from].map((at) => at && formatLongDay(at.toISOString().slice(0, 10)));
  return buildOwnerNotification(site, {
    kind: 'facts',
    key: `dead website ${listing.listing_id} ${since.getTime()}`,
    title: t('The website of {product} doesn’t answer', { product: listing.name }),
    says: [
      t('We’ve tried to read the website of {product} several times since {day}, and it didn’t answer. Your listing says so.', {
        product: listing.name,
        day: since_on,
      }),
      ...(hidden_on
        ? [
            t('If it still doesn’t answer on {day}, we hide the listing. It comes back by itself when the website answers again.', {
              day: hidden_on,
            }),
          ]
        : []),
    ],
    link: t('Open your listing'),
    url: changesPath(listing),
  });
};

export const hiddenNotification = (site: Site, listing: NotifiedListing, at: Date): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'listing',
    key: `hidden website ${listing.listing_id} ${at.getTime()}`,
    title: t('{product} is hidden', { product: listing.name }),
    says: [
      t('The website of {product} hasn’t answered for weeks, so we no longer show its listing on {site}.', {
        product: listing.name,
        site: site.name,
      }),
      t('When the website answers again, the listing comes back by itself, with its votes and reviews. You can also check it now.'),
    ],
    link: t('Check the website'),
    url: changesPath(listing),
  });

export const backNotification = (site: Site, listing: NotifiedListing, at: Date): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'listing',
    key: `website back ${listing.listing_id} ${at.getTime()}`,
    title: t('{product} is live again', { product: listing.name }),
    says: [t('The website of {product} answers again, so its listing is back on {site}.', { product: listing.name, site: site.name })],
    link: t('View your listing'),
    url: listingPath(listing.slug),
  });
