import type { FastifyRequest } from 'fastify';
import type { Caller, Site } from '../kernel/context.ts';
import { callerOfSession } from '../modules/accounts/session.ts';
import type { House } from '../surfaces/house.ts';

/** Behind https the name itself makes browsers refuse a cookie that another host or an insecure page set. */
export const cookieName = (root: string, name = 'lw_session'): string => (root.startsWith('https:') ? `__Host-${name}` : name);

/** The value of a cookie. The first counts where there are several of a name. */
export const cookieIn = (header: string | undefined, name: string): string | null => {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
};

/** A cookie that only this site and no script gets to see; without a value it is taken back. */
export const cookie = (root: string, name: string, value: string | null, seconds: number): string =>
  [
    `${cookieName(root, name)}=${value ?? ''}`,
    'Path=/',
    `Max-Age=${value === null ? 0 : Math.max(0, Math.floor(seconds))}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(root.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');

export const sessionToken = (site: Site, request: FastifyRequest): string | null => {
  // Most requests carry no cookie at all.
  if (request.headers.cookie === undefined) return null;
  return cookieIn(request.headers.cookie, cookieName(site.root));
};

/** Who is signed in on the site, by their session's cookie, or null. Asked of the database at most once a second a session. */
export const sessionOf = async (house: House, request: FastifyRequest): Promise<Caller | null> => {
  if (request.headers.cookie === undefined) return null;
  const token = sessionToken(await house.siteOf(request.headers.host), request);
  // What is no token of ours is neither looked up nor remembered.
  if (!token || !/^[\w-]{43}$/.test(token)) return null;
  const caller = await house.believed(`session ${token}`, () => callerOfSession(house, token));
  return caller && (!caller.expires_at || caller.expires_at > house.clock.now()) ? caller : null;
};
