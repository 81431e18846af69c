import { AsyncLocalStorage } from 'node:async_hooks';
import { memoize } from '../memoize.ts';
import { describeLanguage, type Language, offeredLanguages, type SiteLanguages } from './languages.ts';

/** The language that texts, dates and links are written in. */
export interface Locale {
  language: Language;
  /** What addresses of pages begin with; empty in the site's own language. */
  prefix: string;
}

const locales = memoize((key: string): Locale => {
  const [language, prefix] = key.split(' ') as [Language, string];
  return Object.freeze({ language, prefix });
});

export const localeFor = ({ language: own = 'en' }: SiteLanguages, language: Language = own): Locale =>
  locales(`${language} ${language === own ? '' : `/${language}`}`);

/** The locale of somebody's language; the site's own if they chose none, or one that the site does not offer. */
export const offeredLocale = (site: SiteLanguages, language: Language | null): Locale =>
  localeFor(site, language && offeredLanguages(site).includes(language) ? language : undefined);

const ENGLISH = localeFor({});

const storage = new AsyncLocalStorage<Locale>();

/** Does work in a language: everything it calls, now and later, writes its texts and links in it. */
export const withLocale = <T>(locale: Locale, work: () => T): T => storage.run(locale, work);

/** English outside any work in a language, such as for the API. */
export const currentLocale = (): Locale => storage.getStore() ?? ENGLISH;

/** The language somebody asked for; null outside any work in a language. */
export const requestedLanguage = (): Language | null => storage.getStore()?.language ?? null;

export const currentLanguage = (): Language => currentLocale().language;

/** The address of a page in a language. */
export const pathIn = ({ prefix }: Locale, address: string): string => {
  if (!prefix || !address.startsWith('/')) return address;
  return prefix + (/^\/([?#]|$)/.test(address) ? address.slice(1) : address);
};

/** The address of a page in the current language. */
export const localPath = (address: string): string => pathIn(currentLocale(), address);

/** One value per language, such as a format: creating one costs a thousand times as much as using it. */
export const perLanguage = <T>(create: (language: ReturnType<typeof describeLanguage>) => T): (() => T) => {
  const get = memoize((language: Language) => create(describeLanguage(language)));
  return () => get(currentLanguage());
};
