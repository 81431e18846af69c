import type { Site } from '../../kernel/context.ts';
import type { MailKind } from '../accounts/mail/kinds.ts';
import { makeOptionalMail, type OptionalMail } from '../accounts/mail/mails.tsx';
import { quoteName } from '../accounts/mail/quoting.ts';
import { listingPath } from '../sites/addresses.ts';

/** Why somebody hears about a comment. */
export type CommentReason = 'reply' | 'mention' | 'own_listing';

/** The path of a comment on the page of its listing's comments, whichever page of them it is on. */
export const commentPath = (slug: string, comment_id: number): string =>
  `${listingPath(slug)}/comments?comment=${comment_id}#comment-${comment_id}`;

const TEXTS: Record<CommentReason, { kind: Extract<MailKind, 'comments' | 'replies'>; title: (product: string) => string; link: string }> =
  {
    reply: { kind: 'replies', title: (product) => `New reply to your comment on ${product}`, link: 'Read the reply' },
    mention: { kind: 'replies', title: (product) => `You were mentioned in a comment on ${product}`, link: 'Read the comment' },
    own_listing: { kind: 'comments', title: (product) => `New comment on ${product}`, link: 'Read and reply' },
  };

const LATER = 'If more follow within an hour, you find them on the site: we send one email an hour at most.';

export interface CommentNotification {
  title: string;
  url: string;
  kind: 'comments' | 'replies';
  mail: OptionalMail;
}

/** Neither carries the comment's text: its author can edit and delete it, and we never mail one user's words to another. */
export const commentNotification = (
  site: Site,
  { slug, name, comment_id }: { slug: string; name: string; comment_id: number },
  reason: CommentReason,
): CommentNotification => {
  const { kind, title, link } = TEXTS[reason];
  const url = commentPath(slug, comment_id);
  const subject = title(quoteName(name, 'a product'));
  const mail = makeOptionalMail(site, kind, {
    subject,
    says: [`${subject}, on ${site.name}.`, LATER],
    link: { name: link, href: site.root + url },
  });
  return { title: title(name), url, kind, mail };
};
