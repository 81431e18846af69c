import { type Caller, type Ctx, type Db, inTransaction, isSignedIn } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { takeAttempt } from '../../kernel/limits.ts';
import { newToken, openJson, sealJson, sharedSecret } from '../../kernel/secrets.ts';
import { getOwnAccount } from '../accounts/account.ts';
import { requireEmail } from '../accounts/credentials/attempts.ts';
import { networkPrefix } from '../accounts/limits.ts';
import { buildTokenUrl } from '../accounts/mail/mails.tsx';
import {
  type MailboxTarget,
  readMailboxLink,
  reopenMailbox,
  sendUnsolicitedMail,
  unsubscribeMailbox,
} from '../accounts/mail/unsolicited.ts';
import { emailKey, formatWait } from '../accounts/rules.ts';
import { selectCategories } from '../catalog/queries.ts';
import { confirmDigestMail } from './mails.tsx';
import {
  deleteSubscriber,
  deleteSubscriptionsOf,
  findSubscriber,
  type Subscriber,
  selectSubscriptionsOf,
  upsertSubscriber,
} from './queries.ts';
import { CONFIRM_TTL_MS, MAX_CATEGORIES, SUBSCRIBE_LIMIT } from './rules.ts';

interface SubscriptionRequest {
  email: string;
  category_ids: number[];
}

/** Sealed with a key of their own, so that one kind of link cannot be used as the other. Nothing is stored before an address is confirmed. */
const getConfirmKey = (sql: Db): Promise<string> => sharedSecret(sql, 'digest_confirm', newToken());
const getUnsubscribeKey = (sql: Db): Promise<string> => sharedSecret(sql, 'digest_unsubscribe', newToken());

type ConfirmPayload = [site_id: number, email: string, category_ids: number[], expires_at: number];

/** The names of the chosen categories that the site has. */
const nameCategories = async (ctx: Ctx, category_ids: number[]): Promise<string[]> =>
  category_ids.length === 0 ? [] : (await selectCategories(ctx)).filter(({ id }) => category_ids.includes(id)).map(({ name }) => name);

/** Keeps the ids of categories of this site. */
const knownCategories = async (ctx: Ctx, category_ids: number[]): Promise<number[]> => {
  const ids = (await selectCategories(ctx)).map(({ id }) => id);
  return ids.filter((id) => category_ids.includes(id)).slice(0, MAX_CATEGORIES);
};

/** The caller's own address needs no mail to confirm it. */
const isOwnAddress = async (ctx: Ctx, email_key: string): Promise<boolean> => {
  if (!isSignedIn(ctx)) return false;
  const account = await getOwnAccount(ctx);
  return account.email_key === email_key && account.email_verified_at !== null;
};

const limitNetwork = async ({ sql, clock }: Ctx, address: string): Promise<void> => {
  const { granted, ...limit } = await takeAttempt(sql, networkPrefix(address), SUBSCRIBE_LIMIT, clock.now());
  const detail = `There were too many requests from your network. Try again in ${formatWait(limit.resets_in)}.`;
  if (!granted) throw new Refusal('too_many_attempts', { limit, detail });
};

/** A mailbox that gets no more mail today, or wants none, is not told to whoever typed its address. */
const mailConfirmLink = async (ctx: Ctx, email: string, category_ids: number[]): Promise<void> => {
  const { sql, site, clock } = ctx;
  const payload: ConfirmPayload = [site.id, email, category_ids, clock.now().getTime() + CONFIRM_TTL_MS];
  const token = sealJson(await getConfirmKey(sql), payload);
  const categories = await nameCategories(ctx, category_ids);
  try {
    await sendUnsolicitedMail(ctx, email, 'digest', (stop_url) =>
      confirmDigestMail(site, buildTokenUrl(site, '/digest/confirm', token), categories, stop_url),
    );
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'rate_limited') throw error;
  }
};

/**
 * Subscribes an address once its owner confirms it by mail; the caller's own address at once. The answer is the same for addresses that
 * are subscribed already.
 */
export const subscribe = async (
  ctx: Ctx,
  { email: text, category_ids: chosen }: SubscriptionRequest,
  { address }: { address: string },
): Promise<{ is_confirmed: boolean }> => {
  const email = requireEmail(text);
  const email_key = emailKey(email);
  const category_ids = await knownCategories(ctx, chosen);
  if (await isOwnAddress(ctx, email_key)) {
    await upsertSubscriber(ctx, { email, email_key, category_ids, at: ctx.clock.now() });
    return { is_confirmed: true };
  }
  await limitNetwork(ctx, address);
  await inTransaction(ctx, (ctx) => mailConfirmLink(ctx, email, category_ids));
  return { is_confirmed: false };
};

/** What a link in a confirmation mail subscribes. */
export const readConfirmLink = async (ctx: Ctx, { token }: { token: string }): Promise<SubscriptionRequest & { categories: string[] }> => {
  const payload = openJson<ConfirmPayload>(await getConfirmKey(ctx.sql), token);
  if (!payload || payload[0] !== ctx.site.id || payload[3] < ctx.clock.now().getTime()) throw new Refusal('link_not_valid');
  const [, email, category_ids] = payload;
  return { email, category_ids, categories: await nameCategories(ctx, category_ids) };
};

/** Subscribes the address of a confirmation link. Idempotent. */
export const confirmSubscription = (ctx: Ctx, link: { token: string }): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { email, category_ids } = await readConfirmLink(ctx, link);
    await upsertSubscriber(ctx, { email, email_key: emailKey(email), category_ids, at: ctx.clock.now() });
    await reopenMailbox(ctx, email, 'digest');
  });

/** Unsubscribe links are sealed and not stored, so the link in an old mail never expires. */
const makeUnsubscribeToken = (key: string, { site }: Pick<Ctx, 'site'>, email: string): string => sealJson(key, [site.id, emailKey(email)]);

export const makeUnsubscribeUrl = async (ctx: Pick<Ctx, 'sql' | 'site'>): Promise<(email: string) => string> => {
  const key = await getUnsubscribeKey(ctx.sql);
  return (email) => buildTokenUrl(ctx.site, '/unsubscribe/digest', makeUnsubscribeToken(key, ctx, email));
};

interface UnsubscribeLink {
  email: string;
  is_subscribed: boolean;
}

/** The address that a link unsubscribes. */
export const readDigestUnsubscribeLink = async (ctx: Ctx, { token }: { token: string }): Promise<UnsubscribeLink> => {
  const payload = openJson<[number, string]>(await getUnsubscribeKey(ctx.sql), token);
  if (!payload || payload[0] !== ctx.site.id)
    throw new Refusal('link_not_valid', { detail: t('This link is incomplete. Open it again from the email.') });
  return { email: payload[1], is_subscribed: (await findSubscriber(ctx, payload[1])) !== undefined };
};

/** Unsubscribes the address of a link and forgets it. Idempotent. */
export const unsubscribeFromDigest = async (ctx: Ctx, link: { token: string }): Promise<UnsubscribeLink> => {
  const { email } = await readDigestUnsubscribeLink(ctx, link);
  await deleteSubscriber(ctx.sql, ctx.site.id, email);
  return { email, is_subscribed: false };
};

/** The link in a mail that somebody requested for an address. */
export interface MailboxLink extends MailboxTarget {
  /** Unsubscribes the address from the site's digest, if the mail was about that and the address is subscribed now. */
  leave_token: string | null;
}

const withLeaveToken = async (ctx: Ctx, target: MailboxTarget): Promise<MailboxLink> => {
  const is_subscribed = target.kind === 'digest' && (await findSubscriber(ctx, target.email)) !== undefined;
  return { ...target, leave_token: is_subscribed ? makeUnsubscribeToken(await getUnsubscribeKey(ctx.sql), ctx, target.email) : null };
};

export const openMailboxLink = async (ctx: Ctx, link: { token: string }): Promise<MailboxLink> =>
  withLeaveToken(ctx, await readMailboxLink(ctx, link));

/**
 * Closes an address to one kind of mail that others request for it. Whoever confirmed a subscription to the digest leaves it instead, and
 * can subscribe again at once.
 */
export const closeMailbox = async (ctx: Ctx, link: { token: string }): Promise<MailboxLink> => {
  const target = await openMailboxLink(ctx, link);
  if (target.leave_token) await deleteSubscriber(ctx.sql, ctx.site.id, target.email);
  else {
    await unsubscribeMailbox(ctx, link);
    if (target.kind === 'digest') await deleteSubscriptionsOf(ctx.sql, target.email);
  }
  return target;
};

/** The caller's address, and its subscription if there is one. */
export const getOwnSubscription = async (ctx: Ctx<Caller>): Promise<{ email: string; subscription: Subscriber | null }> => {
  const { email, email_key } = await getOwnAccount(ctx);
  return { email, subscription: (await findSubscriber(ctx, email_key)) ?? null };
};

/** Unsubscribes the caller's address. Idempotent. */
export const leaveDigest = async (ctx: Ctx<Caller>): Promise<void> => {
  await deleteSubscriber(ctx.sql, ctx.site.id, (await getOwnAccount(ctx)).email_key);
};

/** The subscriptions of the caller's address on all sites, for the export of an account. */
export const exportDigestSubscriptions = async (ctx: Ctx<Caller>): Promise<unknown[]> =>
  selectSubscriptionsOf(ctx.sql, (await getOwnAccount(ctx)).email_key);

/** Ends the subscriptions of the caller's address on all sites, when the account is deleted. */
export const deleteDigestSubscriptions = async (ctx: Ctx<Caller>): Promise<void> =>
  deleteSubscriptionsOf(ctx.sql, (await getOwnAccount(ctx)).email_key);
