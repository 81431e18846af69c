import type { FastifyRequest } from 'fastify';
import type { AppDeps } from '../../http/deps.ts';
import type { Caller, Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { authenticateSession } from '../../modules/accounts/credentials/sessions.ts';

/** On https, the __Host- prefix makes browsers reject a cookie set by another host or an insecure page. */
export const cookieName = (root: string, name = 'lw_session'): string => (root.startsWith('https:') ? `__Host-${name}` : name);

/** The value of a cookie. If there are several with this name, the first counts. */
export const readCookie = (header: string | undefined, name: string): string | null => {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
};

/** A cookie for this site only, invisible to scripts. A null value deletes it. */
export const serializeCookie = (root: string, name: string, value: string | null, seconds: number): string =>
  [
    `${cookieName(root, name)}=${value ?? ''}`,
    'Path=/',
    `Max-Age=${value === null ? 0 : Math.max(0, Math.floor(seconds))}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(root.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');

/** Binds what was begun before a sign-in to the browser: a form that waits, a password typed at sign-up, a sign-in at a provider. */
export const BROWSER_COOKIE = 'lw_browser';
/** Says which writes a replica must have before this browser reads from it. `positionOf` reads it. */
export const POSITION_COOKIE = 'lw_position';
/** Recognizes a browser that signed in before. */
export const KNOWN_COOKIE = 'lw_known';

const IS_TOKEN = /^[\w-]{43}$/;

/** Where a request comes from, with what its browser keeps. */
export const visitOf = ({ root }: Site, { ip, headers }: FastifyRequest) => {
  const cookieValue = (name: string): string | null => {
    const value = readCookie(headers.cookie, cookieName(root, name));
    return value && IS_TOKEN.test(value) ? value : null;
  };
  return { address: ip, user_agent: headers['user-agent'], browser: cookieValue(BROWSER_COOKIE), known: cookieValue(KNOWN_COOKIE) };
};

export const sessionToken = (site: Site, request: FastifyRequest): string | null => {
  // Fast path: most requests carry no cookie.
  if (request.headers.cookie === undefined) return null;
  return readCookie(request.headers.cookie, cookieName(site.root));
};

/** The caller signed in by the session cookie, or null. Each session is looked up at most once a second. */
export const readSession = async (deps: AppDeps, request: FastifyRequest): Promise<Caller | null> => {
  if (request.headers.cookie === undefined) return null;
  const token = sessionToken(await deps.siteOf(request.headers.host), request);
  // A malformed token is neither looked up nor cached.
  if (!token || !IS_TOKEN.test(token)) return null;
  // Nobody is shown pages as a stranger because the primary, which knows the sessions, is away.
  if (deps.reads.isPrimaryDown()) throw new Refusal('not_ready');
  const caller = await deps.cachedCaller(`session ${token}`, () => authenticateSession({ sql: deps.sessions, clock: deps.clock }, token));
  const valid = caller && (!caller.expires_at || caller.expires_at > deps.clock.now()) ? caller : null;
  request.account_id = valid?.account_id ?? null;
  return valid;
};

/** Rejects forms sent from other sites, before the body is read. Browsers send `Origin` with every form, and pages cannot forge it. */
export const requireSameOrigin = (site: Site, request: FastifyRequest): void => {
  const { origin, host } = request.headers;
  const expected = `${new URL(site.root).protocol}//${host}`;
  const same = origin === undefined ? request.headers['sec-fetch-site'] === 'same-origin' : origin === expected;
  if (!same) throw new Refusal('cross_site_request');
};
