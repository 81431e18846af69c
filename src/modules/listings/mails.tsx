import type { Site } from '../../kernel/context.ts';
import { buildTokenUrl, getPreferencesLink, makeOptionalMail, type OptionalMail, renderMail } from '../accounts/mail/mails.tsx';
import { quoteName, quoteParagraphs } from '../accounts/mail/quoting.ts';
import { listingPath, listingUrl } from '../sites/addresses.ts';
import type { UpdateRow } from './follows/queries.ts';

/** A title may contain line breaks; a mail subject may not. */
export const formatUpdateTitle = ({ name, title }: Pick<UpdateRow, 'name' | 'title'>): string => `${name}: ${title}`.replace(/\s+/g, ' ');

/** To a follower: the update without its links. The unsubscribe link turns off mail about this listing only. */
export const updateMail = (site: Site, update: UpdateRow, token: string): OptionalMail => {
  const { name, slug, title, body } = update;
  const product = quoteName(name, 'a product');
  const unsubscribe_url = buildTokenUrl(site, '/unsubscribe', token);
  const contents = {
    subject: `Update from ${product}: ${quoteName(title, 'read it on the site')}`,
    says: [`${product} posted an update:`, ...quoteParagraphs(title), ...quoteParagraphs(body)],
    link: { name: `Read it on ${site.name}`, href: listingUrl(site, slug) },
    foot: {
      says: `You receive this because you follow ${product} on ${site.name}.`,
      ways: [{ name: 'Unsubscribe from this product', href: unsubscribe_url }, getPreferencesLink(site)],
    },
  };
  return { kind: 'updates', write: () => ({ ...renderMail(site, contents), unsubscribe_url }) };
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
  const mail = makeOptionalMail(site, 'reviews', { subject, says, link: { name: link, href: site.root + url } });
  return { ...content, url, mail };
};

/** To the owner of the reviewed listing. */
export const newReviewNotification = (site: Site, review: ReviewRef): ReviewNotification =>
  makeReviewNotification(site, review, {
    key: `review ${review.review_id}`,
    title: `${review.name} has a new review`,
    subject: `${quoteName(review.name, 'Your product')} has a new review`,
    body: null,
    says: [`Someone reviewed ${quoteName(review.name, 'your product')} on ${site.name}. You can reply publicly.`],
    link: 'Read and reply',
  });

/** To the author of the review. */
export const reviewAnswerNotification = (site: Site, review: ReviewRef, answer: string): ReviewNotification =>
  makeReviewNotification(site, review, {
    key: `review ${review.review_id} answered`,
    title: `${review.name} replied to your review`,
    subject: `New reply to your review on ${site.name}`,
    body: answer,
    says: [`The owner of ${quoteName(review.name, 'a product')} replied to your review on ${site.name}.`],
    link: 'Read the reply',
  });
