import type { Site } from '../../kernel/context.ts';
import { t } from '../../kernel/language/messages.ts';
import { quoteName, quoteParagraphs, truncate } from '../accounts/mail/quoting.ts';
import { localUrl, makeOptionalMail, type OptionalMail } from '../accounts/mail/render-mail.tsx';
import { listingPath } from '../sites/addresses.ts';

/** Why somebody hears about a comment. */
export type CommentReason = 'reply' | 'mention' | 'own_listing';

/** The path of a comment on the page of its listing's comments, whichever page of them it is on. */
export const commentPath = (slug: string, comment_id: number): string =>
  `${listingPath(slug)}/comments?comment=${comment_id}#comment-${comment_id}`;

interface CommentMessage {
  kind: CommentNotification['kind'];
  title(product: string): string;
  /** The title if a maker of the product wrote it. */
  maker_title?(product: string): string;
  says(who: string, product: string): string;
  link(): string;
}

const MESSAGES: Record<CommentReason, CommentMessage> = {
  reply: {
    kind: 'replies',
    title: (product) => t('New reply to your comment on {product}', { product }),
    maker_title: (product) => t('The maker of {product} replied to your comment', { product }),
    says: (who, product) => t('{who} replied to your comment on {product}:', { who, product }),
    link: () => t('Read the reply'),
  },
  mention: {
    kind: 'replies',
    title: (product) => t('You were mentioned in a comment on {product}', { product }),
    maker_title: (product) => t('The maker of {product} mentioned you in a comment', { product }),
    says: (who, product) => t('{who} mentioned you in a comment on {product}:', { who, product }),
    link: () => t('Read the comment'),
  },
  own_listing: {
    kind: 'comments',
    title: (product) => t('New comment on {product}', { product }),
    says: (who, product) => t('{who} commented on {product}:', { who, product }),
    link: () => t('Read and reply'),
  },
};

/** Enough to know whether to answer. */
const MAX_QUOTE_LENGTH = 600;

/** Every line is marked as a quote, so that nobody takes it for ours. */
const quoteComment = (body: string): string[] =>
  quoteParagraphs(truncate(body, MAX_QUOTE_LENGTH)).map((paragraph) =>
    paragraph
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
  );

export interface CommentNotification {
  title: string;
  url: string;
  kind: 'comments' | 'replies';
  mail: OptionalMail;
}

export interface CommentAuthor {
  name: string | null;
  is_maker: boolean;
}

const describeAuthor = ({ name, is_maker }: CommentAuthor, product: string): string => {
  if (is_maker) return t('The maker of {product}', { product });
  return name === null ? t('Someone') : quoteName(name, t('Someone'));
};

interface NotifiedComment {
  author: CommentAuthor;
  slug: string;
  name: string;
  comment_id: number;
  body: string;
}

/** The mail quotes the comment as plain text without links. The notification does not, so that on the site a deleted text is gone. */
export const commentNotification = (
  site: Site,
  { slug, name, comment_id, body, author }: NotifiedComment,
  reason: CommentReason,
): CommentNotification => {
  const { kind, title: usual_title, maker_title = usual_title, says, link } = MESSAGES[reason];
  const title = author.is_maker ? maker_title : usual_title;
  const url = commentPath(slug, comment_id);
  const product = quoteName(name, t('a product'));
  const contents = {
    subject: title(product),
    says: [
      says(describeAuthor(author, product), product),
      ...quoteComment(body),
      t('We send at most one email per hour about this product. You’ll see everything else on the site.'),
    ],
    link: { name: link(), href: localUrl(site, url) },
  };
  return { title: title(name), url, kind, mail: makeOptionalMail(site, kind, contents) };
};
