import type { Ctx, SiteCtx } from '../../../kernel/context.ts';
import { hashToken } from '../../../kernel/secrets.ts';
import { PENDING_ACTION_TTL_MS } from '../rules.ts';
import { deletePendingAction, findPendingAction, insertPendingAction, type PendingActionRow } from './queries.ts';

/** A form that a visitor sent before signing in. */
export type PendingAction = Pick<PendingActionRow, 'action' | 'fields'>;

/** Stores a form until its sender has signed in. `title` follows "Sign in to": vote for Handrailer. */
export const holdAction = async (
  { sql, site, clock }: Ctx,
  { title, action, fields }: Omit<PendingActionRow, 'id'>,
  browser: string,
): Promise<string> => {
  const expires_at = new Date(clock.now().getTime() + PENDING_ACTION_TTL_MS);
  return insertPendingAction(sql, { site_id: site.id, browser_hash: hashToken(browser), title, action, fields, expires_at });
};

const IS_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a sign-in is for; null if it is for nothing in particular, or too late. */
export const getPendingTitle = async (ctx: SiteCtx, id: string | null | undefined): Promise<string | null> =>
  (id && IS_ID.test(id) && (await findPendingAction(ctx, id))?.title) || null;

/** The id, if it is of a form that this browser sent. */
export const ownPendingId = async (ctx: SiteCtx, id: string | null | undefined, browser: string | null): Promise<string | null> =>
  id && IS_ID.test(id) && browser && (await findPendingAction(ctx, id, hashToken(browser))) ? id : null;

/** Takes a form out of the store, to run it: of two concurrent requests one gets it. A browser gets only what it sent itself. */
export const takePendingAction = async (
  ctx: SiteCtx,
  id: string | null | undefined,
  browser: string | null,
): Promise<PendingAction | null> =>
  id && IS_ID.test(id) && browser ? ((await deletePendingAction(ctx, id, hashToken(browser))) ?? null) : null;

/** The same for somebody who was shown what would happen and agreed, in whichever browser: the page of an emailed link. */
export const takeAgreedAction = async (ctx: SiteCtx, id: string | null): Promise<PendingAction | null> =>
  id ? ((await deletePendingAction(ctx, id)) ?? null) : null;
