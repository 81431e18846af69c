import type { Site } from '../../kernel/context.ts';
import { choosing, letter, linkTo, type OptionalLetter, optionalLetter } from '../accounts/mails.tsx';
import type { UpdateRow } from './update-queries.ts';

/** A title may have been typed in two lines; a subject has one. */
export const sayUpdate = ({ name, title }: Pick<UpdateRow, 'name' | 'title'>): string => `${name}: ${title}`.replace(/\s+/g, ' ');

/** To a follower: what a product has to tell. It ends by itself, without all other news of what they follow. */
export const updateLetter = (site: Site, update: UpdateRow, token: string): OptionalLetter => {
  const { name, slug, title, body } = update;
  const unsubscribe_url = linkTo(site, '/unsubscribe', token);
  const contents = {
    subject: sayUpdate(update),
    says: [title, ...body.split(/\n{2,}/)],
    link: { name: `${name} on ${site.name}`, href: `${site.root}/listings/${slug}` },
    foot: {
      says: `You get this because you follow ${name} on ${site.name}.`,
      ways: [{ name: 'Get no more mail about it', href: unsubscribe_url }, choosing(site)],
    },
  };
  return { kind: 'updates', write: () => ({ ...letter(site, contents), unsubscribe_url }) };
};

/** What somebody is told of a review once, by mail and on the site. */
export interface ReviewNews {
  /** What makes it this news and no other. */
  key: string;
  title: string;
  /** What is told on the site alone: by mail nobody sends words of their own into another's mailbox. */
  body: string | null;
  /** A path of the site. */
  url: string;
  letter: OptionalLetter;
}

interface OfReview {
  name: string;
  slug: string;
  review_id: number;
}

interface Telling extends Pick<ReviewNews, 'key' | 'title' | 'body'> {
  says: string[];
  link: string;
}

const reviewNews = (site: Site, { slug, review_id }: OfReview, { says, link, ...told }: Telling): ReviewNews => {
  const url = `/listings/${slug}/reviews#review-${review_id}`;
  const letter = optionalLetter(site, 'reviews', { subject: told.title, says, link: { name: link, href: site.root + url } });
  return { ...told, url, letter };
};

/** To the owner of what was reviewed. */
export const reviewedNews = (site: Site, review: OfReview): ReviewNews =>
  reviewNews(site, review, {
    key: `review ${review.review_id}`,
    title: `${review.name} has a new review`,
    body: null,
    says: [`Somebody has reviewed ${review.name} on ${site.name}. You may answer it there, for everybody to read.`],
    link: 'Read and answer it',
  });

/** To who wrote the review. */
export const answeredNews = (site: Site, review: OfReview, answer: string): ReviewNews =>
  reviewNews(site, review, {
    key: `review ${review.review_id} answered`,
    title: `${review.name} answered your review`,
    body: answer,
    says: [`Who looks after ${review.name} on ${site.name} has answered the review you wrote.`],
    link: 'Read the answer',
  });
