import type { SiteCtx } from '../../kernel/context.ts';
import { type Limit, takeAttempt } from '../../kernel/limits.ts';
import { sendMail } from '../accounts/mail/outbox.ts';
import { inLanguageOf, notify } from '../accounts/notifications.ts';
import { findVerifiedEmail } from '../accounts/queries.ts';
import { type CommentAuthor, type CommentReason, commentNotification } from './mails.tsx';
import { findAuthorName, type LockedComment, selectAnswered, selectListingMakers, selectMentioned } from './queries.ts';

/** Mail about the comments of one listing, of one kind, to one account. */
const MAIL_LIMIT: Limit = { name: 'comment_mails', limit: 1, window_seconds: 3600 };

interface CommentEvent {
  /** Whom to notify, each for one reason. Nobody hears about their own comment. */
  reasons: Map<number, CommentReason>;
  author: CommentAuthor;
}

const findEvent = async ({ sql }: SiteCtx, id: number, comment: LockedComment): Promise<CommentEvent> => {
  const [answered, mentioned, makers, name] = await Promise.all([
    selectAnswered(sql, comment),
    selectMentioned(sql, id),
    selectListingMakers(sql, comment.listing_id),
    comment.account_id === null ? null : findAuthorName(sql, comment.account_id),
  ]);
  const groups: [CommentReason, number[]][] = [
    ['own_listing', makers],
    ['mention', mentioned],
    ['reply', answered],
  ];
  // Of several reasons the last one counts.
  const reasons = new Map(groups.flatMap(([reason, ids]) => ids.map((account_id) => [account_id, reason] as const)));
  if (comment.account_id !== null) reasons.delete(comment.account_id);
  return { reasons, author: { name, is_maker: comment.account_id !== null && makers.includes(comment.account_id) } };
};

/**
 * Notifies people of a shown comment once, on the site and by mail, in their language and in the current transaction. At most one mail an hour goes to the same
 * account about the same listing.
 */
export const notifyOfComment = async (ctx: SiteCtx, id: number, comment: LockedComment): Promise<void> => {
  const { sql, site, clock } = ctx;
  const at = clock.now();
  const { reasons, author } = await findEvent(ctx, id, comment);
  for (const [account_id, reason] of reasons)
    await inLanguageOf(ctx, account_id, async () => {
      const { mail, kind, title, url } = commentNotification(site, { ...comment, comment_id: id, author }, reason);
      const row = { site_id: site.id, kind: 'comment', key: `comment ${id}`, title, body: null, url, created_at: at };
      const notified = await notify(sql, [account_id], row);
      const email = notified.length ? await findVerifiedEmail(sql, account_id) : null;
      if (email && (await takeAttempt(sql, `${kind} ${comment.listing_id} ${account_id}`, MAIL_LIMIT, at)).granted)
        await sendMail(ctx, email, mail);
    });
};
