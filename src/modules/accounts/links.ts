import { timingSafeEqual } from 'node:crypto';
import { type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { hashOf, newToken } from '../../kernel/tokens.ts';
import { limitAttempts, readAddress } from './attempts.ts';
import { findLink, insertLink, type LinkPurpose, type LinkRow, retireLinks, useLink } from './link-queries.ts';
import { sendMail } from './mail.ts';
import { signInLetter } from './mails.tsx';
import { hashPassword, judgePassword } from './password.ts';
import { ensureAccount, markVerified, selectAccountByEmail, updatePassword } from './queries.ts';
import { emailKey, LINK_LIVES_MS, pathHere } from './rules.ts';
import { beginSession, type NewSession, type Visit } from './session.ts';
import { deleteSessionsBut } from './session-queries.ts';

export interface AskForLink {
  email: string;
  go_to?: string;
  /** Of who signs up. */
  name?: string;
  password?: string;
}

/**
 * Mails a link that signs in, and makes the account where there is none. Known or not, an address gets the same mail and
 * its asker the same answer. What was typed at sign-up waits with the link and counts only in the browser that typed it:
 * otherwise anybody could sign up with your address and a password of theirs, and wait for you to open the link.
 */
export const askForLink = async (ctx: Ctx, asked: AskForLink, visit: Visit): Promise<{ email: string; browser: string | null }> => {
  const email = readAddress(asked.email);
  const email_key = emailKey(email);
  if (asked.password !== undefined) await judgePassword(asked.password, { email, name: asked.name });
  await limitAttempts(ctx, { kind: 'link', email_key, visit });
  const password_hash = asked.password === undefined ? null : await hashPassword(asked.password);
  const browser = asked.password !== undefined || asked.name !== undefined ? newToken() : null;
  await inTransaction(ctx, async (ctx) => {
    const known = await selectAccountByEmail(ctx.sql, email_key);
    const typed = { name: asked.name ?? null, password_hash, browser_hash: browser ? hashOf(browser) : null };
    const token = await makeLink(ctx, email, pathHere(asked.go_to), typed);
    // To the address as its owner wrote it: folding is for finding, never for sending.
    await sendMail(ctx, known?.email ?? email, signInLetter(ctx.site, token));
  });
  return { email, browser };
};

type Typed = Pick<LinkRow, 'name' | 'password_hash' | 'browser_hash'>;

/** A token that signs an address in once, for a quarter of an hour. */
export const makeLink = async (
  { sql, clock }: Pick<Ctx, 'sql' | 'clock'>,
  email: string,
  go_to: string | null = null,
  typed?: Typed,
): Promise<string> => {
  const token = newToken();
  const created_at = clock.now();
  const expires_at = new Date(created_at.getTime() + LINK_LIVES_MS);
  await insertLink(sql, { token_hash: hashOf(token), purpose: 'sign_in', email, go_to, ...typed, created_at, expires_at });
  return token;
};

/** What a link is for, without using it up: mail scanners open links too. */
export const readLink = async ({ sql, clock }: Ctx, token: string, purposes: LinkPurpose[]): Promise<LinkRow> => {
  const link = await findLink(sql, hashOf(token), purposes, clock.now());
  if (!link) throw new Refusal('link_not_valid');
  return link;
};

/** Signs in by a link. `browser` is the secret of the browser in which somebody signed up, if this is it. */
export const signInByLink = (
  ctx: Ctx,
  { token, browser }: { token: string; browser: string | null },
  visit: Visit,
): Promise<{ session: NewSession; go_to: string | null }> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, clock } = ctx;
    const now = clock.now();
    const link = await useLink(sql, hashOf(token), ['sign_in'], now);
    if (!link) throw new Refusal('link_not_valid');
    const same_browser = browser !== null && link.browser_hash !== null && timingSafeEqual(hashOf(browser), link.browser_hash);
    const account = await ensureAccount(sql, link.email, emailKey(link.email), same_browser ? link.name : null, now);
    await markVerified(sql, account.id, now);
    if (same_browser && link.password_hash) {
      await updatePassword(sql, account.id, link.password_hash);
      await deleteSessionsBut(sql, account.id, null);
    }
    await retireLinks(sql, account.email_key, now);
    return { session: await beginSession(ctx, account.id, visit, true), go_to: link.go_to };
  });
