import type { Ctx, Db, SiteCtx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { type Limit, takeAttempt } from '../../../kernel/limits.ts';
import { hashToken, newToken, openJson, sealJson, sharedSecret } from '../../../kernel/secrets.ts';
import { emailKey } from '../rules.ts';
import { UNSOLICITED_KINDS, type UnsolicitedKind } from './kinds.ts';
import { buildTokenUrl } from './mails.tsx';
import { sendMail } from './outbox.ts';
import { deleteClosedMailbox, insertClosedMailbox, isMailboxClosed, renewClosedMailbox } from './queries.ts';
import type { MailMessage } from './render-mail.tsx';

/** How much mail of a kind one mailbox gets in a day, from all senders together. */
const MAX_MAILS_PER_DAY = 3;
const mailboxLimit = (kind: UnsolicitedKind): Limit => ({ name: `${kind}_to`, limit: MAX_MAILS_PER_DAY, window_seconds: 86_400 });

export interface MailboxTarget {
  /** In lower case. */
  email: string;
  kind: UnsolicitedKind;
}

const getMailboxKey = (sql: Db): Promise<string> => sharedSecret(sql, 'close_mailbox', newToken());

/** Unsubscribe links are sealed tokens and not stored, so the link in an old mail never expires. */
const makeMailboxToken = (key: string, { email, kind }: MailboxTarget): string => sealJson(key, [kind, email]);

const readMailboxToken = (key: string, token: string): MailboxTarget | null => {
  const payload = openJson<[UnsolicitedKind, string]>(key, token);
  if (!payload) return null;
  const [kind, email] = payload;
  return Object.hasOwn(UNSOLICITED_KINDS, kind) ? { kind, email } : null;
};

const acceptsMail = async ({ sql, clock }: SiteCtx, mailbox: Buffer, kind: UnsolicitedKind): Promise<boolean> => {
  if (!(await isMailboxClosed(sql, mailbox, kind))) return true;
  const { pause_ms } = UNSOLICITED_KINDS[kind];
  const now = clock.now();
  return pause_ms !== undefined && renewClosedMailbox(sql, mailbox, kind, new Date(now.getTime() - pause_ms), now);
};

/**
 * Mails an address on behalf of another user, up to the daily limit. If the mailbox has unsubscribed, nothing is sent and the sender
 * does not learn it: the answer is the same for every address.
 */
export const sendUnsolicitedMail = async (
  ctx: SiteCtx,
  to: string,
  kind: UnsolicitedKind,
  write: (unsubscribe_url: string) => MailMessage,
): Promise<void> => {
  const { sql, site, clock } = ctx;
  const email = emailKey(to);
  const mailbox = hashToken(email);
  const limit = await takeAttempt(sql, `mailbox ${mailbox.toString('base64url')}`, mailboxLimit(kind), clock.now());
  if (!limit.granted)
    throw new Refusal('rate_limited', {
      limit,
      detail: t('We can’t send more emails of this kind to this address today. Try again tomorrow.'),
    });
  if (!(await acceptsMail(ctx, mailbox, kind))) return;
  const token = makeMailboxToken(await getMailboxKey(sql), { email, kind });
  await sendMail(ctx, to, () => {
    const unsubscribe_url = buildTokenUrl(site, '/unsubscribe/mailbox', token);
    return { ...write(unsubscribe_url), unsubscribe_url };
  });
};

/** The kind of mail and the address that a link unsubscribes. */
export const readMailboxLink = async ({ sql }: Ctx, { token }: { token: string }): Promise<MailboxTarget> => {
  const target = readMailboxToken(await getMailboxKey(sql), token);
  if (!target) throw new Refusal('link_not_valid', { detail: t('This link is incomplete. Open it again from the email.') });
  return target;
};

/** Opens a mailbox again, for somebody who proved that it is theirs. Idempotent. */
export const reopenMailbox = ({ sql }: Ctx, email: string, kind: UnsolicitedKind): Promise<void> =>
  deleteClosedMailbox(sql, hashToken(emailKey(email)), kind);

/** Unsubscribes an address from one kind of mail, for the holder of an unsubscribe link. Idempotent. */
export const unsubscribeMailbox = async (ctx: Ctx, input: { token: string }): Promise<MailboxTarget> => {
  const target = await readMailboxLink(ctx, input);
  await insertClosedMailbox(ctx.sql, hashToken(target.email), target.kind, ctx.clock.now());
  return target;
};
