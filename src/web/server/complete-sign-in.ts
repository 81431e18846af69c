import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, type Ctx, isSignedIn, type Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Language } from '../../kernel/language/languages.ts';
import { localPath } from '../../kernel/language/locale.ts';
import { newToken } from '../../kernel/secrets.ts';
import { readInput } from '../../kernel/validate.ts';
import { isOnTeam } from '../../modules/accounts/account.ts';
import { holdAction, type PendingAction } from '../../modules/accounts/credentials/pending-actions.ts';
import { authenticateSession, type NewSession, signOut } from '../../modules/accounts/credentials/sessions.ts';
import { findLanguage } from '../../modules/accounts/queries.ts';
import { KNOWN_BROWSER_TTL_MS, PENDING_ACTION_TTL_MS } from '../../modules/accounts/rules.ts';
import { isSiteEmpty } from '../../modules/setup/setup.ts';
import { describeRefusal } from '../../refusals.ts';
import { accountPaths, adminPaths } from '../paths.ts';
import type { Action, Redirect, SignIn } from './form-action.ts';
import { FORM_ACTIONS } from './form-table.ts';
import { LANGUAGE_COOKIE, LANGUAGE_TTL_S } from './language.ts';
import type { Page } from './page.ts';
import { paramNames, patternFiller } from './path.ts';
import { type Rendered, renderPage } from './render.tsx';
import { BROWSER_COOKIE, KNOWN_COOKIE, serializeCookie, visitOf } from './sessions.ts';

export interface SignInDeps {
  pages: Page[];
  sendPage(reply: FastifyReply, rendered: Rendered): FastifyReply;
}

const languageCookie = (root: string, language: Language): string => serializeCookie(root, LANGUAGE_COOKIE, language, LANGUAGE_TTL_S);

type BrowserState = Pick<Redirect, 'session' | 'browser' | 'language'>;

/** Signing out, the secret of a browser that has not signed in yet, and its language. */
export const setCookies = (reply: FastifyReply, { root }: Site, outcome: BrowserState): void => {
  const cookies: string[] = [];
  if (outcome.session === null) cookies.push(serializeCookie(root, 'lw_session', null, 0));
  if (outcome.browser) cookies.push(serializeCookie(root, BROWSER_COOKIE, outcome.browser, PENDING_ACTION_TTL_MS / 1000));
  if (outcome.language) cookies.push(languageCookie(root, outcome.language));
  if (cookies.length) reply.header('set-cookie', cookies);
};

const setSessionCookies = (reply: FastifyReply, { root }: Site, session: NewSession, now: Date, language: Language | null): void => {
  const seconds = (session.expires_at.getTime() - now.getTime()) / 1000;
  reply.header('set-cookie', [
    serializeCookie(root, 'lw_session', session.token, seconds),
    serializeCookie(root, KNOWN_COOKIE, session.known, KNOWN_BROWSER_TTL_MS / 1000),
    serializeCookie(root, BROWSER_COOKIE, null, 0),
    ...(language ? [languageCookie(root, language)] : []),
  ]);
};

type Fields = Record<string, string>;

/** The page of a form, for the parameters among its fields. */
const formPage = ({ path, page }: Pick<Action, 'path' | 'page'>, fields: Fields): string =>
  localPath(patternFiller(page)(Object.fromEntries(paramNames(path).map((name) => [name, fields[name]]))));

/** Longer forms are not stored: their senders sign in and write again. */
const MAX_STORED = 20_000;

/** Stores a form that a visitor sent before signing in, and leads to the sign-in page, which says what it is for. */
export const holdForm = async (ctx: Ctx, action: Action, { back: _, ...fields }: Fields, known: string | null): Promise<Redirect> => {
  const go_to = formPage(action, fields);
  if (JSON.stringify(fields).length > MAX_STORED) return { go_to: accountPaths.signIn({ go_to }) };
  const title = await action.resume!(ctx, fields);
  const browser = known ?? newToken();
  const pending = await holdAction(ctx, { title, action: action.path, fields }, browser);
  return { go_to: accountPaths.signIn({ go_to, pending }), browser };
};

interface Exchange<C extends Caller | null = Caller | null> {
  ctx: Ctx<C>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Where somebody lands who did not come from a page. */
const homeOf = async (ctx: Ctx<Caller>): Promise<string> => {
  if (!(await isOnTeam(ctx))) return accountPaths.home();
  return (await isSiteEmpty(ctx)) ? adminPaths.setup() : adminPaths.home();
};

/** Signs the browser in, replacing the session it had, and runs the form that waited for it. */
export const completeSignIn = async (deps: SignInDeps, { ctx, request, reply }: Exchange, outcome: SignIn): Promise<FastifyReply> => {
  const { session, go_to, pending } = outcome;
  if (isSignedIn(ctx)) await signOut(ctx);
  const caller = await authenticateSession(ctx, session.token);
  if (!caller) throw new Refusal('sign_in_needed');
  setSessionCookies(reply, ctx.site, session, ctx.clock.now(), await findLanguage(ctx.sql, caller.account_id));
  const member = { ...ctx, caller };
  if (pending) return resumeForm(deps, { ctx: member, request, reply }, pending);
  return reply.header('cache-control', 'no-store').redirect(go_to ?? (await homeOf(member)), 303);
};

/** Runs a form as if its sender had been signed in. If it is refused, its page says why. */
const resumeForm = async (
  deps: SignInDeps,
  { ctx, request, reply }: Exchange<Caller>,
  { action: path, fields }: PendingAction,
): Promise<FastifyReply> => {
  const action = FORM_ACTIONS.find((one) => one.path === path && one.resume);
  const page = deps.pages.find((one) => one.path === action?.page);
  if (!action || !page) return reply.redirect(accountPaths.home(), 303);
  try {
    const outcome = await action.run(ctx, readInput(action, { ...fields }), visitOf(ctx.site, request));
    const go_to = 'go_to' in outcome ? outcome.go_to : null;
    return reply.header('cache-control', 'no-store').redirect(go_to ?? formPage(action, fields), 303);
  } catch (error) {
    const described = error instanceof Refusal ? describeRefusal(error) : null;
    if (!described || described.status >= 500) throw error;
    const { errors } = error as Refusal;
    const message = errors.length ? null : described.detail;
    const form = { action: localPath(patternFiller(path)(fields)), values: fields, errors, message, status: described.status, result: {} };
    return deps.sendPage(reply, await renderPage(page, ctx, fields, {}, form));
  }
};
