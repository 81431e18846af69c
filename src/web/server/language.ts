import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDeps } from '../../http/deps.ts';
import type { Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { isLanguage, type Language, offeredLanguages, splitLanguage } from '../../kernel/language/languages.ts';
import { localeFor, withLocale } from '../../kernel/language/locale.ts';
import { cookieName, readCookie } from './sessions.ts';

/** Keeps the language a visitor chose. Only the home page looks at it: every other address is the same for everyone. */
export const LANGUAGE_COOKIE = 'lw_language';
export const LANGUAGE_TTL_S = 365 * 24 * 60 * 60;

const offers = (site: Site, language: unknown): language is Language => isLanguage(language) && offeredLanguages(site).includes(language);

/** Answers a request in the language of its address. */
const inLanguage = async <T>(deps: AppDeps, request: FastifyRequest, work: () => T): Promise<Awaited<T>> => {
  const { host } = request.headers;
  const site = deps.cachedSite(host) ?? (await deps.siteOf(host).catch(() => ({}) as Partial<Site>));
  const { language } = splitLanguage(request.originalUrl);
  return await withLocale(localeFor(site, language && offers(site as Site, language) ? language : undefined), work);
};

/** The handlers registered from here on answer in the language of the address. A language the site does not offer is not found. */
export const serveInLanguages = (app: FastifyInstance, deps: AppDeps): void => {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = (request, reply) =>
      inLanguage(deps, request, async () => {
        const { language, rest } = splitLanguage(request.originalUrl);
        if (language) {
          const site = await deps.siteOf(request.headers.host);
          if (!offers(site, language)) throw new Refusal('not_found');
          if (language === (site.language ?? 'en') && request.method === 'GET') return reply.redirect(rest, 301);
        }
        return handler.call(app, request, reply);
      });
  });
};

/** The same for the pages of errors. */
export const errorInLanguage =
  <A extends [request: FastifyRequest, ...rest: unknown[]], T>(deps: AppDeps, work: (...args: A) => T) =>
  (...args: A): Promise<Awaited<T>> =>
    inLanguage(deps, args[0], () => work(...args));

/** The language a visitor chose before, if the site offers it and its own language is another. */
export const readLanguageChoice = (site: Site, { headers }: FastifyRequest): Language | null => {
  if (headers.cookie === undefined) return null;
  const choice = readCookie(headers.cookie, cookieName(site.root, LANGUAGE_COOKIE));
  return offers(site, choice) && choice !== (site.language ?? 'en') ? choice : null;
};
