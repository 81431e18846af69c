import { timingSafeEqual } from 'node:crypto';
import { type Ctx, type Db, inTransaction } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { hashToken, newToken, openJson, sealJson, sharedSecret } from '../../../kernel/secrets.ts';
import { connectIdentity } from '../identities/identities.ts';
import { signInMail } from '../mail/mails.tsx';
import { sendMail } from '../mail/outbox.ts';
import { ensureAccount, markEmailVerified, selectAccountByEmail, updatePassword } from '../queries.ts';
import { emailKey, type ProvidedIdentity, parseLocalPath, SIGN_IN_LINK_TTL_MS } from '../rules.ts';
import { restoreBans } from '../users/banned-mailboxes.ts';
import { limitLinkRequests, refundLinkMail, requireEmail, reserveLinkMail } from './attempts.ts';
import { hashPassword, validatePassword } from './password.ts';
import { ownPendingId } from './pending-actions.ts';
import {
  consumeEmailedLink,
  deleteSessionsExcept,
  type EmailedLinkRow,
  findEmailedLink,
  insertEmailedLink,
  type LinkPurpose,
  retireSignInLinks,
} from './queries.ts';
import { type NewSession, signInOnSite, type Visit } from './sessions.ts';

export interface SignInLinkRequest {
  email: string;
  go_to?: string;
  /** `name` and `password` are given at sign-up. */
  name?: string;
  password?: string;
  /** Who the requester is at a provider that has not verified the address. */
  identity?: ProvidedIdentity;
  /** A form of this browser that waits for the sign-in. */
  pending?: string;
  /** The secret of the requesting browser, if it has one. */
  browser: string | null;
}

/**
 * Mails a sign-in link; opening it creates the account if there is none. Known and unknown addresses get the same mail and the same
 * answer. Name, password and identity are stored with the link and apply only in the same browser: otherwise an attacker could sign up
 * with your address and a password of theirs, and wait for you to open the link.
 */
export const requestSignInLink = async (
  ctx: Ctx,
  request: SignInLinkRequest,
  visit: Visit,
): Promise<{ email: string; browser?: string }> => {
  const email = requireEmail(request.email);
  const email_key = emailKey(email);
  if (request.password !== undefined) await validatePassword(request.password, { email, name: request.name });
  await limitLinkRequests(ctx, { email_key, visit });
  const password_hash = request.password === undefined ? null : await hashPassword(request.password);
  const is_bound = request.password !== undefined || request.name !== undefined || request.identity !== undefined;
  const browser = is_bound ? (request.browser ?? newToken()) : undefined;
  const pending_id = await ownPendingId(ctx, request.pending, request.browser);
  return inTransaction(ctx, async (ctx) => {
    // Same answer without a mail. The browser keeps the token of the earlier link, which is still the one to open.
    if (!(await reserveLinkMail(ctx, { email_key, visit }))) return { email };
    const account = await selectAccountByEmail(ctx.sql, email_key);
    const token = await createSignInLink(ctx, email, {
      go_to: parseLocalPath(request.go_to),
      name: request.name ?? null,
      password_hash,
      identity: request.identity ?? null,
      browser_hash: browser ? hashToken(browser) : null,
      pending_id,
    });
    // Mail goes to the address as its owner typed it; the folded key is only for lookups.
    await sendMail(ctx, account?.email ?? email, () => signInMail(ctx.site, token));
    return { email, browser };
  });
};

type LinkDetails = Pick<EmailedLinkRow, 'go_to' | 'name' | 'password_hash' | 'identity' | 'browser_hash' | 'pending_id'>;

const getSentKey = (sql: Db): Promise<string> => sharedSecret(sql, 'sign_in_sent', newToken());

/** The address a link was requested for, sealed, so that the next page names it and no link can make that page name another. */
export const sealSentAddress = async ({ sql, clock }: Ctx, email: string): Promise<string> =>
  sealJson(await getSentKey(sql), [email, clock.now().getTime() + SIGN_IN_LINK_TTL_MS]);

/** The sealed address, for as long as a link works; null after that or if it is forged. */
export const openSentAddress = async ({ sql, clock }: Ctx, sealed: string): Promise<string | null> => {
  const payload = openJson<[email: string, expires_at: number]>(await getSentKey(sql), sealed);
  return payload && payload[1] > clock.now().getTime() ? payload[0] : null;
};

/** A token that signs in once and expires after SIGN_IN_LINK_TTL_MS. */
export const createSignInLink = async (
  { sql, clock }: Pick<Ctx, 'sql' | 'clock'>,
  email: string,
  details?: LinkDetails,
): Promise<string> => {
  const token = newToken();
  const created_at = clock.now();
  const expires_at = new Date(created_at.getTime() + SIGN_IN_LINK_TTL_MS);
  await insertEmailedLink(sql, { token_hash: hashToken(token), purpose: 'sign_in', email, ...details, created_at, expires_at });
  return token;
};

/** Reads a link without consuming it: mail scanners open links too. */
export const readEmailedLink = async ({ sql, clock }: Ctx, token: string, purposes: LinkPurpose[]): Promise<EmailedLinkRow> => {
  const link = await findEmailedLink(sql, hashToken(token), purposes, clock.now());
  if (!link) throw new Refusal('link_not_valid');
  return link;
};

/** Signs in by link. `browser` is the token set at sign-up, if this is the same browser. */
export const signInByLink = (
  ctx: Ctx,
  { token, browser }: { token: string; browser: string | null },
  visit: Visit,
): Promise<{ session: NewSession; go_to: string | null; pending_id: string | null }> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, clock } = ctx;
    const now = clock.now();
    const link = await consumeEmailedLink(sql, hashToken(token), ['sign_in'], now);
    if (!link) throw new Refusal('link_not_valid');
    const same_browser = browser !== null && link.browser_hash !== null && timingSafeEqual(hashToken(browser), link.browser_hash);
    const account = await ensureAccount(sql, link.email, emailKey(link.email), same_browser ? link.name : null, now);
    await markEmailVerified(sql, account.id, now);
    await restoreBans(sql, account);
    if (same_browser && link.password_hash) {
      await updatePassword(sql, account.id, link.password_hash);
      await deleteSessionsExcept(sql, account.id, null);
    }
    if (same_browser && link.identity) await connectIdentity(ctx, account, link.identity);
    await retireSignInLinks(sql, account.email_key, now);
    await refundLinkMail(ctx, { email_key: account.email_key, visit });
    return { session: await signInOnSite(ctx, account.id, visit, true), go_to: link.go_to, pending_id: link.pending_id };
  });
