import type { Site } from '../../kernel/context.ts';
import { t } from '../../kernel/language/messages.ts';
import { buildTokenUrl } from '../accounts/mail/mails.tsx';
import { quoteName, quoteParagraphs } from '../accounts/mail/quoting.ts';
import { getPreferencesLink, localUrl, makeOptionalMail, type OptionalMail, renderMail } from '../accounts/mail/render-mail.tsx';
import { listingPath } from '../sites/addresses.ts';
import type { LaunchedListing, UpdateRow } from './follows/queries.ts';

/** A title may contain line breaks; a mail subject may not. */
export const formatUpdateTitle = ({ name, title }: Pick<UpdateRow, 'name' | 'title'>): string => `${name}: ${title}`.replace(/\s+/g, ' ');

interface FollowerMail {
  product: string;
  slug: string;
  subject: string;
  says: string[];
  link: string;
}

/** To a follower. The unsubscribe link turns off mail about this listing only. */
const followerMail = (site: Site, { product, slug, subject, says, link }: FollowerMail, token: string): OptionalMail => {
  const unsubscribe_url = buildTokenUrl(site, '/unsubscribe', token);
  const contents = {
    subject,
    says,
    link: { name: link, href: localUrl(site, listingPath(slug)) },
    foot: {
      says: t('You receive this because you follow {product} on {site}.', { product, site: site.name }),
      ways: [{ name: t('Unsubscribe from this product'), href: unsubscribe_url }, getPreferencesLink(site)],
    },
  };
  return { kind: 'updates', write: () => ({ ...renderMail(site, contents), unsubscribe_url }) };
};

/** The update without its links. */
export const updateMail = (site: Site, { name, slug, title, body }: UpdateRow, token: string): OptionalMail => {
  const product = quoteName(name, t('a product'));
  const subject = t('Update from {product}: {title}', { product, title: quoteName(title, t('read it on the site')) });
  const says = [t('{product} posted an update:', { product }), ...quoteParagraphs(title), ...quoteParagraphs(body)];
  return followerMail(site, { product, slug, subject, says, link: t('Read it on {site}', { site: site.name }) }, token);
};

/** The key of the notification that a listing is live. Its owner gets another text with the same key, so only one of them. */
export const liveNotificationKey = (listing_id: number, week_on: string): string => `live ${listing_id} ${week_on}`;

export const launchMail = (site: Site, { name, slug }: LaunchedListing, token: string): OptionalMail => {
  const product = quoteName(name, t('a product'));
  const subject = t('{product} has launched on {site}', { product, site: site.name });
  const says = [t('{product}, which you follow, has launched. You can vote for it now, and voting ends on Sunday.', { product })];
  return followerMail(site, { product, slug, subject, says, link: t('See it and vote') }, token);
};

/** A notification about a review, sent once by mail and on the site. */
export interface ReviewNotification {
  /** Identifies the event, so that it is sent once. */
  key: string;
  title: string;
  /** Shown on the site only: we never mail one user's words to another. */
  body: string | null;
  url: string;
  mail: OptionalMail;
}

interface ReviewRef {
  name: string;
  slug: string;
  review_id: number;
}

interface ReviewMessage extends Pick<ReviewNotification, 'key' | 'title' | 'body'> {
  subject: string;
  says: string[];
  link: string;
}

const makeReviewNotification = (
  site: Site,
  { slug, review_id }: ReviewRef,
  { subject, says, link, ...content }: ReviewMessage,
): ReviewNotification => {
  const url = `${listingPath(slug)}/reviews#review-${review_id}`;
  const mail = makeOptionalMail(site, 'reviews', { subject, says, link: { name: link, href: localUrl(site, url) } });
  return { ...content, url, mail };
};

/** To the owner of the reviewed listing. */
export const newReviewNotification = (site: Site, review: ReviewRef): ReviewNotification =>
  makeReviewNotification(site, review, {
    key: `review ${review.review_id}`,
    title: t('{product} has a new review', { product: review.name }),
    subject: t('{product} has a new review', { product: quoteName(review.name, t('Your product')) }),
    body: null,
    says: [
      t('Someone reviewed {product} on {site}. You can reply publicly.', {
        product: quoteName(review.name, t('your product')),
        site: site.name,
      }),
    ],
    link: t('Read and reply'),
  });

/** To the author of the review. */
export const reviewAnswerNotification = (site: Site, review: ReviewRef, answer: string): ReviewNotification =>
  makeReviewNotification(site, review, {
    key: `review ${review.review_id} answered`,
    title: t('{product} replied to your review', { product: review.name }),
    subject: t('New reply to your review on {site}', { site: site.name }),
    body: answer,
    says: [
      t('The owner of {product} replied to your review on {site}.', {
        product: quoteName(review.name, t('a product')),
        site: site.name,
      }),
    ],
    link: t('Read the reply'),
  });
